/**
 * Trials of rules that act, each under all the others: keys that one rule alone keeps from being one key.
 *
 * ```
 *   keys of a skeleton           full key    under all rules but `ref`      under all but `sess`
 *   /x?a=1&ref=b&sess=1  {D1}    /x?a=1      /x?a=1&ref=b                   /x?a=1&sess=1
 *   /x?a=1&ref=c&sess=2  {D1}    /x?a=1      /x?a=1&ref=c                   /x?a=1&sess=2
 *                                            a trial of `ref`: D1 D1        a trial of `sess`: D1 D1
 * ```
 *
 * Only keys with the same full key can be a trial, and only of rules that erase something from them.
 */
import { type CellsOf, cellOf, Judge } from "./cells";
import { CurrentKeys } from "./current-keys";
import { HashIndex } from "./hash-index";
import { Lists } from "./lists";
import type { Rule } from "./rules";
import type { Shard } from "./shard";
import { currentOf, forEachSkeleton, isOf, type Share } from "./skeletons";
import { Words } from "./words";

/** Trials of rules, site by site. */
export class RuleTrials {
	readonly #share: Share;
	readonly #judge: Judge;
	/** Keys by their full keys. */
	readonly #full = new HashIndex();
	readonly #groups = new Lists();
	/** The keys of one group, as all rules but one leave them. */
	readonly #current = new CurrentKeys();
	readonly #members = new Words();
	/** 1 for features that rules erase. */
	readonly #mask: Uint8Array;
	#rules: readonly Rule[] = [];
	/** The rules of each feature, by place in `#rules`. */
	readonly #byFeature = new Map<number, number[]>();
	/** For each rule, one more than the last group that it erases something from. */
	readonly #seen = new Words();

	/** `weighs`: whether groups of contrary pages have a weight. */
	constructor(features: number, share: Share, weighs: boolean) {
		this.#share = share;
		this.#judge = new Judge(weighs);
		this.#mask = new Uint8Array(features);
	}

	/** Adds the trials of all rules that act at a site to `cells`. `index`: the place of the site in the shard. */
	run(shard: Shard, index: number, rules: readonly Rule[], cells: CellsOf): void {
		if (rules.length === 0) return;
		this.#begin(rules);
		const site = shard.sites[index] as number;
		forEachSkeleton(shard, index, 2, (first, end) => this.#runSkeleton(shard, first, end, site, cells));
	}

	/** Takes up the rules of a site: most sites have those of the site before. */
	#begin(rules: readonly Rule[]): void {
		if (rules.length === this.#rules.length && rules.every((rule, place) => rule === this.#rules[place])) return;
		for (const feature of this.#byFeature.keys()) this.#mask[feature] = 0;
		this.#rules = rules;
		this.#byFeature.clear();
		for (const [place, { candidate }] of rules.entries()) {
			for (const feature of candidate.features) {
				this.#mask[feature] = 1;
				const places = this.#byFeature.get(feature);
				if (places === undefined) this.#byFeature.set(feature, [place]);
				else places.push(place);
			}
		}
	}

	#runSkeleton(shard: Shard, first: number, end: number, site: number, cells: CellsOf): void {
		const full = this.#full;
		full.clear();
		this.#groups.clear();
		for (let key = first; key < end; ++key) {
			if (shard.entryStarts[key] === shard.entryStarts[key + 1] || !isOf(this.#share, shard, key)) continue;
			const known = full.size;
			const group = currentOf(shard, key, this.#mask, full);
			if (group === known) this.#groups.begin(key);
			else this.#groups.add(group, key);
		}
		this.#seen.length = 0;
		for (const _ of this.#rules) this.#seen.push(0);
		for (let group = 0; group < full.size; ++group) if (this.#groups.isSeveral(group)) this.#tryGroup(shard, group, site, cells);
	}

	#tryGroup(shard: Shard, group: number, site: number, cells: CellsOf): void {
		const seen = this.#seen.array;
		for (let at = this.#groups.first(group); at >= 0; at = this.#groups.after(at)) {
			const key = this.#groups.valueAt(at);
			for (let part = shard.partStarts[key] as number; part < (shard.partStarts[key + 1] as number); ++part) {
				const feature = shard.partFeatures[part] as number;
				if (this.#mask[feature] !== 1) continue;
				for (const place of this.#byFeature.get(feature) as number[]) {
					if (seen[place] === group + 1) continue;
					seen[place] = group + 1;
					this.#tryRule(shard, group, this.#rules[place] as Rule, site, cells);
				}
			}
		}
	}

	/** Adds the trial of a rule, if several keys of a group differ by what it erases, whatever else erases that. */
	#tryRule(shard: Shard, group: number, { candidate }: Rule, site: number, cells: CellsOf): void {
		const current = this.#current;
		current.clear();
		for (const feature of candidate.features) this.#mask[feature] = 0;
		for (let at = this.#groups.first(group); at >= 0; at = this.#groups.after(at)) {
			current.add(shard, this.#groups.valueAt(at), this.#mask);
		}
		for (const feature of candidate.features) this.#mask[feature] = 1;
		if (current.size < 2) return;
		const bare = current.index.find(this.#full.lo.array[group] as number, this.#full.hi.array[group] as number);
		const members = this.#members;
		members.length = 0;
		if (bare >= 0) members.push(bare);
		for (let number = 0; number < current.size; ++number) if (number !== bare) members.push(number);
		this.#judge.judge(cellOf(cells, candidate.id, site), shard, current, members);
	}
}
