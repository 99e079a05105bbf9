/**
 * Q6 query-sort, and the order that Q5 needs: a stable bottom-up merge sort of pieces.
 *
 * `name`: by decoded name, octet by octet. `name-value`: then by decoded value, then by raw octets (`a` before `a=`).
 */
import { Class, is } from "../classes";
import { Policy } from "../crawl-layout";
import { load8, load32, store32 } from "../memory";
import { compareDecoded } from "./decoded";
import { foldedEnd } from "./empty-value";
import { nameEnd, pieceAt, pieceEnd } from "./pieces";
import { policy } from "./program";

export enum Order {
	NAME = 0,
	NAME_VALUE = 1,
	/** By raw octets. */
	RAW = 2,
	/** By address: the order of the query. */
	PLACE = 3,
	/** By names as UTF-16 code units. They are decoded, and end at NAME_END. */
	UTF16 = 4,
	/** By the octets of the name, then of "=" and the value: a piece without "=" before one with it. */
	TEXT = 5,
}

/** Ends a decoded name: an octet that UTF-8 does not have. */
export const NAME_END: i32 = 0xfe;

/** Sorts the first `count` pieces. */
export function sortPieces(order: i32, count: i32): void {
	if (isSorted(order, count)) return;
	const pieces = policy(Policy.PIECES);
	const size = count << 2;
	let from = pieces;
	let to = pieces + size;
	for (let run: i32 = 4; run < size; run <<= 1) {
		for (let start: i32 = 0; start < size; start += run << 1) mergeRuns(order, from, to, start, run, size);
		const other = from;
		from = to;
		to = other;
	}
	if (from != pieces) for (let at = 0; at < size; at += 4) store32(pieces + at, load32(from + at));
}

function isSorted(order: i32, count: i32): bool {
	for (let index = 1; index < count; ++index) if (compare(order, pieceAt(index - 1), pieceAt(index)) > 0) return false;
	return true;
}

/** Merges the runs of `run` octets that start at `start`. */
function mergeRuns(order: i32, from: i32, to: i32, start: i32, run: i32, size: i32): void {
	const middle = start + run < size ? start + run : size;
	const end = middle + run < size ? middle + run : size;
	let left = start;
	let right = middle;
	for (let at = start; at < end; at += 4) {
		const takesLeft = right == end || (left < middle && compare(order, load32(from + left), load32(from + right)) <= 0);
		store32(to + at, load32(from + (takesLeft ? left : right)));
		if (takesLeft) left += 4;
		else right += 4;
	}
}

/** Compares two pieces: negative, 0 or positive. */
export function compare(order: i32, a: i32, b: i32): i32 {
	if (order == Order.PLACE) return a - b;
	// Most names differ in their first octet.
	const first = load8(a);
	const other = load8(b);
	const end = policy(Policy.QUERY_END);
	if (first != other && a < end && b < end && is(first, Class.ALNUM) && is(other, Class.ALNUM)) return first - other;
	if (order == Order.UTF16) return compareCodeUnits(a, b);
	if (order == Order.RAW) return compareRaw(a, foldedEnd(a), b, foldedEnd(b));
	const aName = nameEnd(a);
	const bName = nameEnd(b);
	if (order == Order.TEXT) {
		const byText = compareRaw(a, aName, b, bName);
		return byText != 0 ? byText : compareRaw(aName, pieceEnd(a), bName, pieceEnd(b));
	}
	const byName = compareDecoded(a, aName, b, bName);
	if (byName != 0 || order == Order.NAME) return byName;
	const aEnd = foldedEnd(a);
	const bEnd = foldedEnd(b);
	const byValue = compareDecoded(aName < aEnd ? aName + 1 : aEnd, aEnd, bName < bEnd ? bName + 1 : bEnd, bEnd);
	return byValue != 0 ? byValue : compareRaw(a, aEnd, b, bEnd);
}

function compareRaw(a: i32, aEnd: i32, b: i32, bEnd: i32): i32 {
	while (a < aEnd && b < bEnd) {
		const difference = load8(a++) - load8(b++);
		if (difference != 0) return difference;
	}
	return (a < aEnd ? 1 : 0) - (b < bEnd ? 1 : 0);
}

/** Compares two decoded names, in UTF-8, as UTF-16 compares: surrogates come before U+E000. */
function compareCodeUnits(a: i32, b: i32): i32 {
	while (load8(a) == load8(b) && load8(a) != NAME_END) {
		++a;
		++b;
	}
	return codeUnitRank(load8(a)) - codeUnitRank(load8(b));
}

/** The place of a lead octet among all: 0xEE and 0xEF, which lead U+E000 to U+FFFF, come last; the end of a name comes first. */
function codeUnitRank(octet: i32): i32 {
	if (octet == NAME_END) return -1;
	return (octet & 0xfe) == 0xee ? octet + 16 : octet;
}
