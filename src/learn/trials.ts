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
import { joined } from "./hash";
import { HashIndex } from "./hash-index";
import type { Web } from "./web";

/** The weight of one group of contrary pages at most. */
const MAX_WEIGHT = 20;

/** Trials of a candidate on a site. */
export interface Cell {
	readonly site: number;
	/** Digests on which trials agree. */
	readonly votes: Set<number>;
	/** Trials that agree, repeated digests included. */
	agreements: number;
	disagree: number;
	proven: number;
	/** Keys that the candidate would save. */
	saved: number;
	/** Two keys whose pages differ, and two whose pages are the same. */
	contrary: readonly [number, number] | undefined;
	example: readonly [number, number] | undefined;
}

/** What to look at: some keys of a site, under the rules so far. */
export interface TrialScope {
	readonly web: Web;
	readonly site: number;
	/** 1 for features that rules erase. */
	readonly mask: Uint8Array;
	/** Whether a key takes part. */
	readonly takes: (key: number) => boolean;
	/** Candidates of single features, or none. */
	readonly single: (feature: number) => Candidate | undefined;
	readonly bundles: readonly Candidate[];
	/** Whether groups of contrary pages have a weight. */
	readonly weighs: boolean;
}

/** The trials of a site, by candidate. */
export function trialsOf(scope: TrialScope): Map<number, Cell> {
	const { web, site } = scope;
	const cells = new Map<number, Cell>();
	const end = web.siteStarts[site + 1] as number;
	const skeleton = new SkeletonTrials(scope, cells);
	for (let key = web.siteStarts[site] as number; key < end; ) {
		const first = key;
		while (key < end && web.skeletonLo[key] === web.skeletonLo[first] && web.skeletonHi[key] === web.skeletonHi[first]) ++key;
		if (key > first + 1) skeleton.run(first, key);
	}
	return cells;
}

/** A current key: some keys that rules have merged. */
interface CurrentKey {
	readonly lo: number;
	readonly hi: number;
	/** A key that has its parts. */
	readonly key: number;
	/** Its digest, or undefined if it is volatile. */
	digest: number | undefined;
	readonly keys: number[];
}

class SkeletonTrials {
	readonly #scope: TrialScope;
	readonly #cells: Map<number, Cell>;
	readonly #index = new HashIndex();
	readonly #current: CurrentKey[] = [];

	constructor(scope: TrialScope, cells: Map<number, Cell>) {
		this.#scope = scope;
		this.#cells = cells;
	}

	run(first: number, end: number): void {
		this.#index.clear();
		this.#current.length = 0;
		for (let key = first; key < end; ++key) this.#addKey(key);
		if (this.#current.length < 2) return;
		const groups = new Map<number, Map<number, number[]>>();
		for (const [number, { key }] of this.#current.entries()) this.#addCandidates(number, key, groups);
		for (const [id, byForm] of groups) {
			for (const members of byForm.values()) this.#judge(id, members);
		}
	}

	#addKey(key: number): void {
		const { web, takes, mask } = this.#scope;
		const entry = web.entryStarts[key] as number;
		const entryEnd = web.entryStarts[key + 1] as number;
		if (entry === entryEnd || !takes(key)) return;
		let lo = web.lo[key] as number;
		let hi = web.hi[key] as number;
		for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
			if (!isErased(web, part, mask)) continue;
			lo -= web.partLo[part] as number;
			hi -= web.partHi[part] as number;
		}
		lo >>>= 0;
		hi >>>= 0;
		const number = this.#index.add(lo, hi);
		const digest = entryEnd - entry > 1 ? undefined : digestOf(web, entry);
		const known = this.#current[number];
		if (known === undefined) this.#current.push({ lo, hi, key, digest, keys: [key] });
		else {
			if (known.digest !== digest) known.digest = undefined;
			known.keys.push(key);
		}
	}

	#addCandidates(number: number, key: number, groups: Map<number, Map<number, number[]>>): void {
		const { web, mask, single, bundles } = this.#scope;
		for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
			if (isErased(web, part, mask)) continue;
			const feature = web.partFeatures[part] as number;
			const candidate = single(feature);
			// A feature has several parts if it has owners: the first of them stands for all.
			if (candidate !== undefined && !this.#hasEarlier(key, part, [feature])) this.#addErased(number, key, candidate, groups);
			for (const bundle of bundles) {
				if (web.partOwners[part] !== 0 || !bundle.features.includes(feature)) continue;
				if (!this.#hasEarlier(key, part, bundle.features)) this.#addErased(number, key, bundle, groups);
			}
		}
	}

	/** Whether a part before `part` has one of these features. */
	#hasEarlier(key: number, part: number, features: readonly number[]): boolean {
		const { web, mask } = this.#scope;
		for (let at = web.partStarts[key] as number; at < part; ++at) {
			if (!isErased(web, at, mask) && features.includes(web.partFeatures[at] as number)) return true;
		}
		return false;
	}

	/** Adds a key to the group of its erased form. A key that has that form already belongs to it. */
	#addErased(number: number, key: number, { id, features }: Candidate, groups: Map<number, Map<number, number[]>>): void {
		const { web, mask } = this.#scope;
		let { lo, hi } = this.#current[number] as CurrentKey;
		for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
			const owner = (web.partOwners[part] as number) - 1;
			if (isErased(web, part, mask)) continue;
			if (!features.includes(web.partFeatures[part] as number) && !features.includes(owner)) continue;
			lo -= web.partLo[part] as number;
			hi -= web.partHi[part] as number;
		}
		lo >>>= 0;
		hi >>>= 0;
		const byForm = groups.get(id) ?? new Map<number, number[]>();
		groups.set(id, byForm);
		const form = joined(lo, hi);
		const members = byForm.get(form);
		if (members !== undefined) return void members.push(number);
		const bare = this.#index.find(lo, hi);
		byForm.set(form, bare >= 0 ? [bare, number] : [number]);
	}

	#judge(id: number, numbers: readonly number[]): void {
		if (numbers.length < 2) return;
		const members = numbers.map((number) => this.#current[number] as CurrentKey);
		const stable = members.filter(({ digest }) => digest !== undefined);
		const [first] = stable;
		const hasVolatile = stable.length < members.length;
		const cell = this.#cellOf(id);
		cell.saved += members.length - 1;
		const contrary = stable.find(({ digest }) => digest !== first?.digest);
		if (stable.length > 1 && contrary === undefined) return void agree(cell, stable);
		const repeated = this.#repeatedIn(members);
		if (hasVolatile ? repeated < 2 : stable.length < 2) return;
		cell.disagree += this.#scope.weighs ? Math.max(1, Math.min(MAX_WEIGHT, repeated - 1)) : 1;
		if (repeated > 0) cell.proven += this.#scope.weighs ? Math.max(1, Math.min(MAX_WEIGHT, repeated - 1)) : 1;
		const other = contrary ?? (members.find((member) => member !== first) as CurrentKey);
		cell.contrary ??= [(first ?? (members[0] as CurrentKey)).key, other.key];
	}

	/** How many digests were fetched twice or more in these keys. Pages that change with each fetch have none. */
	#repeatedIn(members: readonly CurrentKey[]): number {
		const { web } = this.#scope;
		const counts = new Map<number, number>();
		for (const { keys } of members) {
			for (const key of keys) {
				for (let entry = web.entryStarts[key] as number; entry < (web.entryStarts[key + 1] as number); ++entry) {
					const digest = digestOf(web, entry);
					counts.set(digest, (counts.get(digest) ?? 0) + (web.entryCounts[entry] as number));
				}
			}
		}
		let repeated = 0;
		for (const count of counts.values()) if (count > 1) ++repeated;
		return repeated;
	}

	#cellOf(id: number): Cell {
		const found = this.#cells.get(id);
		if (found !== undefined) return found;
		const cell = newCell(this.#scope.site);
		this.#cells.set(id, cell);
		return cell;
	}
}

/** A cell without trials. */
export function newCell(site: number): Cell {
	const cell = { site, votes: new Set<number>(), agreements: 0, disagree: 0, proven: 0, saved: 0 };
	return { ...cell, contrary: undefined, example: undefined };
}

function agree(cell: Cell, [first, second]: readonly CurrentKey[]): void {
	cell.votes.add(first?.digest as number);
	++cell.agreements;
	cell.example ??= [(first as CurrentKey).key, (second as CurrentKey).key];
}

/** Whether rules erase a part: its feature, or the parameter that it is the value of. */
export function isErased(web: Web, part: number, mask: Uint8Array): boolean {
	const owner = web.partOwners[part] as number;
	return mask[web.partFeatures[part] as number] === 1 || (owner > 0 && mask[owner - 1] === 1);
}

function digestOf(web: Web, entry: number): number {
	return joined(web.entryLo[entry] as number, web.entryHi[entry] as number);
}
