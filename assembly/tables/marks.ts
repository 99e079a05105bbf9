/**
 * Leaf, Wasm side: the index of the octets that structure a table. The typed-array side is marks.host.ts.
 *
 * ```
 *   text     7 , " a , b " , h t t p : / / h / LF
 *   marks      |   |     | |                   |      one i32 a mark, by count of trailing zeros
 * ```
 */
import { Octet } from "../octets/char";
import { load8, store32 } from "../octets/memory";
import { join } from "../octets/span";

/**
 * Writes the addresses of all delimiters, quotation marks and LFs in [start, end) to `to`, an i32 each. Returns the end of the list.
 *
 * Requires: room at `to` for an i32 for each octet, and seven more; Limit.MARGIN readable octets at `end`.
 */
export function indexMarks(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	return ASC_FEATURE_SIMD ? bySixtyFour(delimiter, start, end, to) : oneByOne(delimiter, start, end, to);
}

function bySixtyFour(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	const delimiters = i8x16.splat(i8(delimiter));
	let entry = to;
	for (let at = start; at < end; at += 64) {
		let marks = join(
			u64(u32(marksAt(at, delimiters))),
			u64(u32(marksAt(at + 16, delimiters))),
			u64(u32(marksAt(at + 32, delimiters))),
			u64(u32(marksAt(at + 48, delimiters))),
		);
		if (end - at < 64) marks &= (u64(1) << u64(end - at)) - 1;
		const next = entry + (i32(popcnt(marks)) << 2);
		// Eight at a time: most words have at most eight marks, so the loop over more of them is well predicted.
		while (entry < next) {
			store32(entry, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 4, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 8, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 12, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 16, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 20, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 24, at + i32(ctz(marks)));
			marks &= marks - 1;
			store32(entry + 28, at + i32(ctz(marks)));
			marks &= marks - 1;
			entry += 32;
		}
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

/** The first delimiter, '"' or control character in [start, end), or `end`: what ends a field that needs no quotes. */
export function findFieldStop(delimiter: i32, start: i32, end: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		const delimiters = i8x16.splat(i8(delimiter));
		for (; at < end; at += 16) {
			const octets = v128.load(usize(at));
			const quotes = i8x16.eq(octets, i8x16.splat(i8(Octet.QUOTATION_MARK)));
			const controls = i8x16.lt_u(octets, i8x16.splat(i8(Octet.SPACE)));
			const stops = i8x16.bitmask(v128.or(v128.or(quotes, controls), i8x16.eq(octets, delimiters)));
			if (stops != 0) return min(at + ctz(stops), end);
		}
		return end;
	} else {
		while (at < end && load8(at) >= Octet.SPACE && load8(at) != Octet.QUOTATION_MARK && load8(at) != delimiter) ++at;
		return at;
	}
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
