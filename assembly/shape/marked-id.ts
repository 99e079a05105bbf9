/** Identifiers with one or two marks: stems of short chunks with capitals, small letters and digits, such as `Ab3-x9_Qk2`. */

import { Kind, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { chunksEnd } from "./lanes";
import { get } from "./writer";

const enum MarkedId {
	MIN_LENGTH = 10,
	MAX_MARKS = 2,
}

/** Whether the stem [start, end) is such an identifier. */
export function isMarkedId(start: i32, end: i32): bool {
	if (end - start < MarkedId.MIN_LENGTH) return false;
	let chunks = 0;
	let seen = 0;
	let marks = 0;
	let before = 0;
	for (let at = start; at <= end; ++at) {
		at = chunksEnd(at, end);
		chunks += get(State.CHUNKS);
		seen |= get(State.SEEN);
		if (at == end) break;
		// Marks are never adjacent.
		if (!isMark(load8(at)) || at == before + 1 || ++marks > MarkedId.MAX_MARKS) return false;
		before = at;
	}
	return marks > 0 && (seen & Kind.ALNUM) == Kind.ALNUM && end - start <= 2 * chunks;
}

function isMark(octet: i32): bool {
	return octet == Octet.HYPHEN || octet == Octet.UNDERSCORE;
}
