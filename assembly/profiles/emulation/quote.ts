/** Quoting, as libraries of many languages have it: octets that are not safe become triplets, in upper case. */

import { ABSENT } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { is } from "../../octets/classes";
import { copy, load8, store8, store32 } from "../../octets/memory";
import { span } from "../../octets/span";
import { encoded, tripletValue } from "../../reference/percent";

/** Writes the octet to `to`: as it is in the class `safe`, else as a triplet. Returns the new end. */
export function writeQuoted(octet: i32, safe: i32, to: i32): i32 {
	if (is(octet, safe)) {
		store8(to, octet);
		return to + 1;
	}
	store32(to, encoded(octet));
	return to + 3;
}

/** Writes a name or a value of form data, decoded once and quoted again with the class `safe`. Requires: "+" is not safe. */
export function writeFormText(start: i32, end: i32, safe: i32, to: i32): i32 {
	let at = start;
	while (true) {
		const stop = span(at, end, safe);
		if (at < stop) to = copy(at, stop, to);
		if (stop == end) return to;
		const value = load8(stop) == Octet.PERCENT ? tripletValue(stop, end) : ABSENT;
		const octet = value == ABSENT ? load8(stop) : value;
		to = octet == Octet.PLUS && value == ABSENT ? writeFormOctet(Octet.SPACE, safe, to) : writeFormOctet(octet, safe, to);
		at = stop + (value == ABSENT ? 1 : 3);
	}
}

/** Like `writeQuoted`, but a space is "+". */
export function writeFormOctet(octet: i32, safe: i32, to: i32): i32 {
	if (octet != Octet.SPACE) return writeQuoted(octet, safe, to);
	store8(to, Octet.PLUS);
	return to + 1;
}
