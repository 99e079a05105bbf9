/**
 * Blocks of URLs, compressed as LZ4 does: octets that occurred before in the block become a match, a length and a distance.
 *
 * ```
 *   token    literals << 4 | length - 4       15: a number follows, to be added
 *   literals
 *   distance                                  2 octets, the low one first. The last literals of a block have none
 * ```
 */
import { clear, copyRun, load8, load32, store8, store32 } from "../octets/memory";
import { multiply } from "./lanes";
import { BlockLimit } from "./layout";
import { numberEnd, readNumber, writeNumber } from "./numbers";

const enum Lz {
	MIN_MATCH = 4,
	/** In a token: a number follows. */
	MORE = 15,
	/** Bits of an index into the table of positions. */
	BITS = 11,
	/** After 16 octets without a match, every other position is tried, and so on. */
	STEP_SHIFT = 4,
}

const MULTIPLIER: i32 = -0x61c8864f;

/** Compresses [start, end), BlockLimit.OCTETS at most, to `to`, by a table of BlockLimit.TABLE octets. Returns the end. */
export function packBlock(start: i32, end: i32, to: i32, table: i32): i32 {
	clear(table, table + BlockLimit.TABLE);
	let out = to;
	let pending = start;
	let at = start;
	while (at + Lz.MIN_MATCH <= end) {
		const word = load32(at);
		const slot = table + ((multiply(word, MULTIPLIER) >>> (32 - Lz.BITS)) << 2);
		const match = load32(slot);
		store32(slot, at);
		if (match == 0 || load32(match) != word) {
			// Steps grow with the distance from the last match.
			at += 1 + ((at - pending) >> Lz.STEP_SHIFT);
			continue;
		}
		let length = Lz.MIN_MATCH as i32;
		// Fast path only: the next loop compares the same octets one by one.
		while (at + length + 4 <= end && load32(match + length) == load32(at + length)) length += 4;
		while (at + length < end && load8(match + length) == load8(at + length)) ++length;
		out = writeLiterals(pending, at, length - Lz.MIN_MATCH, out);
		store8(out++, (at - match) & 0xff);
		store8(out++, (at - match) >> 8);
		if (length - Lz.MIN_MATCH >= Lz.MORE) out = writeNumber(length - Lz.MIN_MATCH - Lz.MORE, out);
		at += length;
		pending = at;
	}
	return writeLiterals(pending, end, 0, out);
}

/** Writes a token and its literals, [start, end). Returns the end. */
function writeLiterals(start: i32, end: i32, length: i32, to: i32): i32 {
	const count = end - start;
	store8(to, (min(count, Lz.MORE) << 4) | min(length, Lz.MORE));
	let out = to + 1;
	if (count >= Lz.MORE) out = writeNumber(count - Lz.MORE, out);
	return copyRun(start, end, out);
}

function min(a: i32, b: i32): i32 {
	return a < b ? a : b;
}

/** Decompresses the block [start, end) to `to`. Returns the end, or -1 if the block is damaged or its content exceeds `limit`. */
export function unpackBlock(start: i32, end: i32, to: i32, limit: i32): i32 {
	let out = to;
	for (let at = start; at < end; ) {
		const token = load8(at++);
		let count = token >> 4;
		if (count == Lz.MORE) {
			const next = numberEnd(at, end);
			if (next > end) return -1;
			count += readNumber(at);
			at = next;
		}
		if (count < 0 || count > end - at || count > limit - out) return -1;
		for (const last = at + count; at < last; ++at) store8(out++, load8(at));
		if (at >= end) return out;
		if (end - at < 2) return -1;
		const distance = load8(at) | (load8(at + 1) << 8);
		at += 2;
		let length = (token & 15) + Lz.MIN_MATCH;
		if (length == Lz.MORE + Lz.MIN_MATCH) {
			const next = numberEnd(at, end);
			if (next > end) return -1;
			length += readNumber(at);
			at = next;
		}
		if (distance == 0 || distance > out - to || length < 0 || length > limit - out) return -1;
		for (const last = out + length; out < last; ++out) store8(out, load8(out - distance));
	}
	return out;
}
