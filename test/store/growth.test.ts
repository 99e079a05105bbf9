/** Which run a store writes next, which older ones it replaces, and when its file should be rewritten. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { alignRun, FIRST_RUN } from "../../src/store/format";
import { geometryFor, maxRunSize } from "../../src/store/geometry";
import { LEAST_DEAD } from "../../src/store/growth";
import { finish } from "../../src/store/merge-runs";
import type { PendingRun } from "../../src/store/run-plan";
import type { Store } from "../../src/store/store";
import { countKnown, create, fingerprints, reopen } from "./fingerprints";
import { MemoryPlace } from "./storage";

/** Numbers of fingerprints that a store has. */
const next = new WeakMap<Store, number>();

/** Adds so many new keys. */
function add(store: Store, count: number): void {
	const from = next.get(store) ?? 0;
	expect(countKnown(store, from, count)).toBe(0);
	next.set(store, from + count);
}

/** Writes a run of so many new keys beside the others. */
function addRun(store: Store, count: number): void {
	const parts = [store.ask(fingerprints(next.get(store) ?? 0, count)).fresh.slice()];
	next.set(store, (next.get(store) ?? 0) + count);
	const pending = store.growth.nextRunWith({ count, parts }, false);
	store.growth.stage(pending, finish(store.growth.write(pending)));
	store.growth.commit();
}

function storeWith(...runs: number[]): Store {
	const store = create(new MemoryPlace(), "js");
	for (const count of runs) addRun(store, count);
	return store;
}

const sizes = (store: Store) => store.facts.runs.map(({ count }) => count);
const victims = ({ victims: runs }: PendingRun) => runs.map(({ count }) => count);
/** The runs that one of so many new keys replaces. */
const replacedBy = (store: Store, count: number, isLast = true) =>
	victims(store.growth.nextRunWith(count === 0 ? undefined : { count, parts: [] }, isLast));

describe("the next run", () => {
	it("replaces the newest runs that are no larger than what it has so far", () => {
		const store = storeWith(800, 90, 30, 10);
		expect(sizes(store)).toEqual([800, 90, 30, 10]);
		expect(replacedBy(store, 0)).toEqual([]);
		expect(replacedBy(store, 9)).toEqual([]);
		expect(replacedBy(store, 10)).toEqual([10]);
		expect(replacedBy(store, 19)).toEqual([10]);
		expect(replacedBy(store, 20)).toEqual([30, 10]);
		expect(replacedBy(store, 49)).toEqual([30, 10]);
		expect(replacedBy(store, 50)).toEqual([90, 30, 10]);
		expect(replacedBy(store, 670)).toEqual([800, 90, 30, 10]);
	});

	it("counts keys in memory, too", () => {
		const store = storeWith(90, 10);
		add(store, 6);
		expect(replacedBy(store, 3)).toEqual([]);
		expect(replacedBy(store, 4)).toEqual([10]);
		store.makeRun();
		expect(sizes(store)).toEqual([90, 10, 6]);
		add(store, 6);
		store.makeRun();
		expect(sizes(store)).toEqual([90, 22]);
	});

	it("leaves runs to the last one of several, unless there are thirty", () => {
		const store = storeWith(...new Array<number>(29).fill(5));
		expect(sizes(store)).toHaveLength(29);
		expect(replacedBy(store, 500, false)).toEqual([]);
		addRun(store, 1);
		expect(replacedBy(store, 500, false)).toHaveLength(30);
		expect(replacedBy(store, 0, true)).toEqual([]);
	});

	it("replaces one too many, however large", () => {
		const store = storeWith(...Array.from({ length: 30 }, (_, index) => 60 - index));
		expect(replacedBy(store, 1)).toEqual([]);
		addRun(store, 1);
		expect(sizes(store)).toHaveLength(31);
		// The thirty-first goes, and then those that are no larger than both.
		expect(replacedBy(store, 0)).toEqual([1]);
		expect(replacedBy(store, 29)).toEqual([1]);
		expect(replacedBy(store, 30)).toHaveLength(31);
	});

	it("has all keys of parts, however many these have", () => {
		const store = storeWith(100);
		const all = store.ask(fingerprints(100, 36_010)).fresh.slice();
		// More than are merged at a time, then a part of none.
		const parts = [20_000, 0, 16_000, 10].map((count, index, counts) => {
			const from = 12 * counts.slice(0, index).reduce((sum, before) => sum + before, 0);
			return all.slice(from, from + 12 * count);
		});
		const pending = store.growth.nextRunWith({ count: 36_010, parts }, false);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		expect(sizes(store)).toEqual([100, 36_010]);
		store.verify();
		expect(countKnown(store, 0, 36_110)).toBe(36_110);
	});

	it("goes to the next place behind the log", () => {
		const store = storeWith(100);
		const size = store.runSize;
		expect(store.growth.nextRunWith(undefined, true).target.offset).toBe(alignRun(FIRST_RUN + size));
		add(store, 10);
		store.writeLog();
		const { target, logStart, logged } = store.growth.nextRunWith(undefined, true);
		expect(target.offset).toBe(alignRun(FIRST_RUN + size + 140));
		expect([logStart, logged]).toEqual([undefined, { start: FIRST_RUN + size, end: FIRST_RUN + size + 140, count: 0 }]);
	});
});

describe("a run beside the log", () => {
	it("has a gap with room for it and for the runs that it replaces", () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		addRun(store, 50);
		add(store, 60);
		const start = store.facts.size;
		const pending = store.growth.nextRunAside();
		expect(victims(pending)).toEqual([50]);
		// The record of 60 keys, the gap, and room for 110 keys, wherever the next place is.
		const log = start + 20 + 720;
		expect(pending.logged).toEqual({ start, end: log, count: 60 });
		expect(pending.target.offset).toBe(alignRun(log + 28));
		expect(pending.logStart).toBe(log + 28 + maxRunSize(geometryFor(110), 110) + 4096);
		expect([store.facts.size, store.tables]).toEqual([pending.logStart, 2]);
		add(store, 5);
		store.writeLog();
		store.growth.stage(pending, finish(store.growth.write(pending)));
		store.growth.commit();
		expect([sizes(store), store.inTables, store.tables]).toEqual([[110], 5, 1]);
		const opened = reopen(new MemoryPlace(place.octets), "js");
		expect([opened.count, countKnown(opened, 0, 115)]).toEqual([115, 115]);
	});
});

describe("a new file", () => {
	it("takes all runs and what is frozen, and leaves the log the rest", () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		addRun(store, 50);
		add(store, 7);
		const pending = store.growth.nextFile();
		expect([victims(pending), pending.target.offset, pending.logStart, pending.tables.length]).toEqual([
			[50],
			FIRST_RUN,
			undefined,
			1,
		]);
		add(store, 3);
		store.growth.endFile(pending, finish(store.growth.write(pending)));
		expect([sizes(store), store.inTables, store.tables, store.isPending, store.facts.dead]).toEqual([[57], 3, 1, false, 20]);
		const opened = reopen(new MemoryPlace(place.octets), "js");
		expect([opened.count, countKnown(opened, 0, 60)]).toEqual([60, 60]);
	});

	it("of all keys in memory and of others has no log", () => {
		const store = create(new MemoryPlace(), "js");
		addRun(store, 20);
		add(store, 7);
		const parts = [store.ask(fingerprints(500, 3)).fresh.slice()];
		const pending = store.growth.nextFileWith({ count: 3, parts });
		store.growth.endFile(pending, finish(store.growth.write(pending)));
		expect(store.facts).toMatchObject({ count: 30, runs: [{ count: 30 }], logged: 0, dead: 0, torn: 0 });
		expect(countKnown(store, 500, 3)).toBe(3);
	});

	it("of nothing has neither run nor log", () => {
		const store = create(new MemoryPlace(), "js");
		store.compact();
		expect(store.facts).toMatchObject({
			count: 0,
			runs: [],
			logged: 0,
			size: FIRST_RUN,
			dead: 0,
			torn: 0,
			generation: 1,
			hasTornRoot: false,
		});
		store.makeRun();
		expect([store.facts.generation, store.facts.size]).toEqual([1, FIRST_RUN]);
	});
});

describe("a file should be rewritten", () => {
	const halfOf = (store: Store) => store.runSize / 2;

	/** A store with a run of which half, with 64,000 octets and some more, is a multiple of so many. */
	function storeOf(multiple: number, more: number): Store {
		for (let count = 100; ; ++count) {
			const store = storeWith(count);
			if ((halfOf(store) + LEAST_DEAD + more) % multiple === 0) return store;
		}
	}

	it("if more than 64,000 octets and half of what its runs take are of no use", () => {
		// A record has 20 octets besides its keys.
		const store = storeOf(20, 0);
		for (let record = 20; record <= halfOf(store) + 64_000; record += 20) {
			add(store, 1);
			store.writeLog();
		}
		expect([store.facts.dead, store.growth.isWasteful]).toEqual([halfOf(store) + 64_000, false]);
		add(store, 1);
		store.writeLog();
		expect(store.growth.isWasteful).toBe(true);
		store.compact();
		expect([store.facts.dead, store.growth.isWasteful]).toEqual([0, false]);
	});

	it("by its next run if the log, whose keys that run has, is as much of no use", () => {
		// A record of n keys has 20 + 12 n octets, and half of what these keys take in a run is 6 n.
		const store = storeOf(6, -20);
		const count = (halfOf(store) + 64_000 - 20) / 6;
		expect(store.growth.isRunWasteful).toBe(false);
		add(store, count);
		store.writeLog();
		expect([store.facts.dead, store.growth.isWasteful, store.growth.isRunWasteful]).toEqual([20, false, false]);
		add(store, 1);
		store.writeLog();
		expect(store.growth.isRunWasteful).toBe(true);
	});
});
