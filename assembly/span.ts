/** Leaf, Wasm side: how far do octets belong to a class? Sixteen at a time with SIMD. The typed-array side is span.host.ts. */
import { is } from "./classes";
import { Address } from "./layout";
import { load8 } from "./memory";

/** The bit of each row (high nibble) of US-ASCII; rows beyond have none, so that no class reaches beyond US-ASCII. */
// biome-ignore format: one octet a row
function rowBits(): v128 {
	return i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
}

/** Sixteen octets at `at`, each 0 where it is not in the class that `rows` describes. */
function members(at: i32, rows: v128): v128 {
	const octets = v128.load(usize(at));
	const low = i8x16.swizzle(rows, v128.and(octets, i8x16.splat(15)));
	return v128.and(low, i8x16.swizzle(rowBits(), i8x16.shr_u(octets, 4)));
}

/** The first address in [start, end) whose octet is not in the class `set`; `end` when all are. */
export function span(start: i32, end: i32, set: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		const rows = v128.load(usize(Address.ROWS + (set << 4)));
		for (; at < end; at += 16) {
			const others = i8x16.bitmask(i8x16.eq(members(at, rows), i8x16.splat(0)));
			if (others != 0) return min(at + ctz(others), end);
		}
		return end;
	} else {
		while (at < end && is(load8(at), set)) ++at;
		return at;
	}
}

/** The first address in [start, end) whose octet is in the class `set`; `end` when none is. */
export function spanUntil(start: i32, end: i32, set: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		const rows = v128.load(usize(Address.ROWS + (set << 4)));
		for (; at < end; at += 16) {
			const found = i8x16.bitmask(i8x16.ne(members(at, rows), i8x16.splat(0)));
			if (found != 0) return min(at + ctz(found), end);
		}
		return end;
	} else {
		while (at < end && !is(load8(at), set)) ++at;
		return at;
	}
}

/** The first address in [start, end) that holds `octet`; `end` when none does. */
export function find(start: i32, end: i32, octet: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		const sought = i8x16.splat(i8(octet));
		for (; at < end; at += 16) {
			const found = i8x16.bitmask(i8x16.eq(v128.load(usize(at)), sought));
			if (found != 0) return min(at + ctz(found), end);
		}
		return end;
	} else {
		while (at < end && load8(at) != octet) ++at;
		return at;
	}
}
