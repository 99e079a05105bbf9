/**
 * Reads the keys of a store part by part. Parts are numbered by the first bits of keys, and a run has each of them in one stretch:
 *
 * ```
 *   run       page │ page │ page │ page │ page │ page │ page │ page
 *   2 bits      part 0    │   part 1    │   part 2    │   part 3
 * ```
 *
 * In a run with fewer pages than parts, a page has several parts, and is read for each.
 */
import { Key } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { KeySorter } from "./key-sorter";
import type { Ingredients } from "./merge-runs";
import { PageKeys, READ_PAGES, takePageRoom } from "./page-keys";
import { StoreMemory } from "./store-kernel";

export class PartKeys {
	readonly #memory: StoreMemory;
	readonly #readers: readonly PageKeys[];
	/** The keys that are in no run, in order. */
	readonly #rest: Uint8Array<ArrayBuffer>;

	constructor(engine: Engine, { runs, keys, source, seed }: Omit<Ingredients, "fresh">) {
		this.#memory = new StoreMemory(engine);
		const room = takePageRoom(this.#memory);
		this.#readers = runs.map((run) => new PageKeys(this.#memory, source, run, seed, room));
		const sorterMemory = new StoreMemory(engine);
		const { start, end } = new KeySorter(sorterMemory).sort(keys);
		this.#rest = sorterMemory.area(start, end - start).slice();
	}

	/**
	 * Yields the keys of part `part` of 2^`bits`, Key.SIZE octets each, and maybe some of its neighbours. They are valid until the next ones.
	 * Throws SetError `invalid-store`, or the system's error.
	 */
	*of(part: number, bits: number): Generator<Uint8Array<ArrayBuffer>, void> {
		for (const reader of this.#readers) {
			const { bucketBits, groupBits } = reader.run;
			const pages = 2 ** (bucketBits - groupBits - bits);
			const end = Math.ceil((part + 1) * pages);
			for (let page = Math.floor(part * pages); page < end; page += READ_PAGES) {
				const keysEnd = reader.read(page, Math.min(page + READ_PAGES, end));
				yield this.#memory.area(reader.start, keysEnd - reader.start);
			}
		}
		if (this.#rest.length > 0) yield this.#rest.subarray(this.#firstOf(part, bits), this.#firstOf(part + 1, bits));
	}

	/** Offset of the keys of a part among the keys that are in no run. */
	#firstOf(part: number, bits: number): number {
		const words = new Uint32Array(this.#rest.buffer);
		let [start, end] = [0, this.#rest.length / Key.SIZE];
		while (start < end) {
			const middle = (start + end) >> 1;
			if ((words[(middle * Key.SIZE) / 4] as number) < part * 2 ** (32 - bits)) start = middle + 1;
			else end = middle;
		}
		return start * Key.SIZE;
	}
}
