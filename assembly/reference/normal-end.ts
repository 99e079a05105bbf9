/**
 * Special octets that are in normal form: the first "#" (§3.5), and triplets in upper case (§6.2.2.1) whose octets are not decoded
 * (§6.2.2.2). The test is conservative, like that for plain references.
 */

import { ABSENT } from "../layout/addresses";
import { Octet } from "../octets/char";
import { is } from "../octets/classes";
import { load8, load32 } from "../octets/memory";
import { hexPair } from "./percent";

/**
 * The entry of the LF that ends a line, if no rule changes the special octets from `entry` up to it; else ABSENT. `decoded`: see
 * `decodedClass`.
 */
export function normalEnd(entry: i32, last: i32, decoded: i32): i32 {
	let hasFragment = false;
	for (; entry < last; entry += 4) {
		const at = load32(entry);
		const octet = load8(at);
		if (octet == Octet.LF) return entry;
		if (octet == Octet.PERCENT) {
			const value = hexPair(at + 1);
			if (value == ABSENT || is(value, decoded) || isLower(load32(at))) return ABSENT;
		} else {
			if (octet != Octet.HASH || hasFragment) return ABSENT;
			hasFragment = true;
		}
	}
	return ABSENT;
}

/** Whether a digit of the triplet is a letter in lower case: of hex digits, only these have both bits, 0x40 and 0x20. */
function isLower(triplet: i32): bool {
	return ((triplet >> 1) & triplet & 0x202000) != 0;
}
