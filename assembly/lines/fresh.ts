/**
 * Deduplicated output: the lines whose fingerprints the set had not seen ("fresh" lines), and rejected lines, which are never
 * duplicates. Works on the line records of `normalizeLines` and the marks of `seenAdd`.
 */

import { ABSENT, LineRecord } from "../layout/addresses";
import { Octet } from "../octets/char";
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { withoutReturn } from "./line-end";
import { isMarked, unmark } from "./line-record";

/**
 * Copies the output to `to` without its duplicates. Returns the end.
 *
 * `records` holds `count` line records, `marks` one i32 per record: ABSENT for a fresh line. The first line starts at
 * `output`.
 *
 * Which lines are fresh is not predictable, so no branch depends on it. The edges of runs of fresh lines take the place of the
 * marks, and a run is one copy:
 *
 * ```
 *   lines     fresh  fresh  duplicate  duplicate  fresh
 *   start at  0      9      18         27         36
 *   edges     0             18                    36        runs: [0, 18), and from 36 to the end
 * ```
 *
 * Requires: room at `to` for the whole output plus Limit.MARGIN, without overlap; marks other than ABSENT are not negative.
 */
export function writeFreshLines(records: i32, count: i32, marks: i32, output: i32, to: i32): i32 {
	let start = output;
	let edge = marks;
	let wasFresh = 0;
	for (let index = 0; index < count; ++index) {
		const recorded = load32(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		// All bits are set if the line is fresh, or was rejected.
		const isFresh = (recorded | load32(marks + (index << 2))) >> 31;
		store32(edge, start);
		edge += (isFresh ^ wasFresh) & 4;
		wasFresh = isFresh;
		start = unmark(recorded);
	}
	for (let run = marks; run < edge; run += 8) to = copy(load32(run), run + 4 < edge ? load32(run + 4) : start, to);
	return to;
}

/**
 * Like `writeFreshLines`, but copies fresh lines from the input, which starts at `input`, each ended by LF, without CR. Rejected lines
 * still come from the output.
 *
 * Requires: room at `to` for input and output plus Limit.MARGIN, without overlap.
 */
export function writeFreshOriginals(records: i32, count: i32, marks: i32, input: i32, output: i32, to: i32): i32 {
	let line = input;
	let start = output;
	for (let index = 0; index < count; ++index) {
		const lineEnd = unmark(load32(records + index * LineRecord.SIZE + LineRecord.INPUT_END));
		const recorded = load32(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const end = unmark(recorded);
		if (isMarked(recorded)) {
			to = copy(start, end, to);
		} else if (load32(marks + (index << 2)) == ABSENT) {
			to = copy(line, trimLineEnd(line, lineEnd), to);
			store8(to++, Octet.LF);
		}
		line = lineEnd;
		start = end;
	}
	return to;
}

/** The end of the line [start, end) without its LF and one CR before it. */
export function trimLineEnd(start: i32, end: i32): i32 {
	return withoutReturn(start, end > start && load8(end - 1) == Octet.LF ? end - 1 : end);
}
