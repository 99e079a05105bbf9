/** Questions about one key: which pages are read, and that each is checked. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { ABSENT } from "../../assembly/layout/addresses";
import { FOUND, Run as RunArea, RunList } from "../../assembly/store/layout";
import { pagesOf } from "../../src/store/geometry";
import { placeRun } from "../../src/store/lookup";
import { Lookups } from "../../src/store/lookups";
import { PAGE_KEYS } from "../../src/store/page-keys";
import type { Run } from "../../src/store/run";
import { SingleLookup } from "../../src/store/single-lookup";
import type { Storage } from "../../src/store/storage";
import { StoreFile } from "../../src/store/store-file";
import { Checks, StoreMemory } from "../../src/store/store-kernel";
import { SyncedStorage } from "../../src/store/synced-storage";
import { ENGINES } from "../support/engines";
import { countKnown, create, fingerprints } from "./fingerprints";
import { MemoryPlace } from "./storage";

const [OLD, NEW] = [6000, 2000];
const ALL = OLD + NEW;

/** A file with two runs, of OLD and of NEW keys, and the same file after NEW more keys, which are in a run with those before. */
function files(): readonly [Uint8Array, Uint8Array] {
	const place = new MemoryPlace();
	const store = create(place, "wasm");
	const add = (from: number, count: number) => {
		countKnown(store, from, count);
		store.makeRun();
		return place.octets.slice();
	};
	add(0, OLD);
	return [add(OLD, NEW), add(ALL, NEW)];
}

const [FILE, LATER] = files();

function runsOf(engine: (typeof ENGINES)[number], octets: Uint8Array): StoreFile {
	const place = new MemoryPlace(octets);
	return new StoreFile(place, new SyncedStorage(place.open() as Storage, undefined), new Checks(engine), () => {});
}

/** What asks the runs of a file, and the offset of each read that it causes. */
function lookupOn(engine: (typeof ENGINES)[number], octets: Uint8Array, maxKept?: number) {
	const { runs, seed } = runsOf(engine, FILE);
	const storage = new MemoryPlace(octets).open() as Storage;
	const reads: number[] = [];
	const counted = {
		read(into: Uint8Array, position: number): number {
			reads.push(position);
			return storage.read(into, position);
		},
	};
	return { lookup: new SingleLookup(engine, counted as unknown as Storage, seed, runs, maxKept), reads, runs, seed };
}

/** How many of the fingerprints [from, from + count) are known. */
function countOf(lookup: SingleLookup, from: number, count: number): number {
	return Array.from({ length: count }, (_, index) => lookup.has(fingerprints(from + index, 1))).filter(Boolean).length;
}

describe.each(ENGINES)("one key at a time on %s", (engine) => {
	it("reads each page once", () => {
		const { lookup, reads, runs } = lookupOn(engine, FILE);
		for (let round = 0; round < 2; ++round) expect([countOf(lookup, 0, ALL), countOf(lookup, ALL, 1000)]).toEqual([ALL, 0]);
		expect(runs.length).toBe(2);
		expect(reads.length).toBe(runs.reduce((sum, run) => sum + pagesOf(run), 0));
		expect(new Set(reads).size).toBe(reads.length);
	});

	it("reads a page for each key of a run that is too large, and keeps those of newer runs", () => {
		const limit = 30_000;
		const { lookup, reads, runs } = lookupOn(engine, FILE, limit);
		const [old, young] = runs as readonly [Run, Run];
		expect([old.size > limit, young.size < limit]).toEqual([true, true]);
		expect(countOf(lookup, 0, ALL)).toBe(ALL);
		expect(reads.filter((offset) => offset < young.offset).length).toBe(OLD);
		expect(reads.filter((offset) => offset >= young.offset).length).toBe(pagesOf(young));
	});

	it("goes on with a new run, and keeps the pages of those that stay", () => {
		const { lookup, reads, runs } = lookupOn(engine, LATER);
		expect(countOf(lookup, 0, ALL)).toBe(ALL);
		reads.length = 0;
		const later = runsOf(engine, LATER).runs[1] as Run;
		expect([later.count, later.offset > (runs[1]?.offset as number)]).toEqual([2 * NEW, true]);
		lookup.replaceRuns([runs[0] as Run, later]);
		expect(countOf(lookup, 0, ALL + NEW + 1000)).toBe(ALL + NEW);
		expect([reads.length, reads.every((offset) => offset >= later.offset)]).toEqual([pagesOf(later), true]);
	});

	it("reads a run anew that has no place beside a new one", () => {
		const { runs } = lookupOn(engine, FILE);
		const [old, young] = runs as readonly [Run, Run];
		const { lookup, reads } = lookupOn(engine, FILE, old.size);
		lookup.replaceRuns([old]);
		for (let round = 0; round < 2; ++round) expect(countOf(lookup, 0, ALL)).toBe(OLD);
		expect(reads.length).toBe(pagesOf(old));
		lookup.replaceRuns(runs);
		expect(countOf(lookup, 0, ALL)).toBe(ALL);
		expect(reads.length).toBe(pagesOf(old) + OLD + pagesOf(young));
		lookup.replaceRuns([old]);
		expect(countOf(lookup, 0, ALL)).toBe(OLD);
		expect(reads.length).toBe(2 * pagesOf(old) + OLD + pagesOf(young));
	});

	it.each([undefined, 0])("refuses a damaged page each time, with at most %s octets kept", (maxKept) => {
		const damaged = FILE.slice();
		const { runs } = lookupOn(engine, FILE);
		const at = (runs[1]?.offset as number) + 100;
		damaged[at] = (damaged[at] as number) ^ 1;
		const { lookup } = lookupOn(engine, damaged, maxKept);
		const failures = Array.from({ length: ALL }, (_, index) => {
			try {
				return lookup.has(fingerprints(index, 1)) ? "known" : "new";
			} catch (error) {
				return (error as { code: string }).code;
			}
		});
		const refused = failures.flatMap((answer, index) => (answer === "invalid-store" ? [index] : []));
		expect(refused.length).toBeGreaterThan(100);
		expect(new Set(failures)).toEqual(new Set(["known", "invalid-store"]));
		for (const index of refused.slice(0, 20))
			expect(() => lookup.has(fingerprints(index, 1))).toThrow("check of a page is wrong");
	});
});

describe.each(ENGINES)("the filter of pages in memory, on %s", (engine) => {
	it("decides alone that a key is new, so that no page is touched", () => {
		const memory = new StoreMemory(engine);
		const { kernel } = memory;
		const { runs, seed } = lookupOn(engine, FILE);
		const run = runs[1] as Run;
		const area = placeRun(memory, run, seed);
		const pages = memory.take(run.size);
		memory.area(pages, run.size).set(FILE.subarray(run.offset, run.offset + run.size));
		const [kept, filter, spare] = [memory.take(pagesOf(run)), memory.take(1024 * RunList.BLOCK), memory.take(PAGE_KEYS)];
		const list = memory.take(RunList.SIZE);
		memory.setWord(area + RunArea.PAGES, pages);
		memory.setWord(area + RunArea.IS_CHECKED, 1);
		memory.setWord(area + RunArea.KEPT, kept);
		for (const [field, value] of [
			[RunList.RUNS, area],
			[RunList.COUNT, 1],
			[RunList.FILTER, filter],
			[RunList.SHIFT, 31 - 10],
		] as const)
			memory.setWord(list + field, value);
		const answer = (index: number) => {
			memory.area(list + RunList.RECORD, 16).set(fingerprints(index, 1));
			return kernel.call.findKey(list, 0);
		};
		const answers = () => new Set(Array.from({ length: NEW }, (_, index) => answer(OLD + index)));
		expect(answers()).toEqual(new Set([0]));
		for (let page = 0; page < pagesOf(run); ++page) kernel.call.keepPage(list, area, page, spare);
		expect([answers(), answer(0)]).toEqual([new Set([FOUND]), ABSENT]);
		memory.area(filter, 1024 * RunList.BLOCK).fill(0);
		expect(answers()).toEqual(new Set([ABSENT]));
	});
});

it.each(ENGINES)("what asks for single keys stays, with the pages in memory, until the file is another one: %s", (engine) => {
	const { runs, seed } = runsOf(engine, FILE);
	const [first, second] = [FILE, LATER].map((octets) => new MemoryPlace(octets).open() as Storage);
	const file = { runs, seed, storage: first };
	const lookups = new Lookups(engine, file as unknown as StoreFile);
	const { single } = lookups;
	expect(lookups.single).toBe(single);
	file.storage = second;
	expect(lookups.single).not.toBe(single);
});

it("a store has room for a batch as long as a table has room for its keys", () => {
	const store = create(new MemoryPlace(), "wasm");
	const makeRoom = () => expect.unreachable();
	expect([...store.addAll(fingerprints(0, 8000), makeRoom)].every((mark) => mark === 0)).toBe(true);
	expect(store.count).toBe(8000);
});
