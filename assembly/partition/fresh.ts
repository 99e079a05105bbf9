/** Deduplicated output, as ../fresh.ts writes it, without a branch for each line: which lines are fresh is not predictable. */
import { LineRecord } from "../layout";
import { unmark } from "../line-record";
import { copy, load32, store32 } from "../memory";

/**
 * Like `writeFreshLines` of the core. The edges of runs of fresh lines take the place of the marks, so that a run is one copy:
 *
 * ```
 *   lines     fresh  fresh  duplicate  duplicate  fresh
 *   start at  0      9      18         27         36
 *   edges     0             18                    36        runs: [0, 18), and from 36 to the end
 * ```
 *
 * Requires: marks other than ABSENT are not negative.
 */
export function writeFreshRuns(records: i32, count: i32, marks: i32, output: i32, to: i32): i32 {
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
