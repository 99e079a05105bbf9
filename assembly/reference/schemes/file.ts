/** The rules of scheme file: RFC 8089 §2, App. B; RFC 1738 §3.10. */
import { Octet } from "../../octets/char";
import { load8, move, store8 } from "../../octets/memory";
import { matches } from "../../octets/text";

/** Inserts an empty authority before the path [start, end) if it starts with "/": `file:/p` → `file:///p`. Returns the new end. */
export function prependEmptyAuthority(start: i32, end: i32): i32 {
	if (start == end || load8(start) != Octet.SLASH) return end;
	move(start, end, start + 2);
	store8(start + 1, Octet.SLASH);
	return end + 2;
}

/** Removes the authority [start, end) if it is "localhost", which is equivalent to the empty one. Returns the new end. */
export function normalizeFileAuthority(start: i32, end: i32): i32 {
	return matches(start, end, "localhost") ? start : end;
}
