/**
 * Parts of references in normal form, a line each, in the order of the references: new columns of a table.
 *
 * ```
 *   output   http://h/a?q LF        /b LF               ~ LF (rejected)
 *   parts    HOST │ PATH │ QUERY, in one word
 *   to       h LF /a LF q LF        NUL LF /b LF NUL LF        NUL LF NUL LF NUL LF
 * ```
 */

import { Component, LineRecord } from "../layout/addresses";
import { NO_PART, Part } from "../layout/parts";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { clear, copy, load8, load32, store8, store32 } from "../octets/memory";
import { find, span } from "../octets/span";
import { clearRecord, endOf, isPresent, record, startOf } from "../reference/record";
import { scan, scanPath } from "../reference/scan";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { sipHash } from "../seen/wide";
import { writeShape } from "../shape/shape";
import { isMarked, unmark } from "./line-record";

/** `http`, `ttps` and `://` as little-endian numbers. */
const HTTP: i32 = 0x70747468;
const TTPS: i32 = 0x73707474;
const AUTHORITY_START: i32 = 0x2f2f3a;

/**
 * Writes `parts` of the output of `count` line records, which begins at `from`, to `to`. Returns the end. A part that a reference does not
 * have is a line with NO_PART; so are all parts of a line that is rejected or omitted, and those of a form that is no URI reference, but
 * for its shape. A piece of a line that continues in the next record has none.
 *
 * Requires: every line of the output ends in LF; at `to`, room for each part of each line, `partRoom` and one octet more, without overlap.
 */
export function writeParts(lines: i32, count: i32, from: i32, parts: i32, to: i32): i32 {
	let start = from;
	for (let record = lines; record < lines + count * LineRecord.SIZE; record += LineRecord.SIZE) {
		const recorded = load32(record + LineRecord.OUTPUT_END);
		const end = unmark(recorded);
		if (!isMarked(load32(record + LineRecord.INPUT_END))) to = writeLine(parts, start, isMarked(recorded) ? start : end, to);
		start = end;
	}
	return to;
}

/** Writes a line for each part of the line [start, end), LF included. One without octets has no part. Returns the end. */
function writeLine(parts: i32, start: i32, end: i32, to: i32): i32 {
	const host = parts == Part.HOST && start != end ? writeWebHost(start, end - 1, to) : 0;
	if (host > 0) return host;
	// A shape needs no components.
	if (start == end || parts == Part.SHAPE) clearRecord();
	else scanForm(start, end - 1);
	for (let rest = parts; rest != 0; rest >>>= Part.BITS) {
		const part = rest & Part.MASK;
		to = part == Part.SHAPE && start != end ? writeShape(start, end - 1, to) : writePart(part, to);
		store8(to++, Octet.LF);
	}
	return to;
}

/**
 * Writes the fingerprint of each of the `count` lines from `parts` to `partsEnd`, which `writeParts` wrote, to `to`, without its LF: zeros
 * for a part that is not there. Their ends, LF included, go to `ends`, an i32 each. Lines beyond `partsEnd` have no part: a batch can end
 * in pieces of a line that goes on, which have records, but no lines here.
 */
export function fingerprintParts(key: i32, parts: i32, partsEnd: i32, count: i32, to: i32, ends: i32): void {
	let start = parts;
	for (let index = 0; index < count; ++index) {
		const end = find(start, partsEnd, Octet.LF);
		const at = to + index * FINGERPRINT_SIZE;
		if (start == partsEnd || (end - start == 1 && load8(start) == NO_PART)) clear(at, at + FINGERPRINT_SIZE);
		else sipHash(key, start, end, at);
		start = end < partsEnd ? end + 1 : partsEnd;
		store32(ends + (index << 2), start);
	}
}

/**
 * Writes the host of [start, end), and LF, to `to`, if nothing but a registered name is between `http://` or `https://` and the path.
 * Returns the end, or 0 for any other reference. Fast path only: the slow path writes the same.
 */
function writeWebHost(start: i32, end: i32, to: i32): i32 {
	const host = webHost(start);
	const hostEnd = host == 0 ? end : span(host, end, Class.REG_NAME);
	if (hostEnd >= end || load8(hostEnd) != Octet.SLASH) return 0;
	to = copy(host, hostEnd, to);
	store8(to, Octet.LF);
	return to + 1;
}

/** Scans the normal form [start, end). Text that is no URI reference has no components then. */
export function scanForm(start: i32, end: i32): void {
	if (!scanWeb(start, end) && scan(start, end) < 0) clearRecord();
}

/**
 * Scans [start, end) if nothing but a registered name is between `http://` or `https://` and the path. Fast path only: `scan` records the
 * same.
 */
function scanWeb(start: i32, end: i32): bool {
	const host = webHost(start);
	const hostEnd = host == 0 ? end : span(host, end, Class.REG_NAME);
	if (hostEnd >= end || load8(hostEnd) != Octet.SLASH) return false;
	clearRecord();
	record(Component.SCHEME, start, host - 3);
	record(Component.HOST, host, hostEnd);
	scanPath(hostEnd, end);
	return true;
}

/** Where the host would begin after `http://` or `https://` at `start`; 0 for anything else there. */
function webHost(start: i32): i32 {
	if (load32(start) != HTTP) return 0;
	const authority = start + (load32(start + 1) == TTPS ? 5 : 4);
	return (load32(authority) & 0xffffff) == AUTHORITY_START ? authority + 3 : 0;
}

/** Writes a part of the scanned reference. Returns its end. */
function writePart(part: i32, to: i32): i32 {
	if (part == Part.SHAPE) return writeNone(to);
	if (part == Part.POLITENESS) return writePoliteness(to);
	const component = part - 1;
	return isPresent(component) ? copy(startOf(component), endOf(component), to) : writeNone(to);
}

/** Normal forms have no default port, and no empty one. */
export function writePoliteness(to: i32): i32 {
	if (!isPresent(Component.HOST)) return writeNone(to);
	const start = startOf(Component.HOST);
	const end = endOf(Component.HOST);
	const isRooted = end > start && load8(end - 1) == Octet.DOT;
	const hostEnd = copy(start, isRooted ? end - 1 : end, to);
	if (!isPresent(Component.PORT)) return hostEnd;
	return copy(startOf(Component.PORT) - 1, endOf(Component.PORT), hostEnd);
}

function writeNone(to: i32): i32 {
	store8(to, NO_PART);
	return to + 1;
}
