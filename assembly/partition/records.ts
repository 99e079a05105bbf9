/** Leaf, Wasm side: records and sums of blocks. The typed-array side is records.host.ts. */
import { Octet } from "../octets/char";
import { Block, Fingerprinted } from "./layout";

/** Writes the record of a line with this fingerprint to `to`. */
export function writeFingerprinted(fingerprint: i32, line: i32, to: i32): void {
	if (ASC_FEATURE_SIMD) {
		v128.store(usize(to), i32x4.replace_lane(v128.load(usize(fingerprint)), 3, line));
	} else {
		store<u64>(usize(to), load<u64>(usize(fingerprint)));
		store<i32>(usize(to), load<i32>(usize(fingerprint), 8), 8);
		store<i32>(usize(to), line, Fingerprinted.LINE);
	}
}

/**
 * The first address in [start, end) whose octet differs from the one at the same place after `other`, or `end`.
 *
 * Requires: 15 octets after both that may be read.
 */
export function findDifference(start: i32, end: i32, other: i32): i32 {
	const shift = other - start;
	if (ASC_FEATURE_SIMD) {
		for (let at = start; at < end; at += 16) {
			const equals = i8x16.bitmask(i8x16.eq(v128.load(usize(at)), v128.load(usize(at + shift))));
			if (equals != 0xffff) return min<i32>(at + ctz(~equals), end);
		}
	} else {
		for (let at = start; at < end; at += 8) {
			const differs = load<u64>(usize(at)) ^ load<u64>(usize(at + shift));
			if (differs != 0) return min<i32>(at + (i32(ctz(differs)) >> 3), end);
		}
	}
	return end;
}

/**
 * Writes the addresses of the line ends in [start, end) to `to`, an i32 each. Returns the end of the list.
 *
 * Requires: room at `to` for an i32 for each octet, and one more; Limit.MARGIN readable octets at `end`.
 */
export function indexLineEnds(start: i32, end: i32, to: i32): i32 {
	let entry = to;
	if (ASC_FEATURE_SIMD) {
		for (let at = start; at < end; at += 32) {
			let ends = lineEnds(at, end);
			// Most words have at most one line end: it is always stored.
			const next = entry + (popcnt(ends) << 2);
			do {
				store<i32>(usize(entry), at + ctz(ends));
				ends &= ends - 1;
				entry += 4;
			} while (entry < next);
			entry = next;
		}
	} else {
		for (let at = start; at < end; ++at) {
			if (load<u8>(usize(at)) != u8(Octet.LF)) continue;
			store<i32>(usize(entry), at);
			entry += 4;
		}
	}
	return entry;
}

/** Marks the line ends of the 32 octets at `at`, those before `end`, the first in the lowest bit. Needs SIMD. */
function lineEnds(at: i32, end: i32): i32 {
	const lineEnd = i8x16.splat(u8(Octet.LF));
	const low = i8x16.bitmask(i8x16.eq(v128.load(usize(at)), lineEnd));
	const ends = low | (i8x16.bitmask(i8x16.eq(v128.load(usize(at), 16), lineEnd)) << 16);
	return end - at < 32 ? ends & ((1 << (end - at)) - 1) : ends;
}

/** Octets whose line ends 16 lanes can count: four in a lane for each 64 octets. */
const MAX_COUNTED: i32 = 4032;

/** Counts the line ends of the 32 octets at `at` from 0 down, in 16 lanes. Needs SIMD. */
function marksOf32(at: i32): v128 {
	const lineEnd = i8x16.splat(u8(Octet.LF));
	return i8x16.add(i8x16.eq(v128.load(usize(at)), lineEnd), i8x16.eq(v128.load(usize(at), 16), lineEnd));
}

/** The sum of 16 lanes. Needs SIMD. */
function sumOf(counts: v128): i32 {
	const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
	const pairs = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
	return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/** The number of line ends in [start, end). Requires: Limit.MARGIN readable octets at `end`. */
export function countLineEnds(start: i32, end: i32): i32 {
	let count = 0;
	if (ASC_FEATURE_SIMD) {
		let at = start;
		while (at + 64 <= end) {
			const stop = min<i32>(at + MAX_COUNTED, at + ((end - at) & ~63));
			let counts = i8x16.splat(0);
			for (; at < stop; at += 64) counts = i8x16.sub(counts, i8x16.add(marksOf32(at), marksOf32(at + 32)));
			count += sumOf(counts);
		}
		for (; at < end; at += 32) count += popcnt(lineEnds(at, end));
	} else {
		for (let at = start; at < end; ++at) count += i32(load<u8>(usize(at)) == u8(Octet.LF));
	}
	return count;
}

/**
 * Writes the sum of a block, two words, to `to`: a Fletcher sum (Fletcher 1982) of each of its four columns of words, then one of
 * these eight sums, without the field of the sum. Detects corruption, not tampering: the file is unlinked, so no other process can open it.
 */
export function blockSum(block: i32, to: i32): void {
	if (ASC_FEATURE_SIMD) {
		let sum = i32x4.splat(0);
		let sumOfSums = i32x4.splat(0);
		for (let at = block; at < block + Block.SIZE; at += 16) {
			if (at == block + Block.SUM) continue;
			sum = i32x4.add(sum, v128.load(usize(at)));
			sumOfSums = i32x4.add(sumOfSums, sum);
		}
		let first = i32x4.extract_lane(sum, 0);
		let second = first;
		first += i32x4.extract_lane(sum, 1);
		second += first;
		first += i32x4.extract_lane(sum, 2);
		second += first;
		first += i32x4.extract_lane(sum, 3);
		second += first;
		first += i32x4.extract_lane(sumOfSums, 0);
		second += first;
		first += i32x4.extract_lane(sumOfSums, 1);
		second += first;
		first += i32x4.extract_lane(sumOfSums, 2);
		second += first;
		first += i32x4.extract_lane(sumOfSums, 3);
		second += first;
		store<i32>(usize(to), first);
		store<i32>(usize(to), second, 4);
	} else {
		let first: i32 = 0;
		let second: i32 = 0;
		for (let half = 0; half < 2; ++half) {
			for (let column = 0; column < 16; column += 4) {
				let sum: i32 = 0;
				let sumOfSums: i32 = 0;
				for (let at = block + column; at < block + Block.SIZE; at += 16) {
					if (at - column == block + Block.SUM) continue;
					sum += load<i32>(usize(at));
					sumOfSums += sum;
				}
				first += half == 0 ? sum : sumOfSums;
				second += first;
			}
		}
		store<i32>(usize(to), first);
		store<i32>(usize(to), second, 4);
	}
}
