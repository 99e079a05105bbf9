/**
 * Asks runs for one key at a time. A page stays in memory once it has been read and checked, at its own place in its run, so that the next
 * key of that page takes no call of the system:
 *
 * ```
 *   filter       keys that the pages in memory may have: most new keys need none of them
 *   newest run   │ page │      │ page │      each is read when it is first needed
 *   older run    │      │ page │      │
 *   oldest run   │ page │                    too large: a page is read for each key
 * ```
 *
 * A new run replaces the newest ones, so memory is a stack of runs, the oldest one at the bottom: pages of older runs stay. So do the bits
 * of the filter, for the new run has the keys of the runs that it replaces.
 */
import { ABSENT } from "../../assembly/layout/addresses";
import { FOUND, Run as RunArea, RunList, StoreLimit } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { MAX_RUNS } from "./format";
import { pagesOf } from "./geometry";
import { damagedPage, placeRun } from "./lookup";
import { PAGE_KEYS } from "./page-keys";
import { type Run, readPagesInto } from "./run";
import type { Storage } from "./storage";
import { StoreMemory } from "./store-kernel";

/** Max octets of the runs whose pages stay in memory: some 14 million keys. */
export const MAX_IN_MEMORY = 134_217_728;
/** Max number of these keys for each block of the filter. The number of blocks is a power of two. */
export const KEYS_PER_BLOCK = 5;

/** Octets that aligning the parts of a run may take. */
const ALIGNING = 256;
/** Octets reserved for headers, the key record and one page buffer. */
const FIXED = 100_000;

/** A run in memory. */
interface Placed {
	readonly run: Run;
	readonly area: number;
	/** Start of the run's memory, and address of its cached pages, or of the shared page buffer if the run is too large to cache. */
	readonly start: number;
	readonly pages: number;
	readonly isKept: boolean;
}

/** A memory, and its areas other than runs. */
interface Room {
	readonly memory: StoreMemory;
	readonly list: number;
	/** End of the areas of runs. The oldest run has the last one. */
	readonly areasEnd: number;
	readonly onlyPage: number;
	/** Room for the keys of a page. */
	readonly spare: number;
	/** log2 of the number of blocks of the filter. */
	readonly blockBits: number;
}

export class SingleLookup {
	readonly #engine: Engine;
	readonly storage: Storage;
	readonly #seed: number;
	readonly #maxKept: number;
	#runs: readonly Run[];
	/** Absent until `prepare`, and after it has failed. */
	#room: Room | undefined;
	/** The oldest run first. */
	#placed: readonly Placed[] = [];

	/** `runs`: the newest one last. `maxKept`: max octets of those whose pages stay in memory. */
	constructor(engine: Engine, storage: Storage, seed: number, runs: readonly Run[], maxKept = MAX_IN_MEMORY) {
		this.#engine = engine;
		this.storage = storage;
		this.#seed = seed;
		this.#runs = runs;
		this.#maxKept = maxKept;
	}

	get runs(): readonly Run[] {
		return this.#runs;
	}

	/** Whether a run has the key of a fingerprint. Throws SetError `invalid-store`, or the system's error. */
	has(fingerprint: Uint8Array): boolean {
		const { memory, list } = this.#room ?? this.prepare();
		const { kernel } = memory;
		kernel.octets.set(fingerprint, list + RunList.RECORD);
		for (let next = kernel.call.findKey(list, 0); ; next = kernel.call.findKey(list, next + 1)) {
			if (next < 0) return next === FOUND;
			if (this.#isInPage(this.#placed[this.#placed.length - 1 - next] as Placed)) return true;
		}
	}

	/** Reads and checks the page of a run that `findKey` asks for. Returns whether it has the key. */
	#isInPage({ run, area, pages, isKept }: Placed): boolean {
		const { memory, list, spare } = this.#room as Room;
		const { kernel } = memory;
		const [record, mark] = [list + RunList.RECORD, list + RunList.MARK];
		const page = memory.word(list + RunList.PAGE);
		const at = isKept ? pages + 4 * (run.directory[page] as number) : pages;
		readPagesInto(kernel.octets.subarray(at), this.storage, run, page, page + 1);
		if (!isKept) memory.setWord(area + RunArea.FIRST, page);
		kernel.octets[mark] = 0;
		memory.setWord(area + RunArea.IS_CHECKED, 0);
		const damaged = kernel.call.searchPages(area, record, mark, 0, 1);
		if (damaged !== ABSENT) throw damagedPage(run, damaged);
		memory.setWord(area + RunArea.IS_CHECKED, 1);
		if (isKept) kernel.call.keepPage(list, area, page, spare);
		return kernel.octets[mark] === 1;
	}

	/**
	 * Switches to the file's current runs. Requires: new runs contain every key of the runs they replace.
	 * Throws SetError `set-full`.
	 */
	replaceRuns(runs: readonly Run[]): void {
		this.#runs = runs;
		if (this.#room !== undefined) this.prepare();
	}

	/** Takes the memory that questions need, as `has` does otherwise. Throws SetError `set-full`. */
	prepare(): Room {
		const keptRuns = this.#runsToKeep();
		const old = this.#room;
		// A failure leaves nothing half prepared.
		this.#room = undefined;
		const blockBits = blockBitsFor(keptRuns);
		const isReused = old !== undefined && blockBits <= old.blockBits;
		const staying = isReused ? this.#placedAmong(keptRuns) : [];
		const added = this.#runs.slice(staying.length);
		const size = added.reduce((sum, run) => sum + maxRoom(run, keptRuns.has(run)), 0);
		const room = isReused ? old : createRoom(this.#engine, blockBits, size);
		const above = this.#placed[staying.length];
		if (isReused && above !== undefined) room.memory.giveBack(above.start);
		if (isReused) room.memory.expect(size);
		this.#placed = staying;
		for (const run of added) this.#placed = [...this.#placed, this.#place(room, run, keptRuns.has(run))];
		room.memory.setWord(room.list + RunList.RUNS, room.areasEnd - this.#runs.length * RunArea.SIZE);
		room.memory.setWord(room.list + RunList.COUNT, this.#runs.length);
		this.#room = room;
		return room;
	}

	/** The runs whose pages stay in memory: the newest that fit. */
	#runsToKeep(): ReadonlySet<Run> {
		let left = this.#maxKept;
		const isKept = ({ size }: Run) => {
			if (size > left) return false;
			left -= size;
			return true;
		};
		return new Set([...this.#runs].reverse().filter(isKept));
	}

	/** The oldest runs in memory that are the oldest runs now, and are kept if they were. */
	#placedAmong(kept: ReadonlySet<Run>): readonly Placed[] {
		const changed = this.#placed.findIndex(({ run, isKept }, index) => run !== this.#runs[index] || isKept !== kept.has(run));
		return changed < 0 ? this.#placed : this.#placed.slice(0, changed);
	}

	/** Places a run above those that are in memory. */
	#place({ memory, areasEnd, onlyPage }: Room, run: Run, isKept: boolean): Placed {
		const area = areasEnd - (this.#placed.length + 1) * RunArea.SIZE;
		placeRun(memory, run, this.#seed, area);
		const start = memory.word(area + RunArea.DIRECTORY);
		const pages = isKept ? memory.take(run.size) : onlyPage;
		const kept = isKept ? memory.take(pagesOf(run)) : 0;
		if (isKept) memory.area(kept, pagesOf(run)).fill(0);
		memory.setWord(area + RunArea.PAGES, pages);
		memory.setWord(area + RunArea.FIRST, 0);
		memory.setWord(area + RunArea.KEPT, kept);
		return { run, area, start, pages, isKept };
	}
}

function blockBitsFor(runs: ReadonlySet<Run>): number {
	const keys = [...runs].reduce((sum, { count }) => sum + count, 0);
	return Math.ceil(Math.log2(Math.max(1, keys / KEYS_PER_BLOCK)));
}

/** `size`: octets for runs. */
function createRoom(engine: Engine, blockBits: number, size: number): Room {
	const memory = new StoreMemory(engine);
	memory.expect(2 ** blockBits * RunList.BLOCK + FIXED + size);
	const areasEnd = memory.take(MAX_RUNS * RunArea.SIZE) + MAX_RUNS * RunArea.SIZE;
	const [list, onlyPage, spare] = [memory.take(RunList.SIZE), memory.take(StoreLimit.PAGE), memory.take(PAGE_KEYS)];
	memory.setWord(list + RunList.FILTER, memory.take(2 ** blockBits * RunList.BLOCK));
	memory.setWord(list + RunList.SHIFT, 31 - blockBits);
	return { memory, list, areasEnd, onlyPage, spare, blockBits };
}

/** Max octets of a run in memory. */
function maxRoom(run: Run, isKept: boolean): number {
	return run.directory.byteLength + (isKept ? run.size + pagesOf(run) : 0) + ALIGNING;
}
