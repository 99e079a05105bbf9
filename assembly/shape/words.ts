/**
 * Words and segments that stay as they are, octet by octet: `segmentAhead` and `wordsEnd` of lanes.ts, for builds without SIMD.
 */

import { Kind, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { chunksEndByOctet } from "./chunks";
import { kindAt, kindOf } from "./kinds";
import { UUID_GROUP, uuidEnd } from "./marked";
import { set } from "./writer";

export const enum Few {
	/** So many separators make no slug of a segment, and so many capitals no identifier of a run. */
	MAX = 2,
}

/** The kinds of letters. */
const LETTER: i32 = Kind.UPPER | Kind.LOWER | Kind.NOT_HEX;

export function segmentAheadByOctet(start: i32, end: i32, canSkip: bool): i32 {
	const segment = canSkip ? literalEnd(start, end) : start;
	set(State.RUN_END, chunksEndByOctet(segment, end));
	return segment;
}

/** The end of the literal segments at `start`: where one begins that may be another, or the end of the last. */
function literalEnd(start: i32, end: i32): i32 {
	let segment = start;
	let marks = 0;
	let capitals = 0;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		const kinds = kindOf(octet);
		if ((kinds & LETTER) != 0) {
			if ((kinds & Kind.UPPER) != 0 && ++capitals > Few.MAX) return segment;
		} else if (octet == Octet.SLASH) {
			segment = at + 1;
			marks = 0;
			capitals = 0;
		} else if (kinds == Kind.END) return at;
		else if ((kinds != 0 && octet != Octet.DOT) || ++marks > Few.MAX) return segment;
	}
	return end;
}

export function wordsEndByOctet(start: i32, end: i32): i32 {
	let words = 0;
	let seen = 0;
	let at = start;
	while (at < end) {
		const kinds = kindOf(load8(at));
		const last = kinds == 0 ? at + 1 : wordEnd(at, end);
		if (last == 0) break;
		if (kinds != 0) ++words;
		seen |= kinds | Kind.LOWER;
		at = last;
	}
	set(State.WORDS, words);
	set(State.SEEN, seen);
	return at;
}

/** The end of the word at `start`: small letters, of which the first may be a capital. 0 if a run begins there that may be more. */
function wordEnd(start: i32, end: i32): i32 {
	let at = start + ((kindOf(load8(start)) & Kind.UPPER) >> 1);
	while ((kindAt(at, end) & Kind.LOWER) != 0) ++at;
	const isRun = (kindAt(at, end) & (Kind.ALNUM | Kind.BEYOND | Kind.PERCENT)) != 0;
	const isUuid = at - start == UUID_GROUP && uuidEnd(start, end) != 0;
	return at == start || isRun || isUuid ? 0 : at;
}
