/**
 * The parameters that keys of each site have, and those they have together, by which bundles are found. There can be millions of sites, so
 * that all are in one array:
 *
 * ```
 *   of a site   number of names │ name, its keys │ name, its keys │ … │ keys with names 0 and 1, 0 and 2, 1 and 2, 0 and 3, …
 * ```
 */
import { Feature } from "./features";
import { chooseNames, type KnownNames, type NameChoice } from "./name-choice";
import { NameCounts } from "./name-counts";
import { featureIn, type Shard } from "./shard";
import { Words } from "./words";

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

export function pairOf(a: number, b: number): number {
	return Math.min(a, b) * 0x4000000 + Math.max(a, b);
}

/** Counts the names of all sites, then, in a second pass, pairs of those that are in enough keys. */
export class NameCounter {
	readonly #known: KnownNames;
	readonly #siteCount: number;
	#counts = new NameCounts();
	/** The names of sites that may have bundles; and where those of each site are, plus one. */
	readonly #names = new Words();
	readonly #starts: Uint32Array;
	/** By feature: the keys of a site that have it, and one more than its place among those of the site. 0 between sites. */
	readonly #keys: Uint32Array;
	#places = new Uint8Array(0);
	readonly #seen: number[] = [];
	/** The keys of a site that have two names, by their places. 0 between sites. */
	readonly #pairs = new Uint32Array(MAX_BUNDLED * MAX_BUNDLED);

	constructor(sites: number, known: KnownNames) {
		this.#siteCount = sites;
		this.#known = known;
		this.#starts = new Uint32Array(sites);
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
			this.#addSite(
				site,
				often.slice(0, MAX_BUNDLED).sort(([a], [b]) => a - b),
			);
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
			const start = this.#starts[sites[index] as number] as number;
			if (start === 0) continue;
			const { array } = this.#names;
			const end = start + 2 * (array[start - 1] as number);
			for (let at = start, place = 0; at < end; at += 2) places[array[at] as number] = ++place;
			for (let key = siteStarts[index] as number; key < (siteStarts[index + 1] as number); ++key) {
				let count = 0;
				for (let part = partStarts[key] as number; part < (partStarts[key + 1] as number); ++part) {
					const feature = featureIn(partNames[part] as number);
					if (feature >= 0 && places[feature] !== 0) present[count++] = (places[feature] as number) - 1;
				}
				countPairs(pairs, present, count);
			}
			takePairs(pairs, (end - start) >> 1, array, end);
			for (let at = start; at < end; at += 2) places[array[at] as number] = 0;
		}
	}

	of(site: number): SiteNames {
		const start = this.#starts[site] as number;
		if (start === 0) return NO_NAMES;
		const { array } = this.#names;
		const names = array[start - 1] as number;
		const nameAt = (place: number) => array[start + 2 * place] as number;
		const [counts, pairs] = [new Map<number, number>(), new Map<number, number>()];
		for (let first = 0, at = start + 2 * names; first < names; ++first) {
			counts.set(nameAt(first), array[start + 2 * first + 1] as number);
			for (let second = 0; second < first; ++second, ++at)
				if (array[at] !== 0) pairs.set(pairOf(nameAt(first), nameAt(second)), array[at] as number);
		}
		return { counts, pairs };
	}

	#addSite(site: number, names: readonly (readonly [rank: number, keys: number])[]): void {
		this.#names.push(names.length);
		this.#starts[site] = this.#names.length;
		for (const [rank, keys] of names) {
			this.#names.push(rank);
			this.#names.push(keys);
		}
		for (let pair = (names.length * (names.length - 1)) / 2; pair > 0; --pair) this.#names.push(0);
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

/** Moves the counts of pairs of `names` names to `words`, from `start` on. */
function takePairs(pairs: Uint32Array, names: number, words: Uint32Array, start: number): void {
	for (let first = 0, to = start; first < names; ++first) {
		for (let second = 0; second < first; ++second, ++to) {
			const at = MAX_BUNDLED * first + second;
			const reversed = MAX_BUNDLED * second + first;
			words[to] = (words[to] as number) + (pairs[at] as number) + (pairs[reversed] as number);
			pairs[at] = 0;
			pairs[reversed] = 0;
		}
	}
}
