/**
 * Pages: the keys that learned rules leave, each with its content. Rules of hosts and of values compare two of them:
 *
 * ```
 *   hosts    m.a.com/x?id=1    a.com/x?id=1       equal without the hash of the site
 *   values   a.com/x?page=1    a.com/x            equal without the hash of one part
 * ```
 */
import { Seed } from "../../../assembly/learn/key-part";
import { Hash } from "../../../assembly/learn/layout";
import { encoder } from "../../utf8";
import { Feature } from "../corpus/features";
import type { KeyReader } from "../corpus/key-reader";
import type { KeyEntries, Shard } from "../corpus/shard";
import { forEachSkeleton } from "../corpus/skeletons";
import type { Web } from "../corpus/web";
import type { Rules } from "../rules/rules";

/** A page. Hashes are numbers of 53 bits. */
export interface Page {
	/** Its key. */
	hash: number;
	/** Its key in two words. */
	lo: number;
	hi: number;
	/** Path and query, with what no rule erases. */
	path: number;
	hasWww: boolean;
	/** The digest of all its fetches; 0 if there are several. */
	content: number;
	fetches: number;
	isHeld: boolean;
	/** Its first key in the shard, and the number of the fetch whose URL stands for it. */
	key: number;
	place: number;
}

/** The pages of a skeleton. They are others after the call that they are given to. */
export interface Pages {
	readonly list: readonly Page[];
	/** The page of a key, if there are several. */
	readonly byHash: ReadonlyMap<number, Page>;
}

/** The data of pages while their shard is read. */
export interface PageShard {
	readonly partStarts: Uint32Array;
	readonly partNames: Uint32Array;
	readonly partLo: Uint32Array;
	readonly partHi: Uint32Array;
	/** Whether rules erase a part at the site. */
	isErased(part: number): boolean;
}

/** One number for the two words of a hash. */
export function hashNumber(lo: number, hi: number): number {
	return (lo >>> 0) * 2 ** 32 + (hi >>> 0);
}

export class PageReader {
	readonly #web: Web;
	readonly #rules: Rules;
	readonly #mask: Uint8Array;
	readonly #pages = new PagePool();
	/** The hash of each site, in two words. */
	readonly #sites: Int32Array;

	constructor(web: Web, rules: Rules) {
		this.#web = web;
		this.#rules = rules;
		this.#mask = new Uint8Array(web.features.length);
		this.#sites = siteHashes(web);
	}

	/** `Page.path` of the root of each site. */
	rootOf(reader: KeyReader): number {
		const [host] = this.#web.siteNames;
		const key = host === undefined ? undefined : reader.read(encoder.encode(`https://${host}/`));
		return key === undefined ? -1 : hashNumber(key.lo - (this.#sites[0] as number), key.hi - (this.#sites[1] as number));
	}

	/** Calls `run` with the pages of each skeleton of the sites that are asked for. Those of a site come in one order. */
	read(isAsked: (site: number) => boolean, run: (site: number, pages: Pages, shard: PageShard) => void): void {
		this.#web.forEach((shard) => {
			const views = new ShardViews(shard, this.#mask, this.#pages);
			for (const [index, site] of views.sites.entries()) {
				const column = this.#web.choices[site]?.column;
				if (column === undefined || !isAsked(site)) continue;
				const erased = this.#rules.at(site).flatMap(({ candidate }) => candidate.features);
				for (const feature of erased) this.#mask[feature] = 1;
				const entries = views.columns[column] as KeyEntries;
				const [lo, hi] = [this.#sites[2 * site] as number, this.#sites[2 * site + 1] as number];
				forEachSkeleton(views, index, 1, (first, end) => {
					views.read(first, end, entries, lo, hi);
					if (this.#pages.list.length > 0) run(site, this.#pages, views);
				});
				for (const feature of erased) this.#mask[feature] = 0;
			}
		});
	}
}

/** The arrays of a shard: a getter of `Shard` makes a view each time. */
class ShardViews implements PageShard {
	readonly sites: Uint32Array;
	readonly siteStarts: Uint32Array;
	readonly skeletonLo: Uint32Array;
	readonly skeletonHi: Uint32Array;
	readonly partStarts: Uint32Array;
	readonly partNames: Uint32Array;
	readonly partLo: Uint32Array;
	readonly partHi: Uint32Array;
	readonly columns: readonly KeyEntries[];
	readonly #lo: Uint32Array;
	readonly #hi: Uint32Array;
	readonly #held: Uint8Array;
	readonly #shard: Shard;
	readonly #mask: Uint8Array;
	readonly #pages: PagePool;

	constructor(shard: Shard, mask: Uint8Array, pages: PagePool) {
		const { sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, columns, lo, hi, held } = shard;
		this.sites = sites;
		this.siteStarts = siteStarts;
		this.skeletonLo = skeletonLo;
		this.skeletonHi = skeletonHi;
		this.partStarts = partStarts;
		this.partNames = partNames;
		this.partLo = partLo;
		this.partHi = partHi;
		this.columns = columns;
		this.#lo = lo;
		this.#hi = hi;
		this.#held = held;
		this.#shard = shard;
		this.#mask = mask;
		this.#pages = pages;
	}

	isErased(part: number): boolean {
		const name = this.partNames[part] as number;
		return this.#mask[name >>> 1] === 1 || (name % 2 === 1 && this.#mask[Feature.EMPTY_VALUE] === 1);
	}

	/** Reads the pages of a skeleton whose keys are [first, end) and have digests. `lo`, `hi`: the hash of its site. */
	read(first: number, end: number, { entryStarts, entryLo, entryHi, entryCounts }: KeyEntries, lo: number, hi: number): void {
		const pages = this.#pages;
		pages.clear();
		for (let key = first; key < end; ++key) {
			const entry = entryStarts[key] as number;
			const count = (entryStarts[key + 1] as number) - entry;
			if (count === 0) continue;
			const page = pages.next();
			page.content = count === 1 ? hashNumber(entryLo[entry] as number, entryHi[entry] as number) : 0;
			page.fetches = entryCounts[entry] as number;
			this.#readKey(page, key, lo, hi);
			pages.keep(page, end - first > 1);
		}
	}

	#readKey(page: Page, key: number, siteLo: number, siteHi: number): void {
		let [lo, hi] = [this.#lo[key] as number, this.#hi[key] as number];
		let [pathLo, pathHi] = [siteLo, siteHi];
		page.hasWww = false;
		for (let part = this.partStarts[key] as number; part < (this.partStarts[key + 1] as number); ++part) {
			const [partLo, partHi] = [this.partLo[part] as number, this.partHi[part] as number];
			const feature = (this.partNames[part] as number) >>> 1;
			if (this.isErased(part)) {
				lo -= partLo;
				hi -= partHi;
			} else if (feature === Feature.WWW || feature === Feature.SCHEME) {
				pathLo += partLo;
				pathHi += partHi;
				if (feature === Feature.WWW) page.hasWww = true;
			}
		}
		page.lo = lo;
		page.hi = hi;
		page.hash = hashNumber(lo, hi);
		page.path = hashNumber(lo - pathLo, hi - pathHi);
		page.isHeld = this.#held[key] === 1;
		page.key = key;
		page.place = this.#shard.placeOf(key);
	}
}

/** Pages that are used again for each skeleton: there can be millions. */
class PagePool implements Pages {
	readonly list: Page[] = [];
	readonly byHash = new Map<number, Page>();
	readonly #all: Page[] = [];

	clear(): void {
		this.list.length = 0;
		if (this.byHash.size > 0) this.byHash.clear();
	}

	/** A page to be written, the next one of the list. */
	next(): Page {
		const known = this.#all[this.list.length];
		if (known !== undefined) return known;
		const made = { hash: 0, lo: 0, hi: 0, path: 0, hasWww: false, content: 0, fetches: 0, isHeld: false, key: 0, place: 0 };
		this.#all.push(made);
		return made;
	}

	/** Adds the page, unless there is one of its key, to which its fetches go. */
	keep(page: Page, isOneOfSeveral: boolean): void {
		const known = isOneOfSeveral ? this.byHash.get(page.hash) : undefined;
		if (known === undefined) {
			this.list.push(page);
			if (isOneOfSeveral) this.byHash.set(page.hash, page);
			return;
		}
		if (known.content !== page.content) known.content = 0;
		known.fetches += page.fetches;
	}
}

function siteHashes({ memory, siteNames }: Web): Int32Array {
	const hashes = new Int32Array(2 * siteNames.length);
	// A name has at most three octets for each UTF-16 unit.
	const text = memory.take(3 * siteNames.reduce((most, { length }) => Math.max(most, length), 0));
	const hash = memory.take(Hash.SIZE);
	for (const [site, name] of siteNames.entries()) {
		const octets = encoder.encode(name);
		memory.kernel.octets.set(octets, text.start);
		memory.kernel.call.hashOf(text.start, text.start + octets.length, Seed.SITE, hash.start);
		hashes[2 * site] = memory.word(hash.start);
		hashes[2 * site + 1] = memory.word(hash.start + 4);
	}
	memory.give(hash);
	memory.give(text);
	return hashes;
}
