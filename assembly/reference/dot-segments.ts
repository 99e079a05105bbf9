/** Removal of dot-segments (§5.2.4, §6.2.2.3), in place. */
import { Octet } from "../octets/char";
import { load8, move, store8 } from "../octets/memory";
import { find, findPair } from "../octets/span";

/**
 * Removes the dot-segments of the path [start, end), in place: steps 2A to 2E of §5.2.4, to the letter, so rootless paths are
 * treated as well (`mid/content=5/../6` → `mid/6`). Returns the new end.
 *
 * Keeps: every octet of the segments that remain. Linear: each octet is moved once and stepped back over at most once.
 */
export function removeDotSegments(start: i32, end: i32): i32 {
	let at = firstDotSegment(start, end);
	if (at == end) return end;
	let to = at;
	if (at == start) {
		at = skipLeadingDots(start, end);
		if (at < end && load8(at) != Octet.SLASH) {
			const segmentEnd = find(at, end, Octet.SLASH);
			to = move(at, segmentEnd, to);
			at = segmentEnd;
		}
	}
	while (at < end) {
		const dots = dotsAfter(at, end);
		if (dots == 0) {
			const runEnd = findPair(at + 1, end, Octet.SLASH, Octet.DOT);
			to = move(at, runEnd, to);
			at = runEnd;
		} else {
			if (dots == 2) to = withoutLastSegment(start, to);
			at += dots + 1;
			if (at == end) store8(to++, Octet.SLASH);
		}
	}
	return to;
}

/**
 * Like `removeDotSegments`, but as before RFC 3986 (2396bis-01 §5.2, steps 3 to 6): "<segment>/../" is removed as a pair, so a ".."
 * without a segment before it stays. Returns the new end.
 */
export function removeSegmentPairs(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at <= end; ) {
		const segmentEnd = find(at, end, Octet.SLASH);
		const dots = dotsIn(at, segmentEnd);
		const before = dots == 2 ? lastSegment(rootEnd(start, to), to) : to;
		if (dots == 2 && before < to && dotsIn(before, to - 1) != 2) {
			to = before;
		} else if (dots != 1) {
			to = move(at, segmentEnd < end ? segmentEnd + 1 : end, to);
		}
		at = segmentEnd + 1;
	}
	return to;
}

/** The address after the leading ".." segments of a path [start, end) whose pairs have been removed. */
export function skipExcessDots(start: i32, end: i32): i32 {
	let at = rootEnd(start, end);
	while (at < end) {
		const segmentEnd = find(at, end, Octet.SLASH);
		if (dotsIn(at, segmentEnd) != 2) return at;
		at = segmentEnd < end ? segmentEnd + 1 : end;
	}
	return at;
}

/** The address after the leading "/" of the path [start, end), or `start` if it has none. */
export function rootEnd(start: i32, end: i32): i32 {
	return start < end && load8(start) == Octet.SLASH ? start + 1 : start;
}

/** The start of the last segment of [start, end), where every segment ends in "/"; `end` if there is none. */
function lastSegment(start: i32, end: i32): i32 {
	let at = end - 1;
	while (at > start && load8(at - 1) != Octet.SLASH) --at;
	return at < start ? end : at;
}

/** The first "/" followed by ".", or `start` if the path itself starts with "."; `end` if there is neither. */
function firstDotSegment(start: i32, end: i32): i32 {
	// Fast path only: a first segment that is no dot-segment would be moved to where it is.
	if (start < end && load8(start) == Octet.DOT) return start;
	return findPair(start, end, Octet.SLASH, Octet.DOT);
}

/** Steps 2A and 2D: skips leading "../" and "./" of a rootless path, and a path that is "." or "..". */
function skipLeadingDots(start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const segmentEnd = find(at, end, Octet.SLASH);
		if (dotsIn(at, segmentEnd) == 0) return at;
		at = segmentEnd < end ? segmentEnd + 1 : end;
	}
	return at;
}

/** 1 if the segment [start, end) is ".", 2 if it is "..", else 0. */
function dotsIn(start: i32, end: i32): i32 {
	const length = end - start;
	if (length < 1 || length > 2 || load8(start) != Octet.DOT) return 0;
	return length == 1 || load8(end - 1) == Octet.DOT ? length : 0;
}

/** Like `dotsIn`, for the segment after the "/" at `slash`, wherever it ends: reads at most three octets. */
export function dotsAfter(slash: i32, end: i32): i32 {
	let at = slash + 1;
	while (at < end && at < slash + 3 && load8(at) == Octet.DOT) ++at;
	return at == end || load8(at) == Octet.SLASH ? at - slash - 1 : 0;
}

/** Step 2C: the end of the output [start, end) without its last segment and the "/" before that, if any. */
export function withoutLastSegment(start: i32, end: i32): i32 {
	let to = end;
	while (to > start) {
		--to;
		if (load8(to) == Octet.SLASH) break;
	}
	return to;
}
