/** The dot-segment remover (§5.2.4, §6.2.2.3). */
import { Octet } from "./char";
import { load8, move, store8 } from "./memory";
import { find, findPair } from "./span";

/**
 * Removes the dot-segments of the path [start, end), in place: the steps 2A to 2E of §5.2.4, to the letter, so that a
 * rootless path is treated as well (`mid/content=5/../6` → `mid/6`). Returns the new end.
 *
 * Keeps: every octet of a segment that stays. Linear: an octet is moved once and stepped back over at most once.
 */
export function removeDotSegments(start: i32, end: i32): i32 {
	return removeDots(start, end, false);
}

/** The same, but a ".." that has no segment above it stays, as the editions before RFC 3986 have it. */
export function removeDotSegmentsBelow(start: i32, end: i32): i32 {
	return removeDots(start, end, true);
}

/** Says whether the path [start, end), whose dot-segments are removed, begins with a ".." that stayed. */
export function hasExcessDots(start: i32, end: i32): bool {
	const first = start < end && load8(start) == Octet.SLASH ? start + 1 : start;
	return dotsIn(first, find(first, end, Octet.SLASH)) == 2;
}

function removeDots(start: i32, end: i32, keepsExcess: bool): i32 {
	let at = firstDotSegment(start, end);
	if (at == end) return end;
	let to = at;
	if (at == start) {
		at = skipLeadingDots(start, end, keepsExcess);
		if (at < end && load8(at) != Octet.SLASH) {
			const segmentEnd = find(at, end, Octet.SLASH);
			to = move(at, segmentEnd, to);
			at = segmentEnd;
		}
	}
	while (at < end) {
		const segmentEnd = find(at + 1, end, Octet.SLASH);
		const dots = dotsIn(at + 1, segmentEnd);
		if (dots == 0 || (dots == 2 && keepsExcess && !hasSegmentAbove(start, to))) {
			to = move(at, segmentEnd, to);
		} else {
			if (dots == 2) to = withoutLastSegment(start, to);
			if (segmentEnd == end) store8(to++, Octet.SLASH);
		}
		at = segmentEnd;
	}
	return to;
}

/** The first "/" whose segment begins with a dot, or `start` of a rootless path that does; `end` when there is none. */
function firstDotSegment(start: i32, end: i32): i32 {
	if (start < end && load8(start) == Octet.DOT) return start;
	return findPair(start, end, Octet.SLASH, Octet.DOT);
}

/** Step 2A and 2D: goes past "../" and "./" at the start of a rootless path, and past a path that is "." or "..". */
function skipLeadingDots(start: i32, end: i32, keepsExcess: bool): i32 {
	let at = start;
	while (at < end) {
		const segmentEnd = find(at, end, Octet.SLASH);
		const dots = dotsIn(at, segmentEnd);
		if (dots == 0 || (dots == 2 && keepsExcess)) return at;
		at = segmentEnd < end ? segmentEnd + 1 : end;
	}
	return at;
}

/** 1 when the segment [start, end) is ".", 2 when it is "..", else 0. */
function dotsIn(start: i32, end: i32): i32 {
	const length = end - start;
	if (length < 1 || length > 2 || load8(start) != Octet.DOT) return 0;
	return length == 1 || load8(end - 1) == Octet.DOT ? length : 0;
}

/** Says whether the output [start, end) ends in a segment that ".." would remove. */
function hasSegmentAbove(start: i32, end: i32): bool {
	const above = withoutLastSegment(start, end);
	return above < end && dotsIn(load8(above) == Octet.SLASH ? above + 1 : above, end) != 2;
}

/** Step 2C: the end of the output [start, end) without its last segment and the "/" before it, if any. */
function withoutLastSegment(start: i32, end: i32): i32 {
	let to = end;
	while (to > start) {
		--to;
		if (load8(to) == Octet.SLASH) break;
	}
	return to;
}
