/**
 * The duplicates of a run with the set in memory, for --audit and --report. Kept lines go to a file, block by block, for there may be any
 * number of them. Duplicates wait until there are many, so that each block is read once for all of them:
 *
 * ```
 *   batch ──▶ fresh lines ──▶ block ──▶ file ──▶ blocks, again ──┐
 *        └──▶ duplicates ──▶ in the order of their kept lines ───┴──▶ both texts ──▶ rows, in the order of duplicates
 *             collectMerges                                          findKept       writeMerges
 * ```
 */

import { ABSENT, Limit, LineRecord } from "../layout/addresses";
import { trimLineEnd } from "../lines/fresh";
import { isMarked, mark, unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { copy, equal, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { Decimal, Duplicate, KeptLine, Member, Merging, PartitionAddress } from "./layout";

/** Number of duplicates that `compareMerges` looks ahead, and octets that a cache loads at once. */
const AHEAD: i32 = 12;
const LINE_OF_CACHE: i32 = 64;
/** Octets of "%09", which takes the place of a TAB in a row. */
const ENCODED_TAB: i32 = 3;
/** Max octets of a row without its texts and reason, and those that copying may overwrite. */
const ROW_REST: i32 = 64 + Limit.MARGIN;

function field(name: Merging): i32 {
	return load32(PartitionAddress.MERGES + name);
}

function setField(name: Merging, value: i32): void {
	store32(PartitionAddress.MERGES + name, value);
}

/**
 * Takes the lines of a batch from record `from` on; the first one begins at `start`. Returns the number of the record at which there was
 * no room for a kept line, or for a duplicate; `count` after the last one.
 */
export function collectMerges(start: i32, from: i32, count: i32): i32 {
	const records = field(Merging.RECORDS);
	const marks = field(Merging.MARKS);
	const numbers = field(Merging.NUMBERS);
	const counter = PartitionAddress.MERGES + Merging.LINE;
	const shift = field(Merging.SHIFT);
	let line = start;
	let index = from;
	for (; index < count; ++index) {
		const record = records + (index << LineRecord.SIZE_BITS);
		const recorded = load32(record + LineRecord.INPUT_END);
		const next = unmark(recorded) + shift;
		if (!isMarked(load32(record + LineRecord.OUTPUT_END))) {
			const fate = load32(marks + (index << 2));
			const end = trimLineEnd(line, next);
			const number = numbers == 0 ? counter : numbers + (index << Decimal.SIZE_BITS);
			const hasRoom = fate == ABSENT ? keepLine(line, end, number) : addDuplicate(fate, line, end, number);
			if (!hasRoom) break;
		}
		if (!isMarked(recorded)) increment(counter);
		line = next;
	}
	setField(Merging.REST, line);
	return index;
}

function keepLine(start: i32, end: i32, number: i32): bool {
	const at = field(Merging.KEPT_AT);
	const next = at + KeptLine.TEXT + end - start;
	if (next > field(Merging.KEPT_LIMIT)) return false;
	store32(at + KeptLine.LENGTH, end - start);
	copyNumber(number, at + KeptLine.NUMBER);
	copy(start, end, at + KeptLine.TEXT);
	setField(Merging.KEPT_AT, next);
	setField(Merging.KEPT_COUNT, field(Merging.KEPT_COUNT) + 1);
	return true;
}

function addDuplicate(ordinal: i32, start: i32, end: i32, number: i32): bool {
	const count = field(Merging.COUNT);
	const text = field(Merging.TEXT_AT);
	const next = text + end - start;
	if (count == field(Merging.MAX_COUNT) || next > field(Merging.TEXT_LIMIT)) return false;
	const at = field(Merging.DUPLICATES) + (count << Duplicate.SIZE_BITS);
	const earlier = field(Merging.EARLIER);
	store32(at + Duplicate.ORDINAL, ordinal < earlier ? ABSENT : ordinal - earlier);
	store32(at + Duplicate.START, text);
	store32(at + Duplicate.END, next);
	store32(at + Duplicate.KEPT, 0);
	copyNumber(number, at + Duplicate.NUMBER);
	copy(start, end, text);
	setField(Merging.COUNT, count + 1);
	setField(Merging.TEXT_AT, next);
	return true;
}

function copyNumber(from: i32, to: i32): void {
	for (let at = 0; at < Decimal.SIZE; at += 4) store32(to + at, load32(from + at));
}

/** Adds one to a `Decimal`. */
function increment(number: i32): void {
	const length = load8(number + Decimal.LENGTH);
	let at = number + length - 1;
	for (; at >= number && load8(at) == Octet.DIGIT_0 + 9; --at) store8(at, Octet.DIGIT_0);
	if (at >= number) {
		store8(at, load8(at) + 1);
	} else {
		store8(number, Octet.DIGIT_0 + 1);
		store8(number + length, Octet.DIGIT_0);
		store8(number + Decimal.LENGTH, length + 1);
	}
}

/**
 * Finds the kept lines of duplicates in [block, end), records whose first one has this ordinal; `from` is an index of ORDER. Copies the
 * text of each once. Returns the index of the first duplicate whose kept line comes later, or ABSENT if there is no room for a text.
 */
export function findKept(block: i32, end: i32, ordinal: i32, from: i32): i32 {
	const ordinals = field(Merging.ORDINALS);
	const ordered = field(Merging.ORDERED);
	const limit = field(Merging.TEXT_LIMIT);
	let text = field(Merging.TEXT_AT);
	let index = from;
	let at = block;
	let current = ordinal;
	while (index < ordered) {
		const wanted = load32(ordinals + (index << 2));
		for (; current < wanted && at < end; ++current) at += KeptLine.TEXT + load32(at + KeptLine.LENGTH);
		if (at >= end) break;
		const next = text + KeptLine.TEXT + load32(at + KeptLine.LENGTH);
		if (next > limit) return ABSENT;
		copy(at, at + next - text, text);
		index = pair(index, wanted, text);
		text = next;
	}
	setField(Merging.TEXT_AT, text);
	return index;
}

/** Assigns the record of a kept line to all duplicates of this ordinal from `from` on. Returns the index after them. */
function pair(from: i32, ordinal: i32, kept: i32): i32 {
	const duplicates = field(Merging.DUPLICATES);
	const order = field(Merging.ORDER);
	const ordinals = field(Merging.ORDINALS);
	const ordered = field(Merging.ORDERED);
	let index = from;
	for (; index < ordered && load32(ordinals + (index << 2)) == ordinal; ++index) {
		store32(duplicates + (load32(order + (index << 2)) << Duplicate.SIZE_BITS) + Duplicate.KEPT, kept);
	}
	return index;
}

/**
 * Flags the kept line of every duplicate in [from, count) whose text differs from it. Returns the number of duplicates whose text is
 * identical.
 */
export function compareMerges(from: i32, count: i32): i32 {
	const duplicates = field(Merging.DUPLICATES);
	const end = duplicates + (count << Duplicate.SIZE_BITS);
	let touched = 0;
	let same = 0;
	for (let at = duplicates + (from << Duplicate.SIZE_BITS); at < end; at += Duplicate.SIZE) {
		// Kept lines are in another order, so each is a cache miss. Early loads let several misses overlap.
		const next = load32(at + (AHEAD << Duplicate.SIZE_BITS) + Duplicate.KEPT);
		if (at + (AHEAD << Duplicate.SIZE_BITS) < end)
			touched |= load8(next + KeptLine.TEXT) | load8(next + KeptLine.TEXT + LINE_OF_CACHE);
		const kept = load32(at + Duplicate.KEPT);
		if (kept == 0) continue;
		if (isSameText(at, kept)) ++same;
		else store32(at + Duplicate.KEPT, mark(kept));
	}
	setField(Merging.TOUCHED, touched);
	return same;
}

/** Whether the text of a duplicate is that of its kept line. */
function isSameText(duplicate: i32, kept: i32): bool {
	const start = load32(duplicate + Duplicate.START);
	const end = load32(duplicate + Duplicate.END);
	return load32(kept + KeptLine.LENGTH) == end - start && equal(start, end, kept + KeptLine.TEXT);
}

/**
 * Writes a row for each of the duplicates [from, count) to [to, limit): the kept line, the dropped line, the reason and both numbers, with
 * TABs between them. TABs of lines become "%09". `reason` is that of equal texts. Returns the index of the first duplicate whose row has
 * no room, and leaves the end of the rows in REST.
 */
export function writeMerges(reason: i32, from: i32, count: i32, to: i32, limit: i32): i32 {
	const duplicates = field(Merging.DUPLICATES);
	let written = to;
	let index = from;
	for (; index < count; ++index) {
		const at = duplicates + (index << Duplicate.SIZE_BITS);
		const recorded = load32(at + Duplicate.KEPT);
		const cause = isMarked(recorded) ? load32(at + Duplicate.REASON) : reason;
		const kept = unmark(recorded);
		const texts = load32(at + Duplicate.END) - load32(at + Duplicate.START) + (kept == 0 ? 0 : load32(kept + KeptLine.LENGTH));
		if (ENCODED_TAB * texts + load32(cause) + ROW_REST > limit - written) break;
		written = kept == 0 ? writeUnknown(at, written) : writeKnown(at, kept, cause, written);
		written = writeNumber(at + Duplicate.NUMBER, written, Octet.LF);
	}
	setField(Merging.REST, written);
	return index;
}

/** All columns but the last one. */
function writeKnown(duplicate: i32, kept: i32, reason: i32, to: i32): i32 {
	const start = kept + KeptLine.TEXT;
	let written = copyColumn(start, start + load32(kept + KeptLine.LENGTH), to);
	written = copyColumn(load32(duplicate + Duplicate.START), load32(duplicate + Duplicate.END), written);
	written = copy(reason + 4, reason + 4 + load32(reason), written);
	store8(written, Octet.TAB);
	return writeNumber(kept + KeptLine.NUMBER, written + 1, Octet.TAB);
}

/** The same, with "-" in the columns that only an earlier run knows. */
function writeUnknown(duplicate: i32, to: i32): i32 {
	const written = copyColumn(load32(duplicate + Duplicate.START), load32(duplicate + Duplicate.END), writeHyphen(to));
	return writeHyphen(writeHyphen(written));
}

function writeHyphen(to: i32): i32 {
	store8(to, Octet.HYPHEN);
	store8(to + 1, Octet.TAB);
	return to + 2;
}

/** Writes a number and an octet after it. */
function writeNumber(number: i32, to: i32, octet: i32): i32 {
	copyNumber(number, to);
	const end = to + load8(number + Decimal.LENGTH);
	store8(end, octet);
	return end + 1;
}

/**
 * Writes a record (`Member`) for each of the duplicates [from, count) whose kept line is known to [to, limit): the number of that line,
 * and the first `most` octets of both texts, or of one if they are equal. Returns the index of the first duplicate without room, and leaves the end in REST.
 */
export function writeMembers(most: i32, from: i32, count: i32, to: i32, limit: i32): i32 {
	const duplicates = field(Merging.DUPLICATES);
	let written = to;
	let index = from;
	for (; index < count && limit - written >= Member.TEXTS + 2 * most + Limit.MARGIN; ++index) {
		const at = duplicates + (index << Duplicate.SIZE_BITS);
		const recorded = load32(at + Duplicate.KEPT);
		if (recorded == 0) continue;
		const kept = unmark(recorded);
		const start = load32(at + Duplicate.START);
		const length = lesser(load32(kept + KeptLine.LENGTH), most);
		const droppedLength = isMarked(recorded) ? lesser(load32(at + Duplicate.END) - start, most) : Member.SAME;
		store32(written + Member.LINE, integerOf(kept + KeptLine.NUMBER));
		store32(written + Member.LENGTHS, length | (droppedLength << Member.DROPPED_SHIFT));
		written = copy(kept + KeptLine.TEXT, kept + KeptLine.TEXT + length, written + Member.TEXTS);
		if (isMarked(recorded)) written = copy(start, start + droppedLength, written);
	}
	setField(Merging.REST, written);
	return index;
}

function lesser(a: i32, b: i32): i32 {
	return a < b ? a : b;
}

/** The value of a `Decimal` below 2³¹. */
function integerOf(number: i32): i32 {
	const end = number + load8(number + Decimal.LENGTH);
	let value = 0;
	for (let at = number; at < end; ++at) value = 10 * value + load8(at) - Octet.DIGIT_0;
	return value;
}

/** Copies a line and adds a TAB. */
function copyColumn(start: i32, end: i32, to: i32): i32 {
	let at = start;
	let written = to;
	for (let tab = find(at, end, Octet.TAB); tab < end; tab = find(at, end, Octet.TAB)) {
		written = writeEncodedTab(copy(at, tab, written));
		at = tab + 1;
	}
	written = copy(at, end, written);
	store8(written, Octet.TAB);
	return written + 1;
}

function writeEncodedTab(to: i32): i32 {
	store8(to, Octet.PERCENT);
	store8(to + 1, Octet.DIGIT_0);
	store8(to + 2, Octet.DIGIT_0 + 9);
	return to + ENCODED_TAB;
}
