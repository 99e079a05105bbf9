/** Facts of a store, its behaviour when it is full or fails, and the fate of its files. */
import { describe, expect, it } from "vitest";
import { Checks } from "../seams/kernels";
import {
	CoreRules,
	FIRST_RUN,
	finish,
	readHeader,
	readRoot,
	resolveOptions,
	rootOctets,
	rootOffset,
	type Storage,
	Store,
} from "../seams/store";
import { countKnown, create, fingerprints, reopen } from "./fingerprints";
import { MemoryPlace, written } from "./storage";

const checks = new Checks("js");
const add = (store: Store, number: number) => store.addKey(fingerprints(number, 1));
const KEYS = new CoreRules(resolveOptions({ engine: "js" }));

/** A place that notes which files are closed and discarded. */
class NotingPlace extends MemoryPlace {
	readonly discarded: Storage[] = [];
	closed = 0;

	override open(): Storage | undefined {
		const storage = super.open();
		if (storage !== undefined) {
			storage.close = () => {
				this.closed += 1;
			};
		}
		return storage;
	}

	override discard(storage: Storage): void {
		this.discarded.push(storage);
	}
}

const failing = (kind: string) => (step: { kind: string }) => {
	if (step.kind === kind) throw new Error(`${kind} failed`);
};

describe("a store", () => {
	it("has facts that follow keys as they are added, logged and written", () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		const empty = { count: 0, runs: [], logged: 0, size: FIRST_RUN, dead: 0, torn: 0, hasTornRoot: false, generation: 1 };
		expect([store.facts, store.isPending, store.isFull, store.tables, store.runSize]).toEqual([empty, false, false, 1, 0]);
		add(store, 1);
		expect([store.facts, store.isPending, store.inTables]).toEqual([{ ...empty, count: 1, logged: 1 }, true, 1]);
		store.writeLog();
		// Twenty octets of a record are no keys.
		const logged = { ...empty, count: 1, logged: 1, size: FIRST_RUN + 32, dead: 20 };
		expect([store.facts, store.isPending]).toEqual([logged, true]);
		store.sync();
		expect(store.isPending).toBe(false);
		store.writeLog();
		expect([store.isPending, store.facts.size]).toEqual([false, FIRST_RUN + 32]);
		store.makeRun();
		const { runs, dead, ...facts } = store.facts;
		expect(facts).toEqual({
			count: 1,
			logged: 0,
			size: FIRST_RUN + 4096 + store.runSize,
			torn: 0,
			hasTornRoot: false,
			generation: 2,
		});
		expect([runs, dead]).toEqual([[{ count: 1, size: store.runSize }], 4096]);
	});

	it("reports octets left by a kill, which the next writer cuts off", () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		add(store, 1);
		store.writeLog();
		const torn = written(place.octets, Uint8Array.of(1, 2, 3), place.octets.length);
		torn[rootOffset(2) + 7] = 1;
		expect(reopen(new MemoryPlace(torn), "js").facts).toMatchObject({ torn: 3, hasTornRoot: true, count: 1, dead: 20 });
		const cut = new MemoryPlace(torn);
		const opened = reopen(cut, "js", true);
		expect([opened.facts.torn, cut.octets.length, cut.steps.map(({ kind }) => kind)]).toEqual([
			0,
			FIRST_RUN + 32,
			["truncate", "sync"],
		]);
		opened.makeRun();
		expect(opened.facts.hasTornRoot).toBe(false);
		const whole = new MemoryPlace(place.octets);
		reopen(whole, "js", true);
		expect(whole.steps).toEqual([]);
	});

	it("knows the keys of all its tables, one by one", () => {
		const store = create(new MemoryPlace(), "js");
		for (const number of [1, 2, 3]) {
			expect(add(store, number)).toBe(true);
			store.freeze();
		}
		expect([store.tables, store.isPending, store.inTables]).toEqual([4, true, 3]);
		expect([1, 2, 3, 4].map((number) => store.has(fingerprints(number, 1)))).toEqual([true, true, true, false]);
		expect([1, 2, 3, 4, 4].map((number) => add(store, number))).toEqual([false, false, false, true, false]);
		store.makeRun();
		expect([1, 4, 5].map((number) => add(store, number))).toEqual([false, false, true]);
		expect([store.tables, store.count]).toEqual([1, 5]);
	});

	it("that is empty lacks all keys, in their order", () => {
		const store = create(new MemoryPlace(), "js");
		const all = fingerprints(3, 2);
		const { marks, fresh } = store.ask(all);
		expect([[...marks], [...fresh]]).toEqual([
			[0, 0],
			[...all.subarray(0, 12), ...all.subarray(16, 28)],
		]);
		expect(store.addAll(new Uint8Array(0), () => expect.fail()).length).toBe(0);
		expect(store.inTables).toBe(0);
	});
});

describe("parts of the keys", () => {
	it("begin with the first key that has their bits", () => {
		const store = create(new MemoryPlace(), "js");
		const words = [0x7fffffff, 0x80000000, 0xbfffffff, 0xc0000000];
		store.addAll(new Uint8Array(Uint32Array.from(words.flatMap((word) => [word, 1, 2, 0])).buffer), () => {});
		const first = (part: number, bits: number) =>
			[...store.keysOf(part, bits)].flatMap((keys) =>
				[...new Uint32Array(keys.slice().buffer)].filter((_, index) => index % 3 === 0),
			);
		expect([first(0, 1), first(1, 1)]).toEqual([words.slice(0, 1), words.slice(1)]);
		expect([0, 1, 2, 3].map((part) => first(part, 2))).toEqual([[], [words[0]], words.slice(1, 3), words.slice(3)]);
	});
});

describe("a damaged store", () => {
	it("has another number of keys than it says", () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		// Several pages, so that a key may hide in their rounding.
		countKnown(store, 0, 2000);
		store.makeRun();
		store.verify();
		const storage = place.open()!;
		const { seed } = readHeader(storage, checks);
		const root = readRoot(storage, seed, checks);
		const forged = { ...root, generation: root.generation + 1, runs: root.runs.map((run) => ({ ...run, count: run.count - 1 })) };
		const octets = written(place.octets, rootOctets(forged, seed, checks), rootOffset(forged.generation));
		const message = `The store is damaged: a run has 2000 keys instead of 1999 (at byte ${FIRST_RUN}).`;
		expect(() => reopen(new MemoryPlace(octets), "js").verify()).toThrow(message);
	});

	it("is closed again if it is no store, and is undefined if there is no file", () => {
		const place = new NotingPlace(new Uint8Array(5000));
		expect(() => Store.open(place, { engine: "js", isWritable: false })).toThrow("This is not a store of urlsieve");
		expect(place.closed).toBe(1);
		expect(Store.open(new MemoryPlace(), { engine: "js", isWritable: true })).toBeUndefined();
	});

	it("is discarded if it cannot be created", () => {
		const place = new NotingPlace();
		place.onStep = failing("sync");
		expect(() => Store.create(place, KEYS, new Uint8Array(16), { engine: "js", isWritable: true })).toThrow("sync failed");
		expect(place.discarded).toHaveLength(1);
	});
});

describe("a root that cannot be synced", () => {
	it.each(["commit", "commitLater"] as const)("is made invalid, and the one before it counts: %s", async (kind) => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		countKnown(store, 0, 10);
		store.makeRun();
		countKnown(store, 10, 10);
		const pending = store.growth.nextRunWith(undefined, true);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		place.onStep = failing("sync");
		await expect((async () => store.growth[kind]())()).rejects.toThrow("sync failed");
		place.onStep = () => {};
		expect(place.octets.slice(rootOffset(3), rootOffset(3) + 4096)).toEqual(new Uint8Array(4096));
		expect(reopen(new MemoryPlace(place.octets), "js").facts).toMatchObject({ generation: 2, count: 10 });
		const refused = "The store must be opened again, because a write failed: sync failed.";
		for (const use of [
			() => store.has(fingerprints(1, 1)),
			() => add(store, 1),
			() => store.addAll(fingerprints(1, 1), () => {}),
			() => store.ask(fingerprints(1, 1)),
			() => store.writeLog(),
			() => store.sync(),
			() => store.freeze(),
			() => store.makeRun(),
			() => store.compact(),
			() => store.keysOf(0, 0),
			() => store.isPending,
			() => finish(store.growth.write(pending)),
			() => store.growth.stage(pending, undefined),
			() => store.growth.stageSynced(pending, undefined),
		])
			expect(use).toThrow(refused);
	});

	it("is acknowledged only after its sync", async () => {
		const place = new MemoryPlace();
		const store = create(place, "js");
		countKnown(store, 0, 10);
		const pending = store.growth.nextRunWith(undefined, true);
		store.growth.stage(pending, finish(store.growth.write(pending)));
		const committing = store.growth.commitLater();
		expect(store.facts.generation).toBe(1);
		await committing;
		expect(store.facts.generation).toBe(2);
		store.growth.dropStaged();
		expect(reopen(new MemoryPlace(place.octets), "js").facts).toMatchObject({ generation: 2, count: 10, torn: 0 });
	});
});

describe("a run that cannot be written", () => {
	it("leaves its place, or its file", () => {
		const place = new NotingPlace();
		const store = create(place, "js");
		countKnown(store, 0, 10);
		store.writeLog();
		const { size } = store.facts;
		const [atTheEnd, beside] = [store.growth.nextRunWith(undefined, true), store.growth.nextFile()];
		const writeFails = (pending: typeof beside) => {
			let left = 1;
			place.onStep = ({ kind }) => {
				if (kind === "write" && left-- === 0) throw new Error("write failed");
			};
			expect(() => finish(store.growth.write(pending))).toThrow("write failed");
			place.onStep = () => {};
		};
		writeFails(atTheEnd);
		expect([store.facts.size, place.discarded]).toEqual([size, []]);
		writeFails(beside);
		expect(place.discarded).toEqual([beside.target.storage]);
		const aside = store.growth.nextRunAside();
		const gap = store.facts.size;
		writeFails(aside);
		expect([store.facts.size, place.discarded.length]).toEqual([gap, 1]);
	});
});
