/** Recomposition (§5.3): what has to be seen to when components are put together. */
import { Octet } from "./char";
import { load8, move, store8 } from "./memory";

/** Choice 4: puts "/." before a path [start, end) that would be taken for an authority: "//…" without one (§3.3). */
export function keepFromAuthority(start: i32, end: i32): i32 {
	if (end - start < 2 || load8(start) != Octet.SLASH || load8(start + 1) != Octet.SLASH) return end;
	move(start, end, start + 2);
	store8(start + 1, Octet.DOT);
	return end + 2;
}
