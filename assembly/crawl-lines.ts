/**
 * Many references, one per line: the fetch form or the key of each, octets in, octets out.
 *
 * Line ends, CURSOR and the records are those of the core (line-end.ts, layout.ts). An unfinished line stays in the input. The
 * host rejects lines longer than Limit.REFERENCE.
 */
import { Octet } from "./char";
import { CrawlAddress, CrawlLimit } from "./crawl-layout";
import { CrawlFlag } from "./crawl-options";
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "./layout";
import { withoutReturn } from "./line-end";
import { mark } from "./line-record";
import { copy, load32, move, store8, store32 } from "./memory";
import { Flag } from "./options";
import { find } from "./span";
import { Status } from "./status";
import { writeForm } from "./write-form";

/**
 * Writes the lines of [start, end) to [to, limit); with Flag.STREAM_END, octets after the last LF form a final line.
 * CrawlFlag.KEY requests keys. Returns Status.OK once no complete line is left; -Status.NEEDS_ROOM, -Status.NEEDS_ALABEL or
 * -Status.REJECTED as `normalizeLines` of the core does.
 *
 * Requires: Limit.MARGIN octets after `end`; limit − to ≥ CrawlLimit.GROWTH × (longest line and base) + Limit.SLACK.
 */
export function writeLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	setCursor(Cursor.CONSUMED, start);
	setCursor(Cursor.WRITTEN, to);
	setCursor(Cursor.LINES, 0);
	setCursor(Cursor.RECORDS, 0);
	setCursor(Cursor.REJECTS, 0);
	for (let at = start; at < end; at = cursor(Cursor.CONSUMED)) {
		const lineEnd = find(at, end, Octet.LF);
		if (lineEnd == end && (options & Flag.STREAM_END) == 0) return Status.OK;
		const status = writeLine(options, at, lineEnd, lineEnd < end ? lineEnd + 1 : end, limit);
		if (status != Status.OK) return status;
	}
	return Status.OK;
}

function cursor(field: i32): i32 {
	return load32(Address.CURSOR + field);
}

function setCursor(field: i32, value: i32): void {
	store32(Address.CURSOR + field, value);
}

/** Writes the line [start, end). The next line starts at `next`. */
function writeLine(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = withoutReturn(start, end);
	const to = cursor(Cursor.WRITTEN);
	const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
	const isFull = cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS) || cursor(Cursor.REJECTS) == cursor(Cursor.MAX_REJECTS);
	if (isFull || limit - to < CrawlLimit.GROWTH * (textEnd - start + base) + Limit.SLACK) return -Status.NEEDS_ROOM;
	const wantsKey = (options & CrawlFlag.KEY) != 0;
	const written = writeForm(options, wantsKey, start, textEnd, to);
	if (written == -Status.NEEDS_ALABEL) return written;
	if (written < 0) return rejectLine(options, start, textEnd, next, -written);
	const lineEnd = wantsKey ? move(load32(CrawlAddress.FORMS + 8), load32(CrawlAddress.FORMS + 12), to) : written;
	store8(lineEnd, Octet.LF);
	commit(next, lineEnd + 1, lineEnd + 1);
	return Status.OK;
}

/** Records the line [start, end) as rejected and writes what the options leave of it. */
function rejectLine(options: i32, start: i32, end: i32, next: i32, status: i32): i32 {
	const at = cursor(Cursor.REJECTS_AT) + cursor(Cursor.REJECTS) * RejectRecord.SIZE;
	store32(at + RejectRecord.LINE, cursor(Cursor.LINES));
	store32(at + RejectRecord.STATUS, status);
	store32(at + RejectRecord.COMPONENT, load32(Address.FAILURE));
	store32(at + RejectRecord.OFFSET, load32(Address.FAILURE_AT) - start);
	store32(at + RejectRecord.START, start);
	store32(at + RejectRecord.END, end);
	setCursor(Cursor.REJECTS, cursor(Cursor.REJECTS) + 1);
	if ((options & Flag.STOP_AT_INVALID) != 0) return -Status.REJECTED;
	let written = cursor(Cursor.WRITTEN);
	if ((options & (Flag.DROP_INVALID | Flag.BLANK_INVALID)) == 0) written = copy(start, end, written);
	if ((options & Flag.DROP_INVALID) == 0) store8(written++, Octet.LF);
	commit(next, written, mark(written));
	return Status.OK;
}

/** Records one line and commits it, up to `consumed` in the input and `written` in the output. */
function commit(consumed: i32, written: i32, outputEnd: i32): void {
	const at = cursor(Cursor.RECORDS_AT) + cursor(Cursor.RECORDS) * LineRecord.SIZE;
	store32(at + LineRecord.INPUT_END, consumed);
	store32(at + LineRecord.OUTPUT_END, outputEnd);
	setCursor(Cursor.RECORDS, cursor(Cursor.RECORDS) + 1);
	setCursor(Cursor.LINES, cursor(Cursor.LINES) + 1);
	setCursor(Cursor.CONSUMED, consumed);
	setCursor(Cursor.WRITTEN, written);
}
