/** Which parameters the keys of each site have, and which of them together: what bundles are found by. */
import type { FeatureName } from "./features";
import { featureIn, type Shard } from "./shard";

/** Keys that a name has at least to be part of a bundle. */
const LEAST_KEYS = 20;
/** Names of a site that may be in bundles: those in most keys. */
const MAX_BUNDLED = 64;

/** Parameters of a site in octet order, with the number of keys that have them, and that have two of them. */
export interface SiteNames {
	readonly counts: ReadonlyMap<number, number>;
	readonly pairs: ReadonlyMap<number, number>;
}

/** Shared by all sites that have none: there can be millions. */
const NONE: ReadonlyMap<number, number> = new Map();
const NO_NAMES: SiteNames = { counts: NONE, pairs: NONE };

class Counted implements SiteNames {
	counts = NONE;
	pairs = NONE;

	addNames(feature: number, keys: number): void {
		if (this.counts === NONE) this.counts = new Map();
		add(this.counts as Map<number, number>, feature, keys);
	}

	addPairs(a: number, b: number, keys: number): void {
		if (this.pairs === NONE) this.pairs = new Map();
		add(this.pairs as Map<number, number>, pairOf(a, b), keys);
	}
}

function add(counts: Map<number, number>, key: number, count: number): void {
	counts.set(key, (counts.get(key) ?? 0) + count);
}

export function pairOf(a: number, b: number): number {
	return Math.min(a, b) * 0x4000000 + Math.max(a, b);
}

/** Counts the names of all sites, then, in a second pass, pairs of those that are in enough keys. */
export class NameCounter {
	/** 1 for parameters that a policy can name. */
	readonly #isNamed: Uint8Array;
	readonly #sites: Counted[];
	/** Of each feature, the keys of a site that have it, and one more than its place among those of the site. 0 between sites. */
	readonly #keys: Uint32Array;
	readonly #places: Uint8Array;
	readonly #seen: number[] = [];
	/** The keys of a site that have two names, by their places. 0 between sites. */
	readonly #pairs = new Uint32Array(MAX_BUNDLED * MAX_BUNDLED);

	constructor(sites: number, features: readonly FeatureName[]) {
		this.#isNamed = Uint8Array.from(features, ({ kind, name }) =>
			kind === "param" && name !== undefined && name !== "" ? 1 : 0,
		);
		this.#sites = Array.from({ length: sites }, () => new Counted());
		this.#keys = new Uint32Array(features.length);
		this.#places = new Uint8Array(features.length);
	}

	addNames(shard: Shard): void {
		const { partStarts, partNames } = shard;
		const [keys, seen] = [this.#keys, this.#seen];
		this.#forEachSite(shard, (names, first, end) => {
			for (let part = partStarts[first] as number; part < (partStarts[end] as number); ++part) {
				const feature = featureIn(partNames[part] as number);
				if (feature < 0 || this.#isNamed[feature] === 0) continue;
				if (keys[feature] === 0) seen.push(feature);
				keys[feature] = (keys[feature] as number) + 1;
			}
			for (const feature of seen) {
				names.addNames(feature, keys[feature] as number);
				keys[feature] = 0;
			}
			seen.length = 0;
		});
	}

	/** Keeps the names of each site that may be in bundles. */
	endNames(): void {
		for (const site of this.#sites) {
			const often = [...site.counts].filter(([, count]) => count >= LEAST_KEYS).sort(([a, x], [b, y]) => y - x || a - b);
			site.counts = often.length < 2 ? NONE : new Map(often.slice(0, MAX_BUNDLED).sort(([a], [b]) => a - b));
		}
	}

	addPairs(shard: Shard): void {
		const { partStarts, partNames } = shard;
		const [places, pairs] = [this.#places, this.#pairs];
		const present = new Uint8Array(MAX_BUNDLED);
		this.#forEachSite(shard, (names, first, end) => {
			if (names.counts.size < 2) return;
			const features = [...names.counts.keys()];
			for (let place = 0; place < features.length; ++place) places[features[place] as number] = place + 1;
			for (let key = first; key < end; ++key) {
				let count = 0;
				for (let part = partStarts[key] as number; part < (partStarts[key + 1] as number); ++part) {
					const feature = featureIn(partNames[part] as number);
					if (feature >= 0 && places[feature] !== 0) present[count++] = (places[feature] as number) - 1;
				}
				countPairs(pairs, present, count);
			}
			takePairs(pairs, features, names);
			for (const feature of features) places[feature] = 0;
		});
	}

	of(site: number): SiteNames {
		return this.#sites[site] ?? NO_NAMES;
	}

	#forEachSite(shard: Shard, run: (names: Counted, first: number, end: number) => void): void {
		const { sites, siteStarts } = shard;
		for (let index = 0; index < sites.length; ++index) {
			const names = this.#sites[sites[index] as number];
			if (names !== undefined) run(names, siteStarts[index] as number, siteStarts[index + 1] as number);
		}
	}
}

/** Counts each two of the places that a key has, each once. */
function countPairs(pairs: Uint32Array, present: Uint8Array, count: number): void {
	for (let first = 1; first < count; ++first) {
		for (let second = 0; second < first; ++second) {
			const at = MAX_BUNDLED * (present[first] as number) + (present[second] as number);
			pairs[at] = (pairs[at] as number) + 1;
		}
	}
}

function takePairs(pairs: Uint32Array, features: readonly number[], names: Counted): void {
	for (let first = 0; first < features.length; ++first) {
		for (let second = 0; second < features.length; ++second) {
			const at = MAX_BUNDLED * first + second;
			if (pairs[at] === 0) continue;
			names.addPairs(features[first] as number, features[second] as number, pairs[at] as number);
			pairs[at] = 0;
		}
	}
}
