/**
 * The shape of a path, segment by segment. A segment is one value, or a stem with an extension. Of the parameters that follow, only the
 * names are written.
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
import { segmentAhead } from "./lanes";
import { writeSoleRun } from "./sole-run";
import { writeStem } from "./stem";
import { get, isBrace, omit, put, putBrace, set } from "./writer";

/** Writes the segments of the path at `start`. Returns its end: that of the key, or a "?" or "#". */
export function writePath(start: i32, end: i32): i32 {
	let before: i32 = ShapeClass.WORD;
	for (let at = start; at < end; ++at) {
		set(State.BEFORE, ShapeClass.WORD);
		// A month may have a name.
		const segment = segmentAhead(at, end, before != ShapeClass.YEAR);
		at = writeSegment(segment, end, segment > at ? ShapeClass.WORD : before);
		while (at < end && load8(at) == Octet.SEMICOLON) at = writeParameter(at + 1, end);
		if (at == end || load8(at) != Octet.SLASH) return at;
		before = get(State.BEFORE);
	}
	return end;
}

/** Writes the segment at `start`, whose predecessor has the class `before`, but for its parameters. Returns its end. */
function writeSegment(start: i32, end: i32, before: i32): i32 {
	if (endsSegment(start, end)) return start;
	const run = writeSoleRun(start, end, before);
	if (run != 0) return run;
	const isWord = (kindOf(load8(start)) & (Kind.UPPER | Kind.LOWER)) != 0;
	// Fast path only: most of the other segments begin with a letter.
	const whole = !isWord || before == ShapeClass.YEAR ? writeWhole(start, end, before) : 0;
	return whole != 0 ? whole : writeStem(start, end, true);
}

/** Writes the segment at `start` if several runs are one value: a date with a time, a number, or a month. Returns its end, or 0. */
function writeWhole(start: i32, end: i32, before: i32): i32 {
	const dateTime = dateTimeEnd(start, end);
	if (dateTime != 0) {
		put(ShapeClass.DATE, start, dateTime);
		return dateTime;
	}
	const number = numberEnd(start, end);
	if (number != 0) {
		put(digitsEnd(start + 1, number) == number ? ShapeClass.INT : ShapeClass.FLOAT, start, number);
		return segmentEnd(number, end);
	}
	const name = before == ShapeClass.YEAR ? monthNameEnd(start, end) : 0;
	if (name == 0 || !endsStem(name, end)) return 0;
	put(ShapeClass.MONTH, start, name);
	set(State.BEFORE, ShapeClass.MONTH);
	return segmentEnd(name, end);
}

/** The end of a number that is the whole stem: digits with a sign, with one dot, or both. 0 if there is none. */
function numberEnd(start: i32, end: i32): i32 {
	const first = isSign(load8(start)) ? start + 1 : start;
	const digits = digitsEnd(first, end);
	if (digits == first) return 0;
	if (endsStem(digits, end)) return digits;
	if (load8(digits) != Octet.DOT) return 0;
	const last = digitsEnd(digits + 1, end);
	return last > digits + 1 && endsStem(last, end) ? last : 0;
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
