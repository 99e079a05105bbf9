/** H3 host-dot: drops one final dot after a label. By RFC 3986 §3.2.2 it marks a fully qualified name. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";

/** The end of the host [start, end) without a final dot. */
export function withoutFinalDot(start: i32, end: i32): i32 {
	const hasDot = end - start > 1 && load8(end - 1) == Octet.DOT && load8(end - 2) != Octet.DOT;
	return hasDot ? end - 1 : end;
}
