/**
 * The line driver: normalization of references that stand one a line, octets in, octets out, whatever the chunking.
 *
 * LF ends a line; one CR before it belongs to the line's end; a byte order mark at the very start of a stream is dropped.
 * Every line of the input is one line of the output, ended by LF, unless it is rejected and Flag.DROP_INVALID is set.
 *
 * ```
 *   input    … |line LF|line LF|line LF|lin          lines that the guard lets pass are copied in runs
 *               \______________/ \____/              every other line is rewritten
 *   output   … |line LF|line LF|normal form LF|
 * ```
 */
import { Octet } from "./char";
import { listLines } from "./guard";
import { Address, Component, Cursor, Limit, LineRecord, RejectRecord } from "./layout";
import { copy, load8, load32, store8, store32 } from "./memory";
import { rewrite } from "./normalize";
import { Flag } from "./options";
import { resolve } from "./resolve";
import { find } from "./span";
import { Status } from "./status";
import { writeWeb } from "./web";
import { skipWhiteSpace, trimWhiteSpace } from "./white-space";

/**
 * Normalizes the complete lines of [start, end) to [to, limit), and with Flag.STREAM_END the octets behind the last LF too.
 *
 * Returns Status.OK when it came as far as it can with this input; -Status.NEEDS_ROOM or -Status.NEEDS_ALABEL when it is to
 * be called again from Cursor.CONSUMED on, once the host has taken what was written, or answered. CURSOR and the records
 * say what this call did. A rejected line is a record there; it ends the call, by -Status.REJECTED, only where the options
 * say so.
 *
 * Requires: Limit.MARGIN octets behind `end`; limit − to ≥ Limit.GROWTH × (longest line) + Limit.SLACK, and the length of the
 * base with Flag.RESOLVE.
 */
export function normalizeLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	const isMarked = (options & Flag.STREAM_START) != 0 && hasByteOrderMark(start, end);
	setCursor(Cursor.FIRST, isMarked ? start + 3 : start);
	setCursor(Cursor.CONSUMED, cursor(Cursor.FIRST));
	setCursor(Cursor.WRITTEN, to);
	setCursor(Cursor.LINES, 0);
	setCursor(Cursor.RECORDS, 0);
	setCursor(Cursor.REJECTS, 0);
	while (cursor(Cursor.CONSUMED) < end || endsInLongLine(options)) {
		const from = cursor(Cursor.CONSUMED);
		const isLong = cursor(Cursor.IN_LONG_LINE) != 0;
		const status = isLong ? passLongLine(options, end, limit) : writeNextLines(options, end, limit);
		if (status != Status.OK) return status;
		if (cursor(Cursor.CONSUMED) == from && (cursor(Cursor.IN_LONG_LINE) != 0) == isLong) break;
	}
	return Status.OK;
}

/** A long line whose text is dealt with has its end before it when the stream ends. */
function endsInLongLine(options: i32): bool {
	return (options & Flag.STREAM_END) != 0 && cursor(Cursor.IN_LONG_LINE) != 0;
}

function cursor(field: i32): i32 {
	return load32(Address.CURSOR + field);
}

function setCursor(field: i32, value: i32): void {
	store32(Address.CURSOR + field, value);
}

function hasByteOrderMark(start: i32, end: i32): bool {
	return end - start >= 3 && load8(start) == 0xef && load8(start + 1) == 0xbb && load8(start + 2) == 0xbf;
}

/** Writes the lines that end within the guard's window, or the one line that does not. */
function writeNextLines(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	const room = cursor(Cursor.MAX_RECORDS) - cursor(Cursor.RECORDS);
	if (room <= 0) return -Status.NEEDS_ROOM;
	const count = listLines(start, end, room);
	if (count > 0) return writeListed(options, count, limit);

	const lineEnd = find(start, end, Octet.LF);
	if (lineEnd < end) return writeLine(options, 0, start, lineEnd, lineEnd + 1, limit);
	if (end - start > Limit.REFERENCE + 1) return beginLongLine(options, start);
	if ((options & Flag.STREAM_END) == 0) return Status.OK;
	store8(end, Octet.LF);
	return writeLine(options, 0, start, end, end, limit);
}

/** Writes the first `count` lines of LINES: those that the guard let pass in runs, the others one by one. */
function writeListed(options: i32, count: i32, limit: i32): i32 {
	const window = cursor(Cursor.CONSUMED);
	let run = window;
	let lines = 0;
	let end = run;
	for (let index = 0; index < count; ++index) {
		const entry = load32(Address.LINES + (index << 2));
		if (entry >= 0) {
			end = entry + 1;
			++lines;
			noteRecord(lines, end, cursor(Cursor.WRITTEN) + end - run);
			continue;
		}
		const runStatus = writeRun(run, end, lines, limit);
		if (runStatus != Status.OK) return runStatus;
		const lineStatus = writeLine(options, window, end, ~entry, ~entry + 1, limit);
		if (lineStatus != Status.OK) return lineStatus;
		run = end = ~entry + 1;
		lines = 0;
	}
	return writeRun(run, end, lines, limit);
}

/** Copies a run of unchanged lines, whose records are noted already. */
function writeRun(start: i32, end: i32, lines: i32, limit: i32): i32 {
	if (lines == 0) return Status.OK;
	const to = cursor(Cursor.WRITTEN);
	if (limit - to < end - start + Limit.MARGIN) return -Status.NEEDS_ROOM;
	commit(lines, end, copy(start, end, to));
	return Status.OK;
}

/** Writes the line [start, end), whose line end reaches to `next`. */
function writeLine(options: i32, window: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = end > start && load8(end - 1) == Octet.CR ? end - 1 : end;
	const length = textEnd - start;
	if (length > Limit.REFERENCE) return beginLongLine(options, start);
	const to = cursor(Cursor.WRITTEN);
	if (limit - to < Limit.GROWTH * length + baseLength(options) + Limit.SLACK) return -Status.NEEDS_ROOM;

	const written = writeResult(options, window, start, textEnd, to);
	if (written == -Status.NEEDS_ALABEL) return written;
	if (written < 0) return rejectLine(options, start, textEnd, next, -written);
	store8(written, Octet.LF);
	noteRecord(1, next, written + 1);
	commit(1, next, written + 1);
	return Status.OK;
}

/** Octets of the base that every line may begin with. */
function baseLength(options: i32): i32 {
	return (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
}

/** Writes what the options make of the line [start, end). Returns the new end, or `-Status`. */
function writeResult(options: i32, window: i32, start: i32, end: i32, to: i32): i32 {
	if ((options & Flag.RESOLVE) != 0) {
		const first = skipWhiteSpace(start, end);
		return resolve(first, trimWhiteSpace(first, end), to);
	}
	let written = writeWeb(options, window, start, end, to);
	if (written != 0) return written;
	if ((options & (Flag.RULES | Flag.STRICT)) != 0) written = rewrite(options, start, end, to);
	if (written < 0 || (options & Flag.RULES) != 0) return written;
	return copy(start, end, to);
}

/** Notes that the line [start, end) is rejected and writes what the options leave of it. */
function rejectLine(options: i32, start: i32, end: i32, next: i32, status: i32): i32 {
	const offset = load32(Address.FAILURE + 4) - start;
	if (!noteReject(start, end, status, load32(Address.FAILURE), offset)) return -Status.NEEDS_ROOM;
	if ((options & Flag.STOP_AT_INVALID) != 0) return -Status.REJECTED;
	let written = cursor(Cursor.WRITTEN);
	if ((options & (Flag.DROP_INVALID | Flag.BLANK_INVALID)) == 0) written = copy(start, end, written);
	if ((options & Flag.DROP_INVALID) == 0) store8(written++, Octet.LF);
	noteRecord(1, next, ~written);
	commit(1, next, written);
	return Status.OK;
}

/** Rejects a line that is longer than Limit.REFERENCE: `passLongLine` lets it through in pieces. */
function beginLongLine(options: i32, start: i32): i32 {
	const known = start + Limit.REFERENCE;
	if (!noteReject(start, known, Status.TOO_LONG, Component.NONE, Limit.REFERENCE)) return -Status.NEEDS_ROOM;
	if ((options & Flag.STOP_AT_INVALID) != 0) return -Status.REJECTED;
	setCursor(Cursor.LINES, cursor(Cursor.LINES) + 1);
	setCursor(Cursor.CONSUMED, start);
	setCursor(Cursor.IN_LONG_LINE, 1);
	return Status.OK;
}

/** Writes what the options leave of the next piece of a long line, as a record of its own. */
function passLongLine(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	const lineEnd = find(start, end, Octet.LF);
	const isEnd = lineEnd < end || (options & Flag.STREAM_END) != 0;
	// A CR at the end of the input may belong to the line's end: it waits for what follows.
	let textEnd = lineEnd > start && load8(lineEnd - 1) == Octet.CR ? lineEnd - 1 : lineEnd;
	let written = cursor(Cursor.WRITTEN);
	const room = limit - written - Limit.MARGIN;
	if (room <= 0 || cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;

	const isWhole = isEnd && textEnd - start <= room;
	if (textEnd - start > room) textEnd = start + room;
	if ((options & (Flag.DROP_INVALID | Flag.BLANK_INVALID)) == 0) written = copy(start, textEnd, written);
	if (isWhole && (options & Flag.DROP_INVALID) == 0) store8(written++, Octet.LF);
	const next = !isWhole ? textEnd : lineEnd < end ? lineEnd + 1 : end;
	noteRecord(1, isWhole ? next : ~next, ~written);
	setCursor(Cursor.LINES, cursor(Cursor.LINES) - 1);
	commit(1, next, written);
	setCursor(Cursor.IN_LONG_LINE, isWhole ? 0 : 1);
	return Status.OK;
}

/** Notes the record of the line that is the `ahead`-th behind those that are committed. */
function noteRecord(ahead: i32, inputEnd: i32, outputEnd: i32): void {
	const at = cursor(Cursor.RECORDS_AT) + (cursor(Cursor.RECORDS) + ahead - 1) * LineRecord.SIZE;
	store32(at + LineRecord.INPUT_END, inputEnd);
	store32(at + LineRecord.OUTPUT_END, outputEnd);
}

/** Says that `lines` more lines are done, up to `consumed` in the input and `written` in the output. */
function commit(lines: i32, consumed: i32, written: i32): void {
	setCursor(Cursor.LINES, cursor(Cursor.LINES) + lines);
	setCursor(Cursor.RECORDS, cursor(Cursor.RECORDS) + lines);
	setCursor(Cursor.CONSUMED, consumed);
	setCursor(Cursor.WRITTEN, written);
}

/** Notes that the line [start, end) is rejected. Returns false when there is no room for it. */
function noteReject(start: i32, end: i32, status: i32, component: i32, offset: i32): bool {
	const count = cursor(Cursor.REJECTS);
	if (count == cursor(Cursor.MAX_REJECTS)) return false;
	const at = cursor(Cursor.REJECTS_AT) + count * RejectRecord.SIZE;
	store32(at + RejectRecord.LINE, cursor(Cursor.LINES));
	store32(at + RejectRecord.STATUS, status);
	store32(at + RejectRecord.COMPONENT, component);
	store32(at + RejectRecord.OFFSET, offset);
	store32(at + RejectRecord.START, start);
	store32(at + RejectRecord.END, end);
	setCursor(Cursor.REJECTS, count + 1);
	return true;
}
