/** Memory of the learn kernel: areas that were given back are taken again, so that a run needs no more than it holds at a time. */
import { describe, expect, it } from "vitest";
import { LearnLimit } from "../../assembly/learn/layout";
import { type Area, LearnMemory, NO_AREA } from "../../src/learn/learn-kernel";

const memory = () => new LearnMemory("js");
/** Takes areas of these sizes, one after the other. */
const take = (from: LearnMemory, ...sizes: number[]) => sizes.map((octets) => from.take(octets)) as [Area, Area, Area, Area];

describe("an area that was given back", () => {
	it("is taken again if it is large enough", () => {
		const learn = memory();
		const [first, second] = take(learn, 1000, 1000);
		learn.give(first);
		expect(learn.take(5000).start).toBeGreaterThan(second.start);
		expect(learn.take(900).start).toBe(first.start);
	});

	it("is one with its neighbours on both sides", () => {
		for (const order of [
			[0, 1, 2],
			[2, 1, 0],
			[0, 2, 1],
			[1, 0, 2],
		]) {
			const learn = memory();
			const areas = take(learn, 1000, 2000, 3000, 10);
			for (const index of order) learn.give(areas[index] as Area);
			const size = areas[3].start - areas[0].start - LearnLimit.MARGIN;
			expect(learn.take(size)).toEqual({ start: areas[0].start, octets: size });
		}
	});

	it("is the smallest that suffices, and its rest is taken next", () => {
		const learn = memory();
		const [large, , small] = take(learn, 9000, 10, 5000, 10);
		learn.give(large);
		learn.give(small);
		const [first, second] = take(learn, 4000, 8000);
		expect([first.start, second.start]).toEqual([small.start, large.start]);
		expect(learn.take(200).start).toBeGreaterThan(first.start);
	});

	it("at the end is the end again", () => {
		const learn = memory();
		const [first, second] = take(learn, 1000, 2000);
		learn.give(second);
		learn.give(first);
		expect(learn.take(50_000).start).toBe(first.start);
	});

	it("of no octets is none", () => {
		const learn = memory();
		learn.give(NO_AREA);
		expect(learn.take(10).start).toBeGreaterThan(NO_AREA.start + LearnLimit.MARGIN);
	});
});

it("areas never overlap, nor do their margins", () => {
	const learn = memory();
	const held: Area[] = [];
	for (let step = 0; step < 400; ++step) {
		// The same sizes and places in every run.
		if (step % 3 === 2) learn.give(held.splice((step * 7) % held.length, 1)[0] as Area);
		else held.push(learn.take(1 + ((step * 7919) % 3001)));
		const sorted = held.toSorted((a, b) => a.start - b.start);
		for (const [index, { start, octets }] of sorted.entries())
			expect(start + octets + LearnLimit.MARGIN).toBeLessThanOrEqual(sorted[index + 1]?.start ?? Number.POSITIVE_INFINITY);
	}
});

it("work gives all back that it took, once the outermost ends", () => {
	const learn = memory();
	const kept = learn.take(1000);
	const [outer, inner] = learn.during(() => {
		const before = learn.take(500);
		const within = learn.during(() => learn.take(500));
		expect(learn.take(500).start).toBeGreaterThan(within.start);
		return [before, within] as const;
	});
	expect(inner.start).toBeGreaterThan(outer.start);
	expect(learn.take(10).start).toBe(outer.start);
	expect(kept.start).toBeLessThan(outer.start);
	expect(() =>
		learn.during(() => {
			learn.take(1000);
			throw new Error("no");
		}),
	).toThrow("no");
	expect(learn.during(() => learn.take(10)).start).toBeLessThan(outer.start + 1000);
});

it("an area grows by a quarter more than it needs, and stays if it suffices", () => {
	const learn = memory();
	const area = learn.take(1000);
	expect(learn.resized(area, 1000)).toBe(area);
	expect(learn.resized(area, 1001).octets).toBe(1251);
});
