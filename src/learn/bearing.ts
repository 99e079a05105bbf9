/**
 * Whether the digests of a site are blind: whether two of its skeletons share a digest by chance, with more than a certain probability.
 * That is so if the sum of s(s - 1) over digests, s being the skeletons that bear one, exceeds its limit.
 *
 * Digests of few skeletons are kept. Those of more are counted by some of their bits, which bounds the sum from above: only where that
 * exceeds the limit, a second pass keeps them all.
 */
import { joined } from "./hash";
import type { KeyEntries, Shard } from "./shard";
import { keepDifferent, sortNumbers } from "./sort-numbers";

const MAX_SHARED = 0.3;
const LEAST_SKELETONS = 20;
/** Skeletons of a site that are asked whether a digest is blind: those with the smallest hashes. */
const MAX_SKELETONS = 4096;
/** Digests that are kept in the first pass, and counters of those that are not. */
const MAX_KEPT = 64;
const COUNTERS = 128;
const FIRST_KEPT = 4;

type Skeletons = Pick<Shard, "skeletonLo" | "skeletonHi">;

/** The different digests of a skeleton. */
let found = new Float64Array(MAX_KEPT);

/** Counts the skeletons of a site that bear a digest, and each of them. */
export class BearingCounter {
	skeletons = 0;
	/** A digest for each skeleton that bears it, or how many have the same bits. */
	#digests = new Float64Array(0);
	#length = 0;
	#counters: Uint32Array | undefined;
	/** Skeletons of the second pass. */
	#again = 0;

	/** Adds the keys of the site in a shard. */
	add(skeletons: Skeletons, entries: KeyEntries, first: number, end: number): void {
		for (let key = first; key < end && this.skeletons < MAX_SKELETONS; ) {
			const next = skeletonEnd(skeletons, key, end);
			const count = findDigests(entries, key, next);
			key = next;
			if (count === 0) continue;
			++this.skeletons;
			if (this.#counters === undefined && this.#length + count > MAX_KEPT) this.#count();
			if (this.#counters === undefined) this.#keep(count);
			else for (let at = 0; at < count; ++at) increment(this.#counters, found[at] as number);
		}
	}

	/** Adds them in the second pass, which keeps them all. */
	addAgain(skeletons: Skeletons, entries: KeyEntries, first: number, end: number): void {
		for (let key = first; key < end && this.#again < this.skeletons; ) {
			const next = skeletonEnd(skeletons, key, end);
			const count = findDigests(entries, key, next);
			key = next;
			if (count === 0) continue;
			++this.#again;
			this.#keep(count);
		}
	}

	/** Whether a second pass is needed. */
	get isUndecided(): boolean {
		if (this.#counters === undefined) return false;
		if (this.#again > 0) return true;
		let pairs = 0;
		for (const count of this.#counters) pairs += count * (count - 1);
		return this.#isMany(pairs);
	}

	get isBlind(): boolean {
		if (this.#counters !== undefined && this.#again === 0) return false;
		const digests = this.#digests.slice(0, this.#length).sort();
		let pairs = 0;
		for (let first = 0, at = 1; at <= digests.length; ++at) {
			if (at < digests.length && digests[at] === digests[first]) continue;
			pairs += (at - first) * (at - first - 1);
			first = at;
		}
		return this.#isMany(pairs);
	}

	#isMany(pairs: number): boolean {
		return this.skeletons >= LEAST_SKELETONS && pairs > MAX_SHARED * this.skeletons * (this.skeletons - 1);
	}

	/** Counts digests from now on. */
	#count(): void {
		const counters = new Uint32Array(COUNTERS);
		for (let at = 0; at < this.#length; ++at) increment(counters, this.#digests[at] as number);
		this.#counters = counters;
		this.#digests = new Float64Array(0);
		this.#length = 0;
	}

	/** Keeps the first ones of those that were found. */
	#keep(count: number): void {
		const needed = this.#length + count;
		if (needed > this.#digests.length) {
			const grown = new Float64Array(Math.max(FIRST_KEPT, needed, this.#length + (this.#length >> 1)));
			grown.set(this.#digests.subarray(0, this.#length));
			this.#digests = grown;
		}
		for (let at = 0; at < count; ++at) this.#digests[this.#length + at] = found[at] as number;
		this.#length = needed;
	}
}

function increment(counters: Uint32Array, digest: number): void {
	const counter = digest % COUNTERS;
	counters[counter] = (counters[counter] as number) + 1;
}

function skeletonEnd({ skeletonLo, skeletonHi }: Skeletons, first: number, end: number): number {
	let key = first + 1;
	while (key < end && skeletonLo[key] === skeletonLo[first] && skeletonHi[key] === skeletonHi[first]) ++key;
	return key;
}

/** Finds the different digests of the keys of a skeleton. Returns their number. */
function findDigests({ entryStarts, entryLo, entryHi }: KeyEntries, firstKey: number, endKey: number): number {
	const first = entryStarts[firstKey] as number;
	const all = (entryStarts[endKey] as number) - first;
	if (all > found.length) found = new Float64Array(2 * all);
	for (let at = 0; at < all; ++at) found[at] = joined(entryLo[first + at] as number, entryHi[first + at] as number);
	if (all < 2) return all;
	sortNumbers(found, 0, all);
	return keepDifferent(found, 0, all);
}
