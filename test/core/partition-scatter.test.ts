/** Fingerprints on their way through a temporary file: blocks by their leading bits, and the table that finds the first of each. */

import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { ABSENT } from "../../assembly/layout/addresses";
import { Block, Fate, Fingerprinted, PartitionAddress, Print, Scatter, Table } from "../../assembly/partition/layout";
import { Key } from "../../assembly/store/layout";
import { createListKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";
import { longIt } from "../support/long-it";

/** Fingerprints of 12 octets that differ, with four octets of zeros after each. */
function fingerprints(count: number): Uint8Array {
	const words = new Uint32Array(4 * count);
	for (let index = 0; index < count; ++index)
		words.set([Math.imul(index + 1, 0x9e3779b1), index ^ 0x5bd1e995, ~index], 4 * index);
	return new Uint8Array(words.buffer);
}

const PRINTS = fingerprints(5000);
const RECORDS_IN_BLOCK = (Block.SIZE - Block.RECORDS) / Fingerprinted.SIZE;
const RECORDS_SIZE = RECORDS_IN_BLOCK * Fingerprinted.SIZE;
const textOf = (octets: Uint8Array, at: number) => Buffer.from(octets.subarray(at, at + Fingerprinted.LINE)).toString("hex");

function textsOf(octets: Uint8Array): string[] {
	return Array.from({ length: octets.length / Fingerprinted.SIZE }, (_, index) =>
		textOf(octets, index * Fingerprinted.SIZE),
	).sort();
}

/** A stream of blocks of 2^BITS partitions. */
const BITS = 2;

function scatterOn(engine: Engine) {
	const kernel = createListKernel(engine);
	const base = Math.ceil(kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
	kernel.reserve(base + (1 + 2 ** BITS + Block.MAX_FULL) * Block.SIZE);
	const prints = kernel.call.scatterCreate(base, BITS);
	kernel.reserve(prints + PRINTS.length);
	kernel.octets.set(PRINTS, prints);
	const field = (name: Scatter) => kernel.words[(PartitionAddress.SCATTER + name) >> 2] as number;
	return { kernel, prints, field };
}

/** Streams with all fingerprints, and the blocks that they fill. */
function scattered(engine: Engine) {
	const { kernel, prints, field } = scatterOn(engine);
	const taken = kernel.call.scatterSet(prints, PRINTS.length / Fingerprinted.SIZE, 0);
	const ended = kernel.call.scatterEnd(0);
	const blocks = Array.from({ length: field(Scatter.FULL_COUNT) }, (_, index) => field(Scatter.FULL) + index * Block.SIZE);
	const wordOf = (block: number, name: Block) => kernel.words[(block + name) >> 2] as number;
	return { kernel, field, taken, ended, blocks, wordOf };
}

describeEngines("blocks of fingerprints", (engine) => {
	const count = PRINTS.length / Fingerprinted.SIZE;

	it("have each fingerprint once, in the partition of its leading bits", () => {
		const { kernel, taken, ended, blocks, wordOf } = scattered(engine);
		const { octets } = kernel;
		expect([taken, ended]).toEqual([count, 2 ** BITS]);
		const found = blocks.map((block) => {
			const length = kernel.call.checkBlock(block, wordOf(block, Block.PARTITION), wordOf(block, Block.NUMBER));
			const records = octets.subarray(block + Block.RECORDS, block + Block.RECORDS + length);
			for (let at = 0; at < length; at += Fingerprinted.SIZE) {
				expect((records[at + 3] as number) >> (8 - BITS)).toBe(wordOf(block, Block.PARTITION));
			}
			return textsOf(records);
		});
		expect(found.flat().sort()).toEqual(textsOf(PRINTS));
	});

	it("are numbered within their partitions, and full but for the last one of each", () => {
		const { blocks, wordOf } = scattered(engine);
		for (let partition = 0; partition < 2 ** BITS; ++partition) {
			const own = blocks.filter((block) => wordOf(block, Block.PARTITION) === partition);
			expect(own.map((block) => wordOf(block, Block.NUMBER))).toEqual(own.map((_, index) => index));
			expect(own.slice(0, -1).map((block) => wordOf(block, Block.LENGTH))).toEqual(own.slice(1).map(() => RECORDS_SIZE));
			expect(wordOf(own.at(-1) as number, Block.LENGTH)).toBeGreaterThan(0);
		}
	});

	it("are refused in the place of another block, and if any octet of the header or a record has changed", () => {
		const { kernel, field, blocks, wordOf } = scattered(engine);
		const { octets } = kernel;
		const block = blocks[0] as number;
		const [partition, number] = [wordOf(block, Block.PARTITION), wordOf(block, Block.NUMBER)];
		const check = () => kernel.call.checkBlock(block, partition, number);
		expect(check()).toBe(RECORDS_SIZE);
		expect([field(Scatter.SUM), field(Scatter.SUM + 4)]).toEqual([wordOf(block, Block.SUM), wordOf(block, Block.SUM + 4)]);
		expect(kernel.call.checkBlock(block, partition, number + 1)).toBe(ABSENT);
		expect(kernel.call.checkBlock(block, partition ^ 1, number)).toBe(ABSENT);
		const places = [...Array(Block.RECORDS).keys(), Block.RECORDS, Block.RECORDS + 4097, Block.SIZE - 1];
		for (const place of places) {
			octets[block + place] = (octets[block + place] as number) ^ 1;
			expect(check(), `octet ${place}`).toBe(ABSENT);
			octets[block + place] = (octets[block + place] as number) ^ 1;
		}
		expect(check()).toBe(RECORDS_SIZE);
	});

	it("are refused if two words of different records have changed places", () => {
		const { kernel, blocks, wordOf } = scattered(engine);
		const { words } = kernel;
		const block = blocks[0] as number;
		const check = () => kernel.call.checkBlock(block, wordOf(block, Block.PARTITION), wordOf(block, Block.NUMBER));
		const record = (block + Block.RECORDS) >> 2;
		for (const column of [0, 1, 2]) {
			const two = [record + column, record + Fingerprinted.SIZE / 4 + column] as const;
			const before = two.map((place) => words[place] as number);
			for (const [index, place] of two.entries()) words[place] = before[1 - index] as number;
			expect(check(), `column ${column}`).toBe(ABSENT);
			for (const [index, place] of two.entries()) words[place] = before[index] as number;
		}
		expect(check()).toBe(RECORDS_SIZE);
	});

	it("fill no partition that has none, and wait when there are too many", () => {
		const other = scatterOn(engine);
		expect(other.kernel.call.scatterEnd(0)).toBe(2 ** BITS);
		expect(other.field(Scatter.FULL_COUNT)).toBe(0);
		let next = 0;
		const most = Block.MAX_FULL * RECORDS_IN_BLOCK;
		for (let round = 0; next === 0 || next === count; ++round) {
			expect(round * count).toBeLessThan(most + (2 ** BITS + 1) * RECORDS_IN_BLOCK);
			next = other.kernel.call.scatterSet(other.prints, count, 0);
		}
		expect(other.field(Scatter.FULL_COUNT)).toBe(Block.MAX_FULL);
		expect(other.kernel.call.scatterSet(other.prints, count, next)).toBe(next);
		expect(other.kernel.call.scatterLines(0, count, other.prints, 0, 0, next)).toBe(next);
		expect(other.kernel.call.scatterEnd(1)).toBe(1);
	});
});

describeEngines("streams of fingerprints", (engine) => {
	it.each([1, 10, 11, 12])("take no more memory than the host reserves: 2^%i of them", (bits) => {
		const kernel = createListKernel(engine);
		const base = Math.ceil(kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
		const words = Math.ceil((8 * 2 ** bits) / Block.SIZE) * Block.SIZE;
		kernel.reserve(base + words);
		expect(kernel.call.scatterCreate(base, bits)).toBe(base + words + (2 ** bits + Block.MAX_FULL) * Block.SIZE);
	});

	it.each([
		["in normal form already", Print.NORMALIZED, [true, true, true, false, false, false]],
		["that end with only LF, in the list as it came", Print.ORIGINAL, [true, true, true, false, true, true]],
		["all of them, for a host that writes them", Print.RAW, [true, true, true, true, true, true]],
	] as const)("mark the lines %s, wherever a batch is cut and whatever precedes it", (_, print, copied) => {
		// The second one has no output: it was plain.
		const read = ["\n", "http://a/\n", "http://b/\n", "http://c/\r\n", "HTTP://d\n", "HTTP://e/\n"];
		const written = ["\n", "", "http://b/\n", "http://c/\n", "http://d/\n", "http://e/\n"];
		const endsOf = (lines: string[], start: number) => lines.map((_, index) => start + lines.slice(0, index + 1).join("").length);
		for (let cut = 0; cut <= read.length; ++cut) {
			const { kernel, prints, field } = scatterOn(engine);
			const { octets, words } = kernel;
			const [input, output, records] = [prints + 128, prints + 256, prints + 512];
			octets.fill(0, prints, input);
			octets.set(Buffer.from(`\r${read.join("")}`), input - 1);
			octets.set(Buffer.from(written.join("")), output);
			const [inputEnds, outputEnds] = [endsOf(read, input), endsOf(written, output)];
			words.set(
				inputEnds.flatMap((end, index) => [end, outputEnds[index] as number]),
				records >> 2,
			);
			words[(PartitionAddress.SCATTER + Scatter.PRINT) >> 2] = print;
			expect(kernel.call.scatterLines(records, cut, prints, input, output, 0)).toBe(cut);
			expect(kernel.call.scatterLines(records, read.length, prints, input, output, cut)).toBe(read.length);
			const first = field(Scatter.BLOCKS) + Block.RECORDS + Fingerprinted.LINE;
			const lines = copied.map((_, index) => words[(first + index * Fingerprinted.SIZE) >> 2]);
			expect(lines).toEqual(copied.map((isCopied, index) => ((index + 1) << 1) | (isCopied ? 1 : 0)));
		}
	});
});

/** Slots of a table of its own, more than it has fingerprints. */
const SLOTS = 256;

/** A kernel with an empty table and map for 100 lines. */
function tableOn(engine: Engine) {
	const kernel = createListKernel(engine);
	const block = Math.ceil(kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
	const [merges, map, table] = [block + Block.SIZE, block + 2 * Block.SIZE, block + 3 * Block.SIZE];
	// A table that has grown five times, and its copies while it grows.
	kernel.reserve(table + 64 * SLOTS * Fingerprinted.SIZE);
	const set = (name: Table, value: number) => {
		kernel.words[(PartitionAddress.TABLE + name) >> 2] = value;
	};
	const get = (name: Table) => kernel.words[(PartitionAddress.TABLE + name) >> 2] as number;
	set(Table.AT, table);
	set(Table.BITS, Math.log2(SLOTS));
	set(Table.PARTITION_BITS, 1);
	set(Table.SHARE_BITS, 0);
	set(Table.MAP, map);
	set(Table.MAP_FIRST, 0);
	set(Table.MAP_LINES, 100);
	set(Table.MERGES, merges);
	kernel.call.probeBegin();
	/** Probes fingerprints of line 0, block by block. Returns how many times the table has grown. */
	const probe = (prints: Uint8Array) => {
		const bits = get(Table.BITS);
		for (let at = 0; at < prints.length; at += RECORDS_SIZE) {
			const part = prints.subarray(at, at + RECORDS_SIZE);
			kernel.octets.set(part, block + Block.RECORDS);
			for (let next = 0; next < part.length; ) {
				set(Table.MERGES, merges);
				next = kernel.call.probeBlock(block, part.length, next);
				if (next < part.length) kernel.call.probeGrow();
			}
		}
		return get(Table.BITS) - bits;
	};
	return { kernel, block, merges, map, set, get, probe };
}

describeEngines("the table of a partition", (engine) => {
	longIt("keeps each fingerprint once while it grows", () => {
		const { kernel, block, get, probe } = tableOn(engine);
		const fewer = PRINTS.subarray(0, 3000 * Fingerprinted.SIZE);
		expect(probe(fewer)).toBe(5);
		expect(probe(fewer.subarray(1600, 3200))).toBe(0);
		expect([get(Table.USED), get(Table.DROPPED), 2 ** get(Table.BITS)]).toEqual([3000, 100, 32 * SLOTS]);
		const found: string[] = [];
		for (let next = 0; next < 32 * SLOTS; ) {
			kernel.words[(PartitionAddress.TABLE + Table.MERGES) >> 2] = block;
			next = kernel.call.listSlots(1, next, RECORDS_IN_BLOCK);
			found.push(...textsOf(kernel.octets.subarray(block, get(Table.MERGES))));
		}
		expect(found.sort()).toEqual(textsOf(fewer));
	});

	it("takes fingerprints that differ in one word for different ones", () => {
		const { kernel, block, get } = tableOn(engine);
		const prints = [
			[1, 2, 3],
			[9, 2, 3],
			[1, 9, 3],
			[1, 2, 9],
			[1, 2, 3],
		];
		kernel.words.set(
			prints.flatMap((print, index) => [...print, (index + 1) << 1]),
			(block + Block.RECORDS) >> 2,
		);
		const length = prints.length * Fingerprinted.SIZE;
		expect(kernel.call.probeBlock(block, length, 0)).toBe(length);
		expect([get(Table.USED), get(Table.DROPPED)]).toEqual([4, 1]);
	});

	it("ignores lines outside its map", () => {
		const { kernel, block, map, set } = tableOn(engine);
		kernel.octets.fill(0xff, map - Block.SIZE, map + Block.SIZE);
		set(Table.MAP_FIRST, 8);
		set(Table.MAP_LINES, 4);
		const lines = [0, 1, 7, 8, 13, 14, 100];
		kernel.words.set(
			lines.flatMap((line) => [line + 1, 2, 3, line << 1]),
			(block + Block.RECORDS) >> 2,
		);
		kernel.call.probeBlock(block, lines.length * Fingerprinted.SIZE, 0);
		expect(kernel.octets.subarray(map - Block.SIZE, map + Block.SIZE).every((octet) => octet === 0xff)).toBe(true);
	});

	it("drops the lines of known keys, and no others", () => {
		const { kernel, block, merges, map, set, get } = tableOn(engine);
		const { call, octets, words } = kernel;
		const records = octets.subarray(block + Block.RECORDS, block + Block.RECORDS + 100 * Fingerprinted.SIZE);
		records.set(PRINTS.subarray(0, records.length));
		// Every third line is copied as it is.
		for (let line = 0; line < 100; ++line) {
			words[(block + Block.RECORDS + line * Fingerprinted.SIZE + Fingerprinted.LINE) >> 2] =
				((line + 1) << 1) | (line % 3 === 0 ? 1 : 0);
		}
		expect(call.probeBlock(block, records.length, 0)).toBe(records.length);
		const keys = [7, 8, 99, 4000].map((index) =>
			PRINTS.subarray(index * Fingerprinted.SIZE, index * Fingerprinted.SIZE + Key.SIZE),
		);
		octets.set(Buffer.concat(keys), block);
		call.probeKnown(block, keys.length, Key.SIZE);
		expect(get(Table.DROPPED)).toBe(3);
		const fates = Array.from({ length: 100 }, (_, line) => ((octets[map + (line >> 2)] as number) >> ((line & 3) << 1)) & 3);
		const expected = fates.map((_, line) =>
			[7, 8, 99].includes(line) ? Fate.DROP : line % 3 === 0 ? Fate.COPY : Fate.NORMALIZE,
		);
		expect(fates).toEqual(expected);
		set(Table.MERGES, merges);
		expect(call.listSlots(1, 0, 100)).toBe(SLOTS);
		expect(get(Table.MERGES) - merges).toBe(3 * Fingerprinted.SIZE);
	});
});
