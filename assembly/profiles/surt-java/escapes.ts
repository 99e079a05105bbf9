/**
 * `surt-java@1`, escapes: triplets are decoded until nothing changes, those beyond US-ASCII only where they are UTF-8. What is left is
 * escaped once.
 *
 * ```
 *   %25%34%31 → A          %C3%A9 → é → %C3%A9          %E9 → %E9          100% → 100%25
 * ```
 */
import { ABSENT } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { copy, load8, move, store8, store32 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { encoded, tripletValue } from "../../reference/percent";
import { Keep } from "../../whatwg/percent-encode-sets";
import { sequenceLength } from "../../whatwg/utf8";
import { writeUnescapedUpTo } from "../emulation/unescape";

/** The greatest octet of US-ASCII. */
const DELETE: i32 = 0x7f;
/** Octets of the longest UTF-8 sequence. */
const LONGEST: i32 = 4;

/** Writes [start, end) to `to`, decoded. Returns the new end. Overwrites up to 4 octets after it. */
export function writeDecoded(start: i32, end: i32, to: i32): i32 {
	const written = writeUnescapedUpTo(DELETE, start, end, to);
	let at = find(to, written, Octet.PERCENT);
	let out = at;
	while (at < written) {
		const length = sequenceAt(at, written);
		const source = length > 0 ? written : at;
		at += length > 0 ? 3 * length : 1;
		out = move(source, length > 0 ? source + length : at, out);
		const stop = find(at, written, Octet.PERCENT);
		out = move(at, stop, out);
		at = stop;
	}
	return out;
}

/**
 * Decodes the triplets at `at`, up to the longest sequence, to `end`. Returns the length of the sequence of UTF-8 that they begin with; 0 if
 * they begin with none.
 */
function sequenceAt(at: i32, end: i32): i32 {
	let count = 0;
	for (; count < LONGEST; ++count) {
		const triplet = at + 3 * count;
		if (triplet == end || load8(triplet) != Octet.PERCENT || tripletValue(triplet, end) == ABSENT) break;
		store8(end + count, tripletValue(triplet, end));
	}
	return count > 0 ? sequenceLength(end, end + count) : 0;
}

/** Writes the decoded [start, end) to `to`, escaped where it must be; a triplet stays. Returns the new end. */
export function writeOnce(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (true) {
		const stop = span(at, end, Keep.UNESCAPED);
		if (at < stop) to = copy(at, stop, to);
		if (stop == end) return to;
		const octet = load8(stop);
		at = stop + 1;
		if (octet == DELETE || (octet == Octet.PERCENT && tripletValue(stop, end) != ABSENT)) {
			store8(to++, octet);
		} else {
			store32(to, encoded(octet));
			to += 3;
		}
	}
}
