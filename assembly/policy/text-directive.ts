/** F1 text-directive: removes the fragment from its first ":~:" on, and an empty rest with its "#". WICG scroll-to-text-fragment. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { find } from "../octets/span";

/** The start of the text directive in [start, end); `end` if there is none. */
export function directiveAt(start: i32, end: i32): i32 {
	for (let at = find(start, end, Octet.COLON); at < end; at = find(at + 1, end, Octet.COLON)) {
		if (end - at > 2 && load8(at + 1) == Octet.TILDE && load8(at + 2) == Octet.COLON) return at;
	}
	return end;
}
