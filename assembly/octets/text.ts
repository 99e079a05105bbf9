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

/** Whether the octets [start, end) are one of the words in `words`, which are separated by one space each. */
export function isOneOf(start: i32, end: i32, words: string): bool {
	let at = start;
	let isEqual = true;
	for (let i = 0; i < words.length; ++i) {
		const letter = words.charCodeAt(i);
		if (letter == Octet.SPACE) {
			if (isEqual && at == end) return true;
			at = start;
			isEqual = true;
		} else {
			isEqual = isEqual && at < end && load8(at) == letter;
			++at;
		}
	}
	return isEqual && at == end;
}
