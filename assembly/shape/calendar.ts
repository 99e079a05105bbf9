/** Dates that are whole segments: ISO 8601 with a time, and English names of months. */

import { ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { endsSegment } from "./extension";
import { digitsEnd, isAlnumAt, isDigitAt, tripletAt } from "./kinds";
import { isDay, isMonth, isYear, pairAt } from "./marked";
import { isCompactDate } from "./run";
import { set } from "./writer";

/** Octets of the shortest date with a time, `YYYYMMDDThhmm`. */
export const MIN_DATE_TIME: i32 = 13;
const MONTHS: string = "january february march april may june july august september october november december ";
/** Octets of the short names of months; `sept` is the only longer one. */
const SHORT_NAME: i32 = 3;

/** The end of the segment at `start` if it is a date with a time, such as `20130507T1030` or `2013-05-07T10:30:00.5+02:00`; else 0. */
export function dateTimeEnd(start: i32, end: i32): i32 {
	if (start + MIN_DATE_TIME > end || !isYear(start)) return 0;
	const month = hyphenEnd(start + 4);
	const day = hyphenEnd(month + 2);
	if (!isMonth(month) || !isDay(day) || (load8(day + 2) | Octet.CASE_BIT) != Octet.LOWER_T) return 0;
	const minutes = colonEnd(day + 5, end);
	if (!isPair(day + 3, end) || !isPair(minutes, end)) return 0;
	const last = zoneEnd(secondsEnd(minutes + 2, end), end);
	return endsSegment(last, end) ? last : 0;
}

/** The end of seconds and their fraction, if there are any. */
function secondsEnd(at: i32, end: i32): i32 {
	const seconds = colonEnd(at, end);
	if (!isPair(seconds, end)) return at;
	const last = seconds + 2;
	return last < end && load8(last) == Octet.DOT && isDigitAt(last + 1, end) ? digitsEnd(last + 1, end) : last;
}

/** The end of a zone, if there is one. */
function zoneEnd(at: i32, end: i32): i32 {
	if (at >= end) return at;
	const octet = load8(at);
	if ((octet | Octet.CASE_BIT) == Octet.LOWER_Z) return at + 1;
	if (octet != Octet.PLUS && octet != Octet.HYPHEN) return at;
	const minutes = colonEnd(at + 3, end);
	return isPair(at + 1, end) && isPair(minutes, end) ? minutes + 2 : at;
}

function hyphenEnd(at: i32): i32 {
	return load8(at) == Octet.HYPHEN ? at + 1 : at;
}

function colonEnd(at: i32, end: i32): i32 {
	if (tripletAt(at, end) == Octet.COLON) return at + 3;
	return at < end && load8(at) == Octet.COLON ? at + 1 : at;
}

function isPair(at: i32, end: i32): bool {
	return at + 2 <= end && pairAt(at) >= 0;
}

/** The class of a stem of digits, after a segment with the class `before`. Sets BEFORE after a year and a month. */
export function classOfDigits(start: i32, length: i32, before: i32): i32 {
	if (length == 4 && isYear(start)) {
		set(State.BEFORE, ShapeClass.YEAR);
		return ShapeClass.YEAR;
	}
	const value = length > 2 ? 0 : length == 2 ? pairAt(start) : load8(start) - Octet.DIGIT_0;
	if (before == ShapeClass.YEAR && value >= 1 && value <= 12) {
		set(State.BEFORE, ShapeClass.MONTH);
		return ShapeClass.MONTH;
	}
	if (before == ShapeClass.MONTH && value >= 1 && value <= 31) return ShapeClass.DAY;
	return isCompactDate(start, length) ? ShapeClass.DATE : ShapeClass.INT;
}

/** The end of the letters at `start` if they are the English name of a month, or its first three; else 0. */
export function monthNameEnd(start: i32, end: i32): i32 {
	let length = 0;
	while (isAlnumAt(start + length, end)) ++length;
	let name = 0;
	for (let at = 0; at < MONTHS.length; ++at) {
		if (MONTHS.charCodeAt(at) != Octet.SPACE) continue;
		if (isNamed(start, length, name, at - name)) return start + length;
		name = at + 1;
	}
	return 0;
}

/** Whether [start, start + length) is the name of `size` octets at `name` in MONTHS, or short for it. */
function isNamed(start: i32, length: i32, name: i32, size: i32): bool {
	const isShort = length == SHORT_NAME || (length == SHORT_NAME + 1 && MONTHS.charCodeAt(name) == Octet.LOWER_S);
	if (length != size && !isShort) return false;
	for (let at = 0; at < length; ++at) if ((load8(start + at) | Octet.CASE_BIT) != MONTHS.charCodeAt(name + at)) return false;
	return true;
}
