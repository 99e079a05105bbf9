/**
 * The shape of a query: its names, once each, in the order of their octets. Those with `=` keep it; a piece without is a stem.
 *
 * ```
 *   b=1&a[2]=x&123&b=2     123 ▶ {int}     ?a[{int}]=&b=&{int}
 * ```
 */

import { Limit } from "../layout/addresses";
import { NameEntry, ShapeClass, ShapeLimit } from "../layout/shapes";
import { Octet } from "../octets/char";
import { copyRun, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { digitsEnd, tripletAt } from "./kinds";
import { compareEntries, compareNames, sortNames } from "./names";
import { writeStem } from "./stem";
import { begin, flush, isBrace, put, putBrace } from "./writer";

/** Writes the shape of the query [start, end), with `?`, to `to`. Returns its end. */
export function writeQuery(start: i32, end: i32, to: i32): i32 {
	let written = to;
	let before = 0;
	for (let at = start; at < end; ++at) {
		const pieceEnd = find(at, end, Octet.AMPERSAND);
		if (pieceEnd > at) {
			const name = written + 1;
			const nameEnd = writeName(at, pieceEnd, name);
			const order = before == 0 ? -1 : compareNames(before, written, name, nameEnd);
			// Fast path only: keys mostly have their names in order.
			if (order > 0) return writeSorted(start, end, to);
			if (order < 0) {
				store8(written, before == 0 ? Octet.QUESTION_MARK : Octet.AMPERSAND);
				before = name;
				written = nameEnd;
			}
		}
		at = pieceEnd;
	}
	return written;
}

/**
 * The same for names out of order. They are written behind the output, with a list of them:
 *
 * ```
 *   to       ?a=&b= …   (room)   b= a= b= …   (room)   start, end │ start, end │ …
 *            output              names                 list
 * ```
 */
function writeSorted(start: i32, end: i32, to: i32): i32 {
	const room = ShapeLimit.OUTPUT_GROWTH * (end - start) + Limit.MARGIN;
	const list = (to + 2 * room + 3) & ~3;
	let name = to + room;
	let entry = list;
	for (let at = start; at < end; ++at) {
		const pieceEnd = find(at, end, Octet.AMPERSAND);
		if (pieceEnd > at) {
			const nameEnd = writeName(at, pieceEnd, name);
			store32(entry + NameEntry.START, name);
			store32(entry + NameEntry.END, nameEnd);
			entry += NameEntry.SIZE;
			name = nameEnd;
		}
		at = pieceEnd;
	}
	sortNames(list, entry);
	return writeNames(list, entry, to);
}

/** Writes the sorted names of a list, once each, to `to`. Returns the end. */
function writeNames(list: i32, listEnd: i32, to: i32): i32 {
	let written = to;
	for (let entry = list; entry < listEnd; entry += NameEntry.SIZE) {
		if (entry > list && compareEntries(entry - NameEntry.SIZE, entry) == 0) continue;
		store8(written, entry == list ? Octet.QUESTION_MARK : Octet.AMPERSAND);
		written = copyRun(load32(entry + NameEntry.START), load32(entry + NameEntry.END), written + 1);
	}
	return written;
}

/** Writes the name of the piece [start, end), or its stem, to `to`. Returns the end. */
function writeName(start: i32, end: i32, to: i32): i32 {
	begin(start, to);
	const nameEnd = find(start, end, Octet.EQUALS);
	if (nameEnd == end) {
		writeStem(start, end, false);
		return flush(end);
	}
	for (let at = start; at < nameEnd; ++at) {
		const octet = load8(at);
		if (isBrace(octet)) putBrace(at);
		else if (octet == Octet.OPEN_BRACKET || octet == Octet.PERCENT) at = writeIndex(at, nameEnd) - 1;
	}
	return flush(nameEnd + 1);
}

/** Writes `{int}` for the digits in brackets, if such begin at `at`. Returns their end, or what follows the octet at `at`. */
function writeIndex(at: i32, end: i32): i32 {
	const start = bracketEnd(at, end, Octet.OPEN_BRACKET);
	const digits = digitsEnd(start, end);
	if (start == at || digits == start) return at + 1;
	const last = bracketEnd(digits, end, Octet.CLOSE_BRACKET);
	if (last == digits) return digits;
	put(ShapeClass.INT, start, digits);
	return last;
}

/** The end of a bracket at `at`, raw or as a triplet; `at` if there is none. */
function bracketEnd(at: i32, end: i32, bracket: i32): i32 {
	if (tripletAt(at, end) == bracket) return at + 3;
	return at < end && load8(at) == bracket ? at + 1 : at;
}
