/** Extensions of segments: types of files are not values. */

import { Kind } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { isAlnumAt, isDigitAt, kindAt } from "./kinds";

/** The end of the extension of a segment whose dot is at `at`: a letter and 0 to 4 alphanumerics, or `7z`. 0 if there is none. */
export function extensionEnd(at: i32, end: i32): i32 {
	const first = at + 1;
	if (!isAlnumAt(first, end)) return 0;
	let last = first + 1;
	while (last <= first + 4 && isAlnumAt(last, end)) ++last;
	if (!endsSegment(last, end)) return 0;
	return isDigitAt(first, end) && !isSevenZip(first, last) ? 0 : last;
}

function isSevenZip(first: i32, last: i32): bool {
	return last == first + 2 && load8(first) == Octet.DIGIT_7 && load8(first + 1) == Octet.LOWER_Z;
}

/** Whether a segment, or what precedes its parameters, ends at `at`. */
export function endsSegment(at: i32, end: i32): bool {
	return at == end || (kindAt(at, end) & Kind.END) != 0;
}

/** Whether the stem of a segment ends at `at`. */
export function endsStem(at: i32, end: i32): bool {
	return endsSegment(at, end) || (load8(at) == Octet.DOT && extensionEnd(at, end) != 0);
}
