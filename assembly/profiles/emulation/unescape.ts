/**
 * Unescaping until nothing changes, as Google's canonicalization of URLs does it, in one pass.
 *
 * A triplet is replaced by its octet, which can complete another triplet with what stands before or after it. No two triplets
 * overlap ("%" is no hex digit), so the order of replacements does not matter: each octet that is written is examined once, with the
 * two before it, and again only when three became one.
 *
 * ```
 *   % 2 5 2 5 4 1   →   %        "%25" is replaced as soon as its "5" is there
 *                       % 2 5 →  %
 *                       % 4 1 →  A
 * ```
 */

import { NOT_HEX } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { hexValue } from "../../octets/classes";
import { copy, load8, store8, store32 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { encoded } from "../../reference/percent";
import { Keep } from "../../whatwg/percent-encode-sets";

/** Writes [start, end), unescaped until nothing changes, to `to`. Returns the new end. Linear, however deep triplets are nested. */
export function writeUnescaped(start: i32, end: i32, to: i32): i32 {
	return writeUnescapedUpTo(0xff, start, end, to);
}

/** The same, of the triplets of octets up to `most` only. */
export function writeUnescapedUpTo(most: i32, start: i32, end: i32, to: i32): i32 {
	let at = find(start, end, Octet.PERCENT);
	let written = copy(start, at, to);
	for (; at < end; ++at) {
		store8(written++, load8(at));
		while (written - to >= 3 && load8(written - 3) == Octet.PERCENT) {
			const high = hexValue(load8(written - 2));
			const low = hexValue(load8(written - 1));
			if (high == NOT_HEX || low == NOT_HEX || ((high << 4) | low) > most) break;
			written -= 2;
			store8(written - 1, (high << 4) | low);
		}
	}
	return written;
}

/** Writes [start, end) to `to`, all but Keep.UNESCAPED as triplets in upper case. Returns the new end. */
export function writeEscaped(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (true) {
		const stop = span(at, end, Keep.UNESCAPED);
		if (at < stop) to = copy(at, stop, to);
		if (stop == end) return to;
		at = stop + 1;
		store32(to, encoded(load8(stop)));
		to += 3;
	}
}
