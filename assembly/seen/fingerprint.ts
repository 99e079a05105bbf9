/**
 * The fingerprint: SipHash-1-3 with 128 bits of output, keyed (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012).
 *
 * The hash tables of Rust, Python and Ruby use the same variant, one round a block and three to finish, against hostile keys.
 * SipHash-2-4 is meant for message authentication and took twice as long here.
 */
import { LineRecord } from "../layout/addresses";
import { isMarked, unmark } from "../lines/line-record";
import { clear, load32 } from "../octets/memory";
import { sipHash } from "./wide";

/** Size of a fingerprint, and of a key, in octets. */
export const FINGERPRINT_SIZE: i32 = 16;

/** Writes the 16-octet fingerprint of [start, end), under the 16-octet key at `key`, to `to`. */
export function fingerprint(key: i32, start: i32, end: i32, to: i32): void {
	sipHash(key, start, end, to);
}

/**
 * Writes one fingerprint of 16 octets for each of the `count` line records at `lines` to `to`: that of the normal form without its
 * LF, or zeros for a rejected line. The output of the first line starts at `from`.
 */
export function fingerprintLines(key: i32, lines: i32, count: i32, from: i32, to: i32): void {
	let start = from;
	for (let index = 0; index < count; ++index) {
		const recorded = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const end = unmark(recorded);
		const at = to + index * FINGERPRINT_SIZE;
		if (isMarked(recorded)) clear(at, at + FINGERPRINT_SIZE);
		else sipHash(key, start, end - 1, at);
		start = end;
	}
}
