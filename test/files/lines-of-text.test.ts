/** Lines of files as text, and whole lines as octets: their ends, the byte order mark, and where a reading may stop. */
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { Input } from "../../src/files/input/input";
import { textLines } from "../../src/files/input/text-lines";
import { feedWholeLines } from "../../src/files/input/whole-lines";
import type { LineSink } from "../../src/lines/lines";
import { useFolder } from "../cli/command";

const { write } = useFolder();

async function linesOf(content: string | Uint8Array): Promise<[lines: string[], octets: number]> {
	const input = new Input(write("lines", content));
	const all: string[] = [];
	let read = 0;
	for await (const { lines, octets } of textLines(input)) {
		all.push(...lines);
		read += octets;
	}
	input.close();
	return [all, read];
}

it.each<[content: string, lines: string[]]>([
	["", []],
	["\n", [""]],
	["a", ["a"]],
	["a\n", ["a"]],
	["a\r\nb\rc\r", ["a", "b\rc"]],
	["\r\n\n", ["", ""]],
	["\ufeffa\n\ufeffb\n", ["a", "\ufeffb"]],
	["\ufeff", [""]],
	["a\ufeff\n", ["a\ufeff"]],
	["é\n漢", ["é", "漢"]],
])("reads the lines of %j: %j", async (content, lines) => {
	expect(await linesOf(content)).toEqual([lines, Buffer.byteLength(content)]);
});

it("replaces what is no UTF-8", async () => {
	expect(await linesOf(Buffer.from([0x61, 0xff, 0x0a, 0xc3, 0x0a]))).toEqual([["a\ufffd", "\ufffd"], 5]);
});

it("joins lines across chunks", async () => {
	const long = "x".repeat(65_530);
	const content = `${long}\né${long}\nb\n${long}${long}${long}`;
	expect(await linesOf(content)).toEqual([[long, `é${long}`, "b", long.repeat(3)], content.length + 1]);
	expect(await linesOf(gzipSync(`${long}\r\na`))).toEqual([[long, "a"], 65_533]);
});

it("keeps enough of a line that is too long to tell that it is", async () => {
	const [[long, next]] = await linesOf(`${"x".repeat(2 ** 24 + 9)}\nb`);
	expect([(long as string).length > 2 ** 24, (long as string).length < 2 ** 24 + 9, next]).toEqual([true, true, "b"]);
	const [[longest]] = await linesOf(`${"x".repeat(2 ** 24)}\r\n`);
	expect(longest).toHaveLength(2 ** 24);
});

/** Keeps what it is given. */
class Kept implements LineSink {
	lines = 0;
	text = "";
	#space = new Uint8Array(0);

	space(): Uint8Array {
		this.#space = new Uint8Array(1000);
		return this.#space;
	}

	advance(count: number): void {
		this.text += Buffer.from(this.#space.subarray(0, count)).toString("latin1");
	}

	end(): void {
		this.text += "|";
	}
}

/** Feeds parts until the text that was fed has so many octets. */
async function feed(parts: string[], full: number) {
	const rest = [...parts];
	const read = (into: Uint8Array) => {
		const part = Buffer.from(rest.shift() ?? "", "latin1");
		into.set(part);
		return part.length;
	};
	const kept = new Kept();
	const counts: number[] = [];
	const left = await feedWholeLines(
		{ read },
		kept,
		() => kept.text.length >= full,
		(count) => void counts.push(count),
	);
	return { text: kept.text, left: left && Buffer.from(left).toString("latin1"), counts, unread: rest.length };
}

it.each<[parts: string[], full: number, result: object]>([
	[[], 0, { text: "|", left: undefined, counts: [0] }],
	[["a\nb"], 9, { text: "a\nb|", left: undefined, counts: [3, 0] }],
	[["a\nb", "c\nd\ne", "f\n"], 1, { text: "a\n", left: "b", counts: [3], unread: 2 }],
	[["a\nb", "c\nd\ne", "f\n"], 3, { text: "a\nbc\nd\n", left: "e", counts: [3, 5], unread: 1 }],
	[["a", "b", "\n", "c"], 1, { text: "ab\n", left: "", counts: [1, 1, 1], unread: 1 }],
	[["a", "b\n"], 0, { text: "ab\n", left: "", counts: [1, 2], unread: 0 }],
	[["a", "\nb"], 3, { text: "a\nb|", left: undefined, counts: [1, 2, 0] }],
])("feeds whole lines of %j until %d octets: %j", async (parts, full, result) => {
	expect(await feed(parts, full)).toMatchObject(result);
});
