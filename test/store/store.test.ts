/** Stores: a set of keys in a file that is appended to. */
import { describe, expect, it } from "vitest";
import { finish } from "../seams/store";
import { ENGINE, ENGINES, hasWasm } from "../support/engines";
import { rowsOn, size } from "../support/extent";
import { longIt } from "../support/long-it";
import { countKnown, create, fingerprints, reopen } from "./fingerprints";
import { MemoryPlace } from "./storage";

const DAYS = size(12, 5);

/** The number of keys that a day adds, and that it has from before. */
const dayOf = (day: number) => ({ count: 500 + ((day * 7919) % size(20_000, 2000)), overlap: 250 });

/** Keys as hexadecimal digits of their words. Each octets are valid until the next ones. */
function keysIn(parts: Iterable<Uint8Array>): string[] {
	return Array.from(parts, (octets) => Buffer.from(octets).swap32().toString("hex").match(/.{24}/g) ?? []).flat();
}

describe.each(ENGINES)("a store on %s", (engine) => {
	it("knows added keys, in the log, in runs, and after each opening", () => {
		const place = new MemoryPlace();
		const store = create(place, engine);
		for (let day = 0, total = 0; day < DAYS; ++day) {
			const { count, overlap } = dayOf(day);
			const from = Math.max(0, total - overlap);
			expect(countKnown(store, from, count)).toBe(total - from);
			total = from + count;
			if (day % 3 === 2) store.writeLog();
			else store.makeRun();
			store.sync();
			expect(store.count).toBe(total);
			const opened = reopen(new MemoryPlace(place.octets), engine);
			opened.verify();
			expect([opened.count, countKnown(opened, 0, total)]).toEqual([total, total]);
			expect(countKnown(opened, total, 100)).toBe(0);
		}
	});

	it("answers one key at a time as it answers batches", () => {
		const store = create(new MemoryPlace(), engine);
		for (let index = 0; index < 300; ++index) {
			expect([
				store.has(fingerprints(index, 1)),
				store.addKey(fingerprints(index, 1)),
				store.addKey(fingerprints(index, 1)),
			]).toEqual([false, true, false]);
			if (index % 70 === 69) store.makeRun();
		}
		expect(countKnown(store, 0, 300)).toBe(300);
	});

	it("marks the second of two equal keys in a batch, wherever it is", () => {
		const store = create(new MemoryPlace(), engine);
		const batch = new Uint8Array([...fingerprints(5, 2), ...fingerprints(1, 1), ...fingerprints(6, 1), ...fingerprints(5, 1)]);
		expect([...store.addAll(batch, () => {})]).toEqual([0, 0, 0, 1, 1]);
	});

	it("distinguishes keys that differ in only one word", () => {
		const words = [0, 1, 2].flatMap((word) => [0, 1, 2].map((value) => [7, 7, 7].with(word, 7 + value)));
		const batch = new Uint8Array(Uint32Array.from(words.flatMap((key) => [...key, 0])).buffer);
		const expected = words.map((key, index) => Number(words.findIndex((other) => String(other) === String(key)) < index));
		for (const isInRun of [false, true]) {
			const store = create(new MemoryPlace(), engine);
			expect([...store.addAll(batch, () => {})]).toEqual(expected);
			if (isInRun) store.makeRun();
			const other = new Uint8Array(Uint32Array.of(10, 7, 7, 0).buffer);
			expect([store.count, ...store.ask(other).marks]).toEqual([7, 0]);
			const known = create(new MemoryPlace(), engine);
			known.addKey(batch.subarray(0, 16));
			if (isInRun) known.makeRun();
			expect([...known.ask(batch).marks]).toEqual(words.map((key) => Number(String(key) === "7,7,7")));
		}
	});

	it("keeps its keys in one run when it is rewritten, with its secret key", () => {
		const place = new MemoryPlace();
		const store = create(place, engine);
		for (let day = 0; day < 5; ++day) {
			countKnown(store, day * 1000, 1000);
			store.makeRun();
		}
		countKnown(store, 5000, 10);
		store.compact();
		expect(store.facts).toMatchObject({ count: 5010, runs: [{ count: 5010 }], logged: 0, dead: 0 });
		const opened = reopen(new MemoryPlace(place.octets), engine);
		expect([countKnown(opened, 0, 5010), opened.header.key]).toEqual([5010, store.header.key]);
	});

	it("lists its keys in order, each once", () => {
		const store = create(new MemoryPlace(), engine);
		for (const from of [0, 900, 1500]) {
			countKnown(store, from, 1000);
			store.makeRun();
		}
		const keys = [...store.keys()].flatMap((octets) => {
			const words = new Uint32Array(octets.slice().buffer);
			return Array.from({ length: words.length / 3 }, (_, index) => [...words.subarray(3 * index, 3 * index + 3)]);
		});
		const sorted = [...keys].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);
		expect([keys.length, new Set(keys.map(String)).size]).toEqual([2500, 2500]);
		expect(keys).toEqual(sorted);
	});

	const ORDERS: readonly [string, (keys: string[]) => string[]][] = [
		["in order", (keys) => keys.toSorted()],
		["in order, one of them twice", (keys) => [...keys, keys[50] as string].toSorted()],
		["in order but for the last two", (keys) => keys.toSorted((a, b) => Number(a > b) - Number(a < b)).with(-1, "0".repeat(24))],
		["in no order", (keys) => keys],
	];

	it.each(ORDERS)("writes a run of keys that come %s", (_, ordered) => {
		const store = create(new MemoryPlace(), engine);
		const { fresh } = store.ask(fingerprints(0, 400));
		// Keys that differ only in the last word, too.
		const keys = ordered([...keysIn([fresh]), `${"ab".repeat(8)}00000002`, `${"ab".repeat(8)}00000001`]);
		const octets = new Uint8Array(Buffer.from(keys.join(""), "hex").swap32());
		const pending = store.growth.nextRunWith({ count: keys.length, parts: [octets] }, true);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		const expected = [...new Set(keys)].sort();
		expect([store.count, keysIn(store.keys())]).toEqual([expected.length, expected]);
	});

	it("refuses more keys than a page has room for, if they differ only in their last words", () => {
		for (const [count, isWritten] of [
			[500, true],
			[5000, false],
		] as const) {
			const store = create(new MemoryPlace(), engine);
			const alike = Array.from({ length: count }, (_, key) => `${"ab".repeat(4)}${key.toString(16).padStart(16, "0")}`);
			const parts = [new Uint8Array(Buffer.from(alike.join(""), "hex").swap32())];
			const pending = store.growth.nextRunWith({ count, parts }, true);
			const write = () => store.growth.stage(pending, finish(store.growth.write(pending)));
			if (isWritten) write();
			else expect(write).toThrow(expect.objectContaining({ code: "invalid-store" }));
			expect(keysIn(store.keys())).toEqual(isWritten ? alike : []);
		}
	});

	it("lists the keys that it lacks once each, in order, and marks the others where they were", () => {
		const store = create(new MemoryPlace(), engine);
		countKnown(store, 0, 1000);
		store.makeRun();
		countKnown(store, 1000, 100);
		const asked = new Uint8Array([...fingerprints(1095, 300), ...fingerprints(995, 10), ...fingerprints(1200, 1)]);
		const { marks, fresh } = store.ask(asked);
		expect([...marks]).toEqual([...new Array(5).fill(1), ...new Array(295).fill(0), ...new Array(11).fill(1)]);
		const all = keysIn([asked.filter((_, index) => index % 16 < 12)]);
		expect(keysIn([fresh])).toEqual(all.slice(5, 300).sort());
	});

	it.each(rowsOn(engine, [1, 4, 6, 10], 2))("has all of its keys in 2^%d parts, in runs and in the log", (bits) => {
		const store = create(new MemoryPlace(), engine);
		// Pages of less than a part, and of several parts.
		countKnown(store, 0, size(60_000, 10_000));
		store.makeRun();
		countKnown(store, 100_000, 300);
		store.makeRun();
		countKnown(store, 200_000, 500);
		const parts = Array.from({ length: 2 ** bits }, (_, part) => new Set(keysIn(store.keysOf(part, bits))));
		const found = parts.flatMap((keys, part) =>
			[...keys].filter((key) => Number.parseInt(key.slice(0, 8), 16) >>> (32 - bits) === part),
		);
		const all = keysIn(store.keys());
		expect([found.length, new Set(found).size, all.length]).toEqual([store.count, store.count, store.count]);
		expect(found.sort()).toEqual(all);
	});

	it("continues behind the room for a run that is being written", () => {
		const place = new MemoryPlace();
		const store = create(place, engine);
		countKnown(store, 0, 2000);
		store.makeRun();
		countKnown(store, 2000, 3000);
		const pending = store.growth.nextRunAside();
		countKnown(store, 4500, 1000);
		store.writeLog();
		store.sync();
		expect(countKnown(reopen(new MemoryPlace(place.octets), engine), 0, 5500)).toBe(5500);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		store.growth.commit();
		expect(store.facts).toMatchObject({ count: 5500, runs: [{ count: 5000 }], logged: 500 });
		const opened = reopen(new MemoryPlace(place.octets), engine);
		expect([opened.count, countKnown(opened, 0, 5500)]).toEqual([5500, 5500]);
	});

	it("takes keys that are added while it is rewritten into the new file", () => {
		const place = new MemoryPlace();
		const store = create(place, engine);
		countKnown(store, 0, 2000);
		const pending = store.growth.nextFile();
		const run = finish(store.growth.write(pending));
		countKnown(store, 2000, 500);
		store.growth.endFile(pending, run);
		expect([store.isPending, store.facts.logged]).toEqual([false, 500]);
		const opened = reopen(new MemoryPlace(place.octets), engine, true);
		expect([opened.count, countKnown(opened, 0, 2500)]).toEqual([2500, 2500]);
	});

	it("acknowledges keys that wait for a sync while the file is replaced", async () => {
		const place = new MemoryPlace();
		const store = create(place, engine);
		countKnown(store, 0, 2000);
		const pending = store.growth.nextFile();
		countKnown(store, 2000, 500);
		store.writeLog();
		const synced = store.syncLater();
		store.growth.endFile(pending, finish(store.growth.write(pending)));
		await synced;
		expect(countKnown(reopen(new MemoryPlace(place.octets), engine), 0, 2500)).toBe(2500);
	});

	longIt("has few runs, however unequal the days are", () => {
		const store = create(new MemoryPlace(), engine);
		const days = size(80, 36);
		for (let day = 0, from = 0; day < days; ++day, from += 200) {
			countKnown(store, from, 100 - day);
			store.makeRun();
		}
		expect(store.facts.runs.length).toBeLessThanOrEqual(31);
	});
});

describe("a file", () => {
	it.runIf(hasWasm)("is the same to both engines", () => {
		const place = new MemoryPlace();
		const store = create(place, "wasm");
		countKnown(store, 0, 5000);
		store.makeRun();
		countKnown(store, 5000, 70);
		store.writeLog();
		const opened = reopen(new MemoryPlace(place.octets), "js");
		opened.verify();
		expect(countKnown(opened, 0, 5070)).toBe(5070);
	});

	it("takes ten octets and a half for each of many keys", () => {
		const store = create(new MemoryPlace(), ENGINE);
		const count = size(300_000, 40_000);
		countKnown(store, 0, count);
		store.makeRun();
		expect(store.runSize / count).toBeLessThan(10.5);
	});
});
