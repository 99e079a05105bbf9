/**
 * Leaf, Wasm side: up to 32 octets of a path at once. The typed-array side is lanes.host.ts.
 *
 * Each function turns octets into masks of classes, the first octet in the lowest bit, and finds ends by counting zeros: where a segment
 * ends is hard to predict, so that a loop over octets would mispredict most ends.
 *
 * ```
 *   octets    a b o u t - u s / i D 6 H e V L . p n g
 *   letters   1 1 1 1 1 . 1 1 . 1 1 . 1 1 1 1 . 1 1 1
 *   slashes   . . . . . . . . 1 . . . . . . . . . . .
 *   marks     . . . . . 1 . . . . . . . . . . 1 . . .
 *   others    . . . . . . . . . . . 1 . . . . . . . .      the first one is in the segment after the last slash before it
 * ```
 */

import { Kind, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { chunksEndByOctet } from "./chunks";
import { endsSegment } from "./extension";
import { Few, segmentAheadByOctet, wordsEndByOctet } from "./words";
import { set } from "./writer";

const enum Lanes {
	/** Octets in a vector, and in two. */
	ONE = 16,
	TWO = 32,
}

/** The highest bit of a mask. Masks end there: what follows is not known. */
const LAST_BIT: i32 = 1 << 31;

/**
 * Skips segments that stay as they are, such as `about-us`, if `canSkip`. Returns where the next one begins, or the end of the path or of
 * its last literal segment. The run there ends at RUN_END; CHUNKS, SEEN and HAS_NUMBER describe it. Fast path only: a segment that is not
 * skipped may stay as well.
 */
export function segmentAhead(start: i32, end: i32, canSkip: bool): i32 {
	if (!ASC_FEATURE_SIMD) return segmentAheadByOctet(start, end, canSkip);
	const low = v128.load(usize(start));
	const high = v128.load(usize(start), 16);
	const inKey = lowBits(end - start);
	const letters = join(lettersIn(low), lettersIn(high)) & inKey;
	const slashes = join(lanesOf(low, Octet.SLASH), lanesOf(high, Octet.SLASH)) & inKey;
	const marks = join(marksIn(low), marksIn(high)) & inKey & ~slashes;
	const length = ctz(~(letters | slashes | marks) | LAST_BIT);
	const count = endsSegment(start + length, end) ? length : countTo(slashes & lowBits(length));
	const lower = letters & join(caseBits(low), caseBits(high));
	const isLiteral = canSkip && isFew(marks & lowBits(count)) && isFew(letters & ~lower & lowBits(count));
	const skipped = isLiteral ? count : 0;
	const digits = join(digitsIn(low), digitsIn(high)) & inKey;
	const run = ctz(~((letters | digits) >>> skipped) | LAST_BIT);
	const segment = start + skipped;
	const isWhole = skipped + run < Lanes.TWO - 1;
	if (isWhole) setChunks(letters >>> skipped, lower >>> skipped, run);
	set(State.RUN_END, isWhole ? segment + run : chunksEnd(segment, end));
	return segment;
}

/**
 * The end of the words at `start` and of the separators between them: letters, "+", ",", "-" and "_". WORDS is their number, and SEEN
 * their kinds. Fast path only: there may be more.
 */
export function wordsEnd(start: i32, end: i32): i32 {
	if (!ASC_FEATURE_SIMD) return wordsEndByOctet(start, end);
	const low = v128.load(usize(start));
	const high = v128.load(usize(start), 16);
	const letters = join(lettersIn(low), lettersIn(high));
	const stops =
		join(lanesOf(low, Octet.SLASH), lanesOf(high, Octet.SLASH)) | join(lanesOf(low, Octet.DOT), lanesOf(high, Octet.DOT));
	const marks = join(marksIn(low), marksIn(high)) & ~stops;
	const length = min(ctz(~(letters | marks) | LAST_BIT), end - start);
	// A word ends before a dot, but not before what may continue it.
	const isWord = endsSegment(start + length, end) || load8(start + length) == Octet.DOT;
	const words = lowBits(isWord ? length : countTo(marks & lowBits(length)));
	const upper = letters & ~join(caseBits(low), caseBits(high)) & words;
	// They may begin a UUID.
	const hasEight = hasEightInARow(join(hexLettersIn(low), hexLettersIn(high)) & words);
	if (!isFew(upper) || hasEight) return start;
	const begins = letters & ~(letters << 1) & words;
	set(State.WORDS, popcnt(begins));
	set(State.SEEN, Kind.LOWER | (upper != 0 ? Kind.UPPER : 0));
	return start + popcnt(words);
}

/**
 * The end of the letters and digits at `start`. CHUNKS has the number of their chunks, SEEN their kinds, and HAS_NUMBER whether three
 * digits are in a row.
 */
export function chunksEnd(start: i32, end: i32): i32 {
	if (!ASC_FEATURE_SIMD) return chunksEndByOctet(start, end);
	const octets = v128.load(usize(start));
	const letters = lettersIn(octets);
	const length = ctz(~((letters | digitsIn(octets)) & lowBits(end - start)));
	if (length == Lanes.ONE) return chunksEndByOctet(start, end);
	setChunks(letters, letters & caseBits(octets), length);
	return start + length;
}

/** Describes a run of `length`, given masks of the letters and the small letters that begin with it. */
function setChunks(letters: i32, lowerCase: i32, length: i32): void {
	const run = lowBits(length);
	const lower = lowerCase & run;
	const upper = letters & ~lower & run;
	const digits = run & ~letters;
	const words = lower & ~(lower << 1);
	// The last of several capitals begins a word; a single one is a part of it.
	const joined = words & (upper << 1) & ~(upper << 2);
	set(State.CHUNKS, popcnt(words) + popcnt(upper & ~(upper << 1)) + popcnt(digits & ~(digits << 1)) - popcnt(joined));
	set(State.HAS_NUMBER, i32((digits & (digits >>> 1) & (digits >>> 2)) != 0));
	set(State.SEEN, (digits != 0 ? Kind.DIGIT : 0) | (upper != 0 ? Kind.UPPER : 0) | (lower != 0 ? Kind.LOWER : 0));
}

function isFew(mask: i32): bool {
	return popcnt(mask) <= Few.MAX;
}

function hasEightInARow(mask: i32): bool {
	const twos = mask & (mask >>> 1);
	const fours = twos & (twos >>> 2);
	return (fours & (fours >>> 4)) != 0;
}

/** The lowest bits, all of 32 or more. */
function lowBits(count: i32): i32 {
	return count < Lanes.TWO ? (1 << count) - 1 : -1;
}

/** The number of bits up to the highest that is set. */
function countTo(mask: i32): i32 {
	return Lanes.TWO - clz(mask);
}

function join(low: i32, high: i32): i32 {
	return low | (high << Lanes.ONE);
}

function lanesOf(octets: v128, octet: i32): i32 {
	return i8x16.bitmask(i8x16.eq(octets, i8x16.splat(i8(octet))));
}

/** Lanes that are one of `count` octets from `first` on. */
function range(octets: v128, first: i32, count: i32): v128 {
	return i8x16.le_u(i8x16.sub(octets, i8x16.splat(i8(first))), i8x16.splat(i8(count - 1)));
}

function lettersIn(octets: v128): i32 {
	return i8x16.bitmask(range(lowerCase(octets), Octet.LOWER_A, 26));
}

function hexLettersIn(octets: v128): i32 {
	return i8x16.bitmask(range(lowerCase(octets), Octet.LOWER_A, 6));
}

function lowerCase(octets: v128): v128 {
	return v128.or(octets, i8x16.splat(i8(Octet.CASE_BIT)));
}

function digitsIn(octets: v128): i32 {
	return i8x16.bitmask(range(octets, Octet.DIGIT_0, 10));
}

/** "+", ",", "-", ".", "/" and "_". */
function marksIn(octets: v128): i32 {
	return i8x16.bitmask(v128.or(range(octets, Octet.PLUS, 5), i8x16.eq(octets, i8x16.splat(i8(Octet.UNDERSCORE)))));
}

/** Of letters, those in lower case. */
function caseBits(octets: v128): i32 {
	return i8x16.bitmask(i16x8.shl(octets, 2));
}
