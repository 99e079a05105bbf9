/** Rule white-space: around a reference and in it (RFC 3986 App. C). */
import { Octet } from "./char";
import { Class, is } from "./classes";
import { copy, load8 } from "./memory";
import { span, spanUntil } from "./span";

/** The start of [start, end) without its leading octets up to SPACE. */
export function skipWhiteSpace(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) <= Octet.SPACE) ++at;
	return at;
}

/** The end of [start, end) without its trailing octets up to SPACE. */
export function trimWhiteSpace(start: i32, end: i32): i32 {
	let last = end;
	while (last > start && load8(last - 1) <= Octet.SPACE) --last;
	return last;
}

/** Copies [start, end) without TAB, CR and LF to `to`. Returns the new end. */
export function joinLines(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (at < end) {
		const stop = spanUntil(at, end, Class.LINE_WHITE_SPACE);
		to = copy(at, stop, to);
		at = span(stop, end, Class.LINE_WHITE_SPACE);
	}
	return to;
}

/** The address in [start, end) of the octet that `joinLines` copies at this index; `end` for the index after the last. */
export function addressBeforeJoining(start: i32, end: i32, index: i32): i32 {
	let at = start;
	for (let left = index; at < end; ++at) {
		if (!is(load8(at), Class.LINE_WHITE_SPACE) && left-- == 0) break;
	}
	return at;
}
