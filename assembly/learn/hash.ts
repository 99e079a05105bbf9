/**
 * 64-bit hashes in two independent lanes of 32 bits, which add and subtract separately. The low one is first in memory.
 *
 * The hash of a key is the sum of those of its parts, so that a part is erased by a subtraction.
 */
import { load8, load32, store32 } from "../octets/memory";
import { multiply } from "./lanes";
import { Hash } from "./layout";

/** Multipliers, as signed numbers. */
export const LOW_SEED: i32 = -0x61c8864f;
export const HIGH_SEED: i32 = -0x7a143589;
const LOW_STEP: i32 = 0x01000193;
const HIGH_STEP: i32 = -0x3d4d51c3;
const LENGTH: i32 = 0x27d4eb2f;
const FIRST_MIX: i32 = -0x7a143595;
const SECOND_MIX: i32 = -0x3d4d51cb;

/** Writes the hash of [start, end) to `to`. Different seeds give unrelated hashes. */
export function hashOf(start: i32, end: i32, seed: i32, to: i32): void {
	finish(multiply(seed + 1, LOW_SEED), multiply(seed + 1, HIGH_SEED), start, end, end - start, to);
}

/**
 * Writes the hashes of two texts to `to`, one after the other. Within a text, each step waits for the one before, so two texts take hardly longer
 * than one.
 */
export function hashPair(start: i32, end: i32, otherStart: i32, otherEnd: i32, seed: i32, to: i32): void {
	hashBoth(start, end, otherStart, otherEnd, seed, seed, to, to + Hash.SIZE);
}

/** Writes the hashes of two texts, each by its seed, to two addresses. */
export function hashBoth(
	start: i32,
	end: i32,
	otherStart: i32,
	otherEnd: i32,
	seed: i32,
	otherSeed: i32,
	to: i32,
	otherTo: i32,
): void {
	const length = end - start;
	const otherLength = otherEnd - otherStart;
	const common = start + (length < otherLength ? length : otherLength);
	const shift = otherStart - start;
	let lo = multiply(seed + 1, LOW_SEED);
	let hi = multiply(seed + 1, HIGH_SEED);
	let otherLo = multiply(otherSeed + 1, LOW_SEED);
	let otherHi = multiply(otherSeed + 1, HIGH_SEED);
	let at = start;
	for (; at < common; ++at) {
		const octet = load8(at);
		const other = load8(at + shift);
		lo = nextLow(lo, octet);
		hi = nextHigh(hi, octet);
		otherLo = nextLow(otherLo, other);
		otherHi = nextHigh(otherHi, other);
	}
	finish(lo, hi, at, end, length, to);
	finish(otherLo, otherHi, at + shift, otherEnd, otherLength, otherTo);
}

/** Hashes the remaining octets [start, end) of a text of `length` octets, and writes its hash to `to`. */
function finish(low: i32, high: i32, start: i32, end: i32, length: i32, to: i32): void {
	let lo = low;
	let hi = high;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		lo = nextLow(lo, octet);
		hi = nextHigh(hi, octet);
	}
	lo = mixed(lo ^ length);
	store32(to, lo);
	store32(to + 4, mixed(((hi + multiply(length, LENGTH)) | 0) ^ lo));
}

function nextLow(lo: i32, octet: i32): i32 {
	const product = multiply(lo ^ octet, LOW_STEP);
	return product ^ (product >>> 15);
}

function nextHigh(hi: i32, octet: i32): i32 {
	const product = multiply((hi + octet + 1) | 0, HIGH_STEP);
	return (product << 13) | (product >>> 19);
}

/** The finalizer of MurmurHash3: each bit of the input changes each bit of the result with probability one half. */
function mixed(word: i32): i32 {
	let bits = word;
	bits = multiply(bits ^ (bits >>> 16), FIRST_MIX);
	bits = multiply(bits ^ (bits >>> 13), SECOND_MIX);
	return bits ^ (bits >>> 16);
}

/** Adds the hash at `from` to that at `to`. */
export function addHash(from: i32, to: i32): void {
	store32(to, (load32(to) + load32(from)) | 0);
	store32(to + 4, (load32(to + 4) + load32(from + 4)) | 0);
}

/** Copies the hash at `from` to `to`. Returns its end. */
export function copyHash(from: i32, to: i32): i32 {
	store32(to, load32(from));
	store32(to + 4, load32(from + 4));
	return to + 8;
}

export function isZero(hash: i32): bool {
	return load32(hash) == 0 && load32(hash + 4) == 0;
}

/** Sets a hash to 0. */
export function clearHash(hash: i32): void {
	store32(hash, 0);
	store32(hash + 4, 0);
}
