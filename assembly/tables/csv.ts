/**
 * Rows of CSV and TSV, RFC 4180: fields between delimiters, in quotes if they contain delimiters, quotes or line ends.
 *
 * ```
 *   7 , " a "" b , c " , http://h/ CR LF
 *     |   |  |     |   |             |       marks, as marks.ts lists them
 *     \field 0     \field 1          \row end
 * ```
 *
 * In CDX, quotation marks are literal, and the field `-` has no value.
 *
 * A row is walked mark by mark. What RFC 4180 does not allow is read as follows: a quotation mark inside a field without quotes is
 * literal; text after a closing quotation mark, a quoted field without end and a row with another number of fields are faults. After
 * a faulty quote, the next line is the next row, so one bad line never swallows the lines after it. The same holds for a row with another
 * number of fields whose second line has the right number: an open quote has met one of a later row. A row is given up after
 * Limit.REFERENCE octets, independently of chunks: its quoted field counts as one without end.
 */

import { Limit } from "../layout/addresses";
import { Octet } from "../octets/char";
import { copy, copyShort, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { Kind, Row, Table } from "./layout";
import { indexMarks } from "./marks";
import { endLine, hasLine, recordPiece, recordValue, reportRows, setTable, skipOthers, table } from "./table";

/** In Table.COLUMN: each field is taken, as in a header. */
const EVERY: i32 = -1;

/**
 * Lists the rows of [start, end) at `rows`, and writes their values to `lines`, a line each. TABLE has the result. Rows that end
 * beyond `end` are left, unless Table.IS_END.
 *
 * Requires, for n = end - start octets:
 *
 * - `marks`: n + 9 words;
 * - `lines`: n + 2 × rows + Limit.MARGIN octets;
 * - `end`: Limit.MARGIN octets. The first may be overwritten.
 */
export function listCsvRows(start: i32, end: i32, marks: i32, rows: i32, lines: i32): void {
	end = withLineEnd(start, end);
	setTable(Table.INPUT_END, end);
	const last = indexMarks(table(Table.DELIMITER), start, end, marks);
	const lastRow = rows + table(Table.MAX_ROWS) * Row.SIZE;
	let entry = marks;
	let row = rows;
	let others = table(Table.OTHERS);
	let at = start;
	if (table(Table.IN_LONG_ROW) != 0 && at < end) {
		const lineEnd = find(at, end, Octet.LF);
		row = recordPiece(row, lineEnd, end, Kind.CONTINUED);
		others = skipOthers(others);
		while (entry < last && load32(entry) <= lineEnd) entry += 4;
		at = load32(row - Row.SIZE + Row.END);
	}
	while (entry < last && row < lastRow) {
		const next = listRow(at, entry, last, row);
		if (next == 0) break;
		if (hasLine(row)) lines = writeValue(row, lines);
		if (others != 0) others = listOthers(at, entry, last, others);
		entry = next;
		at = load32(row + Row.END);
		row += Row.SIZE;
	}
	if (end - at > Limit.REFERENCE && row < lastRow) {
		row = recordPiece(row, end, end, Kind.TOO_LONG);
		skipOthers(others);
		at = end;
	}
	reportRows(rows, row, at, lines);
}

/** Records the other columns of the row at `start`, at `others`. Each column is a walk of its marks. Returns the next record. */
function listOthers(start: i32, first: i32, last: i32, others: i32): i32 {
	const column = table(Table.COLUMN);
	const end = table(Table.OTHER_COLUMNS) + 4 * table(Table.OTHER_COUNT);
	for (let other = table(Table.OTHER_COLUMNS); other < end; other += 4) {
		setTable(Table.COLUMN, load32(other));
		listRow(start, first, last, others);
		others += Row.SIZE;
	}
	setTable(Table.COLUMN, column);
	return others;
}

/**
 * Lists the row at `start`, as `listCsvRows` does, and writes each of its fields to `lines`, a line each. Table.COLUMN is overwritten.
 *
 * Requires: what `listCsvRows` does.
 */
export function listCsvHeader(start: i32, end: i32, marks: i32, row: i32, lines: i32): void {
	end = withLineEnd(start, end);
	setTable(Table.INPUT_END, end);
	setTable(Table.COLUMN, EVERY);
	setTable(Table.LINES_END, lines);
	const last = indexMarks(table(Table.DELIMITER), start, end, marks);
	const isListed = end > start && listRow(start, marks, last, row) != 0;
	setTable(Table.ROWS, isListed ? Row.SIZE : 0);
	setTable(Table.CONSUMED, isListed ? load32(row + Row.END) : start);
}

/** Ends the last line of [start, end) if no input follows. Returns the end. */
export function withLineEnd(start: i32, end: i32): i32 {
	if (table(Table.IS_END) == 0 || end == start || load8(end - 1) == Octet.LF) return end;
	store8(end, Octet.LF);
	return end + 1;
}

/** Records the row at `start`, whose marks begin at `first`. Returns the entry after it, or 0 if the row does not end before `last`. */
function listRow(start: i32, first: i32, last: i32, row: i32): i32 {
	const column = table(Table.COLUMN);
	const hasQuotes = table(Table.IS_CDX) == 0;
	const stop = first == last || load32(last - 4) - start <= Limit.REFERENCE ? last : tooFar(start, first);
	let valueStart = start;
	let valueEnd = start;
	let valueKind: i32 = Kind.EMPTY;
	let field = 0;
	let at = start;
	let kind: i32 = Kind.PLAIN;
	for (let entry = first; entry < stop; entry += 4) {
		let fieldEnd = load32(entry);
		let octet = load8(fieldEnd);
		if (octet == Octet.QUOTATION_MARK) {
			if (fieldEnd != at || !hasQuotes) continue;
			const closing = closingQuote(entry + 4, stop);
			entry = closing + 4;
			if (entry >= stop) break;
			kind = Kind.QUOTED;
			fieldEnd = load32(entry);
			octet = load8(fieldEnd);
			const after = load32(closing) + 1;
			if (octet == Octet.QUOTATION_MARK || withoutReturn(after, fieldEnd, octet) != after)
				return faultyRow(start, first, last, row, Kind.INVALID_QUOTE);
		}
		if (octet == Octet.LF) {
			const end = withoutReturn(at, fieldEnd, octet);
			if (field == column) {
				valueStart = at;
				valueEnd = end;
				valueKind = kind;
			}
			if (column == EVERY) writeName(at, end, kind);
			++field;
			if (!hasWidth(field, start, end) && hidesRow(first, entry)) return faultyRow(start, first, last, row, Kind.RAGGED);
			setTable(Table.FIELDS, field);
			recordValue(row, valueStart, valueEnd, hasWidth(field, start, end) ? kindOf(valueStart, valueEnd, valueKind) : Kind.RAGGED);
			store32(row + Row.CLOSE, end);
			store32(row + Row.END, fieldEnd + 1);
			return entry + 4;
		}
		if (field == column) {
			valueStart = at;
			valueEnd = fieldEnd;
			valueKind = kind;
		}
		if (column == EVERY) writeName(at, fieldEnd, kind);
		++field;
		at = fieldEnd + 1;
		kind = Kind.PLAIN;
	}
	return isOver(start) ? faultyRow(start, first, last, row, Kind.UNCLOSED_QUOTE) : 0;
}

/** The first entry from `entry` on whose mark is more than Limit.REFERENCE octets after `start`. Requires: there is one. */
function tooFar(start: i32, entry: i32): i32 {
	while (load32(entry) - start <= Limit.REFERENCE) entry += 4;
	return entry;
}

/** Whether an unfinished row that starts at `start` cannot be completed: no input follows, or it is too long. */
function isOver(start: i32): bool {
	return table(Table.IS_END) != 0 || table(Table.INPUT_END) - start > Limit.REFERENCE;
}

/** Whether a row has the required number of fields. An empty row has none. */
function hasWidth(fields: i32, start: i32, end: i32): bool {
	const width = table(Table.WIDTH);
	return width == 0 || fields == width || end == start;
}

/** Whether the second line of a row, whose marks begin at `entry` and end with the LF at `last`, has the number of fields of a row. */
function hidesRow(entry: i32, last: i32): bool {
	while (load8(load32(entry)) != Octet.LF) entry += 4;
	if (entry == last) return false;
	let fields = 1;
	for (entry += 4; load8(load32(entry)) != Octet.LF; entry += 4) {
		if (load8(load32(entry)) != Octet.QUOTATION_MARK) ++fields;
	}
	return fields > 1 && fields == table(Table.WIDTH);
}

/** The entry of the quotation mark that closes a field, or `last`. Two in a row are one that is part of the field. */
function closingQuote(entry: i32, last: i32): i32 {
	while (entry < last) {
		const mark = load32(entry);
		if (load8(mark) == Octet.QUOTATION_MARK) {
			if (entry + 4 == last || load32(entry + 4) != mark + 1 || load8(mark + 1) != Octet.QUOTATION_MARK) return entry;
			entry += 4;
		}
		entry += 4;
	}
	return last;
}

/** The end of the field [start, end), which `octet` follows: an LF takes one CR before it. */
function withoutReturn(start: i32, end: i32, octet: i32): i32 {
	return octet == Octet.LF && end > start && load8(end - 1) == Octet.CR ? end - 1 : end;
}

/** The kind of the field [start, end), quotes included, which is empty if it has no octets. In CDX, `-` is empty as well. */
function kindOf(start: i32, end: i32, kind: i32): i32 {
	const isDash = end - start == 1 && load8(start) == Octet.HYPHEN && table(Table.IS_CDX) != 0;
	return isDash || end - start == (kind == Kind.QUOTED ? 2 : 0) ? Kind.EMPTY : kind;
}

/**
 * Records a faulty row, which ends at the first LF of its marks, too long or not. Returns the entry after it, or 0 if there is none.
 */
function faultyRow(start: i32, entry: i32, last: i32, row: i32, kind: i32): i32 {
	while (entry < last && load8(load32(entry)) != Octet.LF) entry += 4;
	if (entry == last) return 0;
	const end = load32(entry);
	store32(row + Row.CLOSE, end);
	store32(row + Row.END, end + 1);
	store32(row + Row.KIND, end - start > Limit.REFERENCE ? Kind.TOO_LONG : kind);
	return entry + 4;
}

/** Writes the field [start, end) of a header as a line. */
function writeName(start: i32, end: i32, kind: i32): void {
	const to = table(Table.LINES_END);
	const lineEnd = kind == Kind.QUOTED ? writeUnquoted(start + 1, end - 1, to) : copy(start, end, to);
	store8(lineEnd, Octet.LF);
	setTable(Table.LINES_END, lineEnd + 1);
}

/** Writes the value of a row as a line. Returns its end. */
function writeValue(row: i32, to: i32): i32 {
	const start = load32(row + Row.VALUE_START);
	const end = load32(row + Row.VALUE_END);
	const isQuoted = load32(row + Row.KIND) == Kind.QUOTED;
	store32(row + Row.LINE, to);
	return endLine(row, to, isQuoted ? writeUnquoted(start + 1, end - 1, to) : copyShort(start, end, to));
}

/** Writes a field without its quotes. A line cannot contain LF: TAB replaces it, which every normal form of a URL treats alike. */
export function writeUnquoted(start: i32, end: i32, to: i32): i32 {
	if (find(start, end, Octet.QUOTATION_MARK) == end && find(start, end, Octet.LF) == end) return copyShort(start, end, to);
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		store8(to++, octet == Octet.LF ? Octet.TAB : octet);
		if (octet == Octet.QUOTATION_MARK) ++at;
	}
	return to;
}
