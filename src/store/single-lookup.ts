/**
 * Asks runs for one key at a time. A page stays in memory once it has been read and checked, at its own place in its run, so that the next
 * key of that page takes no call of the system:
 *
 * ```
 *   newest run   │ page │      │ page │      each is read when it is first needed
 *   older run    │      │ page │      │
 *   oldest run   │ page │                    too large: a page is read for each key
 * ```
 */
import { ABSENT } from "../../assembly/layout/addresses";
import { KeyRecord, Run as RunArea, StoreLimit } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { pagesOf } from "./geometry";
import { damagedPage, placeRun } from "./lookup";
import { type Run, readPagesInto } from "./run";
import type { Storage } from "./storage";
import { StoreMemory } from "./store-kernel";

/** Max octets of the runs whose pages stay in memory: some 14 million keys. */
const MAX_KEPT = 134_217_728;

/** A run in memory. */
interface Placed {
	readonly run: Run;
	readonly area: number;
	/** The address of its first page, or of the only one that is in memory. */
	readonly pages: number;
	/** A mark for each page that is in memory, or undefined if none stays there. */
	readonly kept: Uint8Array | undefined;
	/** The first word of a key, shifted by 1 and by so many bits, is the number of its page: a shift by 32 is one by 0. */
	readonly shift: number;
}

export class SingleLookup {
	readonly #engine: Engine;
	readonly #storage: Storage;
	readonly #seed: number;
	readonly runs: readonly Run[];
	readonly #maxKept: number;
	#memory: StoreMemory | undefined;
	#record = 0;
	#mark = 0;
	/** The newest run first. */
	#placed: readonly Placed[] = [];

	/** `runs`: the newest one last. `maxKept`: max octets of those whose pages stay in memory. */
	constructor(engine: Engine, storage: Storage, seed: number, runs: readonly Run[], maxKept = MAX_KEPT) {
		this.#engine = engine;
		this.#storage = storage;
		this.#seed = seed;
		this.runs = runs;
		this.#maxKept = maxKept;
	}

	/** Whether a run has the key of a fingerprint. Throws UriError `invalid-store`, or the system's error. */
	has(fingerprint: Uint8Array): boolean {
		this.#memory ??= this.#prepare();
		const { kernel } = this.#memory;
		kernel.octets.set(fingerprint, this.#record);
		kernel.octets[this.#mark] = 0;
		const word = kernel.words[this.#record >> 2] as number;
		for (const placed of this.#placed) {
			const page = (word >>> 1) >>> placed.shift;
			const isKept = placed.kept?.[page] === 1;
			if (!isKept) this.#read(placed, page);
			const damaged = kernel.call.searchPages(placed.area, this.#record, this.#mark, 0, 1);
			if (damaged !== ABSENT) throw damagedPage(placed.run, damaged);
			if (!isKept) this.#keep(placed, page);
			if (kernel.octets[this.#mark] === 1) return true;
		}
		return false;
	}

	/** Reads a page, which the next search checks. */
	#read({ run, area, pages, kept }: Placed, page: number): void {
		const memory = this.#memory as StoreMemory;
		const at = kept === undefined ? pages : pages + 4 * (run.directory[page] as number);
		readPagesInto(memory.kernel.octets.subarray(at), this.#storage, run, page, page + 1);
		if (kept === undefined) memory.setWord(area + RunArea.FIRST, page);
		memory.setWord(area + RunArea.IS_CHECKED, 0);
	}

	#keep({ area, kept }: Placed, page: number): void {
		if (kept === undefined) return;
		kept[page] = 1;
		(this.#memory as StoreMemory).setWord(area + RunArea.IS_CHECKED, 1);
	}

	#prepare(): StoreMemory {
		const memory = new StoreMemory(this.#engine);
		this.#record = memory.take(KeyRecord.SIZE);
		this.#mark = memory.take(1);
		const onlyPage = memory.take(StoreLimit.PAGE);
		let left = this.#maxKept;
		this.#placed = [...this.runs].reverse().map((run) => {
			const isKept = run.size <= left;
			if (isKept) left -= run.size;
			return this.#place(memory, run, isKept ? undefined : onlyPage);
		});
		return memory;
	}

	/** `onlyPage`: where the only page of a run that is too large goes. */
	#place(memory: StoreMemory, run: Run, onlyPage: number | undefined): Placed {
		const area = placeRun(memory, run, this.#seed);
		const pages = onlyPage ?? memory.take(run.size);
		memory.setWord(area + RunArea.PAGES, pages);
		const kept = onlyPage === undefined ? new Uint8Array(pagesOf(run)) : undefined;
		return { run, area, pages, kept, shift: 31 - run.bucketBits + run.groupBits };
	}
}
