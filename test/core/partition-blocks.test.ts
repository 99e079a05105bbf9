/** Fingerprints on their way through a temporary file: blocks by their leading bits, and the table that finds the first of each. */

import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { ABSENT } from "../../assembly/layout/addresses";
import { Block, Fingerprinted, PartitionAddress, Print, Scatter } from "../../assembly/partition/layout";
import { createListKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

/** Fingerprints of 12 octets that differ, with four octets of zeros after each. */
function fingerprints(count: number): Uint8Array {
	const words = new Uint32Array(4 * count);
	for (let index = 0; index < count; ++index)
		words.set([Math.imul(index + 1, 0x9e3779b1), index ^ 0x5bd1e995, ~index], 4 * index);
	return new Uint8Array(words.buffer);
}

/** Records in a block, and their octets. */
const RECORDS_IN_BLOCK = Math.floor((Block.SIZE - Block.RECORDS) / Fingerprinted.SIZE);
const RECORDS_SIZE = RECORDS_IN_BLOCK * Fingerprinted.SIZE;

const PRINTS = fingerprints(5000);
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

describeEngines("blocks of fingerprints", (engine) => {
	const { kernel, prints, field } = scatterOn(engine);
	const count = PRINTS.length / Fingerprinted.SIZE;
	const taken = kernel.call.scatterSet(prints, count, 0);
	const ended = kernel.call.scatterEnd(0);
	const { octets, words } = kernel;
	const blocks = Array.from({ length: field(Scatter.FULL_COUNT) }, (_, index) => field(Scatter.FULL) + index * Block.SIZE);
	const wordOf = (block: number, name: Block) => words[(block + name) >> 2] as number;

	it("have each fingerprint once, in the partition of its leading bits", () => {
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
		for (let partition = 0; partition < 2 ** BITS; ++partition) {
			const own = blocks.filter((block) => wordOf(block, Block.PARTITION) === partition);
			expect(own.map((block) => wordOf(block, Block.NUMBER))).toEqual(own.map((_, index) => index));
			expect(own.slice(0, -1).map((block) => wordOf(block, Block.LENGTH))).toEqual(own.slice(1).map(() => RECORDS_SIZE));
			expect(wordOf(own.at(-1) as number, Block.LENGTH)).toBeGreaterThan(0);
		}
	});

	it("are refused in the place of another block, and if any octet of the header or a record has changed", () => {
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
	it.each([
		["in normal form already", Print.NORMALIZED, [true, true, true, false, false]],
		["that end with LF alone, in the list as it came", Print.ORIGINAL, [true, true, true, false, true]],
		["all of them, for a host that writes them", Print.RAW, [true, true, true, true, true]],
	] as const)("mark the lines %s, wherever a batch is cut and whatever precedes it", (_, print, copied) => {
		// The second one has no output: it was plain.
		const read = ["\n", "http://a/\n", "http://b/\n", "http://c/\r\n", "HTTP://d\n"];
		const written = ["\n", "", "http://b/\n", "http://c/\n", "http://d/\n"];
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
