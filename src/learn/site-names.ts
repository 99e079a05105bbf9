/** Which parameters the keys of each site have, and which of them together: what bundles are found by. */
import { Feature } from "./features";
import { chooseNames, type KnownNames, type NameChoice } from "./name-choice";
import { NameCounts } from "./name-counts";
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

/** Shared by all sites without bundles: there can be millions. */
const NO_NAMES: SiteNames = { counts: new Map(), pairs: new Map() };

/** Those of a site that may have bundles. */
interface Counted {
	readonly counts: ReadonlyMap<number, number>;
	readonly pairs: Map<number, number>;
}

export function pairOf(a: number, b: number): number {
	return Math.min(a, b) * 0x4000000 + Math.max(a, b);
}

/** Counts the names of all sites, then, in a second pass, pairs of those that are in enough keys. */
export class NameCounter {
	readonly #known: KnownNames;
	readonly #siteCount: number;
	#counts = new NameCounts();
	/** The sites that may have bundles. */
	readonly #sites = new Map<number, Counted>();
	/** Of each feature, the keys of a site that have it, and one more than its place among those of the site. 0 between sites. */
	readonly #keys: Uint32Array;
	#places = new Uint8Array(0);
	readonly #seen: number[] = [];
	/** The keys of a site that have two names, by their places. 0 between sites. */
	readonly #pairs = new Uint32Array(MAX_BUNDLED * MAX_BUNDLED);

	constructor(sites: number, known: KnownNames) {
		this.#siteCount = sites;
		this.#known = known;
		this.#keys = new Uint32Array(known.features.length);
	}

	/** Counts keys of a site that have a feature, but for those of shards. */
	add(site: number, feature: number, keys: number): void {
		this.#counts.add(site, feature, keys);
	}

	/** Counts the names of a shard whose parts have the numbers of features. */
	addNames(shard: Shard): void {
		const { sites, siteStarts, partStarts, partNames } = shard;
		const [keys, seen] = [this.#keys, this.#seen];
		for (let index = 0; index < sites.length; ++index) {
			const end = partStarts[siteStarts[index + 1] as number] as number;
			for (let part = partStarts[siteStarts[index] as number] as number; part < end; ++part) {
				const feature = featureIn(partNames[part] as number);
				if (feature < Feature.NAMED) continue;
				if (keys[feature] === 0) seen.push(feature);
				keys[feature] = (keys[feature] as number) + 1;
			}
			for (const feature of seen) {
				this.#counts.add(sites[index] as number, feature, keys[feature] as number);
				keys[feature] = 0;
			}
			seen.length = 0;
		}
	}

	/** Chooses the names that can be candidates, and those of each site that may be in bundles. */
	endNames(): NameChoice {
		const choice = chooseNames(this.#counts, this.#siteCount, this.#known);
		const isNamed = choice.features.map(({ kind, name }) => kind === "param" && name !== undefined && name !== "");
		this.#counts.forEachSite(this.#siteCount, (features, keys, site) => {
			const often: [number, number][] = [];
			for (let at = 0; at < features.length; ++at) {
				const rank = choice.ranks[features[at] as number] as number;
				if ((keys[at] as number) >= LEAST_KEYS && isNamed[rank]) often.push([rank, keys[at] as number]);
			}
			if (often.length < 2) return;
			often.sort(([a, x], [b, y]) => y - x || a - b);
			this.#sites.set(site, { counts: new Map(often.slice(0, MAX_BUNDLED).sort(([a], [b]) => a - b)), pairs: new Map() });
		});
		this.#counts = new NameCounts();
		this.#places = new Uint8Array(choice.features.length);
		return choice;
	}

	/** Counts pairs of names of a shard whose parts have the places of names in order. */
	addPairs(shard: Shard): void {
		const { sites, siteStarts, partStarts, partNames } = shard;
		const [places, pairs] = [this.#places, this.#pairs];
		const present = new Uint8Array(MAX_BUNDLED);
		for (let index = 0; index < sites.length; ++index) {
			const names = this.#sites.get(sites[index] as number);
			if (names === undefined) continue;
			const features = [...names.counts.keys()];
			for (let place = 0; place < features.length; ++place) places[features[place] as number] = place + 1;
			for (let key = siteStarts[index] as number; key < (siteStarts[index + 1] as number); ++key) {
				let count = 0;
				for (let part = partStarts[key] as number; part < (partStarts[key + 1] as number); ++part) {
					const feature = featureIn(partNames[part] as number);
					if (feature >= 0 && places[feature] !== 0) present[count++] = (places[feature] as number) - 1;
				}
				countPairs(pairs, present, count);
			}
			takePairs(pairs, features, names.pairs);
			for (const feature of features) places[feature] = 0;
		}
	}

	of(site: number): SiteNames {
		return this.#sites.get(site) ?? NO_NAMES;
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

function takePairs(pairs: Uint32Array, features: readonly number[], to: Map<number, number>): void {
	for (let first = 0; first < features.length; ++first) {
		for (let second = 0; second < features.length; ++second) {
			const at = MAX_BUNDLED * first + second;
			if (pairs[at] === 0) continue;
			const pair = pairOf(features[first] as number, features[second] as number);
			to.set(pair, (to.get(pair) ?? 0) + (pairs[at] as number));
			pairs[at] = 0;
		}
	}
}
