/** What a run keeps in temporary files: kept lines, blocks of fingerprints, new keys, and values that are compared. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { Block } from "../../assembly/partition/layout";
import { KeptBlocks } from "../../src/dedupe/audit/kept-blocks";
import { BlockFile, firstNumber } from "../../src/dedupe/passes/block-file";
import { ClassValues, VALUE_WORDS } from "../../src/dedupe/passes/class-values";
import { SetSpool } from "../../src/dedupe/passes/set-files";
import { Kind, PART } from "../../src/dedupe/passes/sortable";
import { EXIT, Failure } from "../../src/failure";

const DAMAGED = `the temporary file in ${tmpdir()} is damaged; check the disk, and repeat the run`;

describe("blocks of kept lines", () => {
	it("are read back with the ordinals of their first lines", () => {
		const blocks = new KeptBlocks(tmpdir());
		expect([blocks.count, blocks.lines, blocks.firstOf(0)]).toEqual([0, 0, 0]);
		blocks.append(Uint8Array.of(1, 2, 3), 2);
		blocks.append(Uint8Array.of(4), 5);
		expect([blocks.count, blocks.lines]).toEqual([2, 7]);
		expect([0, 1, 2, 3].map((block) => blocks.firstOf(block))).toEqual([0, 2, 7, 7]);
		const room = new Uint8Array(9);
		expect([...blocks.read(0, room)]).toEqual([1, 2, 3]);
		expect([...blocks.read(1, room)]).toEqual([4]);
		expect([...room]).toEqual([4, 2, 3, 0, 0, 0, 0, 0, 0]);
		blocks.close();
	});
});

/** Blocks of these partitions. Each begins with a number of its own. */
function blocksOf(...partitions: number[]): Uint8Array {
	const octets = new Uint8Array(Block.SIZE * partitions.length);
	const view = new DataView(octets.buffer);
	for (const [index, partition] of partitions.entries()) {
		view.setUint32(index * Block.SIZE, 100 + partition + index, true);
		view.setUint32(index * Block.SIZE + Block.PARTITION, partition, true);
	}
	return octets;
}

describe("the blocks of a partition", () => {
	it("are those of all threads, numbered by thread", () => {
		const file = new BlockFile(tmpdir(), 0);
		const other = new BlockFile(tmpdir(), 0, 1, file.shared);
		file.append(blocksOf(3, 0));
		other.append(blocksOf(3));
		// A view of a part of a larger buffer.
		file.append(blocksOf(9, 3).subarray(Block.SIZE));
		expect([file.length, other.length]).toEqual([4 * Block.SIZE, 4 * Block.SIZE]);
		expect([file.countOf(3), file.countOf(0), file.countOf(1), other.countOf(3)]).toEqual([2, 1, 0, 1]);
		file.adopt(1, other.blocks);
		expect([file.countOf(3), file.lists.length]).toEqual([3, 2]);
		expect([...file.blocksOf(3)]).toEqual([
			{ number: 0, position: 0 },
			{ number: 1, position: 3 },
			{ number: firstNumber(1), position: 2 },
		]);
		expect([[...file.blocksOf(1)], [...file.blocksOf(0)]]).toEqual([[], [{ number: 0, position: 1 }]]);
		const into = new Uint8Array(Block.SIZE + 1);
		const first = [...file.blocksOf(3)].map(({ position }) => {
			file.read(position, into);
			return new DataView(into.buffer).getUint32(0, true);
		});
		expect(first).toEqual([103, 104, 103]);
		expect(into[Block.SIZE]).toBe(0);
		file.close();
	});

	it("are numbered in two to the 24", () => {
		expect([0, 1, 5].map(firstNumber)).toEqual([0, 2 ** 24, 5 * 2 ** 24]);
	});

	it("are damaged if the file has lost them", () => {
		const file = new BlockFile(tmpdir(), 0);
		expect(file.damaged()).toEqual(new Failure(EXIT.IO, DAMAGED));
		expect(file.damaged().status).toBe(EXIT.IO);
		expect(() => file.read(0, new Uint8Array(Block.SIZE))).toThrow(DAMAGED);
		file.close();
	});
});

describe("fingerprints in a temporary file", () => {
	const MIB = 2 ** 20;
	const fingerprints = (from: number, octets: number) => Uint8Array.from({ length: octets }, (_, index) => (from + index) * 7);
	const read = (spool: SetSpool) => Array.from(spool.fingerprints(), (some) => some.slice());

	it.each([[[16]], [[MIB - 16, 16, 16]], [[MIB, 16]], [[MIB + 16]], [[32, 2 * MIB + 32, 16]], [[]]])(
		"come back in batches of at most 1 MiB: %j octets",
		(sizes) => {
			const spool = new SetSpool(tmpdir(), 0);
			let from = 0;
			for (const size of sizes as number[]) {
				spool.add(fingerprints(from, size));
				from += size;
				expect(spool.count).toBe(from / 16);
			}
			const batches = read(spool);
			expect(batches.map(({ length }) => length)).toEqual(
				Array.from({ length: Math.ceil(from / MIB) }, (_, index) => Math.min(MIB, from - index * MIB)),
			);
			expect(Buffer.concat(batches).equals(fingerprints(0, from))).toBe(true);
			expect([spool.length, spool.count]).toEqual([from, from / 16]);
			// They can be read again, and others follow.
			spool.add(fingerprints(from, 16));
			expect(Buffer.concat(read(spool)).equals(fingerprints(0, from + 16))).toBe(true);
			spool.close();
		},
	);
});

describe("values in a temporary file", () => {
	const octetsOf = (text: string) => Buffer.from(text, "latin1");

	/** The values of lines as they are read back: the line, the kind, the scale and all parts. */
	function stored(values: readonly (string | undefined)[]) {
		const file = new ClassValues(tmpdir());
		for (const value of values) file.add(value === undefined ? undefined : octetsOf(value));
		const all = [...file.records()].flatMap((records) =>
			Array.from({ length: records.length / VALUE_WORDS }, (_, at) => records.slice(at * VALUE_WORDS, (at + 1) * VALUE_WORDS)),
		);
		return all.map((record) => {
			const value = file.valueOf(record);
			if (value === undefined) return [record[0], undefined];
			const parts = Array.from({ length: Math.ceil(value.length / PART) }, (_, part) => value.part(part * PART));
			return [record[0], value.kind, value.scale, parts.join("")];
		});
	}

	it("have the numbers of their lines, also where there is none", () => {
		expect(stored([undefined, "7", "", "x", " ".repeat(40), undefined])).toEqual([
			[1, undefined],
			[2, Kind.POSITIVE, 1, "7"],
			[3, undefined],
			[4, Kind.TEXT, 0, "x"],
			[5, undefined],
			[6, undefined],
		]);
	});

	it.each([27, 28, 29, PART - 1, PART, PART + 1, 3 * PART])("are whole with %d octets", (length) => {
		const text = `\xe0${"x".repeat(length - 2)}y`;
		const digits = `${"8".repeat(length - 1)}9`;
		const zeros = `0.${"0".repeat(length - 3)}1`;
		expect(stored([text, digits, `-${digits}`, zeros, "1"])).toEqual([
			[1, Kind.TEXT, 0, text],
			[2, Kind.POSITIVE, length, digits],
			[3, Kind.NEGATIVE, length, digits],
			[4, Kind.POSITIVE, 3 - length, "1"],
			[5, Kind.POSITIVE, 1, "1"],
		]);
		expect(stored(["0".repeat(length)])).toEqual([[1, Kind.ZERO, 0, ""]]);
	});
});
