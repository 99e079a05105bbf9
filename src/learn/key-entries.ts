/** The digests of each key, each once, with how often it was fetched. */
import type { DigestChoice, FetchedDigests } from "./choose-column";
import { compareLanes } from "./hash";

/** Digests of a key that are kept: the smallest. A page with more changes with each fetch. */
const MAX_DIGESTS = 64;

/** Digests by key, smallest first. */
export interface KeyEntries {
	/** The first entry of each key. A key without entries is no evidence. */
	readonly entryStarts: Uint32Array;
	readonly entryLo: Uint32Array;
	readonly entryHi: Uint32Array;
	readonly entryCounts: Uint32Array;
}

/** The digests of each key in the column that its site uses. */
export function entriesOf(
	{ starts, columns }: FetchedDigests,
	siteStarts: Uint32Array,
	choices: readonly DigestChoice[],
): KeyEntries {
	const writer = new EntryWriter(starts.length, starts.at(-1) ?? 0);
	for (const [site, { column }] of choices.entries()) {
		const words = column === undefined ? undefined : columns[column];
		for (let key = siteStarts[site] as number; key < (siteStarts[site + 1] as number); ++key) {
			for (let fetch = starts[key] as number; words && fetch < (starts[key + 1] as number); ++fetch) {
				writer.add(words.lo[fetch] as number, words.hi[fetch] as number);
			}
			writer.endKey(key);
		}
	}
	return writer;
}

class EntryWriter implements KeyEntries {
	readonly entryStarts: Uint32Array;
	readonly entryLo: Uint32Array;
	readonly entryHi: Uint32Array;
	readonly entryCounts: Uint32Array;
	#from = 0;
	#to = 0;

	constructor(starts: number, fetches: number) {
		this.entryStarts = new Uint32Array(starts);
		this.entryLo = new Uint32Array(fetches);
		this.entryHi = new Uint32Array(fetches);
		this.entryCounts = new Uint32Array(fetches);
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
		for (const words of [this.entryLo, this.entryHi, this.entryCounts]) words.copyWithin(at + 1, at, this.#to);
		this.entryLo[at] = lo;
		this.entryHi[at] = hi;
		this.entryCounts[at] = 1;
		++this.#to;
	}

	endKey(key: number): void {
		this.#from = this.#to;
		this.entryStarts[key + 1] = this.#to;
	}

	#orderAt(entry: number, lo: number, hi: number): number {
		return compareLanes(lo, hi, this.entryLo[entry] as number, this.entryHi[entry] as number);
	}
}
