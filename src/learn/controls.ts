/** Controls: keys fetched twice or more, and those of them whose digest changed. */
import type { KeyEntries } from "./shard";

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

	add(site: number, keys: number, changed: number, repeated: number, proven: number): void {
		const counts = this.#counts;
		const at = SIZE * site;
		counts[at] = (counts[at] as number) + keys;
		counts[at + 1] = (counts[at + 1] as number) + changed;
		counts[at + 2] = (counts[at + 2] as number) + repeated;
		counts[at + 3] = (counts[at + 3] as number) + proven;
	}

	/** Adds a key with its entries. */
	addKey(site: number, { entryStarts, entryCounts }: KeyEntries, key: number): void {
		const first = entryStarts[key] as number;
		const end = entryStarts[key + 1] as number;
		if (first === end || (end - first === 1 && entryCounts[first] === 1)) return;
		let fetches = 0;
		let most = 0;
		for (let entry = first; entry < end; ++entry) {
			const count = entryCounts[entry] as number;
			fetches += count;
			if (count > most) most = count;
		}
		const changed = end - first > 1 ? 1 : 0;
		this.add(site, fetches > 1 ? 1 : 0, changed, fetches > 2 && most > 1 ? 1 : 0, most > 1 ? changed : 0);
	}
}
