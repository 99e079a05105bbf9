/**
 * Many references, one per line: the fetch form or the key of each, octets in, octets out.
 *
 * Line ends, CURSOR and the records are those of the core (line-end.ts, layout.ts). An unfinished line stays in the input. The
 * host rejects lines longer than Limit.REFERENCE.
 *
 * As in lines.ts, a window of the input is indexed at a time. Lines that are kept as they are wait in a run, the fast path
 * (web-forms.ts, clean-forms.ts) writes most others, and writeForm the rest.
 */
import { Octet } from "./char";
import { copiesLibrary, writeCleanLine } from "./clean-forms";
import { CrawlAddress, CrawlLimit } from "./crawl-layout";
import { CrawlFlag } from "./crawl-options";
import { Address, Cursor, Limit, LineRecord, UNCHANGED } from "./layout";
import { withoutReturn } from "./line-end";
import { commit, commitLine, cursor, nextRecord, recordsEnd, rejectLine, setCursor, writeRecord } from "./line-records";
import { clear, copy, load8, load32, move, store8 } from "./memory";
import { Flag } from "./options";
import { keptEnd } from "./policy/kept";
import { find } from "./span";
import { indexSpecials } from "./specials";
import { Status } from "./status";
import { indexedClass, isFast, writeOne, writeWebFetch, writeWebKey } from "./web-forms";
import { isClean } from "./whatwg/clean";
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
	clear(Address.CURSOR + Cursor.LINES, Address.CURSOR + Cursor.IN_LONG_LINE);
	while (cursor(Cursor.CONSUMED) < end) {
		const from = cursor(Cursor.CONSUMED);
		const status = writeNextLines(options, end, limit);
		if (status != Status.OK || cursor(Cursor.CONSUMED) == from) return status;
	}
	return Status.OK;
}

/** Writes the lines that end within the next window, or the one line that does not. */
function writeNextLines(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	if (cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;
	if (isFast(options, wantsKey(options))) {
		const size = windowSize(limit);
		const last = indexLines(indexedClass(options, wantsKey(options)), start, end - start < size ? end : start + size);
		if (last > Address.SPECIALS) return writeWindow(options, last, limit);
	}
	const lineEnd = find(start, end, Octet.LF);
	if (lineEnd == end && (options & Flag.STREAM_END) == 0) return Status.OK;
	return writeLine(options, start, lineEnd, lineEnd < end ? lineEnd + 1 : end, limit);
}

/** Whether the key is wanted, and not the fetch form. Under `whatwg@1`, they are one. */
function wantsKey(options: i32): bool {
	return (options & CrawlFlag.KEY) != 0 && (options & (CrawlFlag.POLICY | CrawlFlag.PROFILE)) != 0;
}

/** Octets of input whose output has room if no line of them takes the slow path: a window, or fewer. */
function windowSize(limit: i32): i32 {
	const room = limit - cursor(Cursor.WRITTEN) - Limit.SLACK;
	return room < Limit.GROWTH * Limit.WINDOW ? room >> Limit.GROWTH_BITS : Limit.WINDOW;
}

/** Indexes the lines that end in [start, end) by a class. Returns the end of the list, whose last entry is an LF. */
function indexLines(set: i32, start: i32, end: i32): i32 {
	let last = indexSpecials(set, start, end, Address.SPECIALS);
	while (last > Address.SPECIALS && load8(load32(last - 4)) != Octet.LF) last -= 4;
	return last;
}

/**
 * Writes the lines of the index, which ends at `last`. Lines that are kept as they are are copied in runs.
 *
 * Requires: room for the window, as `windowSize` says.
 */
function writeWindow(options: i32, last: i32, limit: i32): i32 {
	const isKey = wantsKey(options);
	const copies = copiesLibrary(options, isKey);
	const lastRecord = recordsEnd();
	let record = nextRecord();
	let entry: i32 = Address.SPECIALS;
	let line = cursor(Cursor.CONSUMED);
	let to = cursor(Cursor.WRITTEN);
	// Start of the pending run.
	let run = line;
	while (entry < last && record < lastRecord) {
		const special = load32(entry);
		let kept = 0;
		if (!copies && (isKey || load8(special) == Octet.LF) && isClean(line, special)) kept = isKey ? keptEnd(entry) : entry;
		if (kept != 0) {
			entry = kept + 4;
			line = load32(kept) + 1;
		} else {
			if (run < line) to = copy(run, line, to);
			const written = copies
				? writeCleanLine(options, isKey, line, entry, to, limit)
				: isKey
					? writeWebKey(line, entry, to, limit)
					: writeWebFetch(options, line, entry, to);
			if (written == 0) {
				commit(record, line, to);
				while (load8(load32(entry)) != Octet.LF) entry += 4;
				run = load32(entry) + 1;
				const status = writeLine(options, line, run - 1, run, limit);
				// The slow path may take room that the rest of the window relies on: then a smaller window follows.
				if (status != Status.OK || windowSize(limit) < load32(last - 4) - run) return status;
				entry += 4;
				line = run;
				to = cursor(Cursor.WRITTEN);
				record = nextRecord();
				continue;
			}
			store8(written, Octet.LF);
			to = written + 1;
			entry = load32(Address.NEXT_SPECIAL);
			line = run = load32(entry - 4) + 1;
		}
		writeRecord(record, line, to + line - run);
		record += LineRecord.SIZE;
	}
	if (run < line) to = copy(run, line, to);
	commit(record, line, to);
	return Status.OK;
}

/** Writes the line [start, end). The next line starts at `next`. */
function writeLine(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = withoutReturn(start, end);
	const to = cursor(Cursor.WRITTEN);
	const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
	if (limit - to < needed(options, textEnd - start + base)) return -Status.NEEDS_ROOM;
	const written = transformLine(options, start, textEnd, end, to, limit);
	if (written == -Status.NEEDS_ALABEL) return written;
	if (written < 0) return rejectLine(options, start, textEnd, next, -written);
	store8(written, Octet.LF);
	commitLine(next, written + 1, written + 1);
	return Status.OK;
}

/** Octets that the form of a line can need, of `length` octets with the base. */
function needed(options: i32, length: i32): i32 {
	const isList = (options & (CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES)) != 0 && length <= CrawlLimit.LISTED;
	return isList ? CrawlLimit.GROWTH_OF_LISTS * length + CrawlLimit.SLACK_OF_LISTS : CrawlLimit.GROWTH * length + Limit.SLACK;
}

/** Writes the line [start, textEnd), which ends at `end`: one that no window holds, or that the fast path has failed on. */
function transformLine(options: i32, start: i32, textEnd: i32, end: i32, to: i32, limit: i32): i32 {
	const isKey = wantsKey(options);
	const fast = end - start >= Limit.WINDOW ? writeOne(options, isKey, start, end, to, limit) : -1;
	if (fast == UNCHANGED) return copy(start, textEnd, to);
	if (fast > 0) return fast;
	const written = writeForm(options, isKey, start, textEnd, to);
	if (written < 0 || !isKey) return written;
	return move(load32(CrawlAddress.FORMS + 8), load32(CrawlAddress.FORMS + 12), to);
}
