/** The store kernel by its layout: what a host asks of it, on keys that are made by hand. */
import { describe, expect, it } from "vitest";
import { ABSENT } from "../../assembly/layout/addresses";
import { Key, KeyRecord, OUT_OF_ORDER, Run, Source, StoreLimit, Writer } from "../../assembly/store/layout";
import { StoreMemory } from "../seams/kernels";
import { ENGINES } from "../support/engines";

type Words = readonly [first: number, middle: number, low: number];

describe.each(ENGINES)("the store kernel on %s", (engine) => {
	const memory = new StoreMemory(engine);
	const { kernel } = memory;
	const { call } = kernel;

	/** Writes words to an area of its own. */
	function place(words: readonly number[]): number {
		const start = memory.take(4 * words.length);
		kernel.words.set(words, start >> 2);
		return start;
	}

	const wordsAt = (start: number, count: number) => [...kernel.words.subarray(start >> 2, (start >> 2) + count)];

	it("merges sources whose keys differ only in the last word", () => {
		const keys: Words[] = [
			[1, 1, 3],
			[1, 1, 2],
			[1, 1, 1],
		];
		const sources = place(keys.map(place).flatMap((key) => [key, key + Key.SIZE, 1]));
		const to = memory.take(keys.length * Key.SIZE);
		const end = call.mergeKeys(sources, keys.length, to, to + keys.length * Key.SIZE);
		expect(wordsAt(to, (end - to) / 4)).toEqual(keys.reverse().flat());
	});

	it("reads no key beyond the end of a source, even if it is the next one", () => {
		const keys = place([1, 1, 1, 2, 1, 1, 3, 1, 1]);
		const sources = place([0, 1, 2].flatMap((key) => [keys + key * Key.SIZE, keys + (key + 1) * Key.SIZE, 1]));
		expect(Source.SIZE).toBe(Key.SIZE);
		const to = memory.take(10 * Key.SIZE);
		const end = call.mergeKeys(sources, 3, to, to + 10 * Key.SIZE);
		expect(wordsAt(to, (end - to) / 4)).toEqual([1, 1, 1, 2, 1, 1, 3, 1, 1]);
	});

	it("sorts records without those before them", () => {
		const before = place([-1, -1, -1, -1, 1, 2, 1, 0, 1, 1, 1, 0]);
		const [spare, counts] = [memory.take(2 * KeyRecord.SIZE), memory.take(StoreLimit.COUNTERS)];
		call.sortKeys(before + KeyRecord.SIZE, 2, spare, counts);
		expect(wordsAt(before, 12)).toEqual([-1, -1, -1, -1, 1, 1, 1, 1, 1, 2, 1, 0]);
	});

	it("sorts records with the counters that it is given", () => {
		const [records, spare] = [place([2, 1, 1, 0, 1, 1, 1, 0]), memory.take(2 * KeyRecord.SIZE)];
		const counts = memory.take(StoreLimit.COUNTERS + 64);
		const after = counts + StoreLimit.COUNTERS;
		memory.area(after, 64).fill(0xff);
		call.sortKeys(records, 2, spare, counts);
		expect(wordsAt(records, 8)).toEqual([1, 1, 1, 1, 2, 1, 1, 0]);
		expect(memory.area(after, 64).every((octet) => octet === 0xff)).toBe(true);
	});

	it("marks each of many keys that a table has, or has by then", () => {
		const table = place([memory.take(8 * Key.SIZE), memory.take(4 * 16), 15, 0]);
		const keys = [1, 2, 1, 3].flatMap((number) => [number, number, number]);
		const marks = memory.take(64);
		memory.area(marks, 64).fill(7);
		call.addKeys(table, place(keys), 4, Key.SIZE, marks + 8);
		expect([...memory.area(marks, 16)]).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 1, 0, 7, 7, 7, 7]);
	});

	it("reads pages at once that are at most four apart, and at most 256", () => {
		const run = place([10, 0, 12, 0, 0, 0, 0, 0, 0, 0]);
		const pages = [10, 14, 19, 20, 24, 28].concat(Array.from({ length: 70 }, (_, index) => 300 + 4 * index));
		const records = place(pages.flatMap((page) => [page << 22, 0, 0, 0]));
		const marks = memory.take(pages.length);
		const reads: number[][] = [];
		for (let from = 0; from < pages.length; ) {
			from = call.planRead(run, records, pages.length, marks, from);
			reads.push([memory.word(run + Run.FIRST), memory.word(run + Run.LAST)]);
		}
		expect(reads).toEqual([
			[10, 14],
			[19, 28],
			[300, 552],
			[556, 576],
		]);
	});

	it("finds keys only in their buckets, whatever is in the next one", () => {
		const output = memory.take(2 * StoreLimit.PAGE);
		const [directory, bitmap, pageKeys] = [memory.take(8), memory.take(StoreLimit.PAGE), memory.take(StoreLimit.PAGE)];
		const all = [0x04000001, 0x04000002, 0x05000003, 0x07000001, 0x07000002, 0x07000003, 0x07000004];
		const keys = place(all.flatMap((first) => [first, 1, 1]));
		const keysEnd = keys + all.length * Key.SIZE;
		const writer = place([8, 8, 11, directory, 0, output, output + 2 * StoreLimit.PAGE, 0, 0, 0, 0, bitmap, pageKeys]);
		expect(call.writePages(writer, keys, keysEnd)).toBe(keysEnd);
		call.endPages(writer);
		const others = [0x03000001, 0x04000003, 0x05000001, 0x06000001, 0x06000003, 0x07000005, 0x08000001];
		const wanted = [...all, ...others].sort((a, b) => a - b);
		const records = place(wanted.flatMap((first) => [first, 1, 1, 0]));
		const run = place([8, 8, 11, directory, 0, output, 0, 0, 0, 0]);
		const marks = memory.take(wanted.length);
		expect(call.searchPages(run, records, marks, 0, wanted.length)).toBe(ABSENT);
		expect(wanted.filter((_, index) => memory.area(marks, wanted.length)[index] === 1)).toEqual(all);
	});

	describe("writes pages of four buckets", () => {
		/** Number of keys after which it stops with a key in each of these buckets, or OUT_OF_ORDER. There is room for `pages` pages. */
		function stopOf(buckets: readonly number[], pages: number): number {
			const [output, writer] = [memory.take(pages * StoreLimit.PAGE), memory.take(Writer.SIZE)];
			for (const [field, value] of [
				[Writer.BUCKET_BITS, 4],
				[Writer.GROUP_BITS, 2],
				[Writer.REST, Key.SIZE],
				[Writer.DIRECTORY, memory.take(4 * (4 + 1))],
				[Writer.CURSOR, output],
				[Writer.LIMIT, output + pages * StoreLimit.PAGE],
				[Writer.BITMAP, memory.take(StoreLimit.PAGE)],
				[Writer.KEYS, memory.take(StoreLimit.PAGE)],
			] as const)
				memory.setWord(writer + field, value);
			const keys = place(buckets.flatMap((bucket) => [bucket << 28, 1, 1]));
			const stop = call.writePages(writer, keys, keys + buckets.length * Key.SIZE);
			return stop === OUT_OF_ORDER ? stop : (stop - keys) / Key.SIZE;
		}

		it("while there is room for the largest one", () => {
			expect([1, 2, 3].map((pages) => stopOf([0, 4, 8, 12], pages))).toEqual([2, 4, 4]);
		});

		it("and refuses keys that are not in order, in one page and in two", () => {
			expect([stopOf([5, 4], 3), stopOf([5, 3], 3)]).toEqual([OUT_OF_ORDER, OUT_OF_ORDER]);
		});
	});
});
