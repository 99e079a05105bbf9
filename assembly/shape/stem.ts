/**
 * The shape of a stem, a segment without its extension: classes of its runs, or `{slug}` for many words.
 *
 * ```
 *   2013-05-07-terms-of-sale    {date}-{slug}    an edge is set aside
 *   terms-of-sale-2             terms-of-sale-{int}
 * ```
 */

import { Kind, ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { emailEnd, isAtSign } from "./email";
import { endsSegment, extensionEnd } from "./extension";
import { isAlnumAt, kindOf, tripletAt } from "./kinds";
import { wordsEnd } from "./lanes";
import { isMarkedId } from "./marked-id";
import { writeNumbers } from "./numbers";
import { isRunAt, runEnd } from "./run";
import { get, isBrace, placeOf, put, putBrace, rewind, set } from "./writer";

const enum Words {
	/** Words that make a slug: with no edge set aside, beside an identifier, after a date. */
	ALONE = 4,
	BESIDE_ID = 3,
	BESIDE_DATE = 2,
	/** Counted for a run that is a slug by itself. */
	SLUG = 64,
}

/** Digits of the shortest number that is set aside. */
const MIN_EDGE_INT: i32 = 5;

/**
 * Writes the stem at `start`. In a segment (`isSegment`) it ends before the extension, otherwise at `end`. Returns the end of the segment
 * without its parameters, or `end`. A word counts where `open` is 1: after a separator other than a dot.
 */
export function writeStem(start: i32, end: i32, isSegment: bool): i32 {
	const place = placeOf(start);
	let last = start;
	let lastClass: i32 = ShapeClass.WORD;
	let words = 0;
	let open = 1;
	let seen = 0;
	let isFree = true;
	let at = start;
	set(State.FIRST, ShapeClass.WORD);
	while (at < end) {
		const kinds = kindOf(load8(at));
		const passed = mayBeginWords(kinds) ? wordsEnd(at, end) : at;
		if (passed > at) {
			words += get(State.WORDS) - (kinds == 0 ? 0 : 1 - open);
			seen |= get(State.SEEN);
			lastClass = ShapeClass.WORD;
			isFree = !isAlnumAt(passed - 1, end);
			open = isFree ? 1 : 0;
			at = passed;
		} else if (isRunAt(at, end)) {
			last = at;
			at = writeRun(at, end, isFree, isSegment);
			lastClass = get(State.CLASS);
			if (last == start) keepFirst(at);
			seen |= get(State.SEEN);
			words += lastClass == ShapeClass.SLUG ? Words.SLUG : lastClass == ShapeClass.WORD ? open : 0;
			if (lastClass == ShapeClass.WORD || lastClass == ShapeClass.SLUG) open = 0;
			isFree = false;
		} else {
			const next = kinds == 0 ? at + 1 : writeMark(start, at, end, place, isSegment);
			if (next < 0) return endStem(start, at, place, words, seen, lastClass, last, ~next);
			if (load8(at) != Octet.DOT) open = 1;
			lastClass = ShapeClass.WORD;
			isFree = true;
			at = next;
		}
	}
	return endStem(start, at, place, words, seen, lastClass, last, end);
}

/** Whether letters or separators without a rule have these kinds. */
function mayBeginWords(kinds: i32): bool {
	return (kinds & ~(Kind.UPPER | Kind.LOWER | Kind.NOT_HEX)) == 0;
}

/** Keeps the class of the run that a stem begins with, and its end. */
function keepFirst(end: i32): void {
	set(State.FIRST, get(State.CLASS));
	set(State.FIRST_END, end);
}

/**
 * Writes the stem [start, end) as an identifier or a slug if it is one, and returns `after`. `seen`: the kinds of its letters and digits. The
 * other parameters are those of `writeSlug`.
 */
function endStem(start: i32, end: i32, place: i32, words: i32, seen: i32, lastClass: i32, last: i32, after: i32): i32 {
	// An address of mail is written in place of all.
	if (get(State.DONE) > end) return after;
	const isWords = lastClass == ShapeClass.WORD && get(State.FIRST) == ShapeClass.WORD;
	if ((seen & Kind.ALNUM) == Kind.ALNUM && isMarkedId(start, end)) writeInstead(ShapeClass.ID, start, end, place);
	else if (!isWords) writeSlug(start, end, place, words, lastClass, last);
	else if (words >= Words.ALONE) writeInstead(ShapeClass.SLUG, start, end, place);
	return after;
}

/**
 * Writes the separator at `at` in the stem from `start` on. Returns its end or, of a segment whose stem ends there, the complement of the
 * segment's end.
 */
function writeMark(start: i32, at: i32, end: i32, place: i32, isSegment: bool): i32 {
	const octet = load8(at);
	if (isSegment) {
		if (endsSegment(at, end)) return ~at;
		const extension = octet == Octet.DOT && at > start ? extensionEnd(at, end) : 0;
		if (extension != 0) return ~extension;
		if (isAtSign(at, end)) {
			const email = emailEnd(start, at, end);
			if (email != 0) return ~writeInstead(ShapeClass.EMAIL, start, email, place);
		}
	}
	if (isBrace(octet)) putBrace(at);
	return separatorEnd(at, end);
}

/** Writes a class in place of [start, end), of which parts may be written. Returns the end. */
function writeInstead(shapeClass: i32, start: i32, end: i32, place: i32): i32 {
	rewind(start, place);
	put(shapeClass, start, end);
	return end;
}

/** Writes the run at `start`. Returns its end; CLASS and SEEN are those of `runEnd`. */
function writeRun(start: i32, end: i32, isFree: bool, isSegment: bool): i32 {
	const at = runEnd(start, end, isFree, isSegment);
	const shapeClass = get(State.CLASS);
	if (shapeClass != ShapeClass.WORD) put(shapeClass, start, at);
	else if ((get(State.SEEN) & Kind.DIGIT) != 0) writeNumbers(start, at);
	return at;
}

/** Writes the separator at `at`. Returns its end. */
function writeSeparator(at: i32, end: i32): i32 {
	if (isBrace(load8(at))) putBrace(at);
	return separatorEnd(at, end);
}

/** The end of the separator at `at`, an octet or a triplet. */
function separatorEnd(at: i32, end: i32): i32 {
	return tripletAt(at, end) < 0 ? at + 1 : at + 3;
}

/**
 * Writes the stem [start, end) as a slug if it has enough words. `place`: where it begins in the output; `lastClass`: the class of its last
 * part; `last`: where that begins.
 */
function writeSlug(start: i32, end: i32, place: i32, words: i32, lastClass: i32, last: i32): void {
	let need: i32 = Words.ALONE;
	let to = end;
	if (isEdge(lastClass, last, end) && load8(last - 1) != Octet.DOT) {
		to = isAlnumAt(last - 1, end) ? last - 3 : last - 1;
		need = Words.BESIDE_ID;
	}
	let from = start;
	const first = get(State.FIRST);
	if (first != ShapeClass.WORD) {
		const firstEnd = get(State.FIRST_END);
		const isRun = isRunAt(firstEnd, end);
		if (first == ShapeClass.DATE || (isEdge(first, start, firstEnd) && !isRun && load8(firstEnd) != Octet.DOT)) {
			need = first == ShapeClass.DATE ? Words.BESIDE_DATE : Words.BESIDE_ID;
			from = isRun ? firstEnd : separatorEnd(firstEnd, end);
		}
	}
	if (words < need) return;
	rewind(start, place);
	writeParts(start, from);
	put(ShapeClass.SLUG, from, to);
	writeParts(to, end);
}

/** Whether a run of this class at an edge of a stem is set aside. */
function isEdge(shapeClass: i32, start: i32, end: i32): bool {
	if (shapeClass == ShapeClass.INT) return end - start >= MIN_EDGE_INT;
	return (
		shapeClass == ShapeClass.HEX || shapeClass == ShapeClass.HASH || shapeClass == ShapeClass.UUID || shapeClass == ShapeClass.ID
	);
}

/** Writes the parts in [start, end). */
function writeParts(start: i32, end: i32): void {
	let isFree = true;
	for (let at = start; at < end; ) {
		const isRun = isRunAt(at, end);
		at = isRun ? writeRun(at, end, isFree, false) : writeSeparator(at, end);
		isFree = !isRun;
	}
}
