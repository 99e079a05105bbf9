/**
 * Writes the kept lines in the third pass over a long list. The map of lines (layout.ts) has the fate of each, so that only line ends
 * are searched, and most lines are copied from the input.
 */

import { Cursor, Limit, LineRecord } from "../layout/addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { trimLineEnd } from "../lines/fresh";
import {
	beginCall,
	beginLongLine,
	cursor,
	endsInLongLine,
	firstLine,
	nextRecord,
	passLongLine,
	setCursor,
} from "../lines/line-records";
import { writeLine } from "../lines/lines";
import { Octet } from "../octets/char";
import { copy, copyShort, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { Fate, Kept, PartitionAddress, Print } from "./layout";
import { countLineEnds, indexLineEnds } from "./records";

/**
 * Like `normalizeLines`, but leaves out the lines that KEPT drops, and records only those that are normalized. Ends a call after
 * Kept.MAX_LINES lines with -Status.NEEDS_ROOM.
 */
export function writeKeptLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	beginCall(options, start, end, to);
	while (cursor(Cursor.CONSUMED) < end || endsInLongLine(options)) {
		if (cursor(Cursor.LINES) >= field(Kept.MAX_LINES)) return -Status.NEEDS_ROOM;
		const from = cursor(Cursor.CONSUMED);
		const isLong = cursor(Cursor.IN_LONG_LINE) != 0;
		const status = isLong ? passLongLine(options, end, limit) : writeNextLines(options, end, limit);
		if (status != Status.OK) return status;
		if (cursor(Cursor.CONSUMED) == from && (cursor(Cursor.IN_LONG_LINE) != 0) == isLong) break;
	}
	return Status.OK;
}

/** The number of lines that begin in [start, end), which are whole lines, or with Flag.STREAM_END one that has no end. */
export function countLines(options: i32, start: i32, end: i32): i32 {
	const from = firstLine(options, start, end);
	const hasRest = (options & Flag.STREAM_END) != 0 && end > from && load8(end - 1) != Octet.LF;
	return countLineEnds(from, end) + (hasRest ? 1 : 0);
}

function field(offset: i32): i32 {
	return load32(PartitionAddress.KEPT + offset);
}

/** Fate of the line with this number in the call. */
function fateOf(line: i32): i32 {
	const place = field(Kept.FIRST) + line;
	return (load8(field(Kept.MAP) + (place >> 2)) >> ((place & 3) << 1)) & Fate.MASK;
}

/** Writes the lines that end in the next window. If none does, writes that one line, or begins it if it is too long. */
function writeNextLines(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	const windowEnd = end - start < Limit.WINDOW ? end : start + Limit.WINDOW;
	const lineEnds = field(Kept.LINE_ENDS);
	const last = indexLineEnds(start, windowEnd, lineEnds);
	if (last > lineEnds) return writeWindow(options, last, limit);
	const lineEnd = find(windowEnd, end, Octet.LF);
	if (lineEnd < end) {
		store32(lineEnds, lineEnd);
		return writeWindow(options, lineEnds + 4, limit);
	}
	if (end - start > Limit.REFERENCE + 1) return beginLongLine(options, start);
	return (options & Flag.STREAM_END) != 0 ? writeLastLine(options, start, end, limit) : Status.OK;
}

/** Writes the lines whose ends are listed at Kept.LINE_ENDS, up to `last`. */
function writeWindow(options: i32, last: i32, limit: i32): i32 {
	const max = field(Kept.MAX_LINES);
	const isRaw = field(Kept.PRINT) == Print.RAW;
	let line = cursor(Cursor.LINES);
	let at = cursor(Cursor.CONSUMED);
	let written = cursor(Cursor.WRITTEN);
	for (let entry = field(Kept.LINE_ENDS); entry < last && line < max; entry += 4) {
		const lineEnd = load32(entry);
		const length = lineEnd + 1 - at;
		const fate = fateOf(line);
		if (fate == Fate.NORMALIZE && !isRaw) {
			commit(line, at, written);
			const status = writeKept(options, at, lineEnd, lineEnd + 1, limit);
			if (status != Status.OK || cursor(Cursor.IN_LONG_LINE) != 0) return status;
			written = cursor(Cursor.WRITTEN);
		} else {
			if (limit - written < length + Limit.MARGIN) {
				commit(line, at, written);
				return -Status.NEEDS_ROOM;
			}
			// Branch-free: a dropped line is copied as well, since the fate of lines is unpredictable.
			copyShort(at, lineEnd + 1, written);
			written += fate != Fate.DROP ? length : 0;
		}
		at = lineEnd + 1;
		++line;
	}
	commit(line, at, written);
	return Status.OK;
}

/** Writes the line [start, end), which ends the stream without an LF. */
function writeLastLine(options: i32, start: i32, end: i32, limit: i32): i32 {
	const line = cursor(Cursor.LINES);
	if (line == field(Kept.MAX_LINES)) return -Status.NEEDS_ROOM;
	if (fateOf(line) == Fate.DROP) {
		commit(line + 1, end, cursor(Cursor.WRITTEN));
		return Status.OK;
	}
	store8(end, Octet.LF);
	if (field(Kept.PRINT) != Print.RAW) return writeKept(options, start, end, end, limit);
	const written = cursor(Cursor.WRITTEN);
	if (limit - written < end + 1 - start + Limit.MARGIN) return -Status.NEEDS_ROOM;
	commit(line + 1, end, copy(start, end + 1, written));
	return Status.OK;
}

/** Writes a line that is kept, in normal form or, with Print.ORIGINAL, as it came unless it is rejected. */
function writeKept(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	if (cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;
	const to = cursor(Cursor.WRITTEN);
	const record = nextRecord();
	const status = writeLine(options, start, end, next, limit);
	if (status != Status.OK || cursor(Cursor.IN_LONG_LINE) != 0 || field(Kept.PRINT) == Print.NORMALIZED) return status;
	const isRejected = load32(record + LineRecord.OUTPUT_END) < 0;
	if (isRejected) return status;
	const written = copy(start, trimLineEnd(start, end), to);
	store8(written, Octet.LF);
	setCursor(Cursor.WRITTEN, written + 1);
	return status;
}

/** Commits the lines before number `line` of the call. */
function commit(line: i32, consumed: i32, written: i32): void {
	setCursor(Cursor.LINES, line);
	setCursor(Cursor.CONSUMED, consumed);
	setCursor(Cursor.WRITTEN, written);
}
