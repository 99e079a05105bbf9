/**
 * The fingerprint: SipHash-1-3 with 128 bits of output, keyed (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012).
 *
 * One round a block and three to finish are what hash tables use that face hostile keys (Rust, Python, Ruby); 2-4 took twice
 * the time here and is meant for messages that have to be authenticated.
 */
import { LineRecord } from "./layout";
import { clear, load32 } from "./memory";
import { sipHash } from "./wide";

/** Octets in a fingerprint, and in a key. */
export const FINGERPRINT_SIZE: i32 = 16;

/** Writes the fingerprint of the octets [start, end) under the key of 16 octets at `key` to `to`: 16 octets. */
export function fingerprint(key: i32, start: i32, end: i32, to: i32): void {
	sipHash(key, start, end, to);
}

/**
 * Writes the fingerprint of each of the `count` lines that `lines` records to `to`, 16 octets each; zeros for a line that
 * was rejected. `from` is where the output of the first line begins.
 */
export function fingerprintLines(key: i32, lines: i32, count: i32, from: i32, to: i32): void {
	let start = from;
	for (let index = 0; index < count; ++index) {
		const end = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const at = to + index * FINGERPRINT_SIZE;
		if (end < 0) {
			clear(at, at + FINGERPRINT_SIZE);
			start = ~end;
		} else {
			sipHash(key, start, end - 1, at);
			start = end;
		}
	}
}
