/** UTF-8, RFC 3629 §3. */
import { store8 } from "../octets/memory";

/** Writes a code point to `to`. Returns the end. Requires: it is no surrogate. */
export function writeCodePoint(point: i32, to: i32): i32 {
	if (point < 0x80) {
		store8(to, point);
		return to + 1;
	}
	if (point < 0x800) {
		store8(to, 0xc0 | (point >> 6));
	} else {
		if (point < 0x10000) {
			store8(to++, 0xe0 | (point >> 12));
		} else {
			store8(to++, 0xf0 | (point >> 18));
			store8(to++, 0x80 | ((point >> 12) & 0x3f));
		}
		store8(to, 0x80 | ((point >> 6) & 0x3f));
	}
	store8(to + 1, 0x80 | (point & 0x3f));
	return to + 2;
}
