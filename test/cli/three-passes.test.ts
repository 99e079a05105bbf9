/**
 * Compares three passes, on every engine and with chunks, maps and tables of many sizes, with a plain list of normal forms: output,
 * rejects, the kept line of each duplicate, and the set.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "urlsieve";
import { createNormalizer } from "urlsieve";
import { describe, expect, it } from "vitest";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { Key } from "../../assembly/store/layout";
import { BlockFile } from "../../src/dedupe/passes/block-file";
import type { PassSink, PassSource } from "../../src/dedupe/passes/ends";
import { SharedMap } from "../../src/dedupe/passes/line-map";
import type { PassStore } from "../../src/dedupe/passes/pass-run";
import { createPassesMemory, PassesThread } from "../../src/dedupe/passes/passes-thread";
import { expectedNewLines, type Plan } from "../../src/dedupe/passes/plan";
import { threePasses } from "../../src/dedupe/passes/three-passes";
import { newSeen } from "../../src/dedupe/seen/new-seen";
import { createListKernel } from "../../src/engine/list-kernel";
import { LineResults } from "../../src/files/output/line-results";
import { OctetWriter } from "../../src/files/output/octet-writer";
import { CoreKeys } from "../../src/keys/core-keys";
import { type LineSink, pushInto, rejectsOf } from "../../src/lines/lines";
import { resolveOptions } from "../../src/options";
import { Relay, Total } from "../../src/threads/relay";
import { listOfDuplicates } from "../support/duplicates";
import { describeEngines } from "../support/engines";
import { rowsOn, sizeOn } from "../support/extent";

const INPUTS = [listOfDuplicates(1500, 1), `\ufeff${listOfDuplicates(500, 2)}http://last.example/A\r`, "http://x", "", "\n"].map(
	(text) => new TextEncoder().encode(text),
);

const PLAN: Plan = {
	memory: 2 ** 24,
	bits: 6,
	mapSize: 2 ** 20,
	tableSize: 2 ** 22,
	reportSize: 0,
	classSize: 0,
	auditSize: 2 ** 20,
	folder: tmpdir(),
	tempOctets: 0,
	isOriginal: false,
	threads: 1,
};

/** Results of a run. `merges` are "kept kept-line dropped dropped-line". */
interface Found {
	readonly output: string;
	readonly rejects: string[];
	readonly merges: string[];
	readonly duplicates: number;
	readonly lines: number;
	/** Fingerprints of the set, sorted. */
	readonly news?: string[] | undefined;
}

const latin = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

/** Lines without line ends and byte order marks, each by its number. */
function linesOf(inputs: readonly Uint8Array[]): string[] {
	return inputs.flatMap((input) => {
		const text = latin(input).replace(/^\u00ef\u00bb\u00bf/, "");
		const lines = text.split("\n");
		if (lines.at(-1) === "") lines.pop();
		return lines.map((line) => line.replace(/\r$/, ""));
	});
}

const normalizer = createNormalizer();
const normals = new Map<string, ReturnType<typeof normalizer.normalizeLines>>();
/** The normal form of a line, or why it has none. The same lines are asked for by each test. */
function normalOf(line: string) {
	const known = normals.get(line) ?? normalizer.normalizeLines(Buffer.from(`${line}\n`, "latin1"));
	normals.set(line, known);
	return known;
}

/** The expected results, from a plain list of normal forms. `known` lines are in the old set. */
function expected(inputs: readonly Uint8Array[], isOriginal: boolean, known: readonly Uint8Array[] = []): Found {
	const all = linesOf(inputs);
	const firsts = new Map<string, number>();
	const found = { output: "", rejects: [] as string[], merges: [] as string[], duplicates: 0, lines: 0 };
	for (const line of linesOf(known)) {
		const { lines, rejects } = normalOf(line);
		if (rejects.length === 0) firsts.set(latin(lines), 0);
	}
	for (const line of all) {
		const number = ++found.lines;
		const { lines, rejects } = normalOf(line);
		const normal = latin(lines);
		const first = firsts.get(normal);
		if (rejects.length > 0) {
			found.rejects.push(`${number} ${rejects[0]?.code}`);
			found.output += normal;
		} else if (first === undefined) {
			firsts.set(normal, number);
			found.output += isOriginal ? `${line}\n` : normal;
		} else {
			found.duplicates += 1;
			found.merges.push(`${first === 0 ? "-" : all[first - 1]} ${first} ${line} ${number}`);
		}
	}
	return found;
}

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index);

/** The keys in octets, `size` octets apart, as hex digits of their words, which have the order of keys. */
function keysIn(octets: Uint8Array, size: number): string[] {
	return Array.from({ length: octets.length / size }, (_, index) =>
		Buffer.from(octets.slice(index * size, index * size + Key.SIZE))
			.swap32()
			.toString("hex"),
	);
}

/** A store of the given keys, which says that it has `count`, and leaves keys that are new in `found`. */
function storeOf(known: ReadonlySet<string>, count: number, found: { news?: string[] | undefined }): PassStore {
	const octets = Buffer.from([...known].sort().join(""), "hex").swap32();
	const words = new Uint32Array(octets.buffer, octets.byteOffset, octets.length / 4);
	return {
		key: KEY,
		count,
		*keysOf(part, bits) {
			for (let at = 0; at < octets.length; at += Key.SIZE) {
				if ((words[at / 4] as number) >>> (32 - bits) === part) yield octets.subarray(at, at + Key.SIZE);
			}
		},
		ask(fingerprints) {
			const marks = Uint8Array.from(keysIn(fingerprints, FINGERPRINT_SIZE), (key) => Number(known.has(key)));
			// Passes find the new keys in their own tables.
			return { marks, fresh: new Uint8Array(0) };
		},
		stage(news) {
			const parts = [...news].flatMap((run) => [...run.parts].map((part) => keysIn(part, Key.SIZE).sort()));
			const keys = parts.flat();
			// Each part precedes the next.
			expect(keys).toEqual([...keys].sort());
			found.news = keys;
		},
	};
}

/** What else a run may be given. */
interface Uses {
	/** The keys of a store, and the number that it says it has. */
	readonly known?: ReadonlySet<string>;
	readonly count?: number;
	readonly inputs?: readonly Uint8Array[];
	/** Receives the sizes of all writes. */
	readonly sizes?: number[];
	/** Whether pairs of a duplicate and its kept line are taken. */
	readonly isLogged?: boolean;
}

/** The results of three passes. */
async function inPasses(engine: Engine, plan: Plan, chunk: number, uses: Uses = {}): Promise<Found> {
	const { known, count = known?.size ?? 0, inputs = INPUTS, sizes = [], isLogged = true } = uses;
	const found = { output: "", rejects: [] as string[], merges: [] as string[], news: undefined as string[] | undefined };
	const source: PassSource = {
		async feedAll(sink: LineSink) {
			for (const input of inputs) {
				for (let at = 0; at < input.length; at += chunk) pushInto(sink, input.subarray(at, at + chunk));
				sink.end();
			}
		},
		compare() {},
		refuse() {
			throw new Error("changed");
		},
		readAt(input, into, position) {
			const octets = (inputs[input] as Uint8Array).subarray(position, position + into.length);
			into.set(octets);
			return octets.length;
		},
	};
	const sink: PassSink = {
		takeRejects(batch) {
			if (batch.rejects > 0) found.rejects.push(...rejectsOf(batch).map(({ line, code }) => `${line} ${code}`));
		},
		write(octets) {
			found.output += latin(octets);
			sizes.push(octets.length);
		},
	};
	const takeMerge: PassSink["takeMerge"] = (kept, keptLine, dropped, droppedLine) =>
		found.merges.push(`${kept === undefined ? "-" : latin(kept)} ${keptLine} ${latin(dropped)} ${droppedLine}`);
	const store = known && storeOf(known, count, found);
	const { lines, duplicates } = await threePasses(plan, {
		settings: resolveOptions({ engine }),
		source,
		sink: isLogged ? { ...sink, takeMerge } : sink,
		store,
	});
	return { ...found, lines, duplicates };
}

/** The results of so many threads, which take turns in the order of their numbers. */
async function inThreads(engine: Engine, plan: Plan, threads: number, chunkSize: number): Promise<Found> {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-"));
	const files = INPUTS.map((input, index) => {
		const name = join(folder, `${index}.txt`);
		writeFileSync(name, input);
		return { name, descriptor: openSync(name, "r") };
	});
	const [output, rejects] = ["output", "rejects"].map((name) => new OctetWriter(openSync(join(folder, name), "w"), name));
	const file = new BlockFile(folder, 0);
	const memory = createPassesMemory();
	const work = { plan, key: KEY, memory, files, chunkSize, blocks: file.shared };
	const settings = resolveOptions({ engine });
	const crew = Array.from({ length: threads }, (_, index) => {
		const results = new LineResults(output as OctetWriter, rejects);
		return new PassesThread(work, { settings, rules: undefined }, results, index === 0 ? file : undefined);
	});
	const round = async (turn: (thread: PassesThread) => Promise<boolean>) => {
		for (let left = crew; left.length > 0; ) {
			const more = [];
			for (const thread of left) if (await turn(thread)) more.push(thread);
			left = more;
		}
	};
	try {
		await round((thread) => thread.readTurn());
		for (const thread of crew) file.adopt(thread.number, thread.file.blocks);
		const totals = new Relay(memory.reading);
		const lines = totals.total(Total.LINES);
		const order = { lines, lists: file.lists, map: new SharedArrayBuffer(SharedMap.sizeFor(lines)) };
		let duplicates = 0;
		for (const thread of crew) duplicates += await thread.compare(order);
		await round((thread) =>
			thread.writeTurn(order, {
				refuse() {
					throw new Error("changed");
				},
			}),
		);
		const listed = readFileSync(join(folder, "rejects"), "latin1").split("\n").slice(0, -1);
		expect(listed).toHaveLength(totals.total(Total.REJECTS));
		return {
			output: readFileSync(join(folder, "output"), "latin1"),
			rejects: listed.map((line) => line.split("\t")).map(([line, , code]) => `${line} ${code}`),
			merges: [],
			duplicates,
			lines,
		};
	} finally {
		file.close();
		for (const { descriptor } of [...files, output as OctetWriter, rejects as OctetWriter]) closeSync(descriptor);
		rmSync(folder, { recursive: true });
	}
}

/** Plans with maps of 256 and 1,024 lines, and one with little memory for the log. */
const PLANS: [string, Partial<Plan>][] = [
	["everything in memory", {}],
	["a map of 256 lines", { mapSize: 64 }],
	["a map of 1,024 lines, original lines", { mapSize: 256, isOriginal: true }],
	["two partitions", { bits: 1 }],
	["little memory for the log", { auditSize: 64 }],
];

describeEngines("dedupe in passes", (engine) => {
	it.each(rowsOn(engine, PLANS, 2))("gives the results of a list of normal forms with %s", async (_, plan) => {
		const result = await inPasses(engine, { ...PLAN, ...plan }, 65536);
		expect(result).toEqual({ ...expected(INPUTS, plan.isOriginal ?? false), news: undefined });
	});

	it.each(rowsOn(engine, [7, 1, 2, 16384, 1000, 131072], 3))("gives the same with chunks of %d octets", async (chunk) => {
		expect(await inPasses(engine, PLAN, chunk)).toEqual({ ...expected(INPUTS, false), news: undefined });
	});

	const THREADS = [
		[2, 40],
		[2, 7],
		[1, 16384],
		[5, 262144],
		[3, 1000],
		[2, 4096],
	] as const;
	it.each(rowsOn(engine, THREADS, 3))(
		"gives the same in %d threads that read %d octets at a time",
		async (threads, chunkSize) => {
			for (const isOriginal of [false, true]) {
				const found = await inThreads(engine, { ...PLAN, isOriginal }, threads, chunkSize);
				expect(found).toEqual({ ...expected(INPUTS, isOriginal), merges: [] });
			}
		},
	);

	it("counts the lines of chunks of any length, even if all lines are empty", () => {
		const kernel = createListKernel(engine);
		const start = kernel.call.heapBase();
		kernel.reserve(start + 32768);
		for (const distance of [1, 3, 70]) {
			for (let at = 0; at < 32768; ++at) kernel.octets[start + at] = at % distance === 0 ? 10 : 120;
			for (const length of [0, 1, 31, 32, 33, 63, 64, 65, 4031, 4032, 4033, 4096, 8064, 16385, 32000]) {
				expect(kernel.call.countLines(0, start, start + length)).toBe(Math.ceil(length / distance));
			}
		}
	});

	it.each([1, 6])("writes large pieces, and a line that needs more room at once, with 2^%d partitions", async (bits) => {
		const lines = Array.from({ length: 70_000 }, (_, index) => `http://example.com/a-page-of-this-site/${index}\n`);
		const long = `http://example.com/${"long".repeat(75_000)}\n`;
		const text = [...lines.slice(0, 60_000), long, ...lines.slice(60_000), lines[0]].join("");
		const inputs = [new TextEncoder().encode(text), new TextEncoder().encode("http://last.example/\n")];
		const sizes: number[] = [];
		const { output } = await inPasses(engine, { ...PLAN, bits }, 131072, { inputs, sizes });
		expect(output).toBe(`${lines.slice(0, 60_000).join("")}${long}${lines.slice(60_000).join("")}http://last.example/\n`);
		// 3.4 MB in chunks of 128 KiB.
		expect(sizes.length).toBeLessThanOrEqual(10);
	});

	/** A store whose keys are all read, and one that is asked, as if it had many more. */
	const STORES = [
		["is read", undefined],
		["is asked", 1e9],
	] as const;
	const EXTENDED = PLANS.flatMap(([title, part]) =>
		STORES.flatMap(([way, count]) => [true, false].map((isLogged) => [way, title, isLogged, part, count] as const)),
	);
	it.each(rowsOn(engine, EXTENDED, 6))("extends a store that %s with %s, pairs: %s", async (_, __, isLogged, part, count) => {
		const plan = { ...PLAN, ...part };
		const run = (known: ReadonlySet<string>) => inPasses(engine, plan, 4096, { known, isLogged, ...(count && { count }) });
		const { news = [], ...first } = await run(new Set());
		const isOriginal = plan.isOriginal ?? false;
		const expectedOf = (known?: readonly Uint8Array[]) => {
			const { merges, ...rest } = expected(INPUTS, isOriginal, known);
			return { ...rest, merges: isLogged ? merges : [] };
		};
		expect(first).toEqual(expectedOf());
		expect(new Set(news).size).toBe(first.lines - first.duplicates - first.rejects.length);
		expect(news).toHaveLength(new Set(news).size);
		const { news: again, ...second } = await run(new Set(news));
		expect(second).toEqual(expectedOf(INPUTS));
		expect(again).toEqual([]);
		const isOdd = (_: string, index: number) => index % 2 === 1;
		const half = new Set(news.filter((key, index) => !isOdd(key, index)));
		expect((await run(half)).news).toEqual(news.filter(isOdd));
	});

	const TABLES = [
		["is doubled", 2 ** 22, true],
		["has to be used for several shares of a partition", 0, true],
		["has to be used so, and no log is kept", 0, false],
	] as const;
	it.each(rowsOn(engine, TABLES, 3))("finds duplicates if the table %s", async (_, tableSize, isLogged) => {
		const unique = sizeOn(engine, 100_000, 40_000);
		const urls = Array.from({ length: 1.5 * unique }, (_, index) => `http://h/${(7919 * index) % unique}`);
		const plan = { ...PLAN, bits: 1, tableSize, mapSize: 20_000 };
		const list = new TextEncoder().encode(`${urls.join("\n")}\n`);
		const { output, duplicates, merges, news } = await inPasses(engine, plan, 131072, {
			known: new Set(),
			inputs: [list],
			isLogged,
		});
		expect(output).toBe(`${urls.slice(0, unique).join("\n")}\n`);
		expect(duplicates).toBe(unique / 2);
		const isKept = (merge: string, index: number) => merge === `${urls[index]} ${index + 1} ${urls[index]} ${unique + 1 + index}`;
		expect(merges.length).toBe(isLogged ? unique / 2 : 0);
		expect(merges.every(isKept)).toBe(true);
		expect(new Set(news).size).toBe(unique);
		expect(news).toHaveLength(unique);
	});

	it("hands each new key over once, even if only the second half of a partition is too large for the table", async () => {
		// 11/16 of 65,536 slots are the most for a share. Of these, the second halves have a few more.
		const unique = 180_224;
		const urls = Array.from({ length: unique }, (_, index) => `http://h/c${index}\n`);
		const plan = { ...PLAN, bits: 1, tableSize: 0 };
		const uses = { known: new Set<string>(), inputs: [new TextEncoder().encode(urls.join(""))], isLogged: false };
		const { duplicates, news } = await inPasses(engine, plan, 131072, uses);
		expect([duplicates, news?.length, new Set(news).size]).toEqual([0, unique, unique]);
	});
});

describe("the list", () => {
	it("has duplicates, rejects and new lines", () => {
		const { lines, duplicates, rejects } = expected(INPUTS, false);
		expect(lines).toBeGreaterThan(2000);
		expect(duplicates).toBeGreaterThan(200);
		expect(rejects.length).toBeGreaterThan(50);
		expect(lines - duplicates - rejects.length).toBeGreaterThan(1000);
	});
});

describe("the set in memory", () => {
	it("begins with room for a new line in each 96 octets of files, as far as the memory allows", () => {
		expect(expectedNewLines(96e6, 1e9)).toBe(1e6);
		expect(expectedNewLines(96e6, 2e6)).toBe(1e5);
		expect(expectedNewLines(0, 1e9)).toBe(0);
		const { tables } = newSeen(new CoreKeys(resolveOptions()), undefined, 1e6);
		expect(tables.byteLength).toBeGreaterThan(16e6);
		expect(tables.byteLength).toBeLessThan(24e6);
	});
});
