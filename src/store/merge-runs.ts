/**
 * Writes a run from older runs and new keys, all of them sorted:
 *
 * ```
 *   run ──32 pages at a time──▶ keys ┐
 *   run ──32 pages at a time──▶ keys ├─ mergeKeys ─▶ keys ─ writePages ─▶ pages ─1 MiB at a time─▶ file
 *   new keys ──────sort──────────────┘
 * ```
 *
 * It is a generator, which can be resumed after each step of a few milliseconds.
 */
import { Key, OUT_OF_ORDER, Source as SourceArea, StoreLimit, Writer } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { geometryFor, pagesOf } from "./geometry";
import { KeySorter } from "./key-sorter";
import { PageKeys, READ_PAGES } from "./page-keys";
import { RemovedKeys } from "./removed-keys";
import type { Run, RunInfo } from "./run";
import type { Storage } from "./storage";
import { damagedStore } from "./store-error";
import { type Checks, StoreMemory } from "./store-kernel";

/** Keys that are merged before they are written. */
const MERGED_KEYS = 16384;
/** Octets that are written at a time. */
const OUTPUT = 1_048_576;

/** The sources of a run. */
export interface Ingredients {
	readonly runs: readonly Run[];
	/** Key.SIZE octets each, in any order. */
	readonly keys: Uint8Array;
	/** More new keys. */
	readonly fresh?: NewKeyRun | undefined;
	/** Keys to leave out, in order, each once. The others have all of them. */
	readonly removed?: Uint8Array | undefined;
	readonly source: Storage;
	readonly seed: number;
}

/** Keys, Key.SIZE octets each, in parts. They are in any order in a part, and those of each part precede those of the next. */
export interface NewKeyRun {
	readonly count: number;
	readonly parts: Iterable<Uint8Array>;
}

/** The place of the run, and the seed of its checks. */
export interface RunTarget {
	readonly storage: Storage;
	readonly offset: number;
	readonly seed: number;
}

/** A source of the merge in memory. */
interface OpenSource {
	readonly area: number;
	/** Absent for the new keys, which are all in memory. */
	readonly reader?: PageKeys;
	nextPage: number;
	/** The parts of new keys that are left. */
	readonly parts?: Iterator<Uint8Array>;
}

/** Writes the run. Returns it, or undefined if there are no keys at all. Throws SetError `invalid-store`, or the system's error. */
export function* writeRun(
	engine: Engine,
	from: Ingredients,
	target: RunTarget,
	checks: Checks,
): Generator<void, Run | undefined> {
	const news = from.keys.length / Key.SIZE + (from.fresh?.count ?? 0);
	const { removed = new Uint8Array(0) } = from;
	const total = from.runs.reduce((sum, { count }) => sum + count, news) - removed.length / Key.SIZE;
	if (total === 0) return undefined;
	const memory = new StoreMemory(engine);
	const writer = new RunWriter(memory, total, target);
	const filter = new RemovedKeys(removed);
	for (const [start, end] of merged(memory, from)) {
		writer.append(start, filter.keep(memory, start, end));
		yield;
	}
	const run = writer.end(checks);
	return run.count === 0 ? undefined : run;
}

/** Yields all keys in order, Key.SIZE octets each. They are valid until the next ones. Throws as `writeRun` does. */
export function* readKeys(engine: Engine, from: Ingredients): Generator<Uint8Array<ArrayBuffer>, void> {
	const memory = new StoreMemory(engine);
	for (const [start, end] of merged(memory, from)) yield memory.area(start, end - start);
}

/** Yields the addresses of the next keys. */
function* merged(memory: StoreMemory, from: Ingredients): Generator<readonly [start: number, end: number], void> {
	const sources = openSources(memory, from);
	const sourcesArea = (sources[0] as OpenSource).area;
	const sorter = new KeySorter(memory);
	const start = memory.take(MERGED_KEYS * Key.SIZE);
	for (;;) {
		for (const source of sources) refill(memory, source, sorter);
		const end = memory.kernel.call.mergeKeys(sourcesArea, sources.length, start, start + MERGED_KEYS * Key.SIZE);
		if (end > start) yield [start, end];
		else if (sources.every((source) => isUsedUp(memory, source))) return;
	}
}

/** Runs a generator to its end. */
export function finish<Result>(steps: Generator<void, Result>): Result {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/** The sources, whose areas are in a row. */
function openSources(memory: StoreMemory, { runs, keys, fresh, source, seed }: Ingredients): OpenSource[] {
	const first = memory.take(SourceArea.SIZE * (runs.length + 2));
	const sources: OpenSource[] = runs.map((run, index) => {
		const reader = new PageKeys(memory, source, run, seed);
		const area = first + index * SourceArea.SIZE;
		memory.setWord(area + SourceArea.AT, reader.start);
		memory.setWord(area + SourceArea.END, reader.start);
		return { area, reader, nextPage: 0 };
	});
	const { start, end } = new KeySorter(memory).sort(keys);
	const area = first + runs.length * SourceArea.SIZE;
	memory.setWord(area + SourceArea.AT, start);
	memory.setWord(area + SourceArea.END, end);
	memory.setWord(area + SourceArea.IS_LAST, 1);
	const own = [...sources, { area, nextPage: 0 }];
	if (fresh === undefined) return own;
	return [...own, { area: area + SourceArea.SIZE, nextPage: 0, parts: fresh.parts[Symbol.iterator]() }];
}

function isUsedUp(memory: StoreMemory, { area }: OpenSource): boolean {
	return memory.word(area + SourceArea.IS_LAST) === 1 && memory.word(area + SourceArea.AT) === memory.word(area + SourceArea.END);
}

/** Sorts the next part of new keys. */
function refillParts(memory: StoreMemory, area: number, parts: Iterator<Uint8Array>, sorter: KeySorter): void {
	if (memory.word(area + SourceArea.AT) !== memory.word(area + SourceArea.END)) return;
	const { done, value } = parts.next();
	if (done) memory.setWord(area + SourceArea.IS_LAST, 1);
	if (done) return;
	const { start, end } = sorter.sort(value);
	memory.setWord(area + SourceArea.AT, start);
	memory.setWord(area + SourceArea.END, end);
}

/** Reads the next pages of a source whose keys in memory are used up. */
function refill(memory: StoreMemory, source: OpenSource, sorter: KeySorter): void {
	const { area, reader, parts } = source;
	if (parts !== undefined) refillParts(memory, area, parts, sorter);
	if (reader === undefined) return;
	const pageCount = pagesOf(reader.run);
	while (memory.word(area + SourceArea.AT) === memory.word(area + SourceArea.END) && source.nextPage < pageCount) {
		const end = Math.min(source.nextPage + READ_PAGES, pageCount);
		const keysEnd = reader.read(source.nextPage, end);
		memory.setWord(area + SourceArea.AT, reader.start);
		memory.setWord(area + SourceArea.END, keysEnd);
		source.nextPage = end;
		memory.setWord(area + SourceArea.IS_LAST, end === pageCount ? 1 : 0);
	}
}

/** Writes pages to the file as they are completed. */
class RunWriter {
	readonly #memory: StoreMemory;
	readonly #target: RunTarget;
	readonly #geometry: ReturnType<typeof geometryFor>;
	readonly #area: number;
	readonly #directory: number;
	readonly #output: number;
	#written = 0;
	#count = 0;

	constructor(memory: StoreMemory, total: number, target: RunTarget) {
		this.#memory = memory;
		this.#target = target;
		this.#geometry = geometryFor(total);
		const { bucketBits, groupBits, rest } = this.#geometry;
		this.#area = memory.take(Writer.SIZE);
		this.#directory = memory.take(4 * (pagesOf(this.#geometry) + 1));
		this.#output = memory.take(OUTPUT);
		const fields = [
			[Writer.BUCKET_BITS, bucketBits],
			[Writer.GROUP_BITS, groupBits],
			[Writer.REST, rest],
			[Writer.DIRECTORY, this.#directory],
			[Writer.SEED, target.seed],
			[Writer.CURSOR, this.#output],
			[Writer.LIMIT, this.#output + OUTPUT],
			[Writer.BITMAP, memory.take(StoreLimit.PAGE)],
			[Writer.KEYS, memory.take(StoreLimit.PAGE)],
		] as const;
		for (const [field, value] of fields) memory.setWord(this.#area + field, value);
	}

	/** Appends the keys at [start, end). */
	append(start: number, end: number): void {
		for (let at = start; at < end; ) {
			const next = this.#memory.kernel.call.writePages(this.#area, at, end);
			if (next === OUT_OF_ORDER) throw damagedStore(this.#target.offset, "keys are not in order, or too many are alike");
			this.#count += (next - at) / Key.SIZE;
			at = next;
			if (at < end) this.#drain();
		}
	}

	end(checks: Checks): Run {
		while (!this.#memory.kernel.call.endPages(this.#area)) this.#drain();
		this.#drain();
		const octets = this.#memory.area(this.#directory, 4 * (pagesOf(this.#geometry) + 1)).slice();
		const { storage, offset, seed } = this.#target;
		storage.write(octets, offset + this.#written);
		const info: RunInfo = {
			offset,
			size: this.#written + octets.length,
			count: this.#count,
			...this.#geometry,
			check: checks.of(octets, seed),
		};
		return { ...info, directory: new Uint32Array(octets.buffer) };
	}

	#drain(): void {
		const size = this.#memory.word(this.#area + Writer.CURSOR) - this.#output;
		this.#target.storage.write(this.#memory.area(this.#output, size), this.#target.offset + this.#written);
		this.#written += size;
		this.#memory.setWord(this.#area + Writer.CURSOR, this.#output);
	}
}
