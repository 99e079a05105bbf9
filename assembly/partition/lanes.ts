/**
 * Leaf, Wasm side: the fingerprints of many lines, six at a time. The typed-array side is lanes.host.ts.
 *
 * SipHash is one long chain of dependent operations, so a CPU that hashes a single line mostly waits. Four lines in the 64-bit
 * lanes of two vector states fill these gaps. Two more lines in general registers keep the integer units busy, too. Only lines with
 * the same number of blocks can share a loop. A counting sort by that number therefore comes first.
 *
 * ```
 *   lines        16  40  17  90  18  19  20  23 octets
 *   blocks        3   6   3  12   3   3   3   3 of 8 octets, the last one partial
 *   sorted       [16  17  18  19 │ 20  23]  40  90
 *                   four lanes   │  words   one by one
 *
 *   SPECIALS     counts: 128 x i32, by blocks │ entries: up to GROUP x (start, place << 10 | length)
 * ```
 *
 * SPECIALS is free between two windows of lines (lines.ts). The fingerprints are those of `fingerprintEach`, octet for octet.
 */

import { Address, LineRecord } from "../layout/addresses";
import { unmark } from "../lines/line-record";
import { clear, load32, store32 } from "../octets/memory";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { DORANDOM, LYGENERA, lastBlock, SECOND_HALF, SOMEPSEU, sipHash, TEDBYTES, WIDE_OUTPUT } from "../seen/wide";
import { fingerprintEach, inputStart, outputStart } from "./one-by-one";

const enum Sort {
	/** Lines sorted at a time: as many as have room at SPECIALS. */
	GROUP = 4000,
	/** A line of this many octets or more is hashed on its own. */
	MAX_LENGTH = 1024,
	/** MAX_LENGTH is two to this power. */
	LENGTH_BITS = 10,
	COUNTS_SIZE = 512,
	ENTRY_SIZE = 8,
}

/** The same as `fingerprintEach`, and requires the same. */
export function fingerprintSorted(key: i32, lines: i32, count: i32, input: i32, output: i32, to: i32): void {
	if (ASC_FEATURE_SIMD) {
		for (let done = 0; done < count; done += Sort.GROUP) {
			const group = lines + done * LineRecord.SIZE;
			const size = min<i32>(count - done, Sort.GROUP);
			const start = done == 0 ? input : inputStart(group);
			const written = done == 0 ? output : outputStart(group);
			hashGroup(key, group, size, start, written, to + done * FINGERPRINT_SIZE);
		}
	} else {
		fingerprintEach(key, lines, count, input, output, to);
	}
}

/** The same for lines that are all in the output, as the core's `fingerprintLines`. */
export function fingerprintWritten(key: i32, lines: i32, count: i32, from: i32, to: i32): void {
	fingerprintSorted(key, lines, count, from, from, to);
}

/** Hashes up to Sort.GROUP lines. */
function hashGroup(key: i32, lines: i32, count: i32, input: i32, output: i32, to: i32): void {
	countBlocks(lines, count, input, output);
	sort(key, lines, count, input, output, to);
	const entries: i32 = Address.SPECIALS + Sort.COUNTS_SIZE;
	let entry = entries;
	for (let blocks = 0; blocks < Sort.MAX_LENGTH >> 3; ++blocks) {
		const last = load32(Address.SPECIALS + (blocks << 2));
		for (; entry + 6 * Sort.ENTRY_SIZE <= last; entry += 6 * Sort.ENTRY_SIZE) hashSix(key, entry, blocks, to);
		for (; entry < last; entry += Sort.ENTRY_SIZE) {
			const start = load32(entry);
			const word = load32(entry + 4);
			sipHash(key, start, start + lengthOf(word), fingerprintAt(to, word));
		}
	}
}

/** Counts the lines of each number of blocks, and turns the counts into the addresses where their entries begin. */
function countBlocks(lines: i32, count: i32, input: i32, output: i32): void {
	clear(Address.SPECIALS, Address.SPECIALS + Sort.COUNTS_SIZE);
	let start = input;
	let written = output;
	for (let index = 0; index < count; ++index) {
		const inputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const length = (outputEnd == written ? inputEnd - start : outputEnd - written) - 1;
		if (outputEnd >= 0 && length < Sort.MAX_LENGTH) {
			const counter = Address.SPECIALS + ((length >> 3) << 2);
			store32(counter, load32(counter) + Sort.ENTRY_SIZE);
		}
		start = unmark(inputEnd);
		written = unmark(outputEnd);
	}
	let sum: i32 = Address.SPECIALS + Sort.COUNTS_SIZE;
	for (let counter: i32 = Address.SPECIALS; counter < Address.SPECIALS + Sort.COUNTS_SIZE; counter += 4) {
		const size = load32(counter);
		store32(counter, sum);
		sum += size;
	}
}

/** Writes the entries of the lines, and the fingerprints of those that have none. Each counter ends up where its entries end. */
function sort(key: i32, lines: i32, count: i32, input: i32, output: i32, to: i32): void {
	let start = input;
	let written = output;
	for (let index = 0; index < count; ++index) {
		const inputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const text = outputEnd == written ? start : written;
		const length = (outputEnd == written ? inputEnd - start : outputEnd - written) - 1;
		const at = to + index * FINGERPRINT_SIZE;
		if (outputEnd < 0) {
			clear(at, at + FINGERPRINT_SIZE);
		} else if (length >= Sort.MAX_LENGTH) {
			sipHash(key, text, text + length, at);
		} else {
			const counter = Address.SPECIALS + ((length >> 3) << 2);
			const entry = load32(counter);
			store32(entry, text);
			store32(entry + 4, (index << Sort.LENGTH_BITS) | length);
			store32(counter, entry + Sort.ENTRY_SIZE);
		}
		start = unmark(inputEnd);
		written = unmark(outputEnd);
	}
}

function lengthOf(word: i32): i32 {
	return word & (Sort.MAX_LENGTH - 1);
}

function fingerprintAt(to: i32, word: i32): i32 {
	return to + (word >> Sort.LENGTH_BITS) * FINGERPRINT_SIZE;
}

/**
 * Hashes the lines of six entries, each of `blocks` blocks and a last, partial one. The states of the first two lines are
 * v0 to v3, those of the next two w0 to w3. x0 to x3 and y0 to y3 are those of the fifth and the sixth line.
 */
function hashSix(key: i32, entry: i32, blocks: i32, to: i32): void {
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
