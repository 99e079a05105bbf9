/**
 * Many references, one per line: the fetch form, the key or both of each, octets in, octets out.
 *
 * Line ends, CURSOR and the records are those of the core (line-end.ts, line-records.ts).
 *
 * As in lines.ts, a window of the input is indexed at a time. Lines that are kept as they are wait in a run, the fast path
 * (web-forms.ts, clean-forms.ts) writes most others, and the slow path (slow-line.ts) the rest.
 */

import { Address, Cursor, Limit, LineRecord, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlAddress, Web } from "../layout/crawl-addresses";
import { CrawlFlag } from "../layout/crawl-options";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { admitsWeb } from "../lines/admitted";
import {
	beginCall,
	beginLongLine,
	commit,
	cursor,
	endsInLongLine,
	indexLines,
	nextRecord,
	passLongLine,
	recordsEnd,
	setCursor,
	windowSize,
	writeRecord,
} from "../lines/line-records";
import { Octet } from "../octets/char";
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { keptEnd } from "../policy/kept";
import { hasListedHosts, isFound, keptAndFound, Listed, listed, writeAlias, writeRewritten } from "../policy/listed-hosts";
import { copiesLibrary, keepsLines, keptPart, keptPath, writeCleanLine } from "../profiles/clean-forms";
import { splitClean } from "../profiles/emulation/clean";
import { isClean } from "../whatwg/clean";
import { writeLine } from "./slow-line";
import { writeTwice } from "./two-forms";
import { asksKey, followsRewrites, indexedClass, isFast, wantsKey, writeWebFetch, writeWebForms, writeWebKey } from "./web-forms";

/**
 * Writes the lines of [start, end) to [to, limit); with Flag.STREAM_END, octets after the last LF form a final line. The fetch
 * form of each is written, or what `CrawlFlag` asks for. Returns what the core's `normalizeLines` returns.
 *
 * Requires: Limit.MARGIN octets after `end`; limit − to ≥ CrawlLimit.GROWTH × (longest line and base) + Limit.SLACK.
 */
export function normalizeLines(options: i32, start: i32, end: i32, to: i32, limit: i32): i32 {
	beginCall(options, start, end, to);
	store32(CrawlAddress.HAS_BOTH, options & CrawlFlag.BOTH);
	for (let place: i32 = Cursor.NOT_WEB; place <= Cursor.REWRITE_UNSTABLE; place += 4) setCursor(place, 0);
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
	if (admitsWeb(options) && isFastForLines(options)) {
		const size = windowFor(options, limit);
		const last = indexLines(indexedClass(options, wantsKey(options)), start, end - start < size ? end : start + size);
		if (last > Address.SPECIALS) return writeWindow(options, last, limit);
	}
	const lineEnd = find(start, end, Octet.LF);
	if (lineEnd < end) return writeLine(options, start, lineEnd, lineEnd + 1, limit);
	if (end - start > Limit.REFERENCE + 1) return beginLongLine(options, start);
	return (options & Flag.STREAM_END) == 0 ? Status.OK : writeLine(options, start, end, end, limit);
}

/** Whether the fast path supports these options. Both forms of a profile that copies a library take the slow path. */
function isFastForLines(options: i32): bool {
	const isKey = wantsKey(options);
	return isFast(options, isKey) && ((options & CrawlFlag.BOTH) == 0 || !copiesLibrary(options, isKey));
}

/** As `windowSize`. Both forms take twice the room. */
function windowFor(options: i32, limit: i32): i32 {
	return (options & CrawlFlag.BOTH) != 0 ? windowSize(limit) >> 1 : windowSize(limit);
}

/**
 * Writes the lines of the index, which ends at `last`.
 *
 * Requires: room for the window, as `windowSize` says.
 */
function writeWindow(options: i32, last: i32, limit: i32): i32 {
	const isCopy = copiesLibrary(options, wantsKey(options));
	let entry: i32 = Address.SPECIALS;
	while (true) {
		entry = isCopy ? writeCopies(options, entry, last, limit) : writeForms(options, entry, last, limit);
		if (entry == last) return Status.OK;
		while (load8(load32(entry)) != Octet.LF) entry += 4;
		const next = load32(entry) + 1;
		entry += 4;
		const status = writeLine(options, cursor(Cursor.CONSUMED), next - 1, next, limit);
		// The slow path may take room that the rest of the window relies on: then a smaller window follows.
		if (status != Status.OK || windowFor(options, limit) < load32(last - 4) - next) return status;
	}
}

/**
 * Writes lines from `entry` on, up to the first one that needs the slow path. Lines that stay as they are are copied in runs or, as
 * both forms, twice. Returns the entry of the line that needs the slow path, or `last` at the end of the index or of the records.
 */
function writeForms(options: i32, entry: i32, last: i32, limit: i32): i32 {
	const needsKey = wantsKey(options) || asksKey(options);
	const way = wayOf(options);
	const lastRecord = recordsEnd();
	let record = nextRecord();
	let line = cursor(Cursor.CONSUMED);
	let to = cursor(Cursor.WRITTEN);
	// Start of the pending run.
	let run = line;
	while (entry < last && record < lastRecord) {
		const kept = keptEntry(needsKey, way == Way.ASK, line, entry);
		if (kept != 0 && (way == Way.COPY || (way == Way.ASK && isOwn(options, line, load32(kept), limit - to - line + run)))) {
			entry = kept + 4;
			line = load32(kept) + 1;
		} else {
			if (run < line) to = copy(run, line, to);
			run = line;
			const written =
				kept == 0
					? writeFast(options, needsKey, line, entry, to, limit)
					: way == Way.TWICE
						? writeTwice(line, load32(kept), to)
						: writeListed(options, line, load32(kept), to, limit);
			if (written == NEEDS_SLOW_PATH) {
				commit(record, line, to);
				return entry;
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
	return last;
}

/** The fates of lines that are their own keys, by the rules of the query. */
const enum Way {
	/** They are copied in runs. */
	COPY = 0,
	/** Both forms are wanted. */
	TWICE = 1,
	/** Their hosts decide: see listed-hosts.ts. */
	ASK = 2,
}

function wayOf(options: i32): i32 {
	if ((wantsKey(options) || followsRewrites(options)) && hasListedHosts()) return Way.ASK;
	return (options & CrawlFlag.BOTH) != 0 ? Way.TWICE : Way.COPY;
}

/** Whether only one form of the line is wanted, and its host changes nothing. Otherwise, WEB holds what `listed` describes. */
function isOwn(options: i32, line: i32, end: i32, room: i32): bool {
	if ((options & CrawlFlag.BOTH) != 0) return false;
	const change: i32 = isFound() ? listed(line, end, room) : Listed.NOTHING;
	store32(CrawlAddress.WEB + Web.LISTED, change);
	return change == Listed.NOTHING;
}

/** Writes a line whose host asks for both forms or for another key. Returns its end, or NEEDS_SLOW_PATH. */
function writeListed(options: i32, line: i32, end: i32, to: i32, limit: i32): i32 {
	const isBoth = (options & CrawlFlag.BOTH) != 0;
	const change: i32 = isBoth
		? isFound()
			? listed(line, end, limit - to)
			: Listed.NOTHING
		: load32(CrawlAddress.WEB + Web.LISTED);
	if (change == Listed.NOTHING) return writeTwice(line, end, to);
	return change == Listed.SLOW ? NEEDS_SLOW_PATH : writeChanged(change, isBoth, line, end, to);
}

/** The entry at which a line ends, if the line stays as it is; otherwise 0. With `asksHost`, also sets `isFound` for such a line. */
function keptEntry(needsKey: bool, asksHost: bool, line: i32, entry: i32): i32 {
	const special = load32(entry);
	const isWhole = load8(special) == Octet.LF;
	// Fast path only: the slow path writes the same.
	if ((!needsKey && !isWhole) || !isClean(line, special)) return 0;
	if (asksHost) return keptAndFound(line, entry);
	return isWhole ? entry : keptEnd(line, entry);
}

/** Writes the key of a clean line, by an alias or by rewrites, after the line itself if both forms are wanted. */
function writeChanged(change: i32, isBoth: bool, line: i32, end: i32, to: i32): i32 {
	if (isBoth) {
		to = copy(line, end, to);
		store8(to++, Octet.TAB);
	}
	return change == Listed.ALIAS ? writeAlias(line, end, to) : writeRewritten(to);
}

/** Writes what `CrawlFlag` asks for by the fast path, which may fail. Leaves fetch forms that depend on keys to the slow path. */
function writeFast(options: i32, needsKey: bool, line: i32, entry: i32, to: i32, limit: i32): i32 {
	const isKey = wantsKey(options);
	if ((options & CrawlFlag.BOTH) != 0) return writeWebForms(options, isKey, line, entry, to, limit);
	if (isKey) return writeWebKey(line, entry, to, limit);
	return needsKey ? NEEDS_SLOW_PATH : writeWebFetch(options, line, entry, to);
}

/** As `writeForms`, under a profile that copies a library. A line may stay as it is up to its fragment, or up to its final slash. */
function writeCopies(options: i32, entry: i32, last: i32, limit: i32): i32 {
	const isKey = wantsKey(options);
	const keeps = keepsLines(options, isKey);
	const lastRecord = recordsEnd();
	let record = nextRecord();
	let line = cursor(Cursor.CONSUMED);
	let to = cursor(Cursor.WRITTEN);
	let run = line;
	let slow = last;
	while (entry < last && record < lastRecord) {
		let keptTo = keeps ? keptPathEnd(options, line, load32(entry)) : 0;
		const lineEntry = keptTo != 0 ? entry : splitClean(options, line, entry);
		if (keeps && keptTo == 0 && lineEntry != 0) keptTo = keptPart(options);
		// The end of the line's output; 0 if it stays in the run.
		let written = 0;
		if (keptTo == 0) {
			if (run < line) to = copy(run, line, to);
			run = line;
			written = lineEntry == 0 ? NEEDS_SLOW_PATH : writeCleanLine(options, isKey, line, lineEntry, to, limit);
			if (written == NEEDS_SLOW_PATH) {
				slow = entry;
				break;
			}
		} else if (keptTo < load32(lineEntry)) {
			written = copy(run, keptTo, to);
		}
		entry = lineEntry + 4;
		line = load32(lineEntry) + 1;
		if (written != 0) {
			store8(written, Octet.LF);
			to = written + 1;
			run = line;
		}
		writeRecord(record, line, to + line - run);
		record += LineRecord.SIZE;
	}
	if (run < line) to = copy(run, line, to);
	commit(record, line, to);
	return slow;
}

/** Up to where a line without special octets is its own form, or 0. */
function keptPathEnd(options: i32, line: i32, special: i32): i32 {
	return load8(special) == Octet.LF && isClean(line, special) ? keptPath(options, line, special) : 0;
}
