/** Counts and samples of a report in bounded memory. */
import { describe, expect, it } from "vitest";
import { Sample } from "../../src/dedupe/report/sample";
import { TopCounts } from "../../src/dedupe/report/top-counts";

describe("a sample", () => {
	const sampleOf = (limit: number, count: number) => {
		const sample = new Sample<number>(limit);
		for (let index = 0; index < count; ++index) sample.add(() => index);
		return sample.items;
	};

	it("has all items until it is full", () => {
		expect(sampleOf(4, 0)).toEqual([]);
		expect(sampleOf(4, 3)).toEqual([0, 1, 2]);
		expect(sampleOf(4, 4)).toEqual([0, 1, 2, 3]);
	});

	it("has each item with the same probability", () => {
		const times = new Array<number>(50).fill(0);
		const sample = new Sample<number>(1);
		// The generator goes on, so that each of these samples is another one.
		for (let index = 0; index < 20_000; ++index) sample.add(() => index);
		for (let limit = 1; limit < 50; ++limit) for (const item of sampleOf(limit, 50)) ++(times[item] as number);
		// 25 of 49 samples have each item, on average.
		expect(times.every((count) => count >= 5)).toBe(true);
		expect(times.reduce((sum, count) => sum + count)).toBe(1225);
		expect(sample.items).toHaveLength(1);
	});

	it("replaces few items late", () => {
		let created = 0;
		const sample = new Sample<number>(10);
		for (let index = 0; index < 10_000; ++index) sample.add(() => ++created);
		// 10 + 10 (ln 10000 - ln 10) = 79 on average.
		expect([created > 40, created < 140]).toEqual([true, true]);
		expect(new Set(sample.items).size).toBe(10);
	});

	it("is the same for equal runs, whether items come one by one or many at a time", () => {
		const sample = new Sample<number>(7);
		sample.add(() => 0);
		sample.addMany(500, (place) => 1 + place);
		sample.addMany(0, () => -1);
		sample.addMany(499, (place) => 501 + place);
		expect(sample.items).toEqual(sampleOf(7, 1000));
		expect(sampleOf(7, 1000)).toEqual(sampleOf(7, 1000));
	});

	it("passes on the place of what it creates", () => {
		const places: number[] = [];
		new Sample<number>(3).addMany(3, (place) => places.push(place));
		expect(places).toEqual([0, 1, 2]);
	});
});

describe("counts of names", () => {
	it("come with the greatest count first, and equal ones by name", () => {
		const counts = new TopCounts();
		for (const name of ["b", "c", "a", "c", "b", "a", "c", "\u00e9"]) counts.add(name);
		expect(counts.top(9)).toEqual([
			["c", 3],
			["a", 2],
			["b", 2],
			["\u00e9", 1],
		]);
		expect(counts.top(2)).toEqual([
			["c", 3],
			["a", 2],
		]);
		expect(counts.top(0)).toEqual([]);
		expect(counts.error).toBe(0);
		expect(new TopCounts().top(3)).toEqual([]);
	});

	it("count the empty name as one", () => {
		const counts = new TopCounts();
		for (const name of ["", "a", ""]) counts.add(name);
		expect(counts.top(9)).toEqual([
			["", 2],
			["a", 1],
		]);
	});

	it("keep names apart that begin or end alike", () => {
		const counts = new TopCounts();
		const names = ["h", "hh", "hhh", "ah", "ha", "h.a", "a.h"];
		for (const name of names) counts.add(name);
		for (const name of names) counts.addOctets(Buffer.from(`x${name}x`), 1, 1 + name.length);
		expect(counts.top(99)).toEqual([...names].sort().map((name) => [name, 2]));
	});

	it("count names by their first 255 characters", () => {
		const counts = new TopCounts();
		for (const length of [254, 255, 256, 300]) counts.add("a".repeat(length));
		expect(counts.top(9)).toEqual([
			["a".repeat(255), 3],
			["a".repeat(254), 1],
		]);
	});

	it("have room for text that grows", () => {
		const counts = new TopCounts();
		const names = Array.from({ length: 700 }, (_, index) => `${index}.`.padEnd(250, "long"));
		for (const name of [...names, ...names]) counts.add(name);
		expect(counts.top(701)).toEqual([...names].sort().map((name) => [name, 2]));
	});

	/** Adds names n0, n1, …, each as often as its number among `times` says, else once. */
	function countsOf(names: number, times: ReadonlyMap<number, number> = new Map()): TopCounts {
		const counts = new TopCounts();
		for (let index = 0; index < names; ++index)
			for (let time = times.get(index) ?? 1; time > 0; --time) counts.add(`n${String(index).padStart(5, "0")}`);
		return counts;
	}

	it("remember 20,000 names, and forget the rarer ones of one more", () => {
		const all = countsOf(20_000);
		expect([all.top(30_000).length, all.error]).toEqual([20_000, 0]);
		const half = countsOf(20_001);
		expect([half.top(30_000).length, half.error]).toEqual([10_000, 1]);
		// Of equal counts, the first names stay.
		expect(half.top(30_000).map(([name]) => name)).toEqual(
			Array.from({ length: 10_000 }, (_, index) => `n${String(index).padStart(5, "0")}`),
		);
	});

	it("stay with what is frequent, wherever it stands", () => {
		const times = new Map([
			[0, 3],
			[10_500, 2],
			[20_000, 1],
			[19_999, 9],
		]);
		const counts = countsOf(20_001, times);
		expect(counts.error).toBe(1);
		expect(counts.top(4)).toEqual([
			["n19999", 9],
			["n00000", 3],
			["n10500", 2],
			["n00001", 1],
		]);
		expect(counts.top(30_000)).toHaveLength(10_000);
		// Those that stay count on, and those that come back begin anew.
		for (const name of ["n19999", "n00001", "n19998", "n19998"]) counts.add(name);
		expect(counts.top(4)).toEqual([
			["n19999", 10],
			["n00000", 3],
			["n00001", 2],
			["n10500", 2],
		]);
		expect(counts.top(5)[4]).toEqual(["n19998", 2]);
	});
});
