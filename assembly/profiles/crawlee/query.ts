/**
 * `crawlee@1`, the query: `URLSearchParams` (URL Standard §5). Pieces are read as form data, those whose name begins with "utm_" go,
 * the others are sorted by name and serialized.
 *
 * ```
 *   a=%C3%BC&utm_x=1&b  ─ decode ─▶  a FE ü FF b FE FF  ─ sort, serialize ─▶  ?a=%C3%BC&b=
 * ```
 *
 * Decoding is UTF-8 with U+FFFD, so neither FE nor FF can be part of a decoded name or value.
 */

import { Limit } from "../../layout/addresses";
import { Policy } from "../../layout/crawl-addresses";
import { Octet } from "../../octets/char";
import { copy, load8, store8 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { matches } from "../../octets/text";
import { decodedAt, nextAt } from "../../policy/decoded";
import { NAME_END, Order } from "../../policy/piece-order";
import { pieceAt, setPiece } from "../../policy/pieces";
import { setPolicy } from "../../policy/program";
import { sortPieces } from "../../policy/query-sort";
import { Keep } from "../../whatwg/percent-encode-sets";
import { sequenceLength, writeReplacement } from "../../whatwg/utf8";
import { writeFormOctet } from "../emulation/quote";

const VALUE_END: i32 = 0xff;

/**
 * Writes "?" and the pieces that remain of the query [start, end), or nothing if none does. Returns the new end.
 *
 * Requires: 9 × (end − start) octets at `to`; 3 × (end − start) octets and 64 at `decoded`; 4 × (end − start) octets at `pieces`.
 */
export function writeQuery(start: i32, end: i32, decoded: i32, pieces: i32, to: i32): i32 {
	setPolicy(Policy.PIECES, pieces);
	const count = listDecoded(start, end, decoded, to);
	sortPieces(Order.UTF16, count);
	for (let index = 0; index < count; ++index) {
		store8(to, index == 0 ? Octet.QUESTION_MARK : Octet.AMPERSAND);
		to = writeSerialized(pieceAt(index), to + 1);
	}
	return to;
}

/** Writes the pieces of [start, end), decoded, to `to`, and lists them. Returns how many there are. */
function listDecoded(start: i32, end: i32, to: i32, scratch: i32): i32 {
	let count = 0;
	let piece = start;
	while (piece < end) {
		const pieceEnd = find(piece, end, Octet.AMPERSAND);
		const nameEnd = find(piece, pieceEnd, Octet.EQUALS);
		const name = to;
		to = writeDecoded(piece, nameEnd, scratch, to);
		const isTracking = to - name >= 4 && matches(name, name + 4, "utm_");
		if (pieceEnd == piece || isTracking) {
			to = name;
		} else {
			setPiece(count++, name);
			store8(to, NAME_END);
			to = writeDecoded(nameEnd < pieceEnd ? nameEnd + 1 : pieceEnd, pieceEnd, scratch, to + 1);
			store8(to++, VALUE_END);
		}
		piece = pieceEnd + 1;
	}
	return count;
}

/** Writes a name or a value, decoded, to `to`, with U+FFFD for octets that are not UTF-8. Returns the new end. */
function writeDecoded(start: i32, end: i32, scratch: i32, to: i32): i32 {
	const plainEnd = span(start, end, Keep.FORM);
	if (plainEnd == end) return copy(start, end, to);
	let octets = scratch;
	for (let at = start; at < end; at = nextAt(at, end)) store8(octets++, decodedAt(at, end));
	for (let at = scratch; at < octets; ) {
		const length = sequenceLength(at, octets);
		if (length > 0) {
			for (let i: i32 = 0; i < length; ++i) store8(to++, load8(at + i));
			at += length;
		} else {
			to = writeReplacement(to);
			at -= length;
		}
	}
	return to;
}

/** Serializes the decoded piece at `piece`: name, "=", value. */
function writeSerialized(piece: i32, to: i32): i32 {
	let at = piece;
	while (true) {
		// VALUE_END ends the search at any length.
		const stop = span(at, at + Limit.REFERENCE, Keep.FORM);
		if (at < stop) to = copy(at, stop, to);
		const octet = load8(stop);
		if (octet == VALUE_END) return to;
		if (octet == NAME_END) store8(to++, Octet.EQUALS);
		else to = writeFormOctet(octet, Keep.FORM, to);
		at = stop + 1;
	}
}
