/**
 * Leaf, Wasm side only: SipHash-1-3 of six lines side by side. lanes.ts sorts the lines; on the typed-array side, it hashes them one
 * by one.
 *
 * ```
 *              v0 .. v3          w0 .. w3        x0 .. x3   y0 .. y3
 *            +------+------+   +------+------+   +------+   +------+
 *            | line | line |   | line | line |   | line |   | line |
 *            |   0  |   1  |   |   2  |   3  |   |   4  |   |   5  |
 *            +------+------+   +------+------+   +------+   +------+
 *             two vectors of two 64-bit lanes     general registers
 * ```
 *
 * Each step of a round depends on the step before, within one line. The vector units run four lines while the integer units run
 * two more.
 */

import { load32 } from "../octets/memory";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { DORANDOM, LYGENERA, lastBlock, SECOND_HALF, SOMEPSEU, TEDBYTES, WIDE_OUTPUT } from "../seen/wide";

/** Two words for each line: its start, and `place << LENGTH_BITS | length`. */
export const enum Entry {
	/** A line of this many octets or more has no entry. It is hashed on its own. */
	MAX_LENGTH = 1024,
	/** MAX_LENGTH is two to this power. */
	LENGTH_BITS = 10,
	SIZE = 8,
}

/** The length of a line, from the second word of its entry. */
export function lengthOf(word: i32): i32 {
	return word & (Entry.MAX_LENGTH - 1);
}

/** Address of the fingerprint of a line, from the second word of its entry. */
export function fingerprintAt(to: i32, word: i32): i32 {
	return to + (word >> Entry.LENGTH_BITS) * FINGERPRINT_SIZE;
}

/**
 * Hashes the lines of six entries, each of `blocks` blocks and a last, partial one. The states of the first two lines are
 * v0 to v3, those of the next two w0 to w3. x0 to x3 and y0 to y3 are those of the fifth and the sixth line.
 */
export function hashSix(key: i32, entry: i32, blocks: i32, to: i32): void {
	let x0 = load<u64>(usize(key)) ^ SOMEPSEU;
	let x1 = load<u64>(usize(key), 8) ^ (DORANDOM ^ WIDE_OUTPUT);
	let x2 = load<u64>(usize(key)) ^ LYGENERA;
	let x3 = load<u64>(usize(key), 8) ^ TEDBYTES;
	let y0 = x0;
	let y1 = x1;
	let y2 = x2;
	let y3 = x3;
	let v0 = i64x2.splat(x0);
	let v1 = i64x2.splat(x1);
	let v2 = i64x2.splat(x2);
	let v3 = i64x2.splat(x3);
	let w0 = v0;
	let w1 = v1;
	let w2 = v2;
	let w3 = v3;
	let at0 = load32(entry);
	let at1 = load32(entry + 8);
	let at2 = load32(entry + 16);
	let at3 = load32(entry + 24);
	let at4 = load32(entry + 32);
	let at5 = load32(entry + 40);
	const word0 = load32(entry + 4);
	const word1 = load32(entry + 12);
	const word2 = load32(entry + 20);
	const word3 = load32(entry + 28);
	const word4 = load32(entry + 36);
	const word5 = load32(entry + 44);
	const vLast = pair(lastOf(at0, word0), lastOf(at1, word1));
	const wLast = pair(lastOf(at2, word2), lastOf(at3, word3));
	const xLast = lastOf(at4, word4);
	const yLast = lastOf(at5, word5);
	for (let block = 0; block <= blocks; ++block) {
		let v = vLast;
		let w = wLast;
		let x = xLast;
		let y = yLast;
		if (block < blocks) {
			v = v128.load64_lane(usize(at1), v128.load64_zero(usize(at0)), 1);
			w = v128.load64_lane(usize(at3), v128.load64_zero(usize(at2)), 1);
			x = load<u64>(usize(at4));
			y = load<u64>(usize(at5));
			at0 += 8;
			at1 += 8;
			at2 += 8;
			at3 += 8;
			at4 += 8;
			at5 += 8;
		}
		v3 = v128.xor(v3, v);
		w3 = v128.xor(w3, w);
		x3 ^= x;
		y3 ^= y;
		v0 = i64x2.add(v0, v1);
		w0 = i64x2.add(w0, w1);
		x0 += x1;
		y0 += y1;
		v1 = v128.xor(rotate13(v1), v0);
		w1 = v128.xor(rotate13(w1), w0);
		x1 = rotl(x1, 13) ^ x0;
		y1 = rotl(y1, 13) ^ y0;
		v0 = rotate32(v0);
		w0 = rotate32(w0);
		x0 = rotl(x0, 32);
		y0 = rotl(y0, 32);
		v2 = i64x2.add(v2, v3);
		w2 = i64x2.add(w2, w3);
		x2 += x3;
		y2 += y3;
		v3 = v128.xor(rotate16(v3), v2);
		w3 = v128.xor(rotate16(w3), w2);
		x3 = rotl(x3, 16) ^ x2;
		y3 = rotl(y3, 16) ^ y2;
		v0 = i64x2.add(v0, v3);
		w0 = i64x2.add(w0, w3);
		x0 += x3;
		y0 += y3;
		v3 = v128.xor(rotate21(v3), v0);
		w3 = v128.xor(rotate21(w3), w0);
		x3 = rotl(x3, 21) ^ x0;
		y3 = rotl(y3, 21) ^ y0;
		v2 = i64x2.add(v2, v1);
		w2 = i64x2.add(w2, w1);
		x2 += x1;
		y2 += y1;
		v1 = v128.xor(rotate17(v1), v2);
		w1 = v128.xor(rotate17(w1), w2);
		x1 = rotl(x1, 17) ^ x2;
		y1 = rotl(y1, 17) ^ y2;
		v2 = rotate32(v2);
		w2 = rotate32(w2);
		x2 = rotl(x2, 32);
		y2 = rotl(y2, 32);
		v0 = v128.xor(v0, v);
		w0 = v128.xor(w0, w);
		x0 ^= x;
		y0 ^= y;
	}
	v2 = v128.xor(v2, i64x2.splat(WIDE_OUTPUT));
	w2 = v128.xor(w2, i64x2.splat(WIDE_OUTPUT));
	x2 ^= WIDE_OUTPUT;
	y2 ^= WIDE_OUTPUT;
	for (let half = 0; half < 16; half += 8) {
		for (let round = 0; round < 3; ++round) {
			v0 = i64x2.add(v0, v1);
			w0 = i64x2.add(w0, w1);
			x0 += x1;
			y0 += y1;
			v1 = v128.xor(rotate13(v1), v0);
			w1 = v128.xor(rotate13(w1), w0);
			x1 = rotl(x1, 13) ^ x0;
			y1 = rotl(y1, 13) ^ y0;
			v0 = rotate32(v0);
			w0 = rotate32(w0);
			x0 = rotl(x0, 32);
			y0 = rotl(y0, 32);
			v2 = i64x2.add(v2, v3);
			w2 = i64x2.add(w2, w3);
			x2 += x3;
			y2 += y3;
			v3 = v128.xor(rotate16(v3), v2);
			w3 = v128.xor(rotate16(w3), w2);
			x3 = rotl(x3, 16) ^ x2;
			y3 = rotl(y3, 16) ^ y2;
			v0 = i64x2.add(v0, v3);
			w0 = i64x2.add(w0, w3);
			x0 += x3;
			y0 += y3;
			v3 = v128.xor(rotate21(v3), v0);
			w3 = v128.xor(rotate21(w3), w0);
			x3 = rotl(x3, 21) ^ x0;
			y3 = rotl(y3, 21) ^ y0;
			v2 = i64x2.add(v2, v1);
			w2 = i64x2.add(w2, w1);
			x2 += x1;
			y2 += y1;
			v1 = v128.xor(rotate17(v1), v2);
			w1 = v128.xor(rotate17(w1), w2);
			x1 = rotl(x1, 17) ^ x2;
			y1 = rotl(y1, 17) ^ y2;
			v2 = rotate32(v2);
			w2 = rotate32(w2);
			x2 = rotl(x2, 32);
			y2 = rotl(y2, 32);
		}
		const v = v128.xor(v128.xor(v0, v1), v128.xor(v2, v3));
		const w = v128.xor(v128.xor(w0, w1), v128.xor(w2, w3));
		v128.store64_lane(usize(fingerprintAt(to, word0) + half), v, 0);
		v128.store64_lane(usize(fingerprintAt(to, word1) + half), v, 1);
		v128.store64_lane(usize(fingerprintAt(to, word2) + half), w, 0);
		v128.store64_lane(usize(fingerprintAt(to, word3) + half), w, 1);
		store<u64>(usize(fingerprintAt(to, word4) + half), x0 ^ x1 ^ x2 ^ x3);
		store<u64>(usize(fingerprintAt(to, word5) + half), y0 ^ y1 ^ y2 ^ y3);
		v1 = v128.xor(v1, i64x2.splat(SECOND_HALF));
		w1 = v128.xor(w1, i64x2.splat(SECOND_HALF));
		x1 ^= SECOND_HALF;
		y1 ^= SECOND_HALF;
	}
}

/** The last block of the line of an entry. */
function lastOf(start: i32, word: i32): u64 {
	return lastBlock(start, start + lengthOf(word));
}

function pair(first: u64, second: u64): v128 {
	return i64x2.replace_lane(i64x2.splat(first), 1, second);
}

function rotate13(words: v128): v128 {
	return v128.or(i64x2.shl(words, 13), i64x2.shr_u(words, 51));
}

function rotate17(words: v128): v128 {
	return v128.or(i64x2.shl(words, 17), i64x2.shr_u(words, 47));
}

function rotate21(words: v128): v128 {
	return v128.or(i64x2.shl(words, 21), i64x2.shr_u(words, 43));
}

/** By whole octets: one shuffle instead of two shifts. */
function rotate16(words: v128): v128 {
	return v128.shuffle<i16>(words, words, 3, 0, 1, 2, 7, 4, 5, 6);
}

function rotate32(words: v128): v128 {
	return v128.shuffle<i32>(words, words, 1, 0, 3, 2);
}
