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
/** Numbers that rooms are taken from: a multiple of the largest one. */
const SLAB = 1 << 13;

type Skeletons = Pick<Shard, "skeletonLo" | "skeletonHi">;

/** The different digests of a skeleton. */
let found = new Float64Array(MAX_KEPT);

/** Room for some numbers, from `start` on: as 64 bits each, or as two words. */
interface Room {
	readonly numbers: Float64Array;
	readonly words: Uint32Array;
	readonly start: number;
	readonly size: number;
}

const NO_ROOM: Room = { numbers: new Float64Array(0), words: new Uint32Array(0), start: 0, size: 0 };

/** Rooms of 4, 8, … 64 numbers for all sites: many small arrays would take several times as much memory, and be garbage as they grow. */
export class BearingRooms {
	/** The rest of the last slab. */
	#rest = NO_ROOM;
	/** Rooms that were given back, by their size. */
	readonly #free = new Map<number, Room[]>();

	/** A room for `size` numbers, a power of two. Its contents are undefined. */
	take(size: number): Room {
		const free = this.#free.get(size)?.pop();
		if (free !== undefined) return free;
		if (this.#rest.size < size) {
			const numbers = new Float64Array(SLAB);
			this.#rest = { numbers, words: new Uint32Array(numbers.buffer), start: 0, size: SLAB };
		}
		const { start } = this.#rest;
		this.#rest = { ...this.#rest, start: start + size, size: this.#rest.size - size };
		return { ...this.#rest, start, size };
	}

	give(room: Room): void {
		const free = this.#free.get(room.size);
		if (free === undefined) this.#free.set(room.size, [room]);
		else free.push(room);
	}
}

/** Counts the skeletons of a site that bear a digest, and each of them. */
export class BearingCounter {
	skeletons = 0;
	readonly #rooms: BearingRooms;
	/** A digest for each skeleton that bears it, or counters of those that have the same bits. */
	#room = NO_ROOM;
	#length = 0;
	#isCounting = false;
	/** All digests, in the second pass, and its skeletons. */
	readonly #digests: number[] = [];
	#again = 0;

	constructor(rooms: BearingRooms) {
		this.#rooms = rooms;
	}

	/** Adds the keys of the site in a shard. */
	add(skeletons: Skeletons, entries: KeyEntries, first: number, end: number): void {
		for (let key = first; key < end && this.skeletons < MAX_SKELETONS; ) {
			const next = skeletonEnd(skeletons, key, end);
			const count = findDigests(entries, key, next);
			key = next;
			if (count === 0) continue;
			++this.skeletons;
			if (!this.#isCounting && this.#length + count > MAX_KEPT) this.#beginCounting();
			if (!this.#isCounting) this.#keep(count);
			else for (let at = 0; at < count; ++at) increment(this.#room, found[at] as number);
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
			for (let at = 0; at < count; ++at) this.#digests.push(found[at] as number);
		}
	}

	/** Whether a second pass is needed. */
	get isUndecided(): boolean {
		if (!this.#isCounting) return false;
		if (this.#again > 0) return true;
		const { words, start } = this.#room;
		let pairs = 0;
		for (let at = 2 * start; at < 2 * start + COUNTERS; ++at) pairs += (words[at] as number) * ((words[at] as number) - 1);
		return this.#isMany(pairs);
	}

	get isBlind(): boolean {
		if (this.#isCounting && this.#again === 0) return false;
		const { numbers, start } = this.#room;
		const digests = this.#isCounting ? Float64Array.from(this.#digests) : numbers.slice(start, start + this.#length);
		digests.sort();
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
	#beginCounting(): void {
		const { numbers, start } = this.#room;
		const counters = this.#rooms.take(COUNTERS / 2);
		counters.words.fill(0, 2 * counters.start, 2 * counters.start + COUNTERS);
		for (let at = start; at < start + this.#length; ++at) increment(counters, numbers[at] as number);
		this.#replace(counters);
		this.#isCounting = true;
	}

	/** Keeps the first ones of those that were found. */
	#keep(count: number): void {
		if (this.#length + count > this.#room.size) {
			let size = FIRST_KEPT;
			while (size < this.#length + count) size *= 2;
			const { numbers, start } = this.#room;
			const room = this.#rooms.take(size);
			for (let at = 0; at < this.#length; ++at) room.numbers[room.start + at] = numbers[start + at] as number;
			this.#replace(room);
		}
		const { numbers, start } = this.#room;
		for (let at = 0; at < count; ++at) numbers[start + this.#length++] = found[at] as number;
	}

	#replace(room: Room): void {
		if (this.#room !== NO_ROOM) this.#rooms.give(this.#room);
		this.#room = room;
	}
}

function increment({ words, start }: Room, digest: number): void {
	const counter = 2 * start + (digest % COUNTERS);
	words[counter] = (words[counter] as number) + 1;
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
