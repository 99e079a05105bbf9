/**
 * Rows of JSON lines: an object a line. In CDXJ, a key and a time precede the object, and lines that begin with one of `!`, `@` and
 * SPACE describe the file: they have no value.
 *
 * ```
 *   com,example)/ 20261122000000 {"url": "http://example.com/", "status": "200"}
 * ```
 */

import { Limit } from "../layout/addresses";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { withLineEnd } from "./csv";
import { listArrayRows } from "./json-array";
import { collectValues } from "./json-columns";
import { listArray, listElements } from "./json-elements";
import { prepareNew } from "./json-new";
import { writeValue } from "./json-value";
import { walkJson } from "./json-walk";
import { Keys, Kind, Row, Table, TableAddress } from "./layout";
import { hasLine, recordPiece, recordValue, reportRows, setTable, skipOthers, skipSpace, table } from "./table";

/**
 * Lists the rows of [start, end) at `rows`, and writes their values to `lines`, a line each. TABLE has the result. A row that ends
 * beyond `end` is left, unless Table.IS_END. NEW has the first row with a key of a new column. The rest of an array may be left as well:
 * the next call continues it.
 *
 * Requires: room at `lines` for the octets, two more for each row and Limit.MARGIN; Limit.MARGIN octets after `end`, of which the
 * first may be overwritten.
 */
export function listJsonRows(start: i32, end: i32, rows: i32, lines: i32): void {
	if (table(Table.IS_ARRAY) != 0) listArrayRows(start, end, rows, lines);
	else listLineRows(start, end, rows, lines);
}

/** The same of rows that are lines. */
function listLineRows(start: i32, end: i32, rows: i32, lines: i32): void {
	end = withLineEnd(start, end);
	const lastRow = rows + table(Table.MAX_ROWS) * Row.SIZE;
	let row = rows;
	let others = table(Table.OTHERS);
	let at = start;
	setTable(Table.LINES_END, lines);
	prepareNew();
	if (table(Table.IN_ARRAY) != 0) {
		row = listElements(at, end, row, lastRow);
		if (row > rows) at = load32(row - Row.SIZE + Row.END);
	}
	while (row < lastRow && table(Table.IN_ARRAY) == 0) {
		const lineEnd = find(at, end, Octet.LF);
		if (table(Table.IN_LONG_ROW) != 0 && at < end) {
			row = recordPiece(row, lineEnd, end, Kind.CONTINUED);
			others = skipOthers(others);
		} else if (lineEnd == end) {
			if (end - at <= Limit.REFERENCE) break;
			row = recordPiece(row, end, end, Kind.TOO_LONG);
			others = skipOthers(others);
		} else if (lineEnd - at > Limit.REFERENCE) {
			row = recordPiece(row, lineEnd, end, Kind.TOO_LONG);
			others = skipOthers(others);
		} else {
			walkRow(at, lineEnd, row);
			store32(row + Row.CLOSE, table(Table.CLOSE));
			store32(row + Row.END, lineEnd + 1);
			if (hasLine(row)) writeValue(row);
			if (others != 0) others = walkOthers(at, lineEnd, load32(row + Row.KIND) != Kind.INVALID_JSON, others);
			row = load32(row + Row.KIND) == Kind.ARRAY ? listArray(row, end, lastRow) : row + Row.SIZE;
		}
		at = load32(row - Row.SIZE + Row.END);
		if (at == end) break;
	}
	reportRows(rows, row, at, table(Table.LINES_END));
}

/** Records the column of the line [start, end). */
function walkRow(start: i32, end: i32, row: i32): void {
	if (table(Table.IS_CDX) == 0) {
		walkJson(start, end, row);
		return;
	}
	const object = objectOf(start, end);
	walkJson(object, end, row);
	const isFaulty = object == end && !isDescription(start) && skipSpace(start, end) != end;
	if (isFaulty) recordValue(row, start, start, Kind.INVALID_JSON);
}

/**
 * Records the other columns of the line [start, end), at `others`. Keys of the outermost object take one walk for all columns,
 * a path of keys takes a walk of its own. Returns the next record.
 */
function walkOthers(start: i32, end: i32, isValid: bool, others: i32): i32 {
	const next = skipOthers(others);
	const first = table(Table.OTHER_COLUMNS);
	if (isValid) collectValues(table(Table.IS_CDX) == 0 ? skipSpace(start, end) : objectOf(start, end), end, first, others);
	for (let keys = first; others < next; keys += Keys.SET) {
		const count = load32(keys + Keys.COUNT);
		if (count == Keys.TIME) recordTime(start, end, others);
		if (count > 0) {
			setTable(Table.KEY_SET, keys);
			walkRow(start, end, others);
		}
		others += Row.SIZE;
	}
	setTable(Table.KEY_SET, TableAddress.KEYS);
	return next;
}

/** Records the time of the line [start, end) of CDXJ, which is between the first SPACE and the one after it. */
function recordTime(start: i32, end: i32, record: i32): void {
	const time = skipSpace(find(start, end, Octet.SPACE), end);
	const timeEnd = find(time, end, Octet.SPACE);
	const isTime = timeEnd < end && !isDescription(start) && load8(time) != Octet.OPEN_BRACE;
	recordValue(record, time, isTime ? timeEnd : time, isTime ? Kind.PLAIN : Kind.EMPTY);
}

function isDescription(start: i32): bool {
	const octet = load8(start);
	return octet == Octet.EXCLAMATION_MARK || octet == Octet.AT || octet == Octet.SPACE;
}

/** Start of the object of a line of CDXJ, or `end`. */
function objectOf(start: i32, end: i32): i32 {
	return isDescription(start) ? end : objectStart(start, end);
}

/** The first "{" after a SPACE in [start, end), or `end`. */
function objectStart(start: i32, end: i32): i32 {
	let at = find(start, end, Octet.OPEN_BRACE);
	while (at < end && (at == start || load8(at - 1) != Octet.SPACE)) at = find(at + 1, end, Octet.OPEN_BRACE);
	return at;
}
