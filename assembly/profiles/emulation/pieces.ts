/** Queries of emulated profiles: pieces between "&", by the engine that policies have for them. */

import { Policy } from "../../layout/crawl-addresses";
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";
import { span } from "../../octets/span";
import { setPolicy } from "../../policy/program";
import { listPieces } from "../../policy/query";

/**
 * Whether form data stays as it is when it is decoded, sorted by name and quoted again: each piece of the query [start, end) is a
 * name and "=", with a value or without one, all octets are in the class `safe`, and each name sorts after the one before it.
 *
 * Requires: a class without "=" and "&".
 */
export function isInOrder(start: i32, end: i32, safe: i32): bool {
	let previous = 0;
	let piece = start;
	while (true) {
		const equals = span(piece, end, safe);
		// Fast path only: the slow path writes the same.
		if (equals == end || load8(equals) != Octet.EQUALS) return false;
		if (previous != 0 && !precedes(previous, piece)) return false;
		previous = piece;
		const pieceEnd = span(equals + 1, end, safe);
		if (pieceEnd == end) return true;
		if (load8(pieceEnd) != Octet.AMPERSAND) return false;
		piece = pieceEnd + 1;
	}
}

/** Whether the name at `a` sorts before the one at `b`. Both end at "=". */
function precedes(a: i32, b: i32): bool {
	while (load8(a) == load8(b) && load8(a) != Octet.EQUALS) {
		++a;
		++b;
	}
	if (load8(b) == Octet.EQUALS) return false;
	return load8(a) == Octet.EQUALS || load8(a) < load8(b);
}

/**
 * Lists the pieces of the query [start, end) at `scratch`, with `rules` (a set of `KeyRule`) in force. Returns how many there are.
 *
 * Requires: 8 octets a piece at `scratch`.
 */
export function listQuery(start: i32, end: i32, scratch: i32, rules: i32): i32 {
	setPolicy(Policy.RULES, rules);
	setPolicy(Policy.QUERY_END, end);
	setPolicy(Policy.PIECES, scratch);
	return listPieces(start, end);
}
