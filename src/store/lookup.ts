/**
 * Asks runs for the keys of a batch:
 *
 * ```
 *   fingerprints ──sort──▶ records, repeats marked ──tables──▶ ──each run: plan, read, search──▶ marks
 * ```
 *
 * Sorted keys need the pages of a run in the order of the file: their lookup becomes one sequential read.
 */
import { ABSENT } from "../../assembly/layout/addresses";
import { KeyRecord, Run as RunArea, StoreLimit } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import type { KeyTable } from "./key-table";
import { type Run, readPagesInto } from "./run";
import type { Storage } from "./storage";
import { damagedStore } from "./store-error";
import { StoreMemory } from "./store-kernel";

/** Max keys of a batch: see docs/internals/store.md on memory. */
export const MAX_BATCH = 1_048_576;
/** Number of keys for which it initially has room. */
const LEAST_CAPACITY = 1024;

/** Both are valid until the next question. */
export interface Answer {
	/** An octet for each fingerprint: 1 if its key is known, or that of an earlier fingerprint. */
	readonly marks: Uint8Array;
	/** The other keys, Key.SIZE octets each, in order unless nothing is known. */
	readonly fresh: Uint8Array<ArrayBuffer>;
}

/** A run, and the address of its record for the kernel. */
interface Placed {
	readonly run: Run;
	readonly area: number;
}

export class Lookup {
	readonly #engine: Engine;
	readonly #storage: Storage;
	readonly #seed: number;
	readonly runs: readonly Run[];
	#memory: StoreMemory | undefined;
	#capacity = 0;
	#records = 0;
	#spare = 0;
	#marks = 0;
	/** The marks in the order of the fingerprints. */
	#inOrder = 0;
	#counts = 0;
	#pages = 0;
	#placed: readonly Placed[] = [];

	/** `runs`: the newest one last. */
	constructor(engine: Engine, storage: Storage, seed: number, runs: readonly Run[]) {
		this.#engine = engine;
		this.#storage = storage;
		this.#seed = seed;
		this.runs = runs;
	}

	/** Asks tables and runs for at most MAX_BATCH fingerprints. Throws SetError `invalid-store`. */
	ask(fingerprints: Uint8Array, tables: readonly KeyTable[]): Answer {
		const count = fingerprints.length / KeyRecord.SIZE;
		const memory = this.#prepare(count);
		const { kernel } = memory;
		kernel.octets.set(fingerprints, this.#records);
		kernel.call.sortKeys(this.#records, count, this.#spare, this.#counts);
		kernel.call.markRepeats(this.#records, count, this.#marks);
		const marks = memory.area(this.#marks, count);
		for (const table of tables) table.mark(memory.area(this.#records, count * KeyRecord.SIZE), marks);
		for (const placed of this.#placed) this.#search(placed, count);
		const freshEnd = kernel.call.listKeys(this.#records, count, this.#marks, this.#spare);
		kernel.call.orderMarks(this.#records, count, this.#marks, this.#inOrder);
		return { marks: memory.area(this.#inOrder, count), fresh: memory.area(this.#spare, freshEnd - this.#spare) };
	}

	/** Marks the sorted records whose key is in a run. */
	#search({ run, area }: Placed, count: number): void {
		const { kernel } = this.#memory as StoreMemory;
		for (let from = 0; from < count; ) {
			const next = kernel.call.planRead(area, this.#records, count, this.#marks, from);
			const first = kernel.words[(area + RunArea.FIRST) >> 2] as number;
			if (first === ABSENT) return;
			const last = kernel.words[(area + RunArea.LAST) >> 2] as number;
			readPagesInto(kernel.octets.subarray(this.#pages), this.#storage, run, first, last + 1);
			const damaged = kernel.call.searchPages(area, this.#records, this.#marks, from, next);
			if (damaged !== ABSENT) throw damagedPage(run, damaged);
			from = next;
		}
	}

	/** Returns a memory with room for `count` keys. */
	#prepare(count: number): StoreMemory {
		if (this.#memory !== undefined && count <= this.#capacity) return this.#memory;
		const memory = new StoreMemory(this.#engine);
		// If memory is refused below, the areas of the one before are no longer known.
		this.#memory = undefined;
		this.#capacity = Math.max(LEAST_CAPACITY, 2 ** Math.ceil(Math.log2(count)));
		this.#placed = this.runs.map((run) => ({ run, area: placeRun(memory, run, this.#seed) }));
		this.#counts = memory.take(StoreLimit.COUNTERS);
		this.#marks = memory.take(this.#capacity);
		this.#inOrder = memory.take(this.#capacity);
		this.#records = memory.take(this.#capacity * KeyRecord.SIZE);
		this.#spare = memory.take(this.#capacity * KeyRecord.SIZE);
		this.#pages = memory.take(StoreLimit.PAGES * StoreLimit.PAGE);
		for (const { area } of this.#placed) memory.setWord(area + RunArea.PAGES, this.#pages);
		this.#memory = memory;
		return memory;
	}
}

/** Writes the record of a run for the kernel, by default to a new area. Returns its address. */
export function placeRun(memory: StoreMemory, run: Run, seed: number, area = memory.take(RunArea.SIZE)): number {
	const directory = memory.take(run.directory.byteLength);
	memory.area(directory, run.directory.byteLength).set(new Uint8Array(run.directory.buffer));
	memory.setWord(area + RunArea.BUCKET_BITS, run.bucketBits);
	memory.setWord(area + RunArea.GROUP_BITS, run.groupBits);
	memory.setWord(area + RunArea.REST, run.rest);
	memory.setWord(area + RunArea.DIRECTORY, directory);
	memory.setWord(area + RunArea.SEED, seed);
	return area;
}

export function damagedPage({ offset, directory }: Run, page: number): Error {
	return damagedStore(offset + 4 * (directory[page] as number), "the check of a page is wrong");
}
