/**
 * Keys of a partition in memory, by site.
 *
 * ```
 *   octets   12 │ http://h/a   13 │ http://g/bc   12 │ http://h/d       records of a KeyLog
 *   order    0 2 │ 1                                                  the keys of each site
 * ```
 */
import { siteEnd } from "./site";
import { grown, Texts } from "./texts";

const FIRST_KEYS = 4096;

export class KeyBlock {
	octets: Uint8Array = new Uint8Array(0);
	/** Number of keys. */
	count = 0;
	starts = new Int32Array(FIRST_KEYS);
	ends = new Int32Array(FIRST_KEYS);
	/** Where the path of each key begins. */
	pathStarts = new Int32Array(FIRST_KEYS);
	#siteOf = new Int32Array(FIRST_KEYS);
	readonly sites = new Texts();
	/** The keys by site, and where those of each site begin. */
	order = new Int32Array(0);
	siteStarts = new Int32Array(0);

	/** Replaces all keys by those of some records, which must stay as they are. */
	load(words: Uint32Array): void {
		this.octets = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
		this.count = 0;
		this.sites.clear();
		for (let at = 0; at < words.length; at = (this.#add(4 * at + 4, words[at] as number) + 3) >> 2);
		this.#sortBySite();
	}

	/** Adds the key of `length` octets at `start`. Returns its end. */
	#add(start: number, length: number): number {
		if (this.count === this.starts.length) this.#grow();
		const end = start + length;
		const pathStart = siteEnd(this.octets, start, end);
		this.starts[this.count] = start;
		this.ends[this.count] = end;
		this.pathStarts[this.count] = pathStart;
		this.#siteOf[this.count++] = this.sites.add(this.octets, start, pathStart);
		return end;
	}

	#grow(): void {
		const size = 2 * this.starts.length;
		this.starts = grown(this.starts, size);
		this.ends = grown(this.ends, size);
		this.pathStarts = grown(this.pathStarts, size);
		this.#siteOf = grown(this.#siteOf, size);
	}

	/** A counting sort. */
	#sortBySite(): void {
		const next = new Int32Array(this.sites.length + 1);
		for (let key = 0; key < this.count; ++key) ++(next[(this.#siteOf[key] as number) + 1] as number);
		for (let site = 0; site < this.sites.length; ++site) next[site + 1] = (next[site + 1] as number) + (next[site] as number);
		this.siteStarts = next.slice();
		this.order = new Int32Array(this.count);
		for (let key = 0; key < this.count; ++key) {
			const site = this.#siteOf[key] as number;
			const place = next[site] as number;
			this.order[place] = key;
			next[site] = place + 1;
		}
	}
}
