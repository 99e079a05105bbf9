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
	return seek(start, end, set, 0xffff);
}

/** The first address in [start, end) whose octet is out of the class `set`, or in it where `flip` is 0xffff and not 0. */
function seek(start: i32, end: i32, set: i32, flip: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		// An octet's row (its high nibble) has one bit; rows beyond US-ASCII have none, and so no class reaches there.
		const rowBits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
		const rows = v128.load(usize(Address.ROWS + (set << 4)));
		for (; at < end; at += 16) {
			const octets = v128.load(usize(at));
			const low = i8x16.swizzle(rows, v128.and(octets, i8x16.splat(15)));
			const members = v128.and(low, i8x16.swizzle(rowBits, i8x16.shr_u(octets, 4)));
			const stops = i8x16.bitmask(i8x16.eq(members, i8x16.splat(0))) ^ flip;
			if (stops != 0) return min(at + ctz(stops), end);
		}
		return end;
	} else {
		while (at < end && is(load8(at), set) == (flip == 0)) ++at;
		return at;
	}
}

/** The first address in [start, end) that holds `octet` and has `next` behind it, before `end`; `end` when none does. */
export function findPair(start: i32, end: i32, octet: i32, next: i32): i32 {
	const last = end - 1;
	let at = start;
	if (ASC_FEATURE_SIMD) {
		for (; at < last; at += 16) {
			const firsts = i8x16.eq(v128.load(usize(at)), i8x16.splat(i8(octet)));
			const found = i8x16.bitmask(v128.and(firsts, i8x16.eq(v128.load(usize(at), 1), i8x16.splat(i8(next)))));
			if (found != 0) return at + ctz(found) < last ? at + ctz(found) : end;
		}
	} else {
		for (; at < last; ++at) if (load8(at) == octet && load8(at + 1) == next) return at;
	}
	return end;
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
