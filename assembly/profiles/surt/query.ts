/** `surt@1`, the query: unescaped, escaped, in lower case, without sessions, its pieces sorted by name, then by value. */

import { Component, Limit } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { copy, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { Order } from "../../policy/piece-order";
import { pieceAt, pieceEnd } from "../../policy/pieces";
import { isSorted, sortPieces } from "../../policy/query-sort";
import { endOf, startOf } from "../../reference/record";
import { lowerInPlace } from "../emulation/ascii";
import { listQuery } from "../emulation/pieces";
import { writeEscaped, writeUnescaped } from "../emulation/unescape";
import { withoutSessionPieces } from "./session-pieces";

/** Writes "?" and the pieces that remain of the recorded query, or nothing if none does. Returns the new end. */
export function writeQuery(scratch: i32, to: i32): i32 {
	const unescaped = writeUnescaped(startOf(Component.QUERY), endOf(Component.QUERY), scratch);
	const query = unescaped + Limit.MARGIN;
	const escaped = writeEscaped(scratch, unescaped, query);
	lowerInPlace(query, escaped);
	return writePieces(query, escaped, to);
}

/**
 * Writes "?" and the lower-case query [query, queryEnd) without its session pieces, or nothing if no piece is left. Returns the new
 * end.
 *
 * Requires: the query is a copy, followed by room for 8 octets per piece and Limit.MARGIN.
 */
export function writePieces(query: i32, queryEnd: i32, to: i32): i32 {
	const end = withoutSessionPieces(query, queryEnd);
	if (end == query) return to;
	const count = find(query, end, Octet.AMPERSAND) < end ? listQuery(query, end, end + Limit.MARGIN, 0) : 1;
	if (count == 1 || isSorted(Order.TEXT, count)) {
		store8(to, Octet.QUESTION_MARK);
		return copy(query, end, to + 1);
	}
	sortPieces(Order.TEXT, count);
	for (let index = 0; index < count; ++index) {
		store8(to, index == 0 ? Octet.QUESTION_MARK : Octet.AMPERSAND);
		to = copy(pieceAt(index), pieceEnd(pieceAt(index)), to + 1);
	}
	return to;
}
