/**
 * Many references, one per line: the fetch form, the key or both of each, octets in, octets out.
 *
 * Line ends, CURSOR and the records are those of the core (line-end.ts, line-records.ts).
 *
 * As in lines.ts, a window of the input is indexed at a time. Lines that are kept as they are wait in a run, the fast path
 * (web-forms.ts, clean-forms.ts) writes most others, and writeForm the rest.
 */

import { Address, Cursor, Limit, LineRecord, NEEDS_SLOW_PATH, UNCHANGED } from "../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../layout/crawl-addresses";
import { CrawlFlag } from "../layout/crawl-options";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { withoutReturn } from "../lines/line-end";
import { isMarked, mark, unmark } from "../lines/line-record";
import {
	beginCall,
	beginLongLine,
	commit,
	commitLine,
	cursor,
	endsInLongLine,
	indexLines,
	moveRejectedEnd,
	nextRecord,
	passLongLine,
	recordsEnd,
	rejectLine,
	windowSize,
	writeRecord,
} from "../lines/line-records";
import { Octet } from "../octets/char";
import { clear, copy, load8, load32, move, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { skipWhiteSpace, trimWhiteSpace } from "../octets/white-space";
import { keptEnd } from "../policy/kept";
import { copiesLibrary, keepsLines, keptPart, keptPath, writeCleanLine } from "../profiles/clean-forms";
import { splitClean } from "../profiles/emulation/clean";
import { encoded } from "../reference/percent";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { sipHash } from "../seen/wide";
import { isClean } from "../whatwg/clean";
import { indexedClass, isFast, writeOne, writeWebFetch, writeWebForms, writeWebKey } from "./web-forms";
import { writeForm } from "./write-form";

/**
 * Writes the lines of [start, end) to [to, limit); with Flag.STREAM_END, octets after the last LF form a final line. The fetch
 * form of each is written, or what `CrawlFlag` asks for. Returns what the core's `normalizeLines` returns.
 *
 * Requires: Limit.MARGIN octets after `end`; limit − to ≥ CrawlLimit.GROWTH × (longest line and base) + Limit.SLACK.
 */
export function normalizeLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	beginCall(options, start, end, to);
	store32(CrawlAddress.HAS_BOTH, options & CrawlFlag.BOTH);
	while (cursor(Cursor.CONSUMED) < end || endsInLongLine(options)) {
		const from = cursor(Cursor.CONSUMED);
		const isLong = cursor(Cursor.IN_LONG_LINE) != 0;
		const status = isLong ? passPiece(options, end, limit) : writeNextLines(options, end, limit);
		if (status != Status.OK) return status;
		if (cursor(Cursor.CONSUMED) == from && (cursor(Cursor.IN_LONG_LINE) != 0) == isLong) break;
	}
	return Status.OK;
}

/** Passes a piece of a line that is too long. With CrawlFlag.TWICE it is blank: it would have to be kept until its end. */
function passPiece(options: i32, end: i32, limit: i32): i32 {
	const isTwice = (options & (CrawlFlag.TWICE | Flag.DROP_INVALID)) == CrawlFlag.TWICE;
	return passLongLine(isTwice ? options | Flag.BLANK_INVALID : options, end, limit);
}

/** Writes the lines that end within the next window, or the one line that does not. */
function writeNextLines(options: i32, end: i32, limit: i32): i32 {
	const start = cursor(Cursor.CONSUMED);
	if (cursor(Cursor.RECORDS) == cursor(Cursor.MAX_RECORDS)) return -Status.NEEDS_ROOM;
	if (isFastForLines(options)) {
		const size = windowFor(options, limit);
		const last = indexLines(indexedClass(options, wantsKey(options)), start, end - start < size ? end : start + size);
		if (last > Address.SPECIALS) return writeWindow(options, last, limit);
	}
	const lineEnd = find(start, end, Octet.LF);
	if (lineEnd < end) return writeLine(options, start, lineEnd, lineEnd + 1, limit);
	if (end - start > Limit.REFERENCE + 1) return beginLongLine(options, start);
	return (options & Flag.STREAM_END) == 0 ? Status.OK : writeLine(options, start, end, end, limit);
}

/** Whether the fast path supports what is wanted. Both forms of a profile that copies a library take the slow path. */
function isFastForLines(options: i32): bool {
	const isKey = wantsKey(options);
	return isFast(options, isKey) && ((options & CrawlFlag.BOTH) == 0 || !copiesLibrary(options, isKey));
}

/** As `windowSize`. Both forms take twice the room. */
function windowFor(options: i32, limit: i32): i32 {
	return (options & CrawlFlag.BOTH) != 0 ? windowSize(limit) >> 1 : windowSize(limit);
}

/** Whether the key is wanted, and not the fetch form alone. Under `whatwg@1`, they are one. */
function wantsKey(options: i32): bool {
	return (options & (CrawlFlag.KEY | CrawlFlag.BOTH)) != 0 && (options & (CrawlFlag.POLICY | CrawlFlag.PROFILE)) != 0;
}

/**
 * Writes the lines of the index, which ends at `lastEntry`. Lines that stay as they are are copied in runs or, as both forms, twice.
 *
 * Requires: room for the window, as `windowSize` says.
 */
function writeWindow(options: i32, lastEntry: i32, limit: i32): i32 {
	const isKey = wantsKey(options);
	const isBoth = (options & CrawlFlag.BOTH) != 0;
	const copies = copiesLibrary(options, isKey);
	const keeps = copies && keepsLines(options, isKey);
	const lastRecord = recordsEnd();
	let record = nextRecord();
	let entry: i32 = Address.SPECIALS;
	let line = cursor(Cursor.CONSUMED);
	let to = cursor(Cursor.WRITTEN);
	// Start of the pending run.
	let run = line;
	while (entry < lastEntry && record < lastRecord) {
		const special = load32(entry);
		let kept = 0;
		let last = entry;
		let partEnd = 0;
		if (keeps && load8(special) == Octet.LF && isClean(line, special)) partEnd = keptPath(options, line, special);
		if (copies && partEnd == 0) {
			last = splitClean(options, line, entry);
			if (keeps && last != 0) partEnd = keptPart(options);
		}
		if (!copies && (isKey || load8(special) == Octet.LF) && isClean(line, special)) kept = isKey ? keptEnd(entry) : entry;
		if (kept != 0 && !isBoth) {
			entry = kept + 4;
			line = load32(kept) + 1;
		} else if (partEnd != 0) {
			entry = last + 4;
			line = load32(last) + 1;
			if (partEnd < line - 1) {
				to = copy(run, partEnd, to);
				store8(to++, Octet.LF);
				run = line;
			}
		} else {
			if (run < line) to = copy(run, line, to);
			const written =
				kept != 0
					? writeTwice(line, load32(kept), to)
					: copies
						? last != 0
							? writeCleanLine(options, isKey, line, last, to, limit)
							: NEEDS_SLOW_PATH
						: isBoth
							? writeWebForms(options, isKey, line, entry, to, limit)
							: isKey
								? writeWebKey(line, entry, to, limit)
								: writeWebFetch(options, line, entry, to);
			if (written == NEEDS_SLOW_PATH) {
				commit(record, line, to);
				while (load8(load32(entry)) != Octet.LF) entry += 4;
				run = load32(entry) + 1;
				const status = writeLine(options, line, run - 1, run, limit);
				// The slow path may take room that the rest of the window relies on: then a smaller window follows.
				if (status != Status.OK || windowFor(options, limit) < load32(lastEntry - 4) - run) return status;
				entry += 4;
				line = run;
				to = cursor(Cursor.WRITTEN);
				record = nextRecord();
				continue;
			}
			store8(written, Octet.LF);
			to = written + 1;
			entry = kept != 0 ? kept + 4 : load32(Address.NEXT_SPECIAL);
			line = run = load32(entry - 4) + 1;
		}
		writeRecord(record, line, to + line - run);
		record += LineRecord.SIZE;
	}
	if (run < line) to = copy(run, line, to);
	commit(record, line, to);
	return Status.OK;
}

/** Writes a line that is its own fetch form and key: [start, end), TAB, and the same again. Returns the end. */
function writeTwice(start: i32, end: i32, to: i32): i32 {
	const tab = copy(start, end, to);
	store8(tab, Octet.TAB);
	return copy(start, end, tab + 1);
}

/** Writes the line [start, end). The next line starts at `next`. */
function writeLine(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = withoutReturn(start, end);
	if (textEnd - start > Limit.REFERENCE) return beginLongLine(options, start);
	const to = cursor(Cursor.WRITTEN);
	const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
	if (limit - to < needed(options, textEnd - start + base)) return -Status.NEEDS_ROOM;
	const written = transformLine(options, start, textEnd, end, to, limit);
	if (written == -Status.NEEDS_ALABEL) return written;
	if (written < 0) {
		const status = rejectLine(options, start, textEnd, next, -written);
		const isKept = (options & (CrawlFlag.TWICE | Flag.DROP_INVALID | Flag.BLANK_INVALID)) == CrawlFlag.TWICE;
		if (status == Status.OK && isKept) writeRejectTwice(start, textEnd, to);
		return status;
	}
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
	if ((options & Flag.RESOLVE) != 0) {
		// Under rfc3986, the white space around a line would be resolved, too.
		start = skipWhiteSpace(start, textEnd);
		textEnd = trimWhiteSpace(start, textEnd);
	}
	if ((options & CrawlFlag.BOTH) != 0) {
		const fetchEnd = writeForm(options, true, start, textEnd, to);
		return fetchEnd < 0 ? fetchEnd : joinForms(options);
	}
	const isKey = wantsKey(options);
	const fast = end - start >= Limit.WINDOW ? writeOne(options, isKey, start, end, to, limit) : -1;
	if (fast == UNCHANGED) return copy(start, textEnd, to);
	if (fast > 0) return fast;
	const written = writeForm(options, isKey, start, textEnd, to);
	if (written < 0 || !isKey) return written;
	return move(load32(CrawlAddress.FORMS + 8), load32(CrawlAddress.FORMS + 12), to);
}

/** Joins the fetch form and the key that FORMS describes: TAB between them. Returns the end. */
function joinForms(options: i32): i32 {
	const start = load32(CrawlAddress.FORMS);
	const fetchEnd = load32(CrawlAddress.FORMS + 4);
	const keyStart = load32(CrawlAddress.FORMS + 8);
	if ((options & CrawlFlag.TWICE) != 0 && find(start, fetchEnd, Octet.TAB) < fetchEnd) {
		// Only what crawlee@1 keeps as it came has TABs: then the forms are equal.
		const copyStart = load32(CrawlAddress.FORMS + 12) + Limit.MARGIN;
		return writeTwiceWithoutTabs(copyStart, copy(start, fetchEnd, copyStart), start);
	}
	const keyEnd = move(keyStart, load32(CrawlAddress.FORMS + 12), fetchEnd + 1);
	store8(fetchEnd, Octet.TAB);
	return keyEnd;
}

/** Writes the rejected line [start, end), which was committed as it stands, as both forms. */
function writeRejectTwice(start: i32, end: i32, to: i32): void {
	const last = writeTwiceWithoutTabs(start, end, to);
	store8(last, Octet.LF);
	moveRejectedEnd(last + 1);
}

/** Writes [start, end) as both forms. Returns their end. */
function writeTwiceWithoutTabs(start: i32, end: i32, to: i32): i32 {
	const tab = writeWithoutTabs(start, end, to);
	store8(tab, Octet.TAB);
	return writeWithoutTabs(start, end, tab + 1);
}

function writeWithoutTabs(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (at < end) {
		const tab = find(at, end, Octet.TAB);
		to = copy(at, tab, to);
		if (tab < end) {
			store32(to, encoded(Octet.TAB));
			to += 3;
		}
		at = tab + 1;
	}
	return to;
}

/**
 * The fingerprints of the keys of the lines that `normalizeLines` wrote last, as the core's `fingerprintLines`. A line with both forms
 * is left with the fetch form alone: its record says where it ends.
 */
export function fingerprintLines(key: i32, lines: i32, count: i32, from: i32, to: i32): void {
	const hasBoth = load32(CrawlAddress.HAS_BOTH) != 0;
	let start = from;
	let kept = from;
	for (let record = lines; record < lines + count * LineRecord.SIZE; record += LineRecord.SIZE) {
		const end = outputEnd(record);
		if (isRejected(record)) clear(to, to + FINGERPRINT_SIZE);
		else sipHash(key, hasBoth ? separator(start, end - 1) + 1 : start, end - 1, to);
		if (hasBoth) kept = keepFetchForm(record, start, end, kept);
		start = end;
		to += FINGERPRINT_SIZE;
	}
}

/**
 * Writes the keys of lines with both forms to `to`, a line each, and leaves their fetch forms, as `fingerprintLines` does. A
 * rejected line stands in both. Returns the end of the keys.
 *
 * Requires: room at `to` for the whole output plus Limit.MARGIN, without overlap.
 */
export function splitForms(lines: i32, count: i32, from: i32, to: i32): i32 {
	let start = from;
	let kept = from;
	for (let record = lines; record < lines + count * LineRecord.SIZE; record += LineRecord.SIZE) {
		const end = outputEnd(record);
		to = copy(isRejected(record) ? start : separator(start, end - 1) + 1, end, to);
		kept = keepFetchForm(record, start, end, kept);
		start = end;
	}
	return to;
}

function isRejected(record: i32): bool {
	return isMarked(load32(record + LineRecord.OUTPUT_END));
}

function outputEnd(record: i32): i32 {
	return unmark(load32(record + LineRecord.OUTPUT_END));
}

/** The TAB between the two forms of [start, end). Only forms that are equal can have others: it is in the middle then. */
function separator(start: i32, end: i32): i32 {
	const middle = start + ((end - start) >> 1);
	return load8(middle) == Octet.TAB ? middle : find(start, end, Octet.TAB);
}

/** Moves the line [start, end) to `to`, without its key. Records and returns its end. */
function keepFetchForm(record: i32, start: i32, end: i32, to: i32): i32 {
	if (isRejected(record)) {
		const written = move(start, end, to);
		store32(record + LineRecord.OUTPUT_END, mark(written));
		return written;
	}
	const lineEnd = move(start, separator(start, end - 1), to);
	store8(lineEnd, Octet.LF);
	store32(record + LineRecord.OUTPUT_END, lineEnd + 1);
	return lineEnd + 1;
}
