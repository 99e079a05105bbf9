/** US-ASCII: octets beyond it, and the case of its letters. */
import { Octet } from "../../octets/char";
import { load8, store8 } from "../../octets/memory";

/** Whether [start, end) has octets beyond US-ASCII. */
export function hasBeyondAscii(start: i32, end: i32): bool {
	for (let at = start; at < end; ++at) if (load8(at) >= Octet.BEYOND_ASCII) return true;
	return false;
}

/** Puts the letters of [start, end) into lower case. */
export function lowerInPlace(start: i32, end: i32): void {
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet >= Octet.UPPER_A && octet <= Octet.UPPER_Z) store8(at, octet | Octet.CASE_BIT);
	}
}
