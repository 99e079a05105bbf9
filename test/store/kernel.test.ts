/** The store kernel by its layout: what a host asks of it, on keys that are made by hand. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { Key, KeyRecord, OUT_OF_ORDER, Source, StoreLimit, Writer } from "../../assembly/store/layout";
import { StoreMemory } from "../../src/store/store-kernel";
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

	it("merges sources whose keys differ in the last word alone", () => {
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

	describe("writes pages of four buckets", () => {
		/** Where it stops with a key in each of these buckets, in keys, or OUT_OF_ORDER. There is room for `pages` pages. */
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
