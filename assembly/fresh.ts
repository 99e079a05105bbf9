/** Picks the fresh lines out of what `normalizeLines` recorded. */
import { Octet } from "./char";
import { ABSENT, LineRecord } from "./layout";
import { copy, load8, load32, store8 } from "./memory";

/**
 * Writes to `to` the normal form of every line that is fresh, and what is left of every rejected line.
 *
 * `lines` has `count` records, `marks` one i32 for each: ABSENT for a fresh line. `output` is where the output of the first
 * line begins. Returns the end.
 *
 * Requires: `to` has room for as many octets as the output has, and Limit.MARGIN; it is apart from the output.
 */
export function writeFreshLines(lines: i32, count: i32, marks: i32, output: i32, to: i32): i32 {
	let start = output;
	let run = output;
	for (let index = 0; index < count; ++index) {
		const recorded = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const end = endOf(recorded);
		if (recorded >= 0 && load32(marks + (index << 2)) != ABSENT) {
			to = copy(run, start, to);
			run = end;
		}
		start = end;
	}
	return copy(run, start, to);
}

/**
 * The same with the lines as they came, from `input` on, each ended by LF alone.
 *
 * Requires: `to` has room for as many octets as input and output have, and Limit.MARGIN; it is apart from both.
 */
export function writeFreshOriginals(lines: i32, count: i32, marks: i32, input: i32, output: i32, to: i32): i32 {
	let line = input;
	let start = output;
	for (let index = 0; index < count; ++index) {
		const lineEnd = endOf(load32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END));
		const recorded = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const end = endOf(recorded);
		if (recorded < 0) {
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

/** The end that a record means: the complement of a negative one. */
function endOf(recorded: i32): i32 {
	return recorded < 0 ? ~recorded : recorded;
}

/** The end of the line [start, end) without its LF and the one CR before that. */
function trimLineEnd(start: i32, end: i32): i32 {
	const textEnd = end > start && load8(end - 1) == Octet.LF ? end - 1 : end;
	return textEnd > start && load8(textEnd - 1) == Octet.CR ? textEnd - 1 : textEnd;
}
