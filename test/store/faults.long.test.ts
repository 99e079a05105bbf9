/** Kills and faults: what was acknowledged is there, and nothing else, after any of them. */
import { describe, expect, it } from "vitest";
import { finish, type Store } from "../seams/store";
import { ENGINE } from "../support/engines";
import { countKnown, create, fingerprints, reopen } from "./fingerprints";
import { MemoryPlace, resized, type Step, written } from "./storage";

/** Numbers of keys that had been added, and acknowledged, after a step. */
interface Progress {
	readonly step: number;
	readonly added: number;
	readonly acknowledged: number;
}

/** A life of a store, with all that it does to files. */
function record(): { readonly steps: readonly Step[]; readonly progress: readonly Progress[] } {
	const place = new MemoryPlace();
	const store = create(place, ENGINE);
	const progress: Progress[] = [];
	let added = 0;
	const add = (count: number, acknowledge: (store: Store) => void) => {
		const before = added;
		countKnown(store, added, count);
		added += count;
		progress.push({ step: place.steps.length, added, acknowledged: before });
		acknowledge(store);
		progress.push({ step: place.steps.length, added, acknowledged: added });
	};
	const flush = (store: Store) => {
		store.writeLog();
		store.sync();
	};
	for (let round = 0; round < 4; ++round) {
		add(30, flush);
		add(1, flush);
		add(200 - 40 * round, (store) => store.makeRun());
		add(7, flush);
	}
	add(3, (store) => store.compact());
	add(40, flush);
	writeAside(store, () => {});
	writeAside(store, () => add(20, flush));
	add(5, flush);
	return { steps: place.steps, progress };
}

/** Writes a run in a gap of the log. `meanwhile`: after the gap is reserved. */
function writeAside(store: Store, meanwhile: () => void): void {
	const pending = store.growth.nextRunAside();
	meanwhile();
	store.growth.stage(pending, finish(store.growth.write(pending)));
	store.growth.commit();
}

const { steps, progress } = record();

/** The file after some steps, with the last one done in part. Undefined if it has no name yet. */
function fileAfter(done: readonly Step[]): Uint8Array | undefined {
	const files = new Map<number, Uint8Array>();
	let current: number | undefined;
	for (const step of done) {
		const old = files.get(step.file) ?? new Uint8Array(0);
		if (step.kind === "write") files.set(step.file, written(old, step.octets, step.position));
		else if (step.kind === "truncate") files.set(step.file, resized(old, step.size));
		else if (step.kind === "replace") current = step.file;
	}
	return current === undefined ? undefined : files.get(current);
}

/** Number of keys that the next process must find after `done` steps: at least the acknowledged ones, at most those added. */
function boundsAt(done: number): { readonly least: number; readonly most: number } {
	const before = progress.filter(({ step }) => step <= done).at(-1);
	const after = progress.find(({ step }) => step > done);
	return { least: before?.acknowledged ?? 0, most: after?.added ?? before?.added ?? 0 };
}

/** Opens a file, and expects the first n keys for an n within bounds, and that it goes on from there. */
function expectKeys(octets: Uint8Array, { least, most }: { least: number; most: number }): void {
	const place = new MemoryPlace(octets);
	const store = reopen(place, ENGINE, true);
	const { count } = store;
	expect(count).toBeGreaterThanOrEqual(least);
	expect(count).toBeLessThanOrEqual(most);
	store.verify();
	expect(countKnown(store, 0, most + 10)).toBe(count);
	store.writeLog();
	store.sync();
	expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(most + 10);
}

describe("a process that is killed", () => {
	it("loses nothing acknowledged after any prefix of its writes", () => {
		for (const done of [...steps.keys(), steps.length]) {
			const octets = fileAfter(steps.slice(0, done));
			if (octets !== undefined) expectKeys(octets, boundsAt(done));
		}
	});

	it("loses nothing acknowledged after any part of its last write", () => {
		const writes = [...steps.entries()].filter(([, step]) => step.kind === "write");
		for (const [done, step] of writes) {
			if (step.kind !== "write") continue;
			for (const share of [0.01, 0.3, 0.97]) {
				const part = { ...step, octets: step.octets.slice(0, Math.ceil(step.octets.length * share)) };
				const octets = fileAfter([...steps.slice(0, done), part]);
				if (octets !== undefined) expectKeys(octets, boundsAt(done));
			}
		}
	});

	it("loses nothing acknowledged if any of the writes after the last sync are lost, as after a power failure", () => {
		let random = 1;
		for (let round = 0; round < 400; ++round) {
			random = Math.imul(random ^ (random >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
			const done = (random >>> 0) % (steps.length + 1);
			const synced = steps.slice(0, done).findLastIndex(({ kind }) => kind === "sync" || kind === "sync-name") + 1;
			const kept = steps.slice(synced, done).filter((_, index) => ((random >>> (index % 13)) & 1) === 0);
			const octets = fileAfter([...steps.slice(0, synced), ...kept]);
			if (octets !== undefined) expectKeys(octets, boundsAt(done));
		}
	});

	it.each([
		["zeros", new Uint8Array(500)],
		["ones", new Uint8Array(500).fill(255)],
		["its own start", (fileAfter(steps) as Uint8Array).slice(12288, 20000)],
	])("leaves garbage behind the end, %s, which the next process cuts off", (_, garbage) => {
		const octets = fileAfter(steps) as Uint8Array;
		const { added } = progress.at(-1) as Progress;
		expectKeys(written(octets, garbage, octets.length), { least: added, most: added });
	});

	it("cannot make a record of the log valid again by writing a shorter one before it", () => {
		const place = new MemoryPlace();
		const store = create(place, ENGINE);
		for (const from of [0, 10]) {
			countKnown(store, from, 10);
			store.writeLog();
		}
		const torn = place.octets;
		torn[12288 + 20] = (torn[12288 + 20] as number) ^ 1;
		const second = new MemoryPlace(torn);
		const opened = reopen(second, ENGINE, true);
		expect([opened.count, second.octets.length]).toEqual([0, 12288]);
		countKnown(opened, 0, 10);
		opened.writeLog();
		expect(reopen(new MemoryPlace(second.octets), ENGINE).count).toBe(10);
	});
});

describe("a run that is written in a gap of the log", () => {
	it("leaves a file that opens if nothing has been written behind the gap", () => {
		const place = new MemoryPlace();
		const store = create(place, ENGINE);
		countKnown(store, 0, 100);
		const pending = store.growth.nextRunAside();
		store.growth.stage(pending, finish(store.growth.write(pending)));
		store.growth.commit();
		expectKeys(place.octets, { least: 100, most: 100 });
	});
});

describe("a disk that fails", () => {
	/** A store whose step number `nth`, of a kind, fails. */
	const failing = (kind: Step["kind"], nth: number) => {
		const place = new MemoryPlace();
		const store = create(place, ENGINE);
		countKnown(store, 0, 100);
		store.makeRun();
		countKnown(store, 100, 50);
		let count = 0;
		place.onStep = (step) => {
			if (step.kind === kind && count++ === nth) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
		};
		return { place, store };
	};

	it("leaves a store as it was if the log cannot be written, and lets it try again", () => {
		const { place, store } = failing("write", 0);
		expect(() => store.writeLog()).toThrow("no space left");
		store.writeLog();
		store.sync();
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(150);
	});

	it("leaves a store as it was if a run cannot be written, and lets it try again", () => {
		const { place, store } = failing("write", 0);
		expect(() => store.makeRun()).toThrow("no space left");
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(100);
		store.makeRun();
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(150);
	});

	it("leaves a store as it was if it cannot be rewritten, and lets it try again", () => {
		const { place, store } = failing("write", 1);
		expect(() => store.compact()).toThrow("no space left");
		store.compact();
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(150);
	});

	it.each([
		["sync", 0],
		["sync", 1],
	] as const)("ends a store whose %s %i fails: what is on disk is unknown", (kind, nth) => {
		const { place, store } = failing(kind, nth);
		expect(() => store.makeRun()).toThrow("no space left");
		for (const use of [() => store.writeLog(), () => store.makeRun(), () => store.sync(), () => countKnown(store, 0, 1)]) {
			expect(use).toThrow(expect.objectContaining({ code: "store-failed" }));
		}
		expect(reopen(new MemoryPlace(place.octets), ENGINE, true).count).toBeGreaterThanOrEqual(100);
	});

	it("ends a store whose sync in the background fails", async () => {
		const { place, store } = failing("sync", 0);
		store.writeLog();
		await expect(store.syncLater()).rejects.toThrow("no space left");
		await expect(store.syncLater()).rejects.toThrow(expect.objectContaining({ code: "store-failed" }));
		expect(() => countKnown(store, 0, 1)).toThrow(expect.objectContaining({ code: "store-failed" }));
		expect(reopen(new MemoryPlace(place.octets), ENGINE, true).count).toBeGreaterThanOrEqual(100);
	});

	it("ends a store whose new file may lose its name: the old one lacks the keys that would be acknowledged next", () => {
		const { store } = failing("sync-name", 0);
		expect(() => store.compact()).toThrow("no space left");
		expect(() => store.writeLog()).toThrow(expect.objectContaining({ code: "store-failed" }));
	});
});

describe("keys that a rewritten file has acknowledged", () => {
	it("stays when a run that was staged after it is given back", () => {
		const place = new MemoryPlace();
		const store = create(place, ENGINE);
		countKnown(store, 0, 500);
		store.compact();
		const pending = store.growth.nextRunWith({ count: 1, parts: [fingerprints(500, 1).slice(0, 12)] }, false);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		store.growth.dropStaged();
		const opened = reopen(new MemoryPlace(place.octets), ENGINE);
		opened.verify();
		expect([opened.count, countKnown(opened, 0, 500)]).toEqual([500, 500]);
	});
});
