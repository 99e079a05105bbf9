/** Strings of JSON, RFC 8259 §7. */

import { NOT_HEX } from "../layout/addresses";
import { mark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { hexValue } from "../octets/classes";
import { copy, equal, load8, load32, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { findStringStop } from "./marks";
import { writeCodePoint } from "./utf-8";

/** No address: the string has no UTF-8. */
export const ILL_FORMED: i32 = 0;
/** Octets of `\u` and four digits. */
const UNICODE_ESCAPE: i32 = 6;
/** Letters of short escapes, and the characters that they stand for. */
const ESCAPES = '"\\/bfnrt';
const ESCAPED = '"\\/\b\f\n\r\t';

/** The end of the string whose quotation mark is at `start`, or 0 if it is not valid. With escapes it is complemented. */
export function stringEnd(start: i32, end: i32): i32 {
	const first = findStringStop(start + 1, end);
	if (first < end && load8(first) == Octet.QUOTATION_MARK) return first + 1;
	return escapedEnd(first, end);
}

/** The end of a string with an escape at `at`, complemented; 0 if it is not valid. */
function escapedEnd(at: i32, end: i32): i32 {
	while (at < end && load8(at) == Octet.BACKSLASH) {
		const length = escapeLength(at, end);
		if (length == 0) return 0;
		at = findStringStop(at + length, end);
	}
	return at < end && load8(at) == Octet.QUOTATION_MARK ? mark(at + 1) : 0;
}

/** Octets of the escape at `at`, or 0 if it is not valid. */
function escapeLength(at: i32, end: i32): i32 {
	if (end - at < 2) return 0;
	if (load8(at + 1) == Octet.LOWER_U) return end - at >= UNICODE_ESCAPE && unitAt(at) >= 0 ? UNICODE_ESCAPE : 0;
	return indexIn(ESCAPES, load8(at + 1)) >= 0 ? 2 : 0;
}

function indexIn(text: string, octet: i32): i32 {
	for (let index = 0; index < text.length; ++index) if (text.charCodeAt(index) == octet) return index;
	return -1;
}

/** The UTF-16 code unit of the escape `\uXXXX` at `at`, or a negative number. */
function unitAt(at: i32): i32 {
	let unit = 0;
	for (let digit = at + 2; digit < at + UNICODE_ESCAPE; ++digit) {
		const value = hexValue(load8(digit));
		if (value == NOT_HEX) return -1;
		unit = (unit << 4) | value;
	}
	return unit;
}

/** Writes the content [start, end) of a valid string to `to`, in UTF-8. Returns the end, or ILL_FORMED for a lone surrogate. */
export function writeUnescaped(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (true) {
		const stop = find(at, end, Octet.BACKSLASH);
		to = copy(at, stop, to);
		if (stop == end) return to;
		if (load8(stop + 1) != Octet.LOWER_U) {
			store8(to++, ESCAPED.charCodeAt(indexIn(ESCAPES, load8(stop + 1))));
			at = stop + 2;
			continue;
		}
		at = stop + UNICODE_ESCAPE;
		let point = unitAt(stop);
		if ((point & 0xf800) == 0xd800) {
			const low = isEscape(at, end) ? unitAt(at) : 0;
			if ((point & 0xfc00) != 0xd800 || (low & 0xfc00) != 0xdc00) return ILL_FORMED;
			point = 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff);
			at += UNICODE_ESCAPE;
		}
		to = writeCodePoint(point, to);
	}
}

/** Whether an escape `\uXXXX` of a valid string begins at `at`. */
function isEscape(at: i32, end: i32): bool {
	return end - at >= UNICODE_ESCAPE && load8(at) == Octet.BACKSLASH && load8(at + 1) == Octet.LOWER_U;
}

/** Whether the content [start, end) of a valid string is the key that a pair of addresses at `key` describes. */
export function equalsKey(start: i32, end: i32, hasEscapes: bool, key: i32, scratch: i32): bool {
	const wanted = load32(key);
	const length = load32(key + 4) - wanted;
	if (!hasEscapes) return end - start == length && equal(start, end, wanted);
	// No escape is shorter than what it stands for.
	if (end - start <= length) return false;
	return writeUnescaped(start, end, scratch) - scratch == length && equal(scratch, scratch + length, wanted);
}
