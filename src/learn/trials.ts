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
import { type CellsOf, cellOf, Judge } from "./cells";
import { CurrentKeys } from "./current-keys";
import { HashIndex } from "./hash-index";
import { Lists } from "./lists";
import type { Shard } from "./shard";
import { forEachSkeleton, isErased, isOf, type Share } from "./skeletons";
import { Words } from "./words";

/** No feature, or no bundle. */
const NEITHER = -1;

/** What to look at: the keys of a site, under the rules so far. */
export interface TrialScope {
	readonly shard: Shard;
	/** The place of the site in the shard. */
	readonly index: number;
	/** 1 for features that rules erase. */
	readonly mask: Uint8Array;
	readonly bundles: readonly Candidate[];
	/** The cells so far. Those of others are added. */
	readonly cells: CellsOf;
}

/** Trials of single features and of bundles, site by site. */
export class Trials {
	/** 1 for features that are candidates. */
	readonly #single: Uint8Array;
	readonly #share: Share;
	readonly #judge: Judge;
	readonly #current = new CurrentKeys();
	/** Groups of current keys with the same erased form, and the candidate of each. */
	readonly #forms = new HashIndex();
	readonly #groups = new Lists();
	readonly #candidates = new Words();
	readonly #members = new Words();
	/** For each feature, one more than the place of its bundle in the scope; 0 for none. */
	readonly #bundleOf: Uint8Array;

	/** `weighs`: whether groups of contrary pages have a weight. */
	constructor(single: Uint8Array, share: Share, weighs: boolean) {
		this.#single = single;
		this.#share = share;
		this.#judge = new Judge(weighs);
		this.#bundleOf = new Uint8Array(single.length);
	}

	/** Adds the trials of a site to its cells. */
	run(scope: TrialScope): void {
		const { shard, index, bundles } = scope;
		for (const [place, { features }] of bundles.entries()) for (const feature of features) this.#bundleOf[feature] = place + 1;
		forEachSkeleton(shard, index, 2, (first, end) => this.#runSkeleton(scope, first, end));
		for (const { features } of bundles) for (const feature of features) this.#bundleOf[feature] = 0;
	}

	#runSkeleton(scope: TrialScope, first: number, end: number): void {
		const { shard, mask } = scope;
		const current = this.#current;
		current.clear();
		for (let key = first; key < end; ++key) {
			if (shard.entryStarts[key] !== shard.entryStarts[key + 1] && isOf(this.#share, shard, key)) current.add(shard, key, mask);
		}
		if (current.size < 2) return;
		this.#forms.clear();
		this.#groups.clear();
		this.#candidates.length = 0;
		for (let number = 0; number < current.size; ++number) this.#addCandidates(scope, number, current.keyOf(number));
		for (let group = 0; group < this.#groups.length; ++group) {
			if (this.#groups.isSeveral(group)) this.#judgeGroup(scope, group);
		}
	}

	#judgeGroup({ shard, index, cells }: TrialScope, group: number): void {
		const members = this.#members;
		const groups = this.#groups;
		members.length = 0;
		for (let at = groups.first(group); at >= 0; at = groups.after(at)) members.push(groups.valueAt(at));
		const cell = cellOf(cells, this.#candidates.array[group] as number, shard.sites[index] as number);
		this.#judge.judge(cell, shard, this.#current, members);
	}

	#addCandidates({ shard, mask, bundles }: TrialScope, number: number, key: number): void {
		const start = shard.partStarts[key] as number;
		const end = shard.partStarts[key + 1] as number;
		for (let part = start; part < end; ++part) {
			if (isErased(shard, part, mask)) continue;
			const feature = shard.partFeatures[part] as number;
			const isOwned = shard.partOwners[part] !== 0;
			// A feature has several parts if it has owners: the first of them stands for all.
			if (this.#single[feature] === 1 && !(isOwned && this.#hasEarlier(shard, mask, start, part, feature, NEITHER))) {
				this.#addErased(shard, mask, number, start, end, feature, feature, NEITHER);
			}
			const bundle = this.#bundleOf[feature] as number;
			if (bundle === 0 || isOwned || this.#hasEarlier(shard, mask, start, part, NEITHER, bundle)) continue;
			this.#addErased(shard, mask, number, start, end, (bundles[bundle - 1] as Candidate).id, NEITHER, bundle);
		}
	}

	/** Whether a part from `start` to `part` has the feature, or one of the bundle. */
	#hasEarlier(shard: Shard, mask: Uint8Array, start: number, part: number, feature: number, bundle: number): boolean {
		for (let at = start; at < part; ++at) {
			if (this.#isOf(shard.partFeatures[at] as number, feature, bundle) && !isErased(shard, at, mask)) return true;
		}
		return false;
	}

	#isOf(feature: number, single: number, bundle: number): boolean {
		return feature === single || this.#bundleOf[feature] === bundle;
	}

	/** Adds a key to the group of its erased form. A key that has that form already belongs to it. */
	#addErased(
		shard: Shard,
		mask: Uint8Array,
		number: number,
		start: number,
		end: number,
		id: number,
		single: number,
		bundle: number,
	): void {
		let lo = this.#current.index.lo.array[number] as number;
		let hi = this.#current.index.hi.array[number] as number;
		for (let part = start; part < end; ++part) {
			const owner = (shard.partOwners[part] as number) - 1;
			const goes =
				this.#isOf(shard.partFeatures[part] as number, single, bundle) || (owner >= 0 && this.#isOf(owner, single, bundle));
			if (!goes || isErased(shard, part, mask)) continue;
			lo = (lo - (shard.partLo[part] as number)) >>> 0;
			hi = (hi - (shard.partHi[part] as number)) >>> 0;
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
