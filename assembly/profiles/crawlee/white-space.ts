/** `String.prototype.trim`: ECMAScript's WhiteSpace and LineTerminator, in UTF-8. */
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";

/** The start of [start, end) without leading white space. */
export function skipSpaces(start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const length = spaceLength(at, end);
		if (length == 0) return at;
		at += length;
	}
	return at;
}

/** The end of [start, end) without trailing white space. */
export function trimSpaces(start: i32, end: i32): i32 {
	let last = end;
	while (last > start) {
		let at = last - 1;
		while (at > start && at > last - 3 && (load8(at) & 0xc0) == 0x80) --at;
		if (spaceLength(at, last) != last - at) return last;
		last = at;
	}
	return last;
}

/** The length of the white space character at `at`; 0 for another one. */
function spaceLength(at: i32, end: i32): i32 {
	const octet = load8(at);
	if (octet < Octet.BEYOND_ASCII) return octet == Octet.SPACE || (octet >= Octet.TAB && octet <= Octet.CR) ? 1 : 0;
	if (octet == 0xc2) return at + 1 < end && load8(at + 1) == 0xa0 ? 2 : 0;
	return at + 2 < end && isSpace((octet << 16) | (load8(at + 1) << 8) | load8(at + 2)) ? 3 : 0;
}

/** U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF: the three octets of each. */
function isSpace(octets: i32): bool {
	if (octets >= 0xe28080 && octets <= 0xe2808a) return true;
	if (octets == 0xe280a8 || octets == 0xe280a9 || octets == 0xe280af) return true;
	return octets == 0xe19a80 || octets == 0xe2819f || octets == 0xe38080 || octets == 0xefbbbf;
}
