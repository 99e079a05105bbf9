/** The digests of each key, each once, with how often it was fetched. */
import { compareLanes } from "./hash";
import type { KeyEntries } from "./shard";

/** Digests of a key that are kept: the smallest. A page with more changes with each fetch. */
const MAX_DIGESTS = 64;

/** Takes digests key by key. */
export class EntryWriter implements KeyEntries {
	readonly entryStarts: Uint32Array;
	readonly entryLo: Uint32Array;
	readonly entryHi: Uint32Array;
	readonly entryCounts: Uint32Array;
	#from = 0;
	#to = 0;

	constructor(keys: number, fetches: number) {
		this.entryStarts = new Uint32Array(keys + 1);
		this.entryLo = new Uint32Array(fetches);
		this.entryHi = new Uint32Array(fetches);
		this.entryCounts = new Uint32Array(fetches);
	}

	/** Number of entries. */
	get length(): number {
		return this.#to;
	}

	/** Adds a digest to the current key. Both lanes are 0 for none. */
	add(lo: number, hi: number): void {
		if (lo === 0 && hi === 0) return;
		let at = this.#to;
		while (at > this.#from && this.#orderAt(at - 1, lo, hi) < 0) --at;
		if (at > this.#from && this.#orderAt(at - 1, lo, hi) === 0) {
			this.entryCounts[at - 1] = (this.entryCounts[at - 1] as number) + 1;
			return;
		}
		if (at - this.#from === MAX_DIGESTS) return;
		if (this.#to - this.#from === MAX_DIGESTS) --this.#to;
		if (at < this.#to) this.#shift(at);
		this.entryLo[at] = lo;
		this.entryHi[at] = hi;
		this.entryCounts[at] = 1;
		++this.#to;
	}

	endKey(key: number): void {
		this.#from = this.#to;
		this.entryStarts[key + 1] = this.#to;
	}

	#shift(at: number): void {
		for (const words of [this.entryLo, this.entryHi, this.entryCounts]) words.copyWithin(at + 1, at, this.#to);
	}

	#orderAt(entry: number, lo: number, hi: number): number {
		return compareLanes(lo, hi, this.entryLo[entry] as number, this.entryHi[entry] as number);
	}
}
