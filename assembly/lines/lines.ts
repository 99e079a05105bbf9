/**
 * The line driver: normalizes references that stand one per line, octets in, octets out. The output does not depend on chunks.
 *
 * LF ends a line; one CR before it belongs to the line end; a byte order mark at the very start of a stream is dropped. Every
 * line of the input becomes one line of the output, ended by LF, unless it is rejected and Flag.DROP_INVALID is set.
 *
 * A window of the input is indexed at a time (specials.ts). Lines in normal form wait in a run, which is copied when another line
 * ends it; all others are rewritten one by one.
 *
 * ```
 *   input    |plain LF|plain LF|HTTP://h LF|plain LF|lin      the unfinished line opens the next window
 *            run                line
 *   index             LF       LF          LF       LF        in between, the special octets of the lines
 *   output   |plain LF|plain LF|http://h/ LF|plain LF|
 * ```
 */

import { Address, Cursor, Limit, LineRecord, NEEDS_SLOW_PATH } from "../layout/addresses";
import { Flag, Level } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copy, load8, load32, store8 } from "../octets/memory";
import { find, span } from "../octets/span";
import { skipWhiteSpace, trimWhiteSpace } from "../octets/white-space";
import { isPlain, passNormal } from "../reference/guard";
import { rewrite } from "../reference/normalize";
import { decodedClass } from "../reference/percent";
import { indexReference } from "../reference/reference-index";
import { resolve } from "../reference/resolve";
import { writeWeb } from "../reference/web";
import { admitsWeb, checkScheme, isComment, refuseComment, rejectOptions } from "./admitted";
import { withoutReturn } from "./line-end";
import {
	beginCall,
	beginLongLine,
	commit,
	commitLine,
	cursor,
	endsInLongLine,
	indexLines,
	nextRecord,
	passLongLine,
	recordsEnd,
	rejectLine,
	windowSize,
	writeRecord,
} from "./line-records";

/**
 * Normalizes the complete lines of [start, end) to [to, limit), with Flag.STREAM_END also the octets after the last LF.
 *
 * Returns Status.OK once the input is exhausted. On -Status.NEEDS_ROOM the host drains the output, and on -Status.NEEDS_ALABEL
 * it supplies the A-labels; it then calls again from Cursor.CONSUMED. CURSOR and the records cover this call only. A rejected
 * line is recorded, and ends the call with -Status.REJECTED only under Flag.STOP_AT_INVALID.
 *
 * Requires: Limit.MARGIN octets after `end`; limit − to ≥ Limit.GROWTH × (longest line) + Limit.SLACK, plus the length of the
 * base with Flag.RESOLVE.
 */
export function normalizeLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	beginCall(options, start, end, to);
	while (cursor(Cursor.CONSUMED) < end || endsInLongLine(options)) {
		const from = cursor(Cursor.CONSUMED);
		const isLong = cursor(Cursor.IN_LONG_LINE) != 0;
		const status = isLong ? passLongLine(options, end, limit) : writeNextLines(options, end, limit);
		if (status != Status.OK) return status;
		if (cursor(Cursor.CONSUMED) == from && (cursor(Cursor.IN_LONG_LINE) != 0) == isLong) break;
	}
	return Status.OK;
}

/** Writes the lines that end within the next window, or the one line that does not. */
function writeNextLines(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	if (cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;
	const size = windowSize(limit);
	if (admitsWeb(options)) {
		const last = indexLines(Class.QUERY, start, end - start < size ? end : start + size);
		if (last > Address.SPECIALS) return writeWindow(options, last, limit);
	}
	const lineEnd = find(start, end, Octet.LF);
	if (lineEnd < end) return writeLine(options, start, lineEnd, lineEnd + 1, limit);
	if (end - start > Limit.REFERENCE + 1) return beginLongLine(options, start);
	if ((options & Flag.STREAM_END) == 0) return Status.OK;
	store8(end, Octet.LF);
	return writeLine(options, start, end, end, limit);
}

/**
 * Writes the lines of the index, which ends at `last`.
 *
 * Requires: room for the window, as `windowSize` says.
 */
function writeWindow(options: i32, last: i32, limit: i32): i32 {
	const windowEnd = load32(last - 4) + 1;
	let entry: i32 = Address.SPECIALS;
	while (true) {
		entry = writeFastLines(options, entry, last);
		if (entry == last) return Status.OK;
		while (load8(load32(entry)) != Octet.LF) entry += 4;
		const next = load32(entry) + 1;
		entry += 4;
		const status = writeLine(options, cursor(Cursor.CONSUMED), next - 1, next, limit);
		if (status != Status.OK) return status;
		// A-labels and a base may outgrow the room that the rest of the window relies on: then a smaller window follows.
		if (limit - cursor(Cursor.WRITTEN) < Limit.GROWTH * (windowEnd - next) + Limit.SLACK) return Status.OK;
	}
}

/**
 * Writes lines from `entry` on, up to the first one that needs the slow path. Lines in normal form are copied in runs that begin with a
 * plain one, or omitted with Flag.OMIT_PLAIN. Returns the entry of the line that needs the slow path, or `last` at the end of the index
 * or of the records.
 */
function writeFastLines(options: i32, entry: i32, last: i32): i32 {
	const isWeb = (options & (Level.SYNTAX | Flag.RESOLVE)) == Level.SYNTAX;
	const lastRecord = recordsEnd();
	let record = nextRecord();
	let line = cursor(Cursor.CONSUMED);
	let to = cursor(Cursor.WRITTEN);
	// Start of the pending run.
	let run = line;
	let slow = last;
	const isOmitted = (options & Flag.OMIT_PLAIN) != 0;
	const decoded = decodedClass(options);
	while (entry < last && record < lastRecord) {
		const special = load32(entry);
		if (load8(special) == Octet.LF && isPlain(line, special)) {
			record = passNormal(entry, last, record, lastRecord, decoded, isOmitted ? 0 : -1, isOmitted ? to : to - run);
			entry = load32(Address.NEXT_SPECIAL);
			line = load32(record - LineRecord.SIZE + LineRecord.INPUT_END);
			if (isOmitted) run = line;
			if (entry == last || record == lastRecord) break;
		}
		if (run < line) to = copy(run, line, to);
		run = line;
		const written = isWeb ? writeWeb(options, line, entry, to) : NEEDS_SLOW_PATH;
		if (written == NEEDS_SLOW_PATH) {
			slow = entry;
			break;
		}
		store8(written, Octet.LF);
		to = written + 1;
		entry = load32(Address.NEXT_SPECIAL);
		line = run = load32(entry - 4) + 1;
		writeRecord(record, line, to);
		record += LineRecord.SIZE;
	}
	if (run < line) to = copy(run, line, to);
	commit(record, line, to);
	return slow;
}

/** Writes the line [start, end) by itself. Its line end reaches to `next`. */
export function writeLine(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = withoutReturn(start, end);
	if (textEnd - start > Limit.REFERENCE) return beginLongLine(options, start);
	const written = transformLine(options, start, textEnd, cursor(Cursor.WRITTEN), limit);
	if (written < 0) return refuseLine(options, start, textEnd, next, -written);
	store8(written, Octet.LF);
	commitLine(next, written + 1, written + 1);
	return Status.OK;
}

/** Octets of the base, with which any resolved line may begin. */
function baseLength(options: i32): i32 {
	return (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
}

/**
 * Writes the line [start, last), which no window holds or the fast path declined, to `to`, without LF. Returns the new end, or
 * `-Status`: also -Status.NEEDS_ROOM, with nothing written.
 */
function transformLine(options: i32, start: i32, last: i32, to: i32, limit: i32): i32 {
	if (limit - to < Limit.GROWTH * (last - start) + baseLength(options) + Limit.SLACK) return -Status.NEEDS_ROOM;
	if (isComment(options, start, last)) return refuseComment(start);
	return checkScheme(options, start, last, writeForm(options, start, last, to));
}

/** Writes the form of the line [start, last) to `to`. Returns the new end, or `-Status`. */
function writeForm(options: i32, start: i32, last: i32, to: i32): i32 {
	if ((options & Flag.RESOLVE) != 0) {
		const first = skipWhiteSpace(start, last);
		return resolve(first, trimWhiteSpace(first, last), to);
	}
	let written = NEEDS_SLOW_PATH;
	if (last - start >= Limit.WINDOW && (options & Level.SYNTAX) == Level.SYNTAX) {
		// The prefix and a registered name have no special octets that matter.
		const host = start + 7;
		written = writeWeb(options, start, indexReference(Class.QUERY, span(host, last, Class.REG_NAME), last), to);
	}
	if (written != NEEDS_SLOW_PATH) return written;
	if ((options & (Flag.RULES | Flag.STRICT)) != 0) written = rewrite(options, start, last, to);
	if (written < 0 || (options & Flag.RULES) != 0) return written;
	return copy(start, last, to);
}

/** Settles the line [start, end), which was not written: rejects it, unless `status` asks something of the host. */
function refuseLine(options: i32, start: i32, end: i32, next: i32, status: i32): i32 {
	if (status == Status.NEEDS_ROOM || status == Status.NEEDS_ALABEL) return -status;
	return rejectLine(rejectOptions(options, status), start, end, next, status);
}
