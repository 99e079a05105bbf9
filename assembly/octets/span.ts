/**
 * Leaf, Wasm side: searches for octets by class or value. The typed-array side is span.host.ts.
 *
 * With SIMD, classes are looked up sixteen octets at a time by two table lookups on nibbles ("shufti", as in Hyperscan): the low
 * nibble selects an octet of the class's row set (ROWS), the high nibble a bit in it.
 */

import { Address } from "../layout/addresses";
import { Octet } from "./char";
import { is } from "./classes";
import { load8, ONES } from "./memory";

/** The first address in [start, end) whose octet is not in the class `set`, or `end`. */
export function span(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, 0);
}

/** The first address in [start, end) whose octet is in the class `set`, or `end`. */
export function spanUntil(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, -1);
}

/** With `flip` 0 the first octet outside the class `set`, with `flip` −1 the first one in it; `end` if there is none. */
function seek(start: i32, end: i32, set: i32, flip: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		for (; at < end; at += 32) {
			const stops = (i32(stopsAt(at, set)) | (i32(stopsAt(at + 16, set)) << 16)) ^ flip;
			if (stops != 0) return min(at + ctz(stops), end);
		}
		return end;
	} else {
		while (at < end && is(load8(at), set) == (flip == 0)) ++at;
		return at;
	}
}

/** A mask of the sixteen octets at `at`: bit n is set if octet n is not in the class `set`. */
export function stopsAt(at: i32, set: i32): u64 {
	const rows = v128.load(usize(Address.ROWS + (set << 4)));
	const rowBits = v128.load(usize(Address.ROW_BITS));
	const octets = v128.load(usize(at));
	const low = i8x16.swizzle(rows, v128.and(octets, i8x16.splat(15)));
	const members = v128.and(low, i8x16.swizzle(rowBits, v128.and(i16x8.shr_u(octets, 4), i8x16.splat(15))));
	return u64(u32(i8x16.bitmask(i8x16.eq(members, i8x16.splat(0)))));
}

/** Joins four masks of 16 bits into one of 64, the first in the lowest bits. */
export function join(mask0: u64, mask1: u64, mask2: u64, mask3: u64): u64 {
	return mask0 | (mask1 << 16) | (mask2 << 32) | (mask3 << 48);
}

/** The first address in [start, end) of `octet` followed by `next`, both before `end`; `end` if there is no such pair. */
export function findPair(start: i32, end: i32, octet: i32, next: i32): i32 {
	const last = end - 1;
	let at = start;
	if (ASC_FEATURE_SIMD) {
		// Shift the mask instead of loading one octet later: a load across two recent stores defeats store-to-load forwarding.
		for (; at < last; at += 64) {
			const firsts = positionsOf(octet, at);
			const nexts = (positionsOf(next, at) >> 1) | (u64(load8(at + 64) == next) << 63);
			const found = firsts & nexts;
			if (found != 0) return at + i32(ctz(found)) < last ? at + i32(ctz(found)) : end;
		}
	} else {
		for (; at < last; ++at) if (load8(at) == octet && load8(at + 1) == next) return at;
	}
	return end;
}

/** Whether two octets in a row of [start, end) are "." or "/". */
export function hasAdjacent(start: i32, end: i32): bool {
	if (ASC_FEATURE_SIMD) {
		const slash = i8x16.splat(i8(Octet.SLASH));
		const one = i8x16.splat(1);
		let before: u32 = 0;
		for (let at = start; at < end; at += 32) {
			const low = i8x16.bitmask(i8x16.eq(v128.or(v128.load(usize(at)), one), slash));
			const high = i8x16.bitmask(i8x16.eq(v128.or(v128.load(usize(at), 16), one), slash));
			let found = u32(low | (high << 16));
			if (end - at < 32) found &= (1 << (end - at)) - 1;
			if ((found & ((found << 1) | before)) != 0) return true;
			before = found >>> 31;
		}
	} else {
		for (let at = start + 1; at < end; ++at)
			if ((load8(at) | 1) == Octet.SLASH && (load8(at - 1) | 1) == Octet.SLASH) return true;
	}
	return false;
}

/** A mask of the 64 octets at `at`: bit n is set if octet n is `octet`. */
function positionsOf(octet: i32, at: i32): u64 {
	const sought = i8x16.splat(i8(octet));
	return join(
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at)), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 16), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 32), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 48), sought)))),
	);
}

/** The first address of `octet` in [start, end), or `end`. */
export function find(start: i32, end: i32, octet: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		const sought = i8x16.splat(i8(octet));
		for (; at + 16 < end; at += 32) {
			const first = i8x16.bitmask(i8x16.eq(v128.load(usize(at)), sought));
			const second = i8x16.bitmask(i8x16.eq(v128.load(usize(at), 16), sought));
			if ((first | second) != 0) return min(at + ctz(first | (second << 16)), end);
		}
		if (at >= end) return end;
		const found = i8x16.bitmask(i8x16.eq(v128.load(usize(at)), sought));
		return found != 0 ? min(at + ctz(found), end) : end;
	} else {
		// Eight at a time: the lowest bit of `found` belongs to the first zero of `difference`.
		for (; at < end; at += 8) {
			const difference = load<u64>(usize(at)) ^ (ONES * u64(octet));
			const found = (difference - ONES) & ~difference & (ONES << 7);
			if (found != 0) return min(at + (i32(ctz(found)) >> 3), end);
		}
		return end;
	}
}
