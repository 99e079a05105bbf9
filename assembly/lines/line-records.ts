/**
 * Shared by the line drivers of the kernels: the windows that they index, and their reports to the host. Progress is reported through
 * CURSOR, and through one record per line and per rejected line (layouts: layout/addresses.ts).
 */

import { Address, Component, Cursor, Limit, LineRecord, RejectRecord } from "../layout/addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { clear, copy, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { indexSpecials } from "../octets/specials";
import { withoutReturn } from "./line-end";
import { mark } from "./line-record";

/** Starts a call on the lines of [start, end), whose output goes to `to`: after a byte order mark at the start of a stream. */
export function beginCall(options: i32, start: i32, end: i32, to: i32): void {
	setCursor(Cursor.FIRST, firstLine(options, start, end));
	setCursor(Cursor.CONSUMED, cursor(Cursor.FIRST));
	setCursor(Cursor.WRITTEN, to);
	clear(Address.CURSOR + Cursor.LINES, Address.CURSOR + Cursor.IN_LONG_LINE);
}

/** EF BB BF, the UTF-8 form of U+FEFF, as a little-endian number. */
const BYTE_ORDER_MARK: i32 = 0xbfbbef;

/** Start of the first line of [start, end). */
export function firstLine(options: i32, start: i32, end: i32): i32 {
	const hasBom = (options & Flag.STREAM_START) != 0 && end - start >= 3 && (load32(start) & 0xffffff) == BYTE_ORDER_MARK;
	return hasBom ? start + 3 : start;
}

/** Whether the stream ends in a long line, whose line end is still to be written. */
export function endsInLongLine(options: i32): bool {
	return (options & Flag.STREAM_END) != 0 && cursor(Cursor.IN_LONG_LINE) != 0;
}

export function cursor(field: i32): i32 {
	return load32(Address.CURSOR + field);
}

export function setCursor(field: i32, value: i32): void {
	store32(Address.CURSOR + field, value);
}

/** The address of the first record that is not committed. */
export function nextRecord(): i32 {
	return cursor(Cursor.RECORDS_AT) + cursor(Cursor.RECORDS) * LineRecord.SIZE;
}

/** The end of the area that the host set aside for records. */
export function recordsEnd(): i32 {
	return cursor(Cursor.RECORDS_AT) + cursor(Cursor.MAX_RECORDS) * LineRecord.SIZE;
}

export function writeRecord(record: i32, inputEnd: i32, outputEnd: i32): void {
	store32(record + LineRecord.INPUT_END, inputEnd);
	store32(record + LineRecord.OUTPUT_END, outputEnd);
}

/** Indexes the lines that end in [start, end) by a class. Returns the end of the list, whose last entry is an LF. */
export function indexLines(set: i32, start: i32, end: i32): i32 {
	store32(Address.INDEXED, end);
	let last = indexSpecials(set, start, end, Address.SPECIALS);
	// Fast path only: the slow path writes the same.
	while (last > Address.SPECIALS && load8(load32(last - 4)) != Octet.LF) last -= 4;
	return last;
}

/** Octets of input whose output has room: a window, or fewer. The crawl kernel may need more for lines on its slow path. */
export function windowSize(limit: i32): i32 {
	const room = limit - cursor(Cursor.WRITTEN) - Limit.SLACK;
	return room < Limit.GROWTH * Limit.WINDOW ? room >> Limit.GROWTH_BITS : Limit.WINDOW;
}

/** Records one line and commits it. */
export function commitLine(next: i32, outputEnd: i32, written: i32): void {
	const record = nextRecord();
	writeRecord(record, next, outputEnd);
	commit(record + LineRecord.SIZE, next, written);
}

/** Commits the records before `record`, up to `consumed` in the input and `written` in the output. */
export function commit(record: i32, consumed: i32, written: i32): void {
	const lines = (record - nextRecord()) >> LineRecord.SIZE_BITS;
	setCursor(Cursor.LINES, cursor(Cursor.LINES) + lines);
	setCursor(Cursor.RECORDS, cursor(Cursor.RECORDS) + lines);
	setCursor(Cursor.CONSUMED, consumed);
	setCursor(Cursor.WRITTEN, written);
}

/** Records the line [start, end) as rejected, and writes what the options leave of it. Returns Status.OK or `-Status`. */
export function rejectLine(options: i32, start: i32, end: i32, next: i32, status: i32): i32 {
	const offset = load32(Address.FAILURE_AT) - start;
	if (!noteReject(start, end, status, load32(Address.FAILURE), offset)) return -Status.NEEDS_ROOM;
	if ((options & Flag.STOP_AT_INVALID) != 0) return -Status.REJECTED;
	const written = writeRejected(options, start, end, cursor(Cursor.WRITTEN));
	commitLine(next, mark(written), written);
	return Status.OK;
}

/** Writes what the options leave of the rejected line [start, end). Returns the new end. */
export function writeRejected(options: i32, start: i32, end: i32, to: i32): i32 {
	let written = to;
	if ((options & (Flag.DROP_INVALID | Flag.BLANK_INVALID)) == 0) written = copy(start, end, written);
	if ((options & Flag.DROP_INVALID) == 0) store8(written++, Octet.LF);
	return written;
}

/** Records the line [start, end) as rejected. Returns whether there was room for the record. */
export function noteReject(start: i32, end: i32, status: i32, component: i32, offset: i32): bool {
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

/** Rejects a line longer than Limit.REFERENCE. `passLongLine` passes it through in pieces. */
export function beginLongLine(options: i32, start: i32): i32 {
	const known = start + Limit.REFERENCE;
	if (!noteReject(start, known, Status.TOO_LONG, Component.NONE, Limit.REFERENCE)) return -Status.NEEDS_ROOM;
	if ((options & Flag.STOP_AT_INVALID) != 0) return -Status.REJECTED;
	setCursor(Cursor.LINES, cursor(Cursor.LINES) + 1);
	setCursor(Cursor.CONSUMED, start);
	setCursor(Cursor.IN_LONG_LINE, 1);
	return Status.OK;
}

/** Writes what the options leave of the next piece of a long line, as a record of its own. */
export function passLongLine(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	let written = cursor(Cursor.WRITTEN);
	const room = limit - written - Limit.MARGIN;
	if (room <= 0 || cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;

	// Only as far as the line could fit, with CR and LF: a search to its end for each piece would take quadratic time. A line whose end is
	// not found there is longer than the room, so that this piece is not the last.
	const searchEnd = end - start > room + 2 ? start + room + 2 : end;
	const lineEnd = find(start, searchEnd, Octet.LF);
	const isEnd = lineEnd < end || (options & Flag.STREAM_END) != 0;
	// A CR at the end of the input may belong to the line end: it waits for the next octet.
	let textEnd = withoutReturn(start, lineEnd);
	const isWhole = isEnd && textEnd - start <= room;
	if (textEnd - start > room) textEnd = start + room;
	if ((options & (Flag.DROP_INVALID | Flag.BLANK_INVALID)) == 0) written = copy(start, textEnd, written);
	if (isWhole && (options & Flag.DROP_INVALID) == 0) store8(written++, Octet.LF);
	const next = !isWhole ? textEnd : lineEnd < end ? lineEnd + 1 : end;
	const record = nextRecord();
	writeRecord(record, isWhole ? next : mark(next), mark(written));
	setCursor(Cursor.LINES, cursor(Cursor.LINES) - 1);
	commit(record + LineRecord.SIZE, next, written);
	setCursor(Cursor.IN_LONG_LINE, isWhole ? 0 : 1);
	return Status.OK;
}

/** Moves the end of the output of the line committed last, which was rejected. */
export function moveRejectedEnd(written: i32): void {
	store32(nextRecord() - LineRecord.SIZE + LineRecord.OUTPUT_END, mark(written));
	setCursor(Cursor.WRITTEN, written);
}
