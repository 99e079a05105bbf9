/**
 * Asks runs for one key at a time. A page stays in memory once it has been read and checked, at its own place in its run, so that the next
 * key of that page takes no call of the system:
 *
 * ```
 *   filter       which keys the pages in memory may have: most new keys need none of them
 *   newest run   │ page │      │ page │      each is read when it is first needed
 *   older run    │      │ page │      │
 *   oldest run   │ page │                    too large: a page is read for each key
 * ```
 */
import { ABSENT } from "../../assembly/layout/addresses";
import { FOUND, Run as RunArea, RunList, StoreLimit } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
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

/** Octets that do not depend on the runs, and for the alignment of what does. */
const FIXED = 100_000;

/** A run in memory. */
interface Placed {
	readonly run: Run;
	readonly area: number;
	/** The address of its first page, or of the only one that is in memory. */
	readonly pages: number;
	readonly isKept: boolean;
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
	#list = 0;
	/** Room for the keys of a page. */
	#spare = 0;
	/** The newest run first. */
	#placed: readonly Placed[] = [];

	/** `runs`: the newest one last. `maxKept`: max octets of those whose pages stay in memory. */
	constructor(engine: Engine, storage: Storage, seed: number, runs: readonly Run[], maxKept = MAX_IN_MEMORY) {
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
		const list = this.#list;
		kernel.octets.set(fingerprint, list + RunList.RECORD);
		for (let next = kernel.call.findKey(list, 0); ; next = kernel.call.findKey(list, next + 1)) {
			if (next < 0) return next === FOUND;
			if (this.#isInPage(this.#placed[next] as Placed)) return true;
		}
	}

	/** Reads and checks the page of a run to which the key belongs. Returns whether it has the key. */
	#isInPage({ run, area, pages, isKept, shift }: Placed): boolean {
		const memory = this.#memory as StoreMemory;
		const { kernel } = memory;
		const [record, mark] = [this.#list + RunList.RECORD, this.#list + RunList.MARK];
		const page = (memory.word(record) >>> 1) >>> shift;
		const at = isKept ? pages + 4 * (run.directory[page] as number) : pages;
		readPagesInto(kernel.octets.subarray(at), this.#storage, run, page, page + 1);
		if (!isKept) memory.setWord(area + RunArea.FIRST, page);
		kernel.octets[mark] = 0;
		memory.setWord(area + RunArea.IS_CHECKED, 0);
		const damaged = kernel.call.searchPages(area, record, mark, 0, 1);
		if (damaged !== ABSENT) throw damagedPage(run, damaged);
		memory.setWord(area + RunArea.IS_CHECKED, 1);
		if (isKept) kernel.call.keepPage(this.#list, area, page, this.#spare);
		return kernel.octets[mark] === 1;
	}

	#prepare(): StoreMemory {
		const memory = new StoreMemory(this.#engine);
		const newestFirst = [...this.runs].reverse();
		let left = this.#maxKept;
		const kept = newestFirst.filter(({ size }) => {
			const isKept = size <= left;
			if (isKept) left -= size;
			return isKept;
		});
		const keys = kept.reduce((sum, { count }) => sum + count, 0);
		const blocks = 2 ** Math.ceil(Math.log2(Math.max(1, keys / KEYS_PER_BLOCK)));
		const directories = this.runs.reduce((sum, { directory }) => sum + directory.byteLength, 0);
		const pages = kept.reduce((sum, run) => sum + run.size + pagesOf(run), 0);
		memory.expect(directories + pages + blocks * RunList.BLOCK + FIXED);
		const areas = memory.take(this.runs.length * RunArea.SIZE);
		const onlyPage = memory.take(StoreLimit.PAGE);
		this.#placed = newestFirst.map((run, index) =>
			this.#place(memory, run, areas + index * RunArea.SIZE, kept.includes(run) ? undefined : onlyPage),
		);
		this.#spare = memory.take(PAGE_KEYS);
		this.#list = memory.take(RunList.SIZE);
		memory.setWord(this.#list + RunList.RUNS, areas);
		memory.setWord(this.#list + RunList.COUNT, this.runs.length);
		memory.setWord(this.#list + RunList.FILTER, memory.take(blocks * RunList.BLOCK));
		memory.setWord(this.#list + RunList.MASK, blocks - 1);
		return memory;
	}

	/** `onlyPage`: where the only page of a run that is too large goes. */
	#place(memory: StoreMemory, run: Run, area: number, onlyPage: number | undefined): Placed {
		placeRun(memory, run, this.#seed, area);
		const pages = onlyPage ?? memory.take(run.size);
		memory.setWord(area + RunArea.PAGES, pages);
		if (onlyPage === undefined) memory.setWord(area + RunArea.KEPT, memory.take(pagesOf(run)));
		return { run, area, pages, isKept: onlyPage === undefined, shift: 31 - run.bucketBits + run.groupBits };
	}
}
