/**
 * Parts of references in normal form, a line each, in the order of the references: new columns of a table.
 *
 * ```
 *   output   http://h/a?q LF        /b LF               ~ LF (rejected)
 *   parts    HOST │ PATH │ QUERY, in one word
 *   to       h LF /a LF q LF        NUL LF /b LF NUL LF        NUL LF NUL LF NUL LF
 * ```
 */

import { Component, LineRecord } from "../layout/addresses";
import { NO_PART, Part } from "../layout/parts";
import { Octet } from "../octets/char";
import { copy, load8, load32, store8 } from "../octets/memory";
import { clearRecord, endOf, isPresent, startOf } from "../reference/record";
import { scan } from "../reference/scan";
import { isMarked, unmark } from "./line-record";

/**
 * Writes `parts` of the output of `count` line records, which begins at `from`, to `to`. Returns the end. A part that a reference does not
 * have is a line with NO_PART; so are all parts of a line that is rejected or omitted, and of a form that is no URI reference. A piece of
 * a line that continues in the next record has none.
 *
 * Requires: every line of the output ends in LF; at `to`, room for each part of each line, which has at most the length of the line and
 * one octet more, and for Limit.MARGIN, without overlap.
 */
export function writeParts(lines: i32, count: i32, from: i32, parts: i32, to: i32): i32 {
	let start = from;
	for (let record = lines; record < lines + count * LineRecord.SIZE; record += LineRecord.SIZE) {
		const recorded = load32(record + LineRecord.OUTPUT_END);
		const end = unmark(recorded);
		if (!isMarked(load32(record + LineRecord.INPUT_END))) {
			if (isMarked(recorded) || start == end || scan(start, end - 1) < 0) clearRecord();
			to = writeLines(parts, to);
		}
		start = end;
	}
	return to;
}

/** Writes a line for each part of the scanned reference. Returns the end. */
function writeLines(parts: i32, to: i32): i32 {
	for (let rest = parts; rest != 0; rest >>>= Part.BITS) {
		to = writePart(rest & Part.MASK, to);
		store8(to++, Octet.LF);
	}
	return to;
}

/** Writes a part of the scanned reference. Returns its end. */
function writePart(part: i32, to: i32): i32 {
	if (part == Part.POLITENESS) return writePoliteness(to);
	const component = part - 1;
	return isPresent(component) ? copy(startOf(component), endOf(component), to) : writeNone(to);
}

/** Normal forms have no default port, and no empty one. */
function writePoliteness(to: i32): i32 {
	if (!isPresent(Component.HOST)) return writeNone(to);
	const start = startOf(Component.HOST);
	const end = endOf(Component.HOST);
	const isRooted = end > start && load8(end - 1) == Octet.DOT;
	const hostEnd = copy(start, isRooted ? end - 1 : end, to);
	if (!isPresent(Component.PORT)) return hostEnd;
	return copy(startOf(Component.PORT) - 1, endOf(Component.PORT), hostEnd);
}

function writeNone(to: i32): i32 {
	store8(to, NO_PART);
	return to + 1;
}
