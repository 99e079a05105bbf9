/**
 * Values that span marks: `{uuid}`, `{date}`, `{ip}`, `{float}`, `{version}`. Each ends where no alphanumeric follows.
 * Functions return the end of the value, or 0 if there is none.
 */

import { NOT_HEX } from "../layout/addresses";
import { Octet } from "../octets/char";
import { hexValue } from "../octets/classes";
import { load8 } from "../octets/memory";
import { extensionEnd } from "./extension";
import { digitsEnd, isAlnumAt, isDigitAt } from "./kinds";

/** Octets of the first group of a UUID. */
export const UUID_GROUP: i32 = 8;

/** Groups of 8, 4, 4, 4 and 12 hex digits, with a hyphen between two of them (RFC 9562 §4). */
export function uuidEnd(start: i32, end: i32): i32 {
	const last = start + 36;
	if (last > end || load8(start + UUID_GROUP) != Octet.HYPHEN || isAlnumAt(last, end)) return 0;
	for (let at = start; at < last; ++at) {
		const place = at - start;
		const isHyphen = place == UUID_GROUP || place == 13 || place == 18 || place == 23;
		if (isHyphen ? load8(at) != Octet.HYPHEN : hexValue(load8(at)) == NOT_HEX) return 0;
	}
	return last;
}

/** `YYYY-MM-DD`, `YYYY-MM` or `DD-MM-YYYY`, with one of `-_.` for both hyphens. */
export function dateEnd(start: i32, end: i32): i32 {
	if (start + 7 > end) return 0;
	const mark = load8(start + 4);
	if (isDateMark(mark)) {
		if (!isYear(start) || !isMonth(start + 5)) return 0;
		const last = start + 10;
		if (last <= end && load8(start + 7) == mark && isDay(start + 8) && !isAlnumAt(last, end)) return last;
		return isAlnumAt(start + 7, end) ? 0 : start + 7;
	}
	return dayFirstEnd(start, end);
}

function dayFirstEnd(start: i32, end: i32): i32 {
	const last = start + 10;
	const mark = load8(start + 2);
	if (last > end || !isDateMark(mark) || load8(start + 5) != mark) return 0;
	return isDay(start) && isMonth(start + 3) && isYear(start + 6) && !isAlnumAt(last, end) ? last : 0;
}

export function isDateMark(octet: i32): bool {
	return octet == Octet.HYPHEN || octet == Octet.UNDERSCORE || octet == Octet.DOT;
}

/** The number of the two digits at `at`, or −1. */
export function pairAt(at: i32): i32 {
	const tens = load8(at) - Octet.DIGIT_0;
	const ones = load8(at + 1) - Octet.DIGIT_0;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Whether four digits are a year from 1900 to 2099. */
export function isYear(at: i32): bool {
	const century = pairAt(at);
	return (century == 19 || century == 20) && pairAt(at + 2) >= 0;
}

export function isMonth(at: i32): bool {
	const month = pairAt(at);
	return month >= 1 && month <= 12;
}

export function isDay(at: i32): bool {
	const day = pairAt(at);
	return day >= 1 && day <= 31;
}

/** Four numbers below 256 with dots. What follows is no dot, but that of an extension in a segment. */
export function ipEnd(start: i32, end: i32, isSegment: bool): i32 {
	let at = start;
	for (let left = 4; left > 0; --left) {
		const first = at;
		let value = 0;
		for (; at < first + 3 && isDigitAt(at, end); ++at) value = value * 10 + load8(at) - Octet.DIGIT_0;
		if (at == first || value > 255) return 0;
		if (left > 1 && (at == end || load8(at++) != Octet.DOT)) return 0;
	}
	if (isAlnumAt(at, end)) return 0;
	return at == end || load8(at) != Octet.DOT || (isSegment && extensionEnd(at, end) != 0) ? at : 0;
}

/** The longest row of two or more numbers with dots between them that no alphanumeric follows. */
export function dottedEnd(start: i32, end: i32): i32 {
	let found = 0;
	for (let at = digitsEnd(start, end); at < end && load8(at) == Octet.DOT && isDigitAt(at + 1, end); ) {
		at = digitsEnd(at + 1, end);
		if (!isAlnumAt(at, end)) found = at;
	}
	return found;
}

/** Whether dotted numbers are just two. */
export function isFloat(start: i32, end: i32): bool {
	return digitsEnd(digitsEnd(start, end) + 1, end) == end;
}
