/**
 * The shape of a path: its segments, one by one. What a segment is by itself comes first, then its stem and extension, then its
 * parameters, which keep their names.
 *
 * ```
 *   /2013/05/title.html;v=1.1     /{year}/{month}/title.html;v
 *                └ stem ┘└ extension
 * ```
 */

import { Kind, ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { find } from "../octets/span";
import { dateTimeEnd, monthNameEnd } from "./calendar";
import { endsSegment, endsStem, extensionEnd } from "./extension";
import { digitsEnd, kindOf } from "./kinds";
import { isYear, pairAt } from "./marked";
import { isCompactDate } from "./run";
import { writeStem } from "./stem";
import { get, isBrace, omit, put, putBrace, set } from "./writer";

/** Writes the segments of the path [start, end). */
export function writePath(start: i32, end: i32): void {
	set(State.BEFORE, ShapeClass.WORD);
	for (let at = start; at < end; ++at) {
		const before = get(State.BEFORE);
		set(State.BEFORE, ShapeClass.WORD);
		at = writeSegment(at, end, before);
		while (at < end && load8(at) == Octet.SEMICOLON) at = writeParameter(at + 1, end);
	}
}

/** Writes the segment at `start`, whose predecessor has the class `before`, but for its parameters. Returns its end. */
function writeSegment(start: i32, end: i32, before: i32): i32 {
	const kinds = kindOf(load8(start));
	const isWord = (kinds & (Kind.UPPER | Kind.LOWER)) != 0;
	// Fast path only: most segments begin with a letter.
	const whole = !isWord || before == ShapeClass.YEAR ? writeWhole(start, end, before) : 0;
	return whole != 0 ? whole : writeStem(start, end, true);
}

/** Writes the segment at `start` if it is a value as a whole. Returns its end, or 0 if it is none. */
function writeWhole(start: i32, end: i32, before: i32): i32 {
	if (endsSegment(start, end)) return start;
	const dateTime = dateTimeEnd(start, end);
	if (dateTime != 0) {
		put(ShapeClass.DATE, start, dateTime);
		return dateTime;
	}
	const number = numberEnd(start, end);
	if (number != 0) {
		put(classOfNumber(start, number, before), start, number);
		return segmentEnd(number, end);
	}
	const name = before == ShapeClass.YEAR ? monthNameEnd(start, end) : 0;
	if (name == 0 || !endsStem(name, end)) return 0;
	put(ShapeClass.MONTH, start, name);
	set(State.BEFORE, ShapeClass.MONTH);
	return segmentEnd(name, end);
}

/** The end of a number that is the whole stem: digits, with a sign or one dot if any. 0 if there is none. */
function numberEnd(start: i32, end: i32): i32 {
	const first = isSign(load8(start)) ? start + 1 : start;
	const digits = digitsEnd(first, end);
	if (digits == first) return 0;
	if (endsStem(digits, end)) return digits;
	if (load8(digits) != Octet.DOT) return 0;
	const last = digitsEnd(digits + 1, end);
	return last > digits + 1 && endsStem(last, end) ? last : 0;
}

/** The class of the number [start, end). Sets BEFORE after a year and a month. */
function classOfNumber(start: i32, end: i32, before: i32): i32 {
	const length = digitsEnd(start, end) - start;
	if (length < end - start) {
		return digitsEnd(start + 1, end) == end && length == 0 ? ShapeClass.INT : ShapeClass.FLOAT;
	}
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

function isSign(octet: i32): bool {
	return octet == Octet.PLUS || octet == Octet.HYPHEN;
}

/** The end of the segment whose stem ends at `at`: that of its extension. */
function segmentEnd(at: i32, end: i32): i32 {
	return endsSegment(at, end) ? at : extensionEnd(at, end);
}

/** Writes the parameter at `start` without its value. Returns its end. */
function writeParameter(start: i32, end: i32): i32 {
	let at = start;
	while (!endsSegment(at, end)) ++at;
	const nameEnd = find(start, at, Octet.EQUALS);
	if (nameEnd == at) return writeStem(start, at, false);
	for (let octet = start; octet < nameEnd; ++octet) if (isBrace(load8(octet))) putBrace(octet);
	omit(nameEnd, at);
	return at;
}
