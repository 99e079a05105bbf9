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

	addName(feature: number): void {
		if (this.counts === NONE) this.counts = new Map();
		increment(this.counts as Map<number, number>, feature);
	}

	/** Adds the features that one key has. */
	addPairs(present: readonly number[]): void {
		if (this.pairs === NONE && present.length > 1) this.pairs = new Map();
		for (let first = 1; first < present.length; ++first) {
			for (let second = 0; second < first; ++second) {
				increment(this.pairs as Map<number, number>, pairOf(present[first] as number, present[second] as number));
			}
		}
	}
}

function increment(counts: Map<number, number>, key: number): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function pairOf(a: number, b: number): number {
	return Math.min(a, b) * 0x4000000 + Math.max(a, b);
}

/** Counts the names of all sites, then, in a second pass, pairs of those that are in enough keys. */
export class NameCounter {
	/** 1 for parameters that a policy can name. */
	readonly #isNamed: Uint8Array;
	readonly #sites: Counted[];

	constructor(sites: number, features: readonly FeatureName[]) {
		this.#isNamed = Uint8Array.from(features, ({ kind, name }) =>
			kind === "param" && name !== undefined && name !== "" ? 1 : 0,
		);
		this.#sites = Array.from({ length: sites }, () => new Counted());
	}

	addNames(shard: Shard): void {
		const { partStarts, partNames } = shard;
		this.#forEachSite(shard, (names, first, end) => {
			for (let part = partStarts[first] as number; part < (partStarts[end] as number); ++part) {
				const feature = featureIn(partNames[part] as number);
				if (feature >= 0 && this.#isNamed[feature] === 1) names.addName(feature);
			}
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
		const present: number[] = [];
		this.#forEachSite(shard, (names, first, end) => {
			const { counts } = names;
			if (counts.size < 2) return;
			for (let key = first; key < end; ++key) {
				present.length = 0;
				for (let part = partStarts[key] as number; part < (partStarts[key + 1] as number); ++part) {
					const feature = featureIn(partNames[part] as number);
					if (counts.has(feature)) present.push(feature);
				}
				names.addPairs(present);
			}
		});
	}

	of(site: number): SiteNames {
		return this.#sites[site] ?? NO_NAMES;
	}

	#forEachSite(shard: Shard, run: (names: Counted, first: number, end: number) => void): void {
		const { sites, siteStarts } = shard;
		for (const [index, site] of sites.entries()) {
			const names = this.#sites[site];
			if (names !== undefined) run(names, siteStarts[index] as number, siteStarts[index + 1] as number);
		}
	}
}
