/**
 * T0 trim: with the value `unicode`, White_Space of Unicode, U+200B to U+200D, U+2060 and U+FEFF go from both ends of a reference, as
 * C0 controls and spaces do in any case.
 */

import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";

/** The start of [start, end) without them. */
export function skipUnicodeSpace(start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const length = spaceLength(at, end);
		if (length == 0) return at;
		at += length;
	}
	return at;
}

/** The end of [start, end) without them. */
export function trimUnicodeSpace(start: i32, end: i32): i32 {
	let last = end;
	while (last > start) {
		let at = last - 1;
		while (at > start && last - at < 3 && isContinuation(load8(at))) --at;
		if (spaceLength(at, last) != last - at) return last;
		last = at;
	}
	return last;
}

function isContinuation(octet: i32): bool {
	return (octet & 0xc0) == 0x80;
}

/** Octets of the character at `at` if it is one of them, in UTF-8; else 0. */
function spaceLength(at: i32, end: i32): i32 {
	const first = load8(at);
	if (first <= Octet.SPACE) return 1;
	if (first == 0xc2 && end - at > 1) return load8(at + 1) == 0x85 || load8(at + 1) == 0xa0 ? 2 : 0;
	if (end - at < 3) return 0;
	return isLongSpace(first, load8(at + 1), load8(at + 2)) ? 3 : 0;
}

function isLongSpace(first: i32, second: i32, third: i32): bool {
	// U+1680, U+3000, U+FEFF
	if (first == 0xe1) return second == 0x9a && third == 0x80;
	if (first == 0xe3) return second == 0x80 && third == 0x80;
	if (first == 0xef) return second == 0xbb && third == 0xbf;
	if (first != 0xe2) return false;
	// U+205F, U+2060
	if (second == 0x81) return third == 0x9f || third == 0xa0;
	// U+2000 to U+200D, U+2028, U+2029, U+202F
	return second == 0x80 && ((third >= 0x80 && third <= 0x8d) || third == 0xa8 || third == 0xa9 || third == 0xaf);
}
