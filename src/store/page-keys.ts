/** Reads the keys of a run from its pages, in order. */
import { ABSENT } from "../../assembly/layout/addresses";
import { Key, Run as RunArea, StoreLimit } from "../../assembly/store/layout";
import { damagedPage, placeRun } from "./lookup";
import { type Run, readPagesInto } from "./run";
import type { Storage } from "./storage";
import type { StoreMemory } from "./store-kernel";

/** Max octets of the keys of a page: in it, they have at least nine octets each. */
export const PAGE_KEYS = Math.ceil(StoreLimit.PAGE / 9) * Key.SIZE;
/** Pages that are read at a time. */
export const READ_PAGES = 32;

/** Areas of pages and their keys in memory. Readers may share it. */
export interface PageRoom {
	readonly pages: number;
	readonly keys: number;
}

export function takePageRoom(memory: StoreMemory): PageRoom {
	return { pages: memory.take(READ_PAGES * StoreLimit.PAGE), keys: memory.take(READ_PAGES * PAGE_KEYS) };
}

export class PageKeys {
	readonly run: Run;
	readonly #memory: StoreMemory;
	readonly #storage: Storage;
	readonly #area: number;
	readonly #pages: number;
	/** Address of the keys of the last reading. */
	readonly start: number;

	/** Takes memory for a run of a file, whose checks have this seed. */
	constructor(memory: StoreMemory, storage: Storage, run: Run, seed: number, { pages, keys } = takePageRoom(memory)) {
		this.run = run;
		this.#memory = memory;
		this.#storage = storage;
		this.#area = placeRun(memory, run, seed);
		this.#pages = pages;
		this.start = keys;
		memory.setWord(this.#area + RunArea.PAGES, pages);
	}

	/** Reads the keys of the pages [first, end), at most READ_PAGES. Returns the address of their end. Throws SetError `invalid-store`. */
	read(first: number, end: number): number {
		const { kernel } = this.#memory;
		readPagesInto(kernel.octets.subarray(this.#pages), this.#storage, this.run, first, end);
		this.#memory.setWord(this.#area + RunArea.FIRST, first);
		this.#memory.setWord(this.#area + RunArea.LAST, end - 1);
		const keysEnd = kernel.call.readPages(this.#area, this.start);
		if (keysEnd === ABSENT) throw damagedPage(this.run, first);
		return keysEnd;
	}
}
