/** LZ4 frames, octet by octet: blocks, literals, matches, lengths that go on, and damage. */
import { expect, it } from "vitest";
import { unlz4 } from "../../src/tables/columnar/lz4";

const MAGIC = [0x04, 0x22, 0x4d, 0x18];
const VERSION = 0x40;

const sizeOf = (size: number) => [size & 255, (size >> 8) & 255, (size >> 16) & 255, size >>> 24];

interface Frame {
	flags?: number;
	/** Optional fields of the header. */
	fields?: number[];
	blocks: (number[] | { stored: number[] })[];
	/** Octets after each block. */
	after?: number[];
}

function frameOf({ flags = 0, fields = [], blocks, after = [] }: Frame): number[] {
	const header = [...MAGIC, VERSION | flags, 0x70, ...fields, 0x55];
	const body = blocks.flatMap((block) => {
		const octets = Array.isArray(block) ? block : block.stored;
		return [...sizeOf(Array.isArray(block) ? octets.length : (octets.length | 0x80000000) >>> 0), ...octets, ...after];
	});
	return [...header, ...body, 0, 0, 0, 0];
}

const contentOf = (octets: number[]) => {
	// In the middle of a buffer, as in a file that is read at once.
	const buffer = Uint8Array.from([9, 9, 9, ...octets, 9, 9]);
	return Buffer.from(unlz4(buffer.subarray(3, 3 + octets.length))).toString("latin1");
};

const codes = (text: string) => [...Buffer.from(text, "latin1")];

it.each<[what: string, frame: Frame, content: string]>([
	["no block", { blocks: [] }, ""],
	["a stored block", { blocks: [{ stored: codes("abc") }] }, "abc"],
	["literals alone", { blocks: [[0x30, ...codes("abc")]] }, "abc"],
	["two blocks", { blocks: [[0x10, ...codes("a")], { stored: codes("b") }, [0x10, ...codes("c")]] }, "abc"],
	["the size of the content", { flags: 0x08, fields: [3, 0, 0, 0, 0, 0, 0, 0], blocks: [[0x10, 97]] }, "a"],
	["the number of a dictionary", { flags: 0x01, fields: [1, 0, 0, 0], blocks: [[0x10, 97]] }, "a"],
	["both fields", { flags: 0x09, fields: [3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], blocks: [[0x10, 97]] }, "a"],
	[
		"checksums of blocks",
		{
			flags: 0x10,
			after: [1, 2, 3, 4],
			blocks: [
				[0x10, 97],
				[0x10, 98],
			],
		},
		"ab",
	],
	["a match of four octets", { blocks: [[0x40, ...codes("abcd"), 4, 0, 0x10, 101]] }, "abcdabcde"],
	["a match at the very start", { blocks: [[0x11, 97, 1, 0, 0x10, 98]] }, `a${"a".repeat(5)}b`],
	["a match that overlaps itself", { blocks: [[0x23, ...codes("ab"), 2, 0, 0x10, 99]] }, "abababababc".slice(0, 9).concat("c")],
	["a match in the block before", { blocks: [{ stored: codes("abcd") }, [0x00, 4, 0, 0x10, 101]] }, "abcdabcde"],
	["a match at the end of a block", { blocks: [[0x10, 97, 1, 0]] }, "aaaaa"],
	["15 literals", { blocks: [[0xf0, 0, ...codes("a".repeat(15))]] }, "a".repeat(15)],
	["16 literals", { blocks: [[0xf0, 1, ...codes("a".repeat(16))]] }, "a".repeat(16)],
	["270 literals", { blocks: [[0xf0, 255, 0, ...codes("a".repeat(270))]] }, "a".repeat(270)],
	["526 literals", { blocks: [[0xf0, 255, 255, 1, ...codes("a".repeat(526))]] }, "a".repeat(526)],
	["a match of 18 octets", { blocks: [[0x1e, 97, 1, 0, 0x10, 98]] }, `${"a".repeat(19)}b`],
	["a match of 19 octets", { blocks: [[0x1f, 97, 1, 0, 0, 0x10, 98]] }, `${"a".repeat(20)}b`],
	["a match of 274 octets", { blocks: [[0x1f, 97, 1, 0, 255, 0, 0x10, 98]] }, `${"a".repeat(275)}b`],
	[
		"a distance of more than 255",
		{ blocks: [{ stored: codes(`xyzt${"a".repeat(256)}`) }, [0x00, 4, 1, 0x10, 98]] },
		`xyzt${"a".repeat(256)}xyztb`,
	],
])("reads a frame with %s", (_, frame, content) => {
	expect(contentOf(frameOf(frame))).toBe(content);
});

it.each<[what: string, octets: number[]]>([
	["another magic number", [5, ...frameOf({ blocks: [] }).slice(1)]],
	["a block that goes beyond the end", [...frameOf({ blocks: [] }).slice(0, 7), 9, 0, 0, 0, 0x10, 97]],
	["fewer literals than it says", frameOf({ blocks: [[0x30, 97, 98]] })],
	["no distance after literals", frameOf({ blocks: [[0x10, 97, 1]] })],
	["a length that goes on beyond the block", frameOf({ blocks: [[0xf0, 255]] })],
	["the distance 0", frameOf({ blocks: [[0x10, 97, 0, 0, 0x10, 98]] })],
	["a distance beyond the start", frameOf({ blocks: [[0x10, 97, 2, 0, 0x10, 98]] })],
])("refuses %s", (_, octets) => {
	expect(() => contentOf(octets)).toThrow(new Error("the LZ4 data is damaged"));
});

it("refuses a frame that is cut off", () => {
	const whole = frameOf({ blocks: [[0x30, ...codes("abc")]] });
	for (let length = 0; length < whole.length; ++length) expect(() => contentOf(whole.slice(0, length))).toThrow();
});
