/** Counts the keys of each site that have each name: by open addressing, since a crawl can have millions of both. */

const FIRST_SLOTS = 1 << 10;
export const MAX_COUNT: number = 2 ** 32 - 1;

export class NameCounts {
	/** For each pair: its site + 1, or 0 for a free slot; its feature; and the count. */
	#sites = new Uint32Array(FIRST_SLOTS);
	#features = new Uint32Array(FIRST_SLOTS);
	#counts = new Uint32Array(FIRST_SLOTS);
	#size = 0;

	add(site: number, feature: number, keys: number): void {
		if (2 * this.#size >= this.#sites.length) this.#grow();
		const slot = this.#slotOf(site, feature);
		if (this.#sites[slot] === 0) {
			this.#sites[slot] = site + 1;
			this.#features[slot] = feature;
			++this.#size;
		}
		this.#counts[slot] = Math.min(MAX_COUNT, (this.#counts[slot] as number) + keys);
	}

	/** Calls `run` with each site that has names, its features and their counts. `sites`: their number. */
	forEachSite(sites: number, run: (features: Uint32Array, counts: Uint32Array, site: number) => void): void {
		const starts = this.#starts(sites);
		const [features, counts] = [new Uint32Array(this.#size), new Uint32Array(this.#size)];
		const next = starts.slice();
		for (let slot = 0; slot < this.#sites.length; ++slot) {
			const site = (this.#sites[slot] as number) - 1;
			if (site < 0) continue;
			const at = next[site] as number;
			next[site] = at + 1;
			features[at] = this.#features[slot] as number;
			counts[at] = this.#counts[slot] as number;
		}
		for (let site = 0; site < sites; ++site) {
			const [start, end] = [starts[site] as number, starts[site + 1] as number];
			if (start < end) run(features.subarray(start, end), counts.subarray(start, end), site);
		}
	}

	#starts(sites: number): Uint32Array {
		const starts = new Uint32Array(sites + 1);
		for (const site of this.#sites) if (site > 0) starts[site] = (starts[site] as number) + 1;
		for (let site = 0; site < sites; ++site) starts[site + 1] = (starts[site + 1] as number) + (starts[site] as number);
		return starts;
	}

	#slotOf(site: number, feature: number): number {
		const mask = this.#sites.length - 1;
		let slot = (Math.imul(site + 1, 0x9e3779b1) ^ Math.imul(feature + 1, 0x85ebca6b)) >>> 0;
		slot = (slot ^ (slot >>> 15)) & mask;
		while (this.#sites[slot] !== 0 && (this.#sites[slot] !== site + 1 || this.#features[slot] !== feature))
			slot = (slot + 1) & mask;
		return slot;
	}

	#grow(): void {
		const [sites, features, counts] = [this.#sites, this.#features, this.#counts];
		const slots = 2 * sites.length;
		this.#sites = new Uint32Array(slots);
		this.#features = new Uint32Array(slots);
		this.#counts = new Uint32Array(slots);
		for (let slot = 0; slot < sites.length; ++slot) {
			if (sites[slot] === 0) continue;
			const to = this.#slotOf((sites[slot] as number) - 1, features[slot] as number);
			this.#sites[to] = sites[slot] as number;
			this.#features[to] = features[slot] as number;
			this.#counts[to] = counts[slot] as number;
		}
	}
}
