/** Email addresses that are segments: a local part, `@` or `%40`, and a host with a dot. `@alice` stays. */

import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { endsSegment } from "./extension";
import { isAlnumAt, tripletAt } from "./kinds";

/** Whether `@`, raw or as a triplet, is at `at`. */
export function isAtSign(at: i32, end: i32): bool {
	return load8(at) == Octet.AT || tripletAt(at, end) == Octet.AT;
}

/** The end of the segment at `start` if it is an address whose `@` is at `at`, else 0. */
export function emailEnd(start: i32, at: i32, end: i32): i32 {
	if (at == start) return 0;
	// Backwards: forwards, a segment of many `@` would take quadratic time.
	for (let local = at - 1; local >= start; --local) if (!isAlnumAt(local, end) && !isLocalMark(load8(local))) return 0;
	let label = at + (load8(at) == Octet.AT ? 1 : 3);
	let last = hostLabelEnd(label, end);
	let hasDot = false;
	while (last > label && last < end && load8(last) == Octet.DOT) {
		label = last + 1;
		last = hostLabelEnd(label, end);
		hasDot = true;
	}
	return hasDot && last > label && endsSegment(last, end) ? last : 0;
}

function isLocalMark(octet: i32): bool {
	return octet == Octet.DOT || octet == Octet.UNDERSCORE || octet == Octet.PLUS || octet == Octet.HYPHEN;
}

function hostLabelEnd(at: i32, end: i32): i32 {
	while (at < end && (isAlnumAt(at, end) || load8(at) == Octet.HYPHEN)) ++at;
	return at;
}
