/**
 * How a line driver and the host tell each other how far they are: CURSOR, and a record for each line and each reject. Their
 * layout is in layout.ts.
 */
import { Octet } from "./char";
import { Address, Cursor, LineRecord, RejectRecord } from "./layout";
import { mark } from "./line-record";
import { copy, load32, store8, store32 } from "./memory";
import { Flag } from "./options";
import { Status } from "./status";

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
