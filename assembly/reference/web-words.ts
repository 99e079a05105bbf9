/**
 * The spellings of http and https as little-endian words, so that the fast path compares them at once. test/core/guard.test.ts compares
 * all that they decide with the slow path.
 */

/** "http", "://" and "s://"; the low three octets of a word; the case bit of four letters. */
export const HTTP: i32 = 0x70747468;
export const DELIMITER: i32 = 0x2f2f3a;
export const S_DELIMITER: i32 = 0x2f2f3a73;
export const THREE_OCTETS: i32 = 0xffffff;
export const CASE_BITS: i32 = 0x20202020;

/** ":80" and ":443". */
export const HTTP_PORT: i32 = 0x30383a;
export const HTTPS_PORT: i32 = 0x3334343a;

/** Octets of "http://" or "https://" at the start of a reference, given its first two words; 0 if it begins otherwise. */
export function prefixLength(first: i32, second: i32): i32 {
	if (first != HTTP) return 0;
	if (second == S_DELIMITER) return 8;
	return (second & THREE_OCTETS) == DELIMITER ? 7 : 0;
}
