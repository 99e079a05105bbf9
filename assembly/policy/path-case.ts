/** P0 path-case: ASCII letters of the path, outside triplets, in lower case. RFC 3986 §6.2.2.1 keeps both cases apart. */
import { Octet } from "../octets/char";
import { load8, store8 } from "../octets/memory";
import { lowered } from "./decoded";

/** Lowers the letters of [start, end), in place. Requires: each "%" begins a triplet. */
export function lowerLetters(start: i32, end: i32): void {
	let at = start;
	while (at < end) {
		const octet = load8(at);
		if (octet != Octet.PERCENT) store8(at, lowered(octet));
		at += octet == Octet.PERCENT ? 3 : 1;
	}
}
