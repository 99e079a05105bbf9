/** Which lines of a run are new to a store, and the keys that it lacks. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { AddedMarks } from "../../src/dedupe/seen/added-marks";
import { KnownMarks } from "../../src/dedupe/seen/known-marks";
import { freshOf } from "../../src/dedupe/seen/marks";
import { NewKeys, STRIDE, wordsOf } from "../../src/dedupe/seen/new-keys";
import type { KnownStore } from "../../src/dedupe/seen/seen-file";
import { Ordinals } from "../../src/engine/ordinals";
import { FRESH } from "../../src/engine/seen-table";
import { CoreKeys } from "../../src/keys/core-keys";
import { resolveOptions } from "../../src/options";
import { create, fingerprints } from "../store/fingerprints";
import { MemoryPlace } from "../store/storage";

const KEYS = new CoreKeys(resolveOptions({ engine: "js" }));

/** Fingerprints with these numbers. */
const prints = (...numbers: number[]) => Buffer.concat(numbers.map((number) => fingerprints(number, 1)));
/** Their keys. */
const keys = (...numbers: number[]) => Buffer.concat(numbers.map((number) => fingerprints(number, 1).subarray(0, 12)));

describe("fingerprints that are fresh", () => {
	it("are copied in their order", () => {
		const all = Uint8Array.from(prints(1, 2, 3));
		const fresh = freshOf(all, Int32Array.of(FRESH, 0, FRESH));
		expect(Buffer.from(fresh)).toEqual(prints(1, 3));
		all.fill(0);
		expect(Buffer.from(fresh)).toEqual(prints(1, 3));
		const later = new Uint8Array([...new Uint8Array(16), ...prints(1, 2)]).subarray(16);
		expect(Buffer.from(freshOf(later, Int32Array.of(7, FRESH)))).toEqual(prints(2));
		expect(freshOf(later, Int32Array.of(0, 5)).length).toBe(0);
	});
});

describe("new keys", () => {
	it("are the first twelve octets of fingerprints, one by one or many at once", () => {
		const news = new NewKeys();
		expect([news.count, [...news.parts()], [...news.runs()], news.all().length]).toEqual([0, [], [], 0]);
		const words = wordsOf(Uint8Array.from(prints(1, 2)));
		expect([STRIDE, words.length]).toEqual([4, 8]);
		news.add(words, STRIDE);
		news.add(words, 0);
		news.addAll(Uint8Array.from(keys(3, 4)));
		news.addAll(new Uint8Array(0));
		news.add(words, 0);
		expect([news.count, Buffer.from(news.all())]).toEqual([5, keys(2, 1, 3, 4, 1)]);
		const [run, ...others] = news.runs();
		expect([run?.count, Buffer.concat([...(run?.parts ?? [])]), others]).toEqual([5, keys(2, 1, 3, 4, 1), []]);
	});

	it("are words of a part of a larger buffer", () => {
		const octets = Uint8Array.of(9, 9, 9, 9, 1, 0, 0, 0, 2, 0, 0, 0, 9, 9, 9, 9).subarray(4, 12);
		expect([...wordsOf(octets)]).toEqual([1, 2]);
	});

	it.each([4095, 4096, 4097, 10_000])("grow to %d", (count) => {
		const news = new NewKeys();
		const words = wordsOf(fingerprints(0, count).slice());
		for (let index = 0; index < count; ++index) news.add(words, index * STRIDE);
		const all = Array.from({ length: count }, (_, index) => index);
		expect([news.count, keys(...all).equals(news.all())]).toEqual([count, true]);
	});

	it("come in runs of at most 1,048,576", () => {
		const most = 1_048_576;
		for (const sizes of [[most], [most, 1], [1, most], [most - 1, 2, most]]) {
			const news = new NewKeys();
			const total = sizes.reduce((sum, size) => sum + size);
			const octets = Uint8Array.from({ length: 251 * 12 }, (_, index) => index);
			const all = new Uint8Array(12 * total);
			for (let at = 0; at < all.length; at += octets.length) all.set(octets.subarray(0, all.length - at), at);
			let from = 0;
			for (const size of sizes) {
				news.addAll(all.subarray(12 * from, 12 * (from + size)));
				from += size;
			}
			expect([news.count, Array.from(news.runs(), ({ count }) => count)]).toEqual([
				total,
				Array.from({ length: Math.ceil(total / most) }, (_, index) => Math.min(most, total - index * most)),
			]);
			expect(Buffer.from(news.all().buffer, news.all().byteOffset, news.all().length).equals(all)).toBe(true);
		}
	});
});

/** A store in memory that has these keys. */
function storeOf(...numbers: number[]) {
	const store = create(new MemoryPlace(), "js");
	if (numbers.length > 0) store.addAll(prints(...numbers), () => {});
	const asked: number[] = [];
	const known: KnownStore = {
		key: store.header.key,
		count: store.count,
		ask: (some) => {
			asked.push(some.length / 16);
			return store.ask(some);
		},
		keysOf: () => [],
	};
	return { known, asked, store };
}

describe("the marks of lines that a store may know", () => {
	it("are fresh for the first of those that it lacks", () => {
		const { known, asked } = storeOf(1, 2);
		const marks = new KnownMarks(known, KEYS, undefined);
		expect([marks.key, marks.tables, marks.added, marks.count]).toEqual([known.key, marks, 0, 1]);
		const [a, b, c] = marks.add(prints(1, 3, 3));
		expect([a === FRESH, b, c === FRESH, marks.added, marks.count]).toEqual([false, FRESH, false, 1, 2]);
		expect(marks.add(prints(3, 2, 4))[2]).toBe(FRESH);
		expect([asked, marks.added, Buffer.from(marks.news.all())]).toEqual([[2, 2], 2, keys(3, 4)]);
		marks.add(prints(3, 4));
		expect([asked, marks.ask(new Uint8Array(0)).length]).toEqual([[2, 2], 0]);
	});

	it("number those that are new, from 1, and all that it knows 0", () => {
		const { known } = storeOf(1, 2);
		const marks = new KnownMarks(known, KEYS, new Ordinals());
		expect([...marks.add(prints(3, 1, 4, 3, 1))]).toEqual([FRESH, 0, FRESH, 1, 0]);
		expect([...marks.add(prints(4, 2, 5, 2, 3, 5))]).toEqual([2, 0, FRESH, 0, 1, 3]);
		expect([marks.count, marks.added]).toEqual([4, 3]);
	});

	it("wait until the store has been asked for several batches", () => {
		const { known } = storeOf(1);
		const marks = new KnownMarks(known, KEYS, new Ordinals());
		const [first, second] = [prints(1, 5), prints(5, 6, 1)].map((some) => ({ some, marks: marks.compare(some).slice() })) as [
			{ some: Buffer; marks: Int32Array },
			{ some: Buffer; marks: Int32Array },
		];
		const fresh = Buffer.concat([freshOf(first.some, first.marks), freshOf(second.some, second.marks)]);
		expect(fresh).toEqual(prints(1, 5, 6));
		const answers = marks.ask(fresh);
		const next = marks.finish(first.marks, fresh, answers, 0);
		expect([next, [...first.marks]]).toEqual([2, [0, FRESH]]);
		expect([marks.finish(second.marks, fresh, answers, next), [...second.marks]]).toEqual([3, [1, FRESH, 0]]);
		expect(marks.added).toBe(2);
	});
});

describe("the marks of lines that a store compares", () => {
	it("are fresh for those that it adds, and never for rejected ones", () => {
		const { store } = storeOf(1);
		const marks = new AddedMarks(KEYS, store.header.key, (some) => store.addAll(some, () => {}));
		const all = new Uint8Array([...prints(1, 2), ...new Uint8Array(16), ...prints(2, 3)]);
		const own = marks.compare(all);
		expect([...own]).toEqual([FRESH, FRESH, 0, FRESH, FRESH]);
		const fresh = freshOf(all, own);
		const answers = marks.ask(fresh);
		expect([marks.finish(own, fresh, answers, 0), [...own], marks.added]).toEqual([4, [0, FRESH, 0, 0, FRESH], 2]);
		expect([marks.settings, marks.key]).toEqual([KEYS.settings, store.header.key]);
		const none = new Uint8Array(0);
		expect([marks.ask(none), store.count]).toEqual([none, 3]);
	});

	it.each([0, 1, 2, 3])("are fresh for a fingerprint whose word %d alone is not 0", (word) => {
		const marks = new AddedMarks(KEYS, new Uint8Array(16), () => new Uint8Array(0));
		const words = new Uint32Array(12);
		words[4 + word] = 1;
		expect([...marks.compare(new Uint8Array(words.buffer))]).toEqual([0, FRESH, 0]);
		expect([...marks.compare(new Uint8Array(words.buffer, 16))]).toEqual([FRESH, 0]);
	});

	it("go on with the answers to the next batch", () => {
		const marks = new AddedMarks(KEYS, new Uint8Array(16), () => new Uint8Array(0));
		const own = Int32Array.of(FRESH, FRESH);
		expect([marks.finish(own, new Uint8Array(0), Uint8Array.of(1, 1, 0, 1), 2), [...own], marks.added]).toEqual([
			4,
			[FRESH, 0],
			1,
		]);
	});
});
