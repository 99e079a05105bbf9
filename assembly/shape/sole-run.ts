/** Segments that are one run, with or without an extension: most of those that do not stay as they are. */

import { Kind, ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { classOfDigits, MIN_DATE_TIME } from "./calendar";
import { endsSegment, extensionEnd } from "./extension";
import { isDigitAt } from "./kinds";
import { writeNumbers } from "./numbers";
import { classOfRun } from "./run";
import { get, put } from "./writer";

/**
 * Writes the segment at `start` if it is a run that `segmentAhead` has read. Returns its end, or 0. `before`: the class of the segment
 * before. Fast path only.
 */
export function writeSoleRun(start: i32, end: i32, before: i32): i32 {
	const runEnd = get(State.RUN_END);
	const last = endsSegment(runEnd, end) ? runEnd : load8(runEnd) == Octet.DOT ? extensionEnd(runEnd, end) : 0;
	if (last == 0 || runEnd == start || mayBeDate(start, runEnd, before)) return 0;
	const shapeClass = classOf(start, runEnd, before);
	if (shapeClass != ShapeClass.WORD) put(shapeClass, start, runEnd);
	else if ((get(State.SEEN) & Kind.DIGIT) != 0) writeNumbers(start, runEnd);
	return last;
}

/** Whether the run [start, end) may be a month by its name, or a date with a time. */
function mayBeDate(start: i32, end: i32, before: i32): bool {
	const cases = get(State.SEEN) & Kind.ALNUM;
	if ((cases & Kind.DIGIT) == 0) return before == ShapeClass.YEAR;
	return cases != Kind.DIGIT && end - start >= MIN_DATE_TIME && isDigitAt(start, end);
}

function classOf(start: i32, end: i32, before: i32): i32 {
	const seen = get(State.SEEN);
	const length = end - start;
	return (seen & Kind.ALNUM) == Kind.DIGIT
		? classOfDigits(start, length, before)
		: classOfRun(start, length, get(State.CHUNKS), seen);
}
