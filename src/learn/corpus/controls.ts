/** Controls: keys fetched at least twice, and of these, keys whose digest changed. */
export interface Controls {
	readonly keys: number;
	readonly changed: number;
	/** Keys with three fetches or more, two of which have the same digest; and keys with such a digest and another one. */
	readonly repeated: number;
	readonly proven: number;
}

export const NO_CONTROLS: Controls = { keys: 0, changed: 0, repeated: 0, proven: 0 };

/** Numbers of a site. */
const SIZE = 4;

/** The controls of each site. */
export class SiteControls {
	/** Number of sites. */
	readonly sites: number;
	readonly #counts: Uint32Array;

	constructor(sites: number) {
		this.sites = sites;
		this.#counts = new Uint32Array(SIZE * sites);
	}

	at(site: number): Controls {
		const [keys = 0, changed = 0, repeated = 0, proven = 0] = this.#counts.subarray(SIZE * site, SIZE * (site + 1));
		return { keys, changed, repeated, proven };
	}

	clear(site: number): void {
		this.#counts.fill(0, SIZE * site, SIZE * (site + 1));
	}

	/** Adds `Controls` of the kernel, which are words from `at` on. */
	addFrom(site: number, words: Uint32Array | Int32Array, at: number): void {
		const counts = this.#counts;
		for (let word = 0; word < SIZE; ++word)
			counts[SIZE * site + word] = (counts[SIZE * site + word] as number) + (words[at + word] as number);
	}
}
