/** Q0b query-case: ASCII letters of names, or of whole pieces, in lower case, outside triplets. */

import { Octet } from "../octets/char";
import { find } from "../octets/span";
import { KeyRule } from "./key-rules";
import { lowerLetters } from "./path-case";
import { isOn } from "./program";

/** Lowers the query [start, end), in place. */
export function lowerQuery(start: i32, end: i32): void {
	if (isOn(KeyRule.QUERY_CASE_ALL)) {
		lowerLetters(start, end);
		return;
	}
	for (let at = start; at < end; ) {
		const next = find(at, end, Octet.AMPERSAND);
		lowerLetters(at, find(at, next, Octet.EQUALS));
		at = next + 1;
	}
}
