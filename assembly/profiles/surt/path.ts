/** `surt@1`, the path: unescaped, resolved where there is a host, escaped, in lower case, without sessions and a final "/". */

import { Component } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { load8, move, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { dotsAfter, withoutLastSegment } from "../../reference/dot-segments";
import { endOf, startOf } from "../../reference/record";
import { lowerInPlace } from "../emulation/ascii";
import { writeEscaped, writeUnescaped } from "../emulation/unescape";
import { withoutSessions } from "./session-segments";

/** Writes the recorded path to `to`; an empty path becomes "/" if it is `rooted`. Returns the new end. */
export function writePath(hasHost: bool, rooted: bool, scratch: i32, to: i32): i32 {
	let end = writeUnescaped(startOf(Component.PATH), endOf(Component.PATH), scratch);
	if (hasHost) end = withoutEmptySegments(scratch, resolved(scratch, end));
	if (end == scratch && rooted) store8(end++, Octet.SLASH);
	return massagedEnd(to, writeEscaped(scratch, end, to));
}

/** Puts the escaped path [start, end) into lower case, in place, without sessions and a final "/". Returns the new end. */
export function massagedEnd(start: i32, end: i32): i32 {
	lowerInPlace(start, end);
	const pathEnd = withoutSessions(start, end);
	return pathEnd - start > 1 && load8(pathEnd - 1) == Octet.SLASH ? pathEnd - 1 : pathEnd;
}

/** Resolves an unescaped path in place. A rooted one that is left without segments is "/". Returns the new end. */
export function resolvedRoot(start: i32, end: i32): i32 {
	const written = withoutEmptySegments(start, resolved(start, end));
	if (written > start) return written;
	store8(start, Octet.SLASH);
	return start + 1;
}

/** Removes dot-segments in place. ".." also removes the segment before it, even an empty one; without such a segment it stays. */
function resolved(start: i32, end: i32): i32 {
	let to = start;
	let at = start;
	while (at < end) {
		const segmentEnd = find(at + 1, end, Octet.SLASH);
		const dots = dotsAfter(at, end);
		if (dots == 0 || (dots == 2 && to == start)) to = move(at, segmentEnd, to);
		else if (dots == 2) to = withoutLastSegment(start, to);
		at = segmentEnd;
	}
	return to;
}

/** Makes one "/" of several, in place, and drops a final one. */
function withoutEmptySegments(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at < end; ++at) {
		const isEmpty = load8(at) == Octet.SLASH && (at + 1 == end || load8(at + 1) == Octet.SLASH);
		if (!isEmpty) store8(to++, load8(at));
	}
	return to;
}
