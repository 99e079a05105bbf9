/** Recomposition (§5.3): paths that would be read as an authority. */
import { Octet } from "../octets/char";
import { load8, move, store8 } from "../octets/memory";

/**
 * Choice 4: puts "/." before the path [start, end) of a reference without authority if it starts with "//" and so would be read
 * as one (§3.3). Returns the new end.
 */
export function keepFromAuthority(start: i32, end: i32): i32 {
	if (end - start < 2 || load8(start) != Octet.SLASH || load8(start + 1) != Octet.SLASH) return end;
	move(start, end, start + 2);
	store8(start + 1, Octet.DOT);
	return end + 2;
}
