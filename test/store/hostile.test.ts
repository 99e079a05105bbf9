/** Files that are damaged or forged: one error, or an answer that may be a lie; never a crash, an endless loop or much memory. */
import type { Engine } from "urlsieve";
import { describe, expect, it } from "vitest";
import { ABSENT } from "../../assembly/layout/addresses";
import { Key, KeyRecord, Run } from "../../assembly/store/layout";
import { Checks, StoreMemory } from "../seams/kernels";
import {
	BLOCK,
	CoreRules,
	FIRST_RUN,
	gapRecord,
	headerOctets,
	type Root,
	type Rules,
	type RunInfo,
	readHeader,
	readRoot,
	resolveOptions,
	rootOctets,
	rootOffset,
	SetError,
} from "../seams/store";
import { ENGINE, ENGINES } from "../support/engines";
import { runs, size } from "../support/extent";
import { countKnown, create, fingerprints, reopen } from "./fingerprints";
import { MemoryPlace, written } from "./storage";

const checks = new Checks(ENGINE);

/** A file with two runs of these sizes, and a log. */
function sample(first: number, second: number, logged: number): Uint8Array<ArrayBuffer> {
	const place = new MemoryPlace();
	const store = create(place, ENGINE);
	countKnown(store, 0, first);
	store.makeRun();
	countKnown(store, first, second);
	store.makeRun();
	countKnown(store, first + second, logged);
	store.writeLog();
	store.sync();
	return place.octets;
}

const FILE = sample(1500, 400, 30);
const TOTAL = 1930;
/** A file so small that each of its octets can be damaged. */
const SMALL = sample(150, 40, 3);
const storage = new MemoryPlace(FILE).open()!;
const HEADER = readHeader(storage, checks);
const ROOT = readRoot(storage, HEADER.seed, checks);

/** The file with another root, whose check is right. */
function withRoot(change: Partial<Root>): Uint8Array {
	const root = { ...ROOT, ...change, generation: ROOT.generation + 1 };
	return written(FILE, rootOctets(root, HEADER.seed, checks), rootOffset(root.generation));
}

function withRun(change: Partial<RunInfo>): Uint8Array {
	const [first, ...others] = ROOT.runs as [RunInfo, ...RunInfo[]];
	return withRoot({ runs: [{ ...first, ...change }, ...others] });
}

/** Opens, asks and reads all of a file. Returns the error, or how many keys it had. */
function use(octets: Uint8Array, engine: Engine = ENGINE, total = TOTAL): SetError | number {
	try {
		const store = reopen(new MemoryPlace(octets), engine);
		const known = countKnown(store, 0, total);
		for (let index = 0; index < 20; ++index) store.has(fingerprints(index, 1));
		store.verify();
		return known;
	} catch (error) {
		if (error instanceof SetError) return error;
		throw error;
	}
}

/** Places at which the small file is damaged: in its fields and data at each step, in its padding now and then. */
function* places(step: number): Generator<number> {
	for (let at = 0; at < SMALL.length; at += step) {
		const isField = at < FIRST_RUN && at % BLOCK < 128;
		if (isField || SMALL[at] !== 0 || at % 31 === 0) yield at;
	}
}

/** In the long form, each field of four octets is damaged on one engine. */
const stepOf = (engine: Engine) => (engine === "js" ? size(67, 421) : size(3, 47));

const codeOf = (octets: Uint8Array) => (use(octets) as SetError).code;

describe.each(ENGINES)("damage, on %s", (engine) => {
	it("of any octet is found, or does not matter", () => {
		const newest = rootOffset(ROOT.generation);
		for (const at of places(stepOf(engine))) {
			const octets = SMALL.slice();
			octets[at] = (octets[at] as number) ^ 0x10;
			const result = use(octets, engine, 193);
			// Damage of the newest root leaves the other one, and damage of the log the records before it.
			if (result instanceof SetError) expect(result).toMatchObject({ code: "invalid-store", offset: expect.any(Number) });
			else expect(at >= newest && at < newest + 4096 ? [150] : [190, 193]).toContain(result);
		}
	});

	it("by truncation is found, or ends the log", () => {
		for (const at of places(stepOf(engine))) {
			const result = use(SMALL.slice(0, at + 1), engine, 193);
			if (result instanceof SetError) expect(result.code).toBe("invalid-store");
			else expect(result).toBeGreaterThanOrEqual(190);
		}
	});
});

describe.each(ENGINES)("a damaged page, on %s", (engine) => {
	it("is refused at each question about one of its keys, and others are answered", () => {
		const octets = FILE.slice();
		const at = (ROOT.runs[1] as RunInfo).offset + 100;
		octets[at] = (octets[at] as number) ^ 1;
		const store = reopen(new MemoryPlace(octets), engine);
		const answer = (index: number) => {
			try {
				return store.has(fingerprints(index, 1));
			} catch (error) {
				return (error as SetError).message;
			}
		};
		const answers = Array.from({ length: TOTAL }, (_, index) => answer(index));
		const refusal = expect.stringContaining("check of a page is wrong");
		expect(new Set(answers)).toEqual(new Set([true, refusal]));
		expect(Array.from({ length: TOTAL }, (_, index) => answer(index))).toEqual(answers);
	});
});

describe("a root", () => {
	it("that is torn leaves the other one", () => {
		const octets = FILE.slice();
		octets.fill(0, rootOffset(ROOT.generation) + 512, rootOffset(ROOT.generation) + 4096);
		// The generation before has one run, and a log that begins where the second run is.
		expect(reopen(new MemoryPlace(octets), ENGINE).count).toBe(1500);
	});

	it.each<[string, Uint8Array]>([
		["a run before the first place", withRun({ offset: 0 })],
		["a run beyond the end", withRun({ offset: FILE.length })],
		["a run of 2^63 octets", withRun({ size: 2 ** 62 })],
		["overlapping runs", withRun({ offset: (ROOT.runs[1] as RunInfo).offset })],
		["no buckets", withRun({ bucketBits: 0 })],
		["2^29 buckets", withRun({ bucketBits: 29 })],
		["pages of more buckets than there are", withRun({ groupBits: 28 })],
		["no keys", withRun({ count: 0 })],
		["more keys than octets", withRun({ count: 2 ** 31 })],
		["a wrong check of a directory", withRun({ check: 1 })],
		["a log before the runs", withRoot({ logStart: 0 })],
		["a log beyond the end", withRoot({ logStart: FILE.length + 1 })],
	])("with %s is refused", (_, octets) => expect(codeOf(octets)).toBe("invalid-store"));

	it.each<[string, (directory: Uint32Array) => void]>([
		["does not begin at 0", (directory) => directory.set([4], 0)],
		["ends elsewhere", (directory) => directory.set([(directory.at(-1) as number) + 1], directory.length - 1)],
		["descends", (directory) => directory.set([directory[2] as number, directory[1] as number], 1)],
		["has a page of no octets", (directory) => directory.set([directory[1] as number], 2)],
		["has a page of 2^32 octets", (directory) => directory.fill(0x3fffffff, 1, 2)],
	])("with a directory that %s, and a right check, is refused", (_, change) => {
		const [first] = ROOT.runs as [RunInfo];
		const pages = 2 ** (first.bucketBits - first.groupBits);
		const at = first.offset + first.size - 4 * (pages + 1);
		const octets = FILE.slice(at, first.offset + first.size);
		change(new Uint32Array(octets.buffer));
		expect(codeOf(written(withRun({ check: checks.of(octets, HEADER.seed) }), octets, at))).toBe("invalid-store");
	});

	it("with 61 runs is refused", () => {
		const octets = rootOctets(ROOT, HEADER.seed, checks);
		new DataView(octets.buffer).setUint32(16, 61, true);
		new DataView(octets.buffer).setUint32(4, ROOT.generation + 1, true);
		new DataView(octets.buffer).setUint32(4092, checks.of(octets.subarray(0, 4092), HEADER.seed), true);
		expect(codeOf(written(FILE, octets, rootOffset(ROOT.generation + 1)))).toBe("invalid-store");
	});

	it("of the last generation is followed by the first one, which counts as newer", () => {
		// The generation before is in the other slot, as that of each root is.
		const [before, last] = [0xfffffffe, 0xffffffff].map((generation) => ({ ...ROOT, generation }));
		const octets = [before, last].reduce<Uint8Array>(
			(file, root) => written(file, rootOctets(root as Root, HEADER.seed, checks), rootOffset((root as Root).generation)),
			FILE,
		);
		const place = new MemoryPlace(octets);
		const store = reopen(place, ENGINE, true);
		countKnown(store, TOTAL, 50);
		store.makeRun();
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(TOTAL + 50);
	});

	it("that is missing leaves no store", () => {
		expect(use(FILE.slice(0, 4096))).toMatchObject({ code: "invalid-store", message: expect.stringContaining("no valid root") });
	});
});

describe("a gap in the log with a right check", () => {
	it.each([2 ** 53 - 2 ** 20, 2 ** 40, 2 ** 24])("of %d octets, which ends beyond the file, ends the log", (room) => {
		const octets = written(FILE, gapRecord(FILE.length, room, HEADER.seed, checks), FILE.length);
		const place = new MemoryPlace(octets);
		const store = reopen(place, ENGINE, true);
		expect(countKnown(store, TOTAL, 20)).toBe(0);
		store.makeRun();
		expect(place.octets.length).toBeLessThan(2 * FILE.length);
		expect(reopen(new MemoryPlace(place.octets), ENGINE).count).toBe(TOTAL + 20);
	});
});

describe("a page or directory with a right check", () => {
	it("may lie, but stays within its bounds", () => {
		let random = 7;
		for (const run of ROOT.runs) {
			for (let round = 0; round < runs(240); ++round) {
				random = Math.imul(random ^ (random >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
				const octets = FILE.slice();
				const pages = 2 ** (run.bucketBits - run.groupBits);
				const directoryAt = run.offset + run.size - 4 * (pages + 1);
				const view = new DataView(octets.buffer);
				const page = (random >>> 3) % pages;
				const [start, end] = [0, 4].map((next) => run.offset + 4 * view.getUint32(directoryAt + 4 * page + next, true)) as [
					number,
					number,
				];
				octets[start + ((random >>> 8) % (end - 4 - start))] = random >>> 24;
				view.setUint32(end - 4, checks.of(octets.subarray(start, end - 4), HEADER.seed), true);
				const result = use(octets);
				if (result instanceof SetError) expect(result.code).toBe("invalid-store");
				else expect(result).toBeLessThanOrEqual(TOTAL);
			}
		}
	});
});

describe("a header", () => {
	const forged = (change: (view: DataView) => void) => {
		const octets = headerOctets(HEADER, checks);
		change(new DataView(octets.buffer));
		new DataView(octets.buffer).setUint32(4092, checks.of(octets.subarray(0, 4092), 0), true);
		return written(FILE, octets, 0);
	};

	it.each<[string, Uint8Array, string]>([
		[
			"nothing of a store",
			new TextEncoder().encode("http://example.com/\n".repeat(300)),
			"This is not a store of urlsieve (at byte 0).",
		],
		["too little", FILE.slice(0, 5), "This is not a store of urlsieve (at byte 0)."],
		[
			"the format of a snapshot",
			forged((view) => view.setUint32(8, 2, true)),
			"The file has format 2, not 3: it is a snapshot, which urlsieve seen convert makes a store (at byte 8).",
		],
		["another width", forged((view) => view.setUint32(12, 8, true)), "The store has keys of 64 bits, not 96 (at byte 12)."],
		[
			"another version",
			forged((view) => view.setUint32(16, 9, true)),
			"The store has version 9 of the normal form, not 1 (at byte 16).",
		],
		[
			"unknown options",
			forged((view) => view.setUint32(20, 0xffff, true)),
			"The store is damaged: it has the unknown options word 65535 (at byte 20).",
		],
		[
			"a long identity",
			forged((view) => view.setUint32(28, 65535, true)),
			"The store is damaged: its identity is too long (at byte 28).",
		],
		[
			"an identity that is no text",
			forged((view) => view.setUint32(28, 1, true)),
			"The store is damaged: its identity is not a line of ASCII (at byte 48).",
		],
	])("with %s is refused in one sentence", (_, octets, message) => {
		expect(use(octets)).toMatchObject({ code: "invalid-store", message });
	});

	it("of other rules is refused", () => {
		const store = reopen(new MemoryPlace(FILE), ENGINE);
		const other = { coreWord: undefined, identity: "crawl@1" } as Rules;
		expect(() => store.expect(other)).toThrow(expect.objectContaining({ code: "profile-mismatch" }));
		const strict = new CoreRules(resolveOptions({ strict: true }));
		expect(() => store.expect(strict)).toThrow(expect.objectContaining({ code: "invalid-store" }));
	});
});

describe.each(ENGINES)("a page with a right check and more keys in its bitmap than it says, on %s", (engine) => {
	/** A run of one page of 2^16 buckets, with a key in each, and no octets of keys. */
	function forged() {
		const memory = new StoreMemory(engine);
		const { kernel } = memory;
		const [run, directory] = [memory.take(Run.SIZE), memory.take(8)];
		const words = 1 + 2 ** 16 / 32 + 1;
		const page = memory.take(4 * words);
		kernel.octets.fill(0xff, page + 4, page + 4 * (words - 1));
		memory.setWord(page + 4 * (words - 1), kernel.call.checksum(page, page + 4 * (words - 1), 0));
		memory.setWord(directory + 4, words);
		for (const [field, value] of [
			[Run.BUCKET_BITS, 16],
			[Run.GROUP_BITS, 16],
			[Run.REST, 10],
			[Run.DIRECTORY, directory],
			[Run.PAGES, page],
		] as const)
			memory.setWord(run + field, value);
		return { memory, run, call: kernel.call };
	}

	it("is refused before there is no room for its keys", () => {
		const { memory, run, call } = forged();
		const to = memory.take(64);
		expect(call.readPages(run, to)).toBe(ABSENT);
		expect(memory.area(to, 64)).toEqual(new Uint8Array(64));
	});

	it("is not searched beyond its end, where the memory may end, too", () => {
		const { memory, run, call } = forged();
		const [record, mark] = [memory.take(KeyRecord.SIZE), memory.take(1)];
		// In the first bucket, which has all of the keys.
		memory.setWord(record + Key.LOW, -1);
		expect(call.searchPages(run, record, mark, 0, 1)).toBe(0);
		expect(memory.area(mark, 1)).toEqual(Uint8Array.of(0));
	});
});
