/**
 * Leaf, Wasm side: the fingerprints of many lines, six at a time. The typed-array side is lanes.host.ts.
 *
 * SipHash is one long chain of dependent operations, so a CPU that hashes a single line mostly waits. Six lines side by side fill these
 * gaps (six-states.ts). Only lines with the same number of blocks can share a loop. A counting sort by that number therefore comes
 * first.
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
import { sipHash } from "../seen/wide";
import { fingerprintEach, inputStart, outputStart } from "./one-by-one";
import { Entry, fingerprintAt, hashSix, lengthOf } from "./six-states";

const enum Sort {
	/** Max lines sorted at a time: those that fit at SPECIALS. */
	GROUP = 4000,
	COUNTS_SIZE = 512,
}

/** Like `fingerprintEach`, with the same requirements. */
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
	for (let blocks = 0; blocks < Entry.MAX_LENGTH >> 3; ++blocks) {
		const last = load32(Address.SPECIALS + (blocks << 2));
		for (; entry + 6 * Entry.SIZE <= last; entry += 6 * Entry.SIZE) hashSix(key, entry, blocks, to);
		for (; entry < last; entry += Entry.SIZE) {
			const start = load32(entry);
			const word = load32(entry + 4);
			sipHash(key, start, start + lengthOf(word), fingerprintAt(to, word));
		}
	}
}

/** Counts the lines of each number of blocks, and turns the counts into the start addresses of their entries. */
function countBlocks(lines: i32, count: i32, input: i32, output: i32): void {
	clear(Address.SPECIALS, Address.SPECIALS + Sort.COUNTS_SIZE);
	let start = input;
	let written = output;
	for (let index = 0; index < count; ++index) {
		const inputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const length = (outputEnd == written ? inputEnd - start : outputEnd - written) - 1;
		if (outputEnd >= 0 && length < Entry.MAX_LENGTH) {
			const counter = Address.SPECIALS + ((length >> 3) << 2);
			store32(counter, load32(counter) + Entry.SIZE);
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

/** Writes the entries of the lines, and the fingerprints of those that have none. Each counter ends up at the end of its entries. */
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
		} else if (length >= Entry.MAX_LENGTH) {
			sipHash(key, text, text + length, at);
		} else {
			const counter = Address.SPECIALS + ((length >> 3) << 2);
			const entry = load32(counter);
			store32(entry, text);
			store32(entry + 4, (index << Entry.LENGTH_BITS) | length);
			store32(counter, entry + Entry.SIZE);
		}
		start = unmark(inputEnd);
		written = unmark(outputEnd);
	}
}
