/** Comparisons with fixed US-ASCII text. */
import { Octet } from "./char";
import { load8 } from "./memory";

/** Whether the octets [start, end) are `text`. */
export function matches(start: i32, end: i32, text: string): bool {
	if (end - start != text.length) return false;
	for (let i = 0; i < text.length; ++i) if (load8(start + i) != text.charCodeAt(i)) return false;
	return true;
}

/** Like `matches`, but ignores the case of letters. Requires: `text` has only digits and lower-case letters. */
export function matchesInAnyCase(start: i32, end: i32, text: string): bool {
	if (end - start != text.length) return false;
	for (let i = 0; i < text.length; ++i) if ((load8(start + i) | Octet.CASE_BIT) != text.charCodeAt(i)) return false;
	return true;
}
