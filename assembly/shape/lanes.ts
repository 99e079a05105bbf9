/** Leaf, Wasm side: sixteen octets of a run at once. The typed-array side is lanes.host.ts. */

import { Kind, State } from "../layout/shapes";
import { load8 } from "../octets/memory";
import { chunksEndByOctet, endsWord } from "./chunks";
import { kindAt, kindOf } from "./kinds";
import { set } from "./writer";

/** Octets in a vector. */
const LANES: i32 = 16;

/**
 * The end of the word at `start`: small letters, of which the first may be a capital, and nothing after them that would make more of
 * it. 0 if it may be anything else. Fast path only: `runEnd` finds the same.
 */
export function wordEnd(start: i32, end: i32): i32 {
	let at = start + ((kindOf(load8(start)) & Kind.UPPER) >> 1);
	if (ASC_FEATURE_SIMD) {
		at += ctz(~lowersAt(at) | (1 << LANES));
		if (at > end) at = end;
	} else {
		while ((kindAt(at, end) & Kind.LOWER) != 0) ++at;
	}
	return endsWord(start, at, end) ? at : 0;
}

/** The end of the letters and digits at `start`. CHUNKS has the number of their chunks, and SEEN their kinds. */
export function chunksEnd(start: i32, end: i32): i32 {
	if (!ASC_FEATURE_SIMD) return chunksEndByOctet(start, end);
	const octets = v128.load(usize(start));
	const folded = v128.or(octets, i8x16.splat(0x20));
	const inKey = end - start < LANES ? (1 << (end - start)) - 1 : (1 << LANES) - 1;
	const letters = inRange(folded, 0x61, 26);
	const alnum = (letters | inRange(octets, 0x30, 10)) & inKey;
	const length = ctz(~alnum);
	if (length == LANES) return chunksEndByOctet(start, end);
	const run = (1 << length) - 1;
	const lower = lowersIn(octets) & run;
	const upper = letters & ~lower & run;
	const digits = run & ~letters;
	const words = lower & ~(lower << 1);
	// The last of several capitals begins a word; a single one is a part of it.
	const joined = words & (upper << 1) & ~(upper << 2);
	set(State.CHUNKS, popcnt(words) + popcnt(upper & ~(upper << 1)) + popcnt(digits & ~(digits << 1)) - popcnt(joined));
	const cases = (digits != 0 ? Kind.DIGIT : 0) | (upper != 0 ? Kind.UPPER : 0) | (lower != 0 ? Kind.LOWER : 0);
	set(State.SEEN, cases | ((inRange(folded, 0x67, 20) & run) != 0 ? Kind.NOT_HEX : 0));
	return start + length;
}

/** A mask of the small letters at `at`. */
function lowersAt(at: i32): i32 {
	return lowersIn(v128.load(usize(at)));
}

function lowersIn(octets: v128): i32 {
	return inRange(octets, 0x61, 26);
}

/** A mask of the lanes from `first` on, of which `count` values are in the range. */
function inRange(octets: v128, first: i8, count: i8): i32 {
	return i8x16.bitmask(i8x16.lt_u(i8x16.sub(octets, i8x16.splat(first)), i8x16.splat(count)));
}
