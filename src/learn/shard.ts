/**
 * The keys of one partition in order: by site, skeleton and hash. All keys that a rule can merge are next to each other.
 *
 * ```
 *   site       a.com ------------------------------- | b.com ---
 *   skeleton   a.com/x ------------- | a.com/y ----- | b.com/ --
 *   key        /x?a=1   /x?a=2   /x  | /y?b    /y/   | /
 *   parts      a        a            | b       slash |
 *   entries    D1 x 2   D1       D2  | D3 D4   D3    | D5          a digest and how often it was fetched
 * ```
 *
 * All is in one array of words, which can be written to disk:
 *
 * ```
 *   sites keys parts columns   4 words
 *   entries                    1 word for each column
 *   sites, siteStarts          s, s + 1 words
 *   skeleton, hash             k words for each half
 *   place                      k words
 *   partStarts                 k + 1 words
 *   parts                      p words for what they are of, and for each half of the hash
 *   entries of each column     k + 1 words for where they start; e words for each half of the digest and for how often
 *   held                       1 octet for each key
 * ```
 */

/** How many of each there are. */
export interface ShardSize {
	readonly sites: number;
	readonly keys: number;
	readonly parts: number;
	/** By column. */
	readonly entries: readonly number[];
}

/** Digests by key, smallest first. */
export interface KeyEntries {
	/** The first entry of each key. A key without entries is no evidence. */
	readonly entryStarts: Uint32Array;
	readonly entryLo: Uint32Array;
	readonly entryHi: Uint32Array;
	readonly entryCounts: Uint32Array;
}

/** Takes views of an array, one after the other. */
class Views {
	readonly #words: Uint32Array;
	#at: number;

	constructor(words: Uint32Array, at: number) {
		this.#words = words;
		this.#at = at;
	}

	next(length: number): Uint32Array {
		this.#at += length;
		return this.#words.subarray(this.#at - length, this.#at);
	}
}

/** What a part is of: a feature, or the value of a parameter, its owner, which `emptyValue` erases, too. */
export function nameOf(feature: number, isOwner = false): number {
	return 2 * feature + (isOwner ? 1 : 0);
}

/** The feature of a part, or -1 if it has an owner. */
export function featureIn({ partNames }: Shard, part: number): number {
	const name = partNames[part] as number;
	return name & 1 ? -1 : name >>> 1;
}

export class Shard {
	readonly words: Uint32Array;
	/** The sites, by rank, and the first key of each. */
	readonly sites: Uint32Array;
	readonly siteStarts: Uint32Array;
	readonly skeletonLo: Uint32Array;
	readonly skeletonHi: Uint32Array;
	readonly lo: Uint32Array;
	readonly hi: Uint32Array;
	/** The number of the fetch that stands for each key. */
	readonly place: Uint32Array;
	/** The first part of each key. */
	readonly partStarts: Uint32Array;
	/** By rank: see `nameOf`. */
	readonly partNames: Uint32Array;
	readonly partLo: Uint32Array;
	readonly partHi: Uint32Array;
	readonly columns: readonly KeyEntries[];
	/** 1 for keys that are held out. */
	readonly held: Uint8Array;

	/** Takes the words of a shard. */
	constructor(words: Uint32Array) {
		this.words = words;
		const [sites = 0, keys = 0, parts = 0, columns = 0] = words;
		const views = new Views(words, 4);
		const entries = views.next(columns);
		this.sites = views.next(sites);
		this.siteStarts = views.next(sites + 1);
		[this.skeletonLo, this.skeletonHi] = [views.next(keys), views.next(keys)];
		[this.lo, this.hi] = [views.next(keys), views.next(keys)];
		this.place = views.next(keys);
		this.partStarts = views.next(keys + 1);
		this.partNames = views.next(parts);
		[this.partLo, this.partHi] = [views.next(parts), views.next(parts)];
		this.columns = Array.from(entries, (count) => ({
			entryStarts: views.next(keys + 1),
			entryLo: views.next(count),
			entryHi: views.next(count),
			entryCounts: views.next(count),
		}));
		const held = views.next((keys + 3) >> 2);
		this.held = new Uint8Array(held.buffer, held.byteOffset, keys);
	}

	/** A shard with room for as many. */
	static ofSize({ sites, keys, parts, entries }: ShardSize): Shard {
		const ofEntries = entries.reduce((sum, count) => sum + keys + 1 + 3 * count, entries.length);
		const words = new Uint32Array(4 + ofEntries + 2 * sites + 1 + 6 * keys + 1 + 3 * parts + ((keys + 3) >> 2));
		words.set([sites, keys, parts, entries.length, ...entries]);
		return new Shard(words);
	}

	get keys(): number {
		return this.lo.length;
	}

	/** The number of a URL that has a key. */
	placeOf(key: number): number {
		return this.place[key] as number;
	}
}

/** How large the largest skeleton of a shard is, and the largest site. */
export interface Extents {
	readonly keys: number;
	readonly parts: number;
	/** Those of the column that has most. */
	readonly entries: number;
	readonly siteParts: number;
}

export function extentsOf(shard: Shard): Extents {
	const { skeletonLo, skeletonHi, partStarts, sites, siteStarts, columns } = shard;
	const most = { keys: 0, parts: 0, entries: 0, siteParts: 0 };
	for (let first = 0, key = 1; key <= shard.keys; ++key) {
		if (key < shard.keys && skeletonLo[key] === skeletonLo[first] && skeletonHi[key] === skeletonHi[first]) continue;
		most.keys = Math.max(most.keys, key - first);
		most.parts = Math.max(most.parts, (partStarts[key] as number) - (partStarts[first] as number));
		for (const { entryStarts } of columns)
			most.entries = Math.max(most.entries, (entryStarts[key] as number) - (entryStarts[first] as number));
		first = key;
	}
	for (let site = 0; site < sites.length; ++site) {
		const start = partStarts[siteStarts[site] as number] as number;
		most.siteParts = Math.max(most.siteParts, (partStarts[siteStarts[site + 1] as number] as number) - start);
	}
	return most;
}
