/** The orders in which rules need the pieces of a query. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8 } from "../octets/memory";
import { compareDecoded } from "./decoded";
import { foldedEnd } from "./empty-value";
import { nameEnd, pieceEnd } from "./pieces";
import { policy } from "./program";

export const enum Order {
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

/** Compares two pieces: negative, 0 or positive. */
export function compare(order: i32, a: i32, b: i32): i32 {
	if (order == Order.PLACE) return a - b;
	// Fast path: most names are alphanumeric up to the first difference. A name sorts before its extensions.
	const end = policy(Policy.QUERY_END);
	let at = a;
	let other = b;
	while (at < end && other < end && load8(at) == load8(other) && is(load8(at), Class.ALNUM)) {
		++at;
		++other;
	}
	const octet = at < end ? load8(at) : Octet.AMPERSAND;
	const otherOctet = other < end ? load8(other) : Octet.AMPERSAND;
	const rank = nameRank(order, octet);
	const otherRank = nameRank(order, otherOctet);
	// Fast path only: names compared in full have the same order.
	if (rank >= 0 && otherRank >= 0 && (rank != otherRank || order == Order.NAME)) return rank - otherRank;
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

/** The rank of an octet of a name: 0 at the end of the name, -1 if the octet must be decoded or has no rank. */
function nameRank(order: i32, octet: i32): i32 {
	if (is(octet, Class.ALNUM)) return octet;
	return order <= Order.NAME_VALUE && (octet == Octet.EQUALS || octet == Octet.AMPERSAND) ? 0 : -1;
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
