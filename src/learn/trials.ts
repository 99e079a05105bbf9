/**
 * Trials: keys of one site that a candidate would merge, and whether their pages agree.
 *
 * ```
 *   current keys of a skeleton      erased form      group               verdict
 *   /x?a=1&ref=b   {D1}             /x?a=1       \
 *   /x?a=1&ref=c   {D1}             /x?a=1        >  D1 D1 D1            agrees: one vote for D1
 *   /x?a=1         {D1}             has it        /
 *   /x?a=2&ref=b   {D2}             /x?a=2       \
 *   /x?a=2         {D3, D4}         has it        >  D2, volatile        nothing
 * ```
 *
 * A current key is the sum of the parts that no rule erases so far. A key with several digests is volatile and no evidence.
 */
import type { Candidate } from "./candidates";
import { type Cell, cellOf, Judge } from "./cells";
import { CurrentKeys } from "./current-keys";
import { HashIndex } from "./hash-index";
import { Lists } from "./lists";
import type { Web } from "./web";
import { Words } from "./words";

/** No feature, or no bundle. */
const NEITHER = -1;

/** What to look at: some keys of a site, under the rules so far. */
export interface TrialScope {
	readonly site: number;
	/** 1 for features that rules erase. */
	readonly mask: Uint8Array;
	readonly bundles: readonly Candidate[];
}

/** Trials of single features and of bundles, site by site. */
export class Trials {
	readonly #web: Web;
	/** 1 for features that are candidates. */
	readonly #single: Uint8Array;
	readonly #takes: (key: number) => boolean;
	readonly #judge: Judge;
	readonly #current = new CurrentKeys();
	/** Groups of current keys with the same erased form, and the candidate of each. */
	readonly #forms = new HashIndex();
	readonly #groups = new Lists();
	readonly #candidates = new Words();
	readonly #members = new Words();
	/** For each feature, one more than the place of its bundle in `bundles`; 0 for none. */
	readonly #bundleOf: Uint8Array;
	#mask: Uint8Array = new Uint8Array(0);
	#bundles: readonly Candidate[] = [];

	/** `takes`: whether a key takes part. `weighs`: whether groups of contrary pages have a weight. */
	constructor(web: Web, single: Uint8Array, takes: (key: number) => boolean, weighs: boolean) {
		this.#web = web;
		this.#single = single;
		this.#takes = takes;
		this.#judge = new Judge(web, weighs);
		this.#bundleOf = new Uint8Array(web.features.length);
	}

	/** The trials of a site, by candidate. */
	of({ site, mask, bundles }: TrialScope): Map<number, Cell> {
		this.#mask = mask;
		this.#bundles = bundles;
		for (const [place, { features }] of bundles.entries()) for (const feature of features) this.#bundleOf[feature] = place + 1;
		const cells = new Map<number, Cell>();
		forEachSkeleton(this.#web, site, (first, end) => this.#run(first, end, site, cells));
		for (const { features } of bundles) for (const feature of features) this.#bundleOf[feature] = 0;
		return cells;
	}

	#run(first: number, end: number, site: number, cells: Map<number, Cell>): void {
		const current = this.#current;
		const web = this.#web;
		current.clear();
		for (let key = first; key < end; ++key) {
			if (web.entryStarts[key] !== web.entryStarts[key + 1] && this.#takes(key)) addCurrent(web, key, this.#mask, current);
		}
		if (current.size < 2) return;
		this.#forms.clear();
		this.#groups.clear();
		this.#candidates.length = 0;
		for (let number = 0; number < current.size; ++number) this.#addCandidates(number, current.keyOf(number));
		for (let group = 0; group < this.#groups.length; ++group) {
			if (this.#groups.isSeveral(group)) this.#judgeGroup(group, site, cells);
		}
	}

	#judgeGroup(group: number, site: number, cells: Map<number, Cell>): void {
		const members = this.#members;
		const groups = this.#groups;
		members.length = 0;
		for (let at = groups.first(group); at >= 0; at = groups.after(at)) members.push(groups.valueAt(at));
		this.#judge.judge(cellOf(cells, this.#candidates.array[group] as number, site), this.#current, members);
	}

	#addCandidates(number: number, key: number): void {
		const web = this.#web;
		const start = web.partStarts[key] as number;
		const end = web.partStarts[key + 1] as number;
		for (let part = start; part < end; ++part) {
			if (isErased(web, part, this.#mask)) continue;
			const feature = web.partFeatures[part] as number;
			const isOwned = web.partOwners[part] !== 0;
			// A feature has several parts if it has owners: the first of them stands for all.
			if (this.#single[feature] === 1 && !(isOwned && this.#hasEarlier(start, part, feature, NEITHER))) {
				this.#addErased(number, start, end, feature, feature, NEITHER);
			}
			const bundle = this.#bundleOf[feature] as number;
			if (bundle === 0 || isOwned || this.#hasEarlier(start, part, NEITHER, bundle)) continue;
			this.#addErased(number, start, end, (this.#bundles[bundle - 1] as Candidate).id, NEITHER, bundle);
		}
	}

	/** Whether a part from `start` to `part` has the feature, or one of the bundle. */
	#hasEarlier(start: number, part: number, feature: number, bundle: number): boolean {
		const web = this.#web;
		for (let at = start; at < part; ++at) {
			if (this.#isOf(web.partFeatures[at] as number, feature, bundle) && !isErased(web, at, this.#mask)) return true;
		}
		return false;
	}

	#isOf(feature: number, single: number, bundle: number): boolean {
		return feature === single || this.#bundleOf[feature] === bundle;
	}

	/** Adds a key to the group of its erased form. A key that has that form already belongs to it. */
	#addErased(number: number, start: number, end: number, id: number, single: number, bundle: number): void {
		const web = this.#web;
		let lo = this.#current.index.lo.array[number] as number;
		let hi = this.#current.index.hi.array[number] as number;
		for (let part = start; part < end; ++part) {
			const owner = (web.partOwners[part] as number) - 1;
			const goes =
				this.#isOf(web.partFeatures[part] as number, single, bundle) || (owner >= 0 && this.#isOf(owner, single, bundle));
			if (!goes || isErased(web, part, this.#mask)) continue;
			lo = (lo - (web.partLo[part] as number)) >>> 0;
			hi = (hi - (web.partHi[part] as number)) >>> 0;
		}
		const known = this.#forms.size;
		const group = this.#forms.add((lo + Math.imul(id + 1, 0x9e3779b1)) >>> 0, (hi + Math.imul(id + 1, 0x85ebca77)) >>> 0);
		if (group === known) {
			const bare = this.#current.index.find(lo, hi);
			this.#candidates.push(id);
			this.#groups.begin(bare >= 0 ? bare : number);
			if (bare < 0) return;
		}
		this.#groups.add(group, number);
	}
}

/** Calls `run` with the keys of each skeleton of a site that has several. */
export function forEachSkeleton(web: Web, site: number, run: (first: number, end: number) => void): void {
	const { skeletonLo, skeletonHi } = web;
	const end = web.siteStarts[site + 1] as number;
	for (let key = web.siteStarts[site] as number; key < end; ) {
		const first = key;
		while (key < end && skeletonLo[key] === skeletonLo[first] && skeletonHi[key] === skeletonHi[first]) ++key;
		if (key > first + 1) run(first, key);
	}
}

/** The number of what rules leave of a key. */
export function currentOf(web: Web, key: number, mask: Uint8Array, index: HashIndex): number {
	let lo = web.lo[key] as number;
	let hi = web.hi[key] as number;
	const end = web.partStarts[key + 1] as number;
	for (let part = web.partStarts[key] as number; part < end; ++part) {
		if (!isErased(web, part, mask)) continue;
		lo = (lo - (web.partLo[part] as number)) >>> 0;
		hi = (hi - (web.partHi[part] as number)) >>> 0;
	}
	return index.add(lo, hi);
}

/** Adds a key that has entries, as what rules leave of it. */
export function addCurrent(web: Web, key: number, mask: Uint8Array, current: CurrentKeys): void {
	const known = current.size;
	current.add(web, key, currentOf(web, key, mask, current.index), known);
}

/** Whether rules erase a part: its feature, or the parameter that it is the value of. */
function isErased(web: Web, part: number, mask: Uint8Array): boolean {
	const owner = web.partOwners[part] as number;
	return mask[web.partFeatures[part] as number] === 1 || (owner > 0 && mask[owner - 1] === 1);
}
