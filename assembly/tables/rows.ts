/**
 * Writes rows with other values in a column. Everything else in a row stays as it came, octet for octet.
 *
 * ```
 *   rows    7,HTTP://H,x LF     8,http://[,y LF     9,http://h/,z LF
 *   values  http://h/ LF        http://[ LF         http://h/ LF
 *   ends       10                 ~19                  29               the end of each value; complemented: rejected
 *   marks   ABSENT              0                   0                   of each value, as `seenAdd` writes them
 *              |                   |                   |
 *   output  7,http://h/,x LF    8,http://[,y LF     a duplicate: dropped
 * ```
 *
 * Rows that stay as they came are copied in runs.
 */

import { ABSENT } from "../layout/addresses";
import { NO_PART } from "../layout/parts";
import { isMarked, unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { copy, equal, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { writeField, writeString } from "./fields";
import { Kind, Row, Table, TableAddress, Write } from "./layout";
import { findFieldStop, findStringStop } from "./marks";
import { setTable, table } from "./table";

/** Result of a row. */
const enum Outcome {
	/** A value in normal form. */
	VALUE = 0,
	/** A value in normal form that an earlier row has. */
	DUPLICATE = 1,
	/** A value that was rejected. */
	REJECT = 2,
	/** No value. */
	EMPTY = 3,
	/** A fault. */
	FAULT = 4,
	/** Nothing to write: the row joins the pending run. */
	KEPT = 5,
}

/**
 * Writes the rows in [rows, rowsEnd) to `to`. The first row begins at `rowStart`. Returns the end. Row.WRITTEN has the end of each.
 *
 * Each row with a line has an i32 at `ends`: where its value ends, LF included. The first value begins at `values`. A value without
 * octets has been omitted, since it is equal to the line at Row.LINE. Table.MARKS has the address of an i32 for each value, or 0,
 * Table.KEYS a line for each value, or 0, Table.PARTS Table.PART_COUNT lines for each, or 0, and Table.WRITE the fates of the rows.
 *
 * Requires: at `to`, room for three times the rows, JsonLimit.ESCAPE times the values, keys and parts, all prefixes and four octets for
 * each new column of each row, and Limit.MARGIN.
 */
export function writeRows(rows: i32, rowsEnd: i32, rowStart: i32, ends: i32, values: i32, to: i32): i32 {
	const write = table(Table.WRITE);
	let marks = table(Table.MARKS);
	let key = table(Table.KEYS);
	const isAppending = beginFields() && (key != 0 || (write & Write.APPEND) != 0 || table(Table.PARTS) != 0);
	const mayKeep = marks == 0 && !isAppending;
	// Start of the pending run.
	let run = rowStart;
	for (let row = rows; row < rowsEnd; row += Row.SIZE) {
		const kept = mayKeep ? keepRows(row, rowsEnd, ends, values, to - run) : 0;
		if (kept > 0) {
			ends += kept << 2;
			row += (kept - 1) * Row.SIZE;
			rowStart = load32(row + Row.END);
			continue;
		}
		const kind = load32(row + Row.KIND);
		const hasValue = kind <= Kind.LAST_WITH_LINE;
		const valueEnd = hasValue ? unmark(load32(ends)) : values;
		const isOmitted = hasValue && valueEnd == values;
		const keyEnd = hasValue && key != 0 ? find(key, table(Table.KEYS_END), Octet.LF) + 1 : key;
		const outcome = hasValue ? valueOutcome(values, ends, marks) : outcomeWithout(row, kind);
		if (isDropped(write, outcome)) {
			to = copy(run, rowStart, to);
			run = load32(row + Row.END);
		} else if (outcome != Outcome.KEPT) {
			const text = isOmitted ? load32(row + Row.LINE) : values;
			const textEnd = isOmitted ? find(text, table(Table.LINES_END), Octet.LF) : valueEnd - 1;
			if (isReplaced(write, row, outcome, text, textEnd)) {
				to = writeValue(write, row, outcome, text, textEnd, copy(run, load32(row + Row.VALUE_START), to));
				run = load32(row + Row.VALUE_END);
			}
			if (isAppending && isExtended(row, rowStart, outcome)) {
				to = appendFields(row, outcome, text, textEnd, key, keyEnd - 1, copy(run, load32(row + Row.CLOSE), to));
				run = load32(row + Row.CLOSE);
			}
		}
		rowStart = load32(row + Row.END);
		store32(row + Row.WRITTEN, to + rowStart - run);
		values = valueEnd;
		key = keyEnd;
		if (isAppending && hasValue) passParts();
		if (hasValue) ends += 4;
		if (hasValue && marks != 0) marks += 4;
	}
	return copy(run, rowStart, to);
}

/**
 * Returns the number of rows from `row` on that join the pending run: their values are equal to their lines, and nothing else is written.
 * `written` is what to add to the end of a row for Row.WRITTEN.
 */
function keepRows(row: i32, rowsEnd: i32, ends: i32, values: i32, written: i32): i32 {
	let count = 0;
	for (let at = row; at < rowsEnd; at += Row.SIZE) {
		const kind = load32(at + Row.KIND);
		if (kind > Kind.LAST_WITH_LINE || kind == Kind.ESCAPED_STRING || load32(ends + (count << 2)) != values) break;
		store32(at + Row.WRITTEN, written + load32(at + Row.END));
		++count;
	}
	return count;
}

/** The outcome of a row without a value. What follows an array stays. */
function outcomeWithout(row: i32, kind: i32): i32 {
	if (kind == Kind.EMPTY) return Outcome.EMPTY;
	return kind == Kind.CONTINUED && load32(row + Row.CLOSE) == 0 ? Outcome.KEPT : Outcome.FAULT;
}

/** The outcome of a value, whose end and mark are at these addresses. A value of only white space is none: its normal form is empty. */
function valueOutcome(value: i32, end: i32, mark: i32): i32 {
	if (isMarked(load32(end))) return Outcome.REJECT;
	if (load32(end) - value == 1) return Outcome.EMPTY;
	return mark != 0 && load32(mark) != ABSENT ? Outcome.DUPLICATE : Outcome.VALUE;
}

function isDropped(write: i32, outcome: i32): bool {
	const isInvalid = outcome == Outcome.REJECT || outcome == Outcome.FAULT;
	if (outcome == Outcome.EMPTY) return (write & Write.DROP_EMPTY) != 0;
	return outcome == Outcome.DUPLICATE || (isInvalid && (write & Write.DROP_INVALID) != 0);
}

/** Whether another value replaces that of a kept row. */
function isReplaced(write: i32, row: i32, outcome: i32, value: i32, valueEnd: i32): bool {
	if ((write & Write.APPEND) != 0) return false;
	if (outcome == Outcome.REJECT) return (write & Write.BLANK_INVALID) != 0;
	return outcome == Outcome.VALUE && (write & Write.ORIGINAL) == 0 && !hasContent(row, value, valueEnd);
}

/** Whether a kept row that starts at `start` gets the new fields, if there are any. */
function isExtended(row: i32, start: i32, outcome: i32): bool {
	return outcome <= Outcome.REJECT || (outcome == Outcome.EMPTY && needsField(row, start));
}

/** Whether a row that starts at `start` gets an empty field: a line of JSON needs no key without a value, and an empty row no field. */
function needsField(row: i32, start: i32): bool {
	return table(Table.DELIMITER) != 0 && load32(row + Row.CLOSE) != start;
}

/** Whether the field of a row has these octets, within its quotes. */
function hasContent(row: i32, value: i32, valueEnd: i32): bool {
	const quote = load32(row + Row.KIND) == Kind.PLAIN ? 0 : 1;
	const start = load32(row + Row.VALUE_START) + quote;
	const end = load32(row + Row.VALUE_END) - quote;
	return end - start == valueEnd - value && equal(start, end, value);
}

/** Writes the new fields of a row: with Write.APPEND, its value; its key, if there is one; its parts. Returns the end. */
function appendFields(row: i32, outcome: i32, value: i32, valueEnd: i32, key: i32, keyEnd: i32, to: i32): i32 {
	const texts = TableAddress.TABLE;
	if ((table(Table.WRITE) & Write.APPEND) != 0) to = appendField(texts + Table.PREFIX, row, outcome, value, valueEnd, to);
	if (key != 0) to = appendField(texts + Table.KEY_PREFIX, row, outcome, key, keyEnd, to);
	return appendParts(row, outcome, to);
}

/** Writes a new field of a row, after the text whose start and end are at `prefix`. Returns the end. */
function appendField(prefix: i32, row: i32, outcome: i32, value: i32, valueEnd: i32, to: i32): i32 {
	const start = copy(load32(prefix), load32(prefix + 4), to);
	return writeValue(table(Table.WRITE) | Write.APPEND, row, outcome, value, valueEnd, start);
}

/** Writes a new field for each part of a row. Returns the end. */
function appendParts(row: i32, outcome: i32, to: i32): i32 {
	let part = table(Table.PARTS);
	if (part == 0) return to;
	const end = table(Table.PARTS_END);
	const prefixesEnd = TableAddress.PARTS + 8 * table(Table.PART_COUNT);
	for (let prefix = TableAddress.PARTS; prefix < prefixesEnd; prefix += 8) {
		if (outcome == Outcome.EMPTY) {
			to = appendNone(prefix, to);
			continue;
		}
		const stop = findPartStop(row, part, end);
		const isPlain = load8(stop) == Octet.LF;
		const lineEnd = isPlain ? stop : find(stop, end, Octet.LF);
		if (load8(part) == NO_PART) to = appendNone(prefix, to);
		else if (isPlain) to = appendPlain(prefix, row, part, lineEnd, to);
		else to = appendField(prefix, row, Outcome.VALUE, part, lineEnd, to);
		part = lineEnd + 1;
	}
	setTable(Table.NEXT_PARTS, part);
	return to;
}

/** The first octet of a part that a field cannot have as it is: at most its LF. */
function findPartStop(row: i32, start: i32, end: i32): i32 {
	return isString(load32(row + Row.KIND)) ? findStringStop(start, end) : findFieldStop(table(Table.DELIMITER), start, end);
}

/** Fast path only: `appendField` writes the same. */
function appendPlain(prefix: i32, row: i32, start: i32, end: i32, to: i32): i32 {
	to = copy(load32(prefix), load32(prefix + 4), to);
	if (!isString(load32(row + Row.KIND))) return copy(start, end, to);
	store8(to, Octet.QUOTATION_MARK);
	to = copy(start, end, to + 1);
	store8(to, Octet.QUOTATION_MARK);
	return to + 1;
}

/** Writes an empty field. JSON needs no key for a part that is not there. */
function appendNone(prefix: i32, to: i32): i32 {
	return table(Table.DELIMITER) == 0 ? to : copy(load32(prefix), load32(prefix + 4), to);
}

/** Whether rows may get new fields: one of several values has no place for them. No part has been written so far. */
function beginFields(): bool {
	setTable(Table.NEXT_PARTS, 0);
	return table(Table.HAS_ELEMENTS) == 0;
}

/** Passes over the lines of the parts of a row that has a value, written or not. */
function passParts(): void {
	let part = table(Table.PARTS);
	if (part == 0) return;
	const next = table(Table.NEXT_PARTS);
	// Fast path only: they have just been written.
	if (next > part) {
		setTable(Table.PARTS, next);
		return;
	}
	for (let count = table(Table.PART_COUNT); count > 0; --count) part = find(part, table(Table.PARTS_END), Octet.LF) + 1;
	setTable(Table.PARTS, part);
}

/** Writes the field of a row: a new one with Write.APPEND. Returns the end. */
function writeValue(write: i32, row: i32, outcome: i32, value: i32, valueEnd: i32, to: i32): i32 {
	const isAppended = (write & Write.APPEND) != 0;
	const kind = load32(row + Row.KIND);
	if (outcome == Outcome.EMPTY) return to;
	if (outcome == Outcome.REJECT) {
		// An appended column has a rejected value as it came.
		if ((write & Write.BLANK_INVALID) == 0) return copy(load32(row + Row.VALUE_START), load32(row + Row.VALUE_END), to);
		return isString(kind) ? writeString(value, value, to) : to;
	}
	return isString(kind) ? writeString(value, valueEnd, to) : writeField(kind == Kind.QUOTED && !isAppended, value, valueEnd, to);
}

function isString(kind: i32): bool {
	return kind == Kind.STRING || kind == Kind.ESCAPED_STRING;
}
