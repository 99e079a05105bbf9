/**
 * The pieces of a query: what stands between "&" (URL Standard §5.1; Choice: ";" separates nothing). PIECES has their
 * addresses, in an order that rules may change; a piece ends at the next "&" or with the query.
 */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { policy } from "./program";

export function pieceAt(index: i32): i32 {
	return load32(policy(Policy.PIECES) + (index << 2));
}

export function setPiece(index: i32, piece: i32): void {
	store32(policy(Policy.PIECES) + (index << 2), piece);
}

export function pieceEnd(piece: i32): i32 {
	return find(piece, policy(Policy.QUERY_END), Octet.AMPERSAND);
}

/** The end of the name: the first "=", or the end of the piece. Names are short, so that a loop beats `find`. */
export function nameEnd(piece: i32): i32 {
	const end = policy(Policy.QUERY_END);
	let at = piece;
	while (at < end && load8(at) != Octet.EQUALS && load8(at) != Octet.AMPERSAND) ++at;
	return at;
}
