/**
 * A run in US-ASCII is made of *chunks*, words by case and runs of digits:
 *
 * ```
 *   iD6HeVL   i D 6 He VL      WORDword   WORD word      Word   Word
 * ```
 */

import { Kind, State } from "../layout/shapes";
import { load8 } from "../octets/memory";
import { kindOf } from "./kinds";
import { set } from "./writer";

/** Before the first octet of a run. */
const NO_KIND: i32 = -1;

/** `chunksEnd` of lanes.ts, of any length. */
export function chunksEndByOctet(start: i32, end: i32): i32 {
	let chunks = 0;
	let seen = 0;
	let before = NO_KIND;
	let first = start;
	let hasNumber = 0;
	let at = start;
	for (; at < end; ++at) {
		const kinds = kindOf(load8(at));
		const kind = kinds & Kind.ALNUM;
		if (kind != before) {
			if (kind == 0) break;
			// The last of several capitals begins a word; a single one is a part of it.
			if (before != Kind.UPPER || kind != Kind.LOWER || at - first > 1) ++chunks;
			before = kind;
			first = at;
		}
		if (kind == Kind.DIGIT && at - first == 2) hasNumber = 1;
		seen |= kinds;
	}
	set(State.HAS_NUMBER, hasNumber);
	set(State.CHUNKS, chunks);
	set(State.SEEN, seen);
	return at;
}
