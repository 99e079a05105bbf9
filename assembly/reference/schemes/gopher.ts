/** The rule of scheme gopher: RFC 4266 §2.1, RFC 1738 §3.4. */
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";

/** The default gopher type is "1": shortens the path [start, end) to "/" if it is "/1". Returns the new end. */
export function normalizeGopherPath(start: i32, end: i32): i32 {
	const isDefault = end - start == 2 && load8(start) == Octet.SLASH && load8(start + 1) == Octet.DIGIT_1;
	return isDefault ? end - 1 : end;
}
