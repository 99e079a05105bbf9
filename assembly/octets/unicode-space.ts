/**
 * White space at the ends of a text, in UTF-8. There are two sets:
 *
 *   ECMAScript   WhiteSpace and LineTerminator, which `String.prototype.trim` removes
 *   wide         these, C0 controls, U+0085, U+200B to U+200D and U+2060: the value `unicode` of T0 trim
 */
import { Octet } from "./char";
import { load8 } from "./memory";

/** The start of [start, end) without leading white space. */
export function skipUnicodeSpace(start: i32, end: i32, isWide: bool): i32 {
	let at = start;
	while (at < end) {
		const length = spaceLength(at, end, isWide);
		if (length == 0) return at;
		at += length;
	}
	return at;
}

/** The end of [start, end) without trailing white space. */
export function trimUnicodeSpace(start: i32, end: i32, isWide: bool): i32 {
	let last = end;
	while (last > start) {
		let at = last - 1;
		while (at > start && last - at < 3 && isContinuation(load8(at))) --at;
		if (spaceLength(at, last, isWide) != last - at) return last;
		last = at;
	}
	return last;
}

function isContinuation(octet: i32): bool {
	return (octet & 0xc0) == 0x80;
}

/** The octets of the white space character at `at`, or 0 for another one. */
function spaceLength(at: i32, end: i32, isWide: bool): i32 {
	const octet = load8(at);
	if (octet == Octet.SPACE || (octet >= Octet.TAB && octet <= Octet.CR)) return 1;
	if (octet < Octet.SPACE) return isWide ? 1 : 0;
	if (octet == 0xc2) return end - at > 1 && isShortSpace(load8(at + 1), isWide) ? 2 : 0;
	if (octet < 0xe1 || end - at < 3) return 0;
	const octets = (octet << 16) | (load8(at + 1) << 8) | load8(at + 2);
	return isSpace(octets) || (isWide && isJoiner(octets)) ? 3 : 0;
}

/** U+00A0, or U+0085 of the wide set: their second octets. */
function isShortSpace(octet: i32, isWide: bool): bool {
	return octet == 0xa0 || (isWide && octet == 0x85);
}

/** U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF: the three octets of each. */
function isSpace(octets: i32): bool {
	if (octets >= 0xe28080 && octets <= 0xe2808a) return true;
	if (octets == 0xe280a8 || octets == 0xe280a9 || octets == 0xe280af) return true;
	return octets == 0xe19a80 || octets == 0xe2819f || octets == 0xe38080 || octets == 0xefbbbf;
}

/** U+200B to U+200D, U+2060. */
function isJoiner(octets: i32): bool {
	return (octets >= 0xe2808b && octets <= 0xe2808d) || octets == 0xe281a0;
}
