/**
 * Names and values as form data reads them (URL Standard §5.1): "+" is a space, a triplet its octet. They are decoded as they are
 * read, and never written.
 */

import { ABSENT } from "../layout/addresses";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { tripletValue } from "../reference/percent";

/** The octet at `at`, decoded once. */
export function decodedAt(at: i32, end: i32): i32 {
	const octet = load8(at);
	return octet == Octet.PERCENT || octet == Octet.PLUS ? decodedOther(at, end) : octet;
}

/** The same for "+" and "%". A function of its own, so that asc inlines what most octets need. */
function decodedOther(at: i32, end: i32): i32 {
	if (load8(at) == Octet.PLUS) return Octet.SPACE;
	const value = tripletValue(at, end);
	return value == ABSENT ? Octet.PERCENT : value;
}

/** The end of the character at `at`: three octets further for a triplet, else one. */
export function nextAt(at: i32, end: i32): i32 {
	return load8(at) == Octet.PERCENT ? tripletEnd(at, end) : at + 1;
}

/** The end of the triplet at `at`, or of a "%" without digits. */
function tripletEnd(at: i32, end: i32): i32 {
	return tripletValue(at, end) != ABSENT ? at + 3 : at + 1;
}

/** Compares two runs octet by octet, decoded: negative, 0 or positive. */
export function compareDecoded(a: i32, aEnd: i32, b: i32, bEnd: i32): i32 {
	while (a < aEnd && b < bEnd) {
		const octet = load8(a);
		// Fast path only: equal octets are equal once decoded.
		if (octet == load8(b) && octet != Octet.PERCENT) {
			++a;
			++b;
			continue;
		}
		const difference = decodedAt(a, aEnd) - decodedAt(b, bEnd);
		if (difference != 0) return difference;
		a = nextAt(a, aEnd);
		b = nextAt(b, bEnd);
	}
	return (a < aEnd ? 1 : 0) - (b < bEnd ? 1 : 0);
}

/** `octet` in lower case. */
export function lowered(octet: i32): i32 {
	return octet >= Octet.UPPER_A && octet <= Octet.UPPER_Z ? octet | Octet.CASE_BIT : octet;
}

/** Whether [start, end), decoded, equals `text`, ignoring case. Requires: `text` is in lower case. */
export function isDecodedText(start: i32, end: i32, text: string): bool {
	let at = start;
	for (let i = 0; i < text.length; ++i) {
		if (at >= end || lowered(decodedAt(at, end)) != text.charCodeAt(i)) return false;
		at = nextAt(at, end);
	}
	return at == end;
}
