/**
 * The fingerprint: SipHash-2-4 with 128 bits of output, keyed (Aumasson and Bernstein, "SipHash: a fast short-input PRF",
 * https://www.aumasson.jp/siphash/siphash.pdf; 128-bit variant: the authors' reference code).
 *
 * ```
 *   HASH + 0    v0 v1 v2 v3, u64 each
 *   HASH + 32   the last block: up to 7 octets, zeros, the length modulo 256
 *   HASH + 40   eight zeros: absorbing them is the same as rounds alone
 * ```
 */
import { Address, LineRecord } from "./layout";
import { load8, load32, store8, store32 } from "./memory";
import { absorb } from "./wide";

const COMPRESSION_ROUNDS: i32 = 2;
const FINALIZATION_ROUNDS: i32 = 4;
const LAST_BLOCK: i32 = Address.HASH + 32;
const ZEROS: i32 = Address.HASH + 40;

/** Octets in a fingerprint, and in a key. */
export const FINGERPRINT_SIZE: i32 = 16;

/** Writes the fingerprint of the octets [start, end) under the key of 16 octets at `key` to `to`: 16 octets. */
export function fingerprint(key: i32, start: i32, end: i32, to: i32): void {
	begin(key);
	const lastBlock = end - ((end - start) & 7);
	absorb(Address.HASH, start, lastBlock, COMPRESSION_ROUNDS);
	layOutLastBlock(lastBlock, end, end - start);
	absorb(Address.HASH, LAST_BLOCK, LAST_BLOCK + 8, COMPRESSION_ROUNDS);
	xorLow(2, 0xee);
	finish(to);
	xorLow(1, 0xdd);
	finish(to + 8);
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
			for (let word = 0; word < FINGERPRINT_SIZE; word += 4) store32(at + word, 0);
			start = ~end;
		} else {
			fingerprint(key, start, end - 1, at);
			start = end;
		}
	}
}

/** v0 to v3 from the key, as for every SipHash, and v1 ^= 0xee as for 128 bits of output. */
function begin(key: i32): void {
	setLane(0, load32(key) ^ 0x70736575, load32(key + 4) ^ 0x736f6d65);
	setLane(1, load32(key + 8) ^ 0x6e646f6d ^ 0xee, load32(key + 12) ^ 0x646f7261);
	setLane(2, load32(key) ^ 0x6e657261, load32(key + 4) ^ 0x6c796765);
	setLane(3, load32(key + 8) ^ 0x79746573, load32(key + 12) ^ 0x74656462);
}

function setLane(index: i32, low: i32, high: i32): void {
	store32(Address.HASH + (index << 3), low);
	store32(Address.HASH + (index << 3) + 4, high);
}

function xorLow(index: i32, value: i32): void {
	const at = Address.HASH + (index << 3);
	store32(at, load32(at) ^ value);
}

function layOutLastBlock(start: i32, end: i32, length: i32): void {
	store32(LAST_BLOCK, 0);
	store32(LAST_BLOCK + 4, 0);
	for (let at = start; at < end; ++at) store8(LAST_BLOCK + at - start, load8(at));
	store8(LAST_BLOCK + 7, length & 255);
}

function finish(to: i32): void {
	absorb(Address.HASH, ZEROS, ZEROS + 8, FINALIZATION_ROUNDS);
	store32(to, lane(0) ^ lane(8) ^ lane(16) ^ lane(24));
	store32(to + 4, lane(4) ^ lane(12) ^ lane(20) ^ lane(28));
}

function lane(offset: i32): i32 {
	return load32(Address.HASH + offset);
}
