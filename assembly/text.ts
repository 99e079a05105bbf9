/** Comparing octets with fixed text. */
import { Octet } from "./char";
import { load8 } from "./memory";

/** Says whether the octets [start, end) are `text`, which is US-ASCII. */
export function matches(start: i32, end: i32, text: string): bool {
	if (end - start != text.length) return false;
	for (let i = 0; i < text.length; ++i) if (load8(start + i) != text.charCodeAt(i)) return false;
	return true;
}

/** The same, the case of letters aside. Requires: `text` is of letters and digits, the letters in lower case. */
export function matchesInAnyCase(start: i32, end: i32, text: string): bool {
	if (end - start != text.length) return false;
	for (let i = 0; i < text.length; ++i) if ((load8(start + i) | Octet.CASE_BIT) != text.charCodeAt(i)) return false;
	return true;
}
