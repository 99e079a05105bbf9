/**
 * Lines with both forms: the URL to fetch and the key of the page, separated by a TAB.
 *
 * ```
 *   http://example.com/a?b=1&utm_source=x TAB http://example.com/a?b=1 LF
 *   \________________ fetch form ________/     \________ key _________/
 * ```
 */

import { LineRecord } from "../layout/addresses";
import { CrawlAddress } from "../layout/crawl-addresses";
import { NO_PART } from "../layout/parts";
import { isMarked, mark, unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { clear, copy, load8, load32, move, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { encoded } from "../reference/percent";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { sipHash } from "../seen/wide";
import { writeShape } from "../shape/shape";

/** Writes a line that is its own fetch form and key: [start, end), TAB, and the same again. Returns the end. */
export function writeTwice(start: i32, end: i32, to: i32): i32 {
	const tab = copy(start, end, to);
	store8(tab, Octet.TAB);
	return copy(start, end, tab + 1);
}

/** The same for a line that may have TABs: they are percent-encoded, so that one separates the forms. */
export function writeTwiceWithoutTabs(start: i32, end: i32, to: i32): i32 {
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
 * Writes the fingerprints of the keys of the last lines of `normalizeLines`, like the core's `fingerprintLines`. Of a line with both
 * forms, only the fetch form is left: its record says where it ends.
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

/**
 * Writes the shapes of the keys of lines with both forms to `to`, a line each, with NO_PART for a rejected line, as `writeParts` does. The
 * lines stay as they are. Returns the end.
 *
 * Requires: `partRoom` of the output at `to`, and an octet more for each line, without overlap.
 */
export function writeKeyShapes(lines: i32, count: i32, from: i32, to: i32): i32 {
	let start = from;
	for (let record = lines; record < lines + count * LineRecord.SIZE; record += LineRecord.SIZE) {
		const end = outputEnd(record);
		if (!isMarked(load32(record + LineRecord.INPUT_END))) {
			if (isRejected(record)) store8(to++, NO_PART);
			else to = writeShape(separator(start, end - 1) + 1, end - 1, to);
			store8(to++, Octet.LF);
		}
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
