/** UTF-8 (RFC 3629 §4; Encoding Standard §8.1.1): where octets are not well-formed. */
import { Octet } from "../octets/char";
import { load8, store8 } from "../octets/memory";

/**
 * The length of the UTF-8 sequence at `at`, 1 to 4; negated, the length of the maximal subpart, when it is ill-formed: what a
 * decoder replaces by one U+FFFD.
 */
export function sequenceLength(at: i32, end: i32): i32 {
	const lead = load8(at);
	if (lead < Octet.BEYOND_ASCII) return 1;
	const length = lead >= 0xc2 && lead < 0xe0 ? 2 : (lead & 0xf0) == 0xe0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 1;
	if (length == 1) return -1;
	// The second octet is narrower: no overlong form, no surrogate, nothing above U+10FFFF.
	const least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	const greatest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	if (at + 1 == end || load8(at + 1) < least || load8(at + 1) > greatest) return -1;
	for (let i: i32 = 2; i < length; ++i) if (at + i == end || (load8(at + i) & 0xc0) != 0x80) return -i;
	return length;
}

/** The first octet in [start, end) that begins no UTF-8 sequence; `end` when all is well-formed. */
export function illFormedAt(start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const length = sequenceLength(at, end);
		if (length < 0) return at;
		at += length;
	}
	return end;
}

/** Writes U+FFFD. Returns the new end. */
export function writeReplacement(to: i32): i32 {
	store8(to, 0xef);
	store8(to + 1, 0xbf);
	store8(to + 2, 0xbd);
	return to + 3;
}
