/** Which parameters the keys of each site have, and which of them together: what bundles are found by. */
import type { FeatureName } from "./features";
import type { Shard } from "./shard";

/** Keys that a name has at least to be part of a bundle. */
const LEAST_KEYS = 20;
/** Names of a site that may be in bundles: those in most keys. */
const MAX_BUNDLED = 64;

/** Parameters of a site in octet order, with the number of keys that have them, and that have two of them. */
export interface SiteNames {
	readonly counts: ReadonlyMap<number, number>;
	readonly pairs: ReadonlyMap<number, number>;
}

interface Counted {
	counts: Map<number, number>;
	readonly pairs: Map<number, number>;
}

const NO_NAMES: SiteNames = { counts: new Map(), pairs: new Map() };

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
		this.#sites = Array.from({ length: sites }, () => ({ counts: new Map(), pairs: new Map() }));
	}

	addNames(shard: Shard): void {
		this.#forEachSite(shard, ({ counts }, first, end) => {
			for (let part = shard.partStarts[first] as number; part < (shard.partStarts[end] as number); ++part) {
				const feature = shard.partFeatures[part] as number;
				if (shard.partOwners[part] !== 0 || this.#isNamed[feature] === 0) continue;
				counts.set(feature, (counts.get(feature) ?? 0) + 1);
			}
		});
	}

	/** Keeps the names of each site that may be in bundles. */
	endNames(): void {
		for (const site of this.#sites) {
			const often = [...site.counts].filter(([, count]) => count >= LEAST_KEYS).sort(([a, x], [b, y]) => y - x || a - b);
			site.counts = new Map(often.slice(0, MAX_BUNDLED).sort(([a], [b]) => a - b));
		}
	}

	addPairs(shard: Shard): void {
		const present: number[] = [];
		this.#forEachSite(shard, ({ counts, pairs }, first, end) => {
			if (counts.size < 2) return;
			for (let key = first; key < end; ++key) {
				present.length = 0;
				for (let part = shard.partStarts[key] as number; part < (shard.partStarts[key + 1] as number); ++part) {
					const feature = shard.partFeatures[part] as number;
					if (shard.partOwners[part] === 0 && counts.has(feature)) present.push(feature);
				}
				addPairsOf(present, pairs);
			}
		});
	}

	of(site: number): SiteNames {
		return this.#sites[site] ?? NO_NAMES;
	}

	#forEachSite(shard: Shard, run: (names: Counted, first: number, end: number) => void): void {
		for (const [index, site] of shard.sites.entries()) {
			const names = this.#sites[site];
			if (names !== undefined) run(names, shard.siteStarts[index] as number, shard.siteStarts[index + 1] as number);
		}
	}
}

function addPairsOf(present: readonly number[], pairs: Map<number, number>): void {
	for (let first = 1; first < present.length; ++first) {
		for (let second = 0; second < first; ++second) {
			const pair = pairOf(present[first] as number, present[second] as number);
			pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
		}
	}
}
