/**
 * Runs of a stem: letters, digits and octets beyond US-ASCII, raw or as triplets. Everything between two runs is a separator.
 */

import { Kind, ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { kindAt, kindOf, tripletAt } from "./kinds";
import { chunksEnd } from "./lanes";
import { dateEnd, dottedEnd, ipEnd, isDateMark, isDay, isFloat, isMonth, isYear, UUID_GROUP, uuidEnd } from "./marked";
import { get, set } from "./writer";

/** First octets of UTF-8 for three octets, in scripts whose words are not divided. Of these characters, MANY are a slug. */
const enum Wide {
	FIRST = 0xe3,
	LAST = 0xef,
	MANY = 8,
}

/** Whether a run begins at `at`. */
export function isRunAt(at: i32, end: i32): bool {
	const kinds = kindAt(at, end);
	if ((kinds & Kind.PERCENT) != 0) return tripletAt(at, end) >= Octet.BEYOND_ASCII;
	return (kinds & (Kind.ALNUM | Kind.BEYOND)) != 0;
}

/**
 * Classifies the run at `start`: its class goes to CLASS, the kinds of its octets to SEEN. Returns its end. Only after a separator
 * (`isFree`) can it begin a value with marks. In a segment (`isSegment`), an extension may follow an IP address.
 */
export function runEnd(start: i32, end: i32, isFree: bool, isSegment: bool): i32 {
	const at = chunksEnd(start, end);
	const marked = isFree && at < end ? markedEnd(start, at, end, isSegment) : 0;
	if (marked != 0) return marked;
	if ((kindAt(at, end) & (Kind.BEYOND | Kind.PERCENT)) != 0 && isRunAt(at, end)) return wideEnd(start, end);
	const seen = get(State.SEEN);
	const isWord = (seen & Kind.DIGIT) == 0 && at - start > 2 * get(State.CHUNKS);
	// Fast path only: most runs.
	set(State.CLASS, isWord ? ShapeClass.WORD : classOfRun(start, at - start, get(State.CHUNKS), seen));
	return at;
}

/** Classifies a run with octets beyond US-ASCII. */
function wideEnd(start: i32, end: i32): i32 {
	let wide = 0;
	let seen: i32 = Kind.BEYOND;
	let at = start;
	while (isRunAt(at, end)) {
		const triplet = tripletAt(at, end);
		const octet = triplet < 0 ? load8(at) : triplet;
		if (octet >= Wide.FIRST && octet <= Wide.LAST) ++wide;
		seen |= kindOf(octet);
		at += triplet < 0 ? 1 : 3;
	}
	set(State.SEEN, seen);
	set(State.HAS_NUMBER, 1);
	set(State.CLASS, wide >= Wide.MANY ? ShapeClass.SLUG : ShapeClass.WORD);
	return at;
}

/** Classifies the value with marks whose first run is [start, at). Returns its end, or 0. */
function markedEnd(start: i32, at: i32, end: i32, isSegment: bool): i32 {
	const mark = load8(at);
	const uuid = mark == Octet.HYPHEN && at - start == UUID_GROUP ? uuidEnd(start, end) : 0;
	set(State.CLASS, ShapeClass.UUID);
	if (uuid != 0 || (get(State.SEEN) & Kind.ALNUM) != Kind.DIGIT || !isDateMark(mark)) return uuid;
	const date = dateEnd(start, end);
	set(State.CLASS, ShapeClass.DATE);
	if (date != 0 || mark != Octet.DOT) return date;
	const ip = ipEnd(start, end, isSegment);
	set(State.CLASS, ShapeClass.IP);
	if (ip != 0) return ip;
	const dotted = dottedEnd(start, end);
	set(State.CLASS, dotted != 0 && isFloat(start, dotted) ? ShapeClass.FLOAT : ShapeClass.VERSION);
	return dotted;
}

/** The class of a run in US-ASCII. */
export function classOfRun(start: i32, length: i32, chunks: i32, seen: i32): i32 {
	const cases = seen & Kind.ALNUM;
	if (cases == Kind.DIGIT) return isCompactDate(start, length) ? ShapeClass.DATE : ShapeClass.INT;
	if ((cases & Kind.DIGIT) == 0) return length >= 6 && chunks >= 4 && length <= 2 * chunks ? ShapeClass.ID : ShapeClass.WORD;
	const isHex = cases != Kind.ALNUM && length >= 8 && isHexRun(start, start + length);
	if (isHex && isDigest(length)) return ShapeClass.HASH;
	if (isHex && chunks >= 3) return ShapeClass.HEX;
	const isDense = 2 * length <= 5 * chunks || (length >= 16 && 3 * length <= 10 * chunks);
	return length >= 5 && chunks >= 4 && isDense ? ShapeClass.ID : ShapeClass.WORD;
}

/** Whether [start, end) are hex digits, of which two or more are digits. */
function isHexRun(start: i32, end: i32): bool {
	let digits = 0;
	for (let at = start; at < end; ++at) {
		const kinds = kindOf(load8(at));
		if ((kinds & Kind.NOT_HEX) != 0) return false;
		digits += kinds & Kind.DIGIT;
	}
	return digits >= 2;
}

/** `YYYYMMDD`. Requires: all octets are digits. */
export function isCompactDate(start: i32, length: i32): bool {
	return length == 8 && isYear(start) && isMonth(start + 4) && isDay(start + 6);
}

/** Whether hex digits have the length of a digest: MD5 to SHA-512. */
function isDigest(length: i32): bool {
	return length == 32 || length == 40 || length == 56 || length == 64 || length == 96 || length == 128;
}
