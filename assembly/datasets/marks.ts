/**
 * Leaf, Wasm side: the index of the octets that structure a table. The typed-array side is marks.host.ts.
 *
 * ```
 *   text     7 , " a , b " , h t t p : / / h / LF
 *   marks      |   |     | |                   |      one i32 a mark, by count of trailing zeros
 * ```
 */
import { Octet } from "../char";
import { load8, store32 } from "../memory";

/**
 * Writes the addresses of all delimiters, quotation marks and LFs in [start, end) to `to`, an i32 each. Returns the end of the list.
 *
 * Requires: room at `to` for an i32 for each octet, and two more; Limit.MARGIN readable octets at `end`.
 */
export function indexMarks(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	return ASC_FEATURE_SIMD ? byThirtyTwo(delimiter, start, end, to) : oneByOne(delimiter, start, end, to);
}

function byThirtyTwo(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	const delimiters = i8x16.splat(i8(delimiter));
	let entry = to;
	for (let at = start; at < end; at += 32) {
		let marks = marksAt(at, delimiters) | (marksAt(at + 16, delimiters) << 16);
		if (end - at < 32) marks &= (1 << (end - at)) - 1;
		const next = entry + (popcnt(marks) << 2);
		// Two at a time: most words have at most two marks, so the loop over more of them is well predicted.
		do {
			store32(entry, at + ctz(marks));
			marks &= marks - 1;
			store32(entry + 4, at + ctz(marks));
			marks &= marks - 1;
			entry += 8;
		} while (entry < next);
		entry = next;
	}
	return entry;
}

/** Which of the sixteen octets at `at` are marks: one bit each. */
function marksAt(at: i32, delimiters: v128): i32 {
	const octets = v128.load(usize(at));
	const quotes = i8x16.eq(octets, i8x16.splat(i8(Octet.QUOTATION_MARK)));
	const ends = i8x16.eq(octets, i8x16.splat(i8(Octet.LF)));
	return i8x16.bitmask(v128.or(v128.or(quotes, ends), i8x16.eq(octets, delimiters)));
}

function oneByOne(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet != delimiter && octet != Octet.QUOTATION_MARK && octet != Octet.LF) continue;
		store32(to, at);
		to += 4;
	}
	return to;
}

/** The first '"', "\" or control character in [start, end), or `end`: what ends a run of a JSON string. */
export function findStringStop(start: i32, end: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		for (; at < end; at += 16) {
			const octets = v128.load(usize(at));
			const quotes = i8x16.eq(octets, i8x16.splat(i8(Octet.QUOTATION_MARK)));
			const escapes = i8x16.eq(octets, i8x16.splat(i8(Octet.BACKSLASH)));
			const controls = i8x16.lt_u(octets, i8x16.splat(i8(Octet.SPACE)));
			const stops = i8x16.bitmask(v128.or(v128.or(quotes, escapes), controls));
			if (stops != 0) return min(at + ctz(stops), end);
		}
		return end;
	} else {
		while (at < end && !isStop(load8(at))) ++at;
		return at;
	}
}

function isStop(octet: i32): bool {
	return octet == Octet.QUOTATION_MARK || octet == Octet.BACKSLASH || octet < Octet.SPACE;
}
