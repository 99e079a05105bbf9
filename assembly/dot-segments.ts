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
 * The same by the steps of the editions before RFC 3986 (2396bis-01 §5.2, steps 3 to 6): "<segment>/../" goes as a pair, so
 * that ".." without a segment before it stays. Returns the new end.
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

/** Behind the ".." segments that a path [start, end) begins with, once its pairs are removed. */
export function skipExcessDots(start: i32, end: i32): i32 {
	let at = rootEnd(start, end);
	while (at < end) {
		const segmentEnd = find(at, end, Octet.SLASH);
		if (dotsIn(at, segmentEnd) != 2) return at;
		at = segmentEnd < end ? segmentEnd + 1 : end;
	}
	return at;
}

/** Behind the "/" that a path begins with, if it does. */
export function rootEnd(start: i32, end: i32): i32 {
	return start < end && load8(start) == Octet.SLASH ? start + 1 : start;
}

/** Where the last segment of [start, end) begins, each of which has a "/" behind it; `end` when there is none. */
function lastSegment(start: i32, end: i32): i32 {
	let at = end - 1;
	while (at > start && load8(at - 1) != Octet.SLASH) --at;
	return at < start ? end : at;
}

/** The first "/" whose segment begins with a dot, or `start` of a rootless path that does; `end` when there is none. */
function firstDotSegment(start: i32, end: i32): i32 {
	if (start < end && load8(start) == Octet.DOT) return start;
	return findPair(start, end, Octet.SLASH, Octet.DOT);
}

/** Step 2A and 2D: goes past "../" and "./" at the start of a rootless path, and past a path that is "." or "..". */
function skipLeadingDots(start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const segmentEnd = find(at, end, Octet.SLASH);
		if (dotsIn(at, segmentEnd) == 0) return at;
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

/** The same of the segment behind the "/" at `slash`, whatever its end: it is looked at no further than that takes. */
export function dotsAfter(slash: i32, end: i32): i32 {
	let at = slash + 1;
	while (at < end && at < slash + 3 && load8(at) == Octet.DOT) ++at;
	return at == end || load8(at) == Octet.SLASH ? at - slash - 1 : 0;
}

/** Step 2C: the end of the output [start, end) without its last segment and the "/" before it, if any. */
export function withoutLastSegment(start: i32, end: i32): i32 {
	let to = end;
	while (to > start) {
		--to;
		if (load8(to) == Octet.SLASH) break;
	}
	return to;
}
