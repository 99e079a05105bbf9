/** Leaf, Wasm side: how far do octets belong to a class? Sixteen at a time with SIMD. The typed-array side is span.host.ts. */
import { is } from "./classes";
import { Address } from "./layout";
import { load8 } from "./memory";

/** The first address in [start, end) whose octet is not in the class `set`; `end` when all are. */
export function span(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, 0);
}

/** The first address in [start, end) whose octet is in the class `set`; `end` when none is. */
export function spanUntil(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, -1);
}

/** The first address in [start, end) whose octet is out of the class `set`, or in it where `flip` is −1 and not 0. */
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

/** Which of the sixteen octets at `at` are not in the class `set`: one bit each. */
export function stopsAt(at: i32, set: i32): u64 {
	const rows = v128.load(usize(Address.ROWS + (set << 4)));
	// An octet's row (its high nibble) has one bit; rows beyond US-ASCII have none, and so no class reaches there.
	const rowBits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
	const octets = v128.load(usize(at));
	const low = i8x16.swizzle(rows, v128.and(octets, i8x16.splat(15)));
	const members = v128.and(low, i8x16.swizzle(rowBits, v128.and(i16x8.shr_u(octets, 4), i8x16.splat(15))));
	return u64(u32(i8x16.bitmask(i8x16.eq(members, i8x16.splat(0)))));
}

/** Four masks of 16 bits as one of 64. */
export function join(mask0: u64, mask1: u64, mask2: u64, mask3: u64): u64 {
	return mask0 | (mask1 << 16) | (mask2 << 32) | (mask3 << 48);
}

/** The first address in [start, end) that holds `octet` and has `next` behind it, before `end`; `end` when none does. */
export function findPair(start: i32, end: i32, octet: i32, next: i32): i32 {
	const last = end - 1;
	let at = start;
	if (ASC_FEATURE_SIMD) {
		// No load one octet on: across two stores that are still on their way, it would wait for both.
		for (; at < last; at += 64) {
			const firsts = placesOf(octet, at);
			const nexts = (placesOf(next, at) >> 1) | (u64(load8(at + 64) == next) << 63);
			const found = firsts & nexts;
			if (found != 0) return at + i32(ctz(found)) < last ? at + i32(ctz(found)) : end;
		}
	} else {
		for (; at < last; ++at) if (load8(at) == octet && load8(at + 1) == next) return at;
	}
	return end;
}

/** Which of the 64 octets at `at` are `octet`: one bit each. */
function placesOf(octet: i32, at: i32): u64 {
	const sought = i8x16.splat(i8(octet));
	return join(
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at)), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 16), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 32), sought)))),
		u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at), 48), sought)))),
	);
}

/** The first address in [start, end) that holds `octet`; `end` when none does. */
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
		while (at < end && load8(at) != octet) ++at;
		return at;
	}
}
