/**
 * The rows of a JSON array: its elements, each with the octets before it. Without some rows, it is still an array, but for a comma
 * after "[".
 *
 * ```
 *   [ LF {"url": "http://a/"} , LF {"url": "http://b/"} LF ] LF
 *    \__________ row __________/\_________ row _________/\ CONTINUED
 * ```
 */

import { Limit } from "../layout/addresses";
import { unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { load8, store32 } from "../octets/memory";
import { elementEnd, NOT_FIRST } from "./json-elements";
import { prepareNew } from "./json-new";
import { writeValue } from "./json-value";
import { walkJson } from "./json-walk";
import { ArrayState, Kind, Row, Table } from "./layout";
import { hasLine, recordValue, reportRows, setTable, skipSpace, table } from "./table";

/**
 * Lists the elements of [start, end), which is within the array, as `listJsonRows` does, but no element that may continue beyond `end`.
 * Table.ARRAY_STATE has the progress, or a fault.
 *
 * Requires: what `listJsonRows` does; there are no other columns, and the value of a row is no array.
 */
export function listArrayRows(start: i32, end: i32, rows: i32, lines: i32): void {
	const lastRow = rows + table(Table.MAX_ROWS) * Row.SIZE;
	let row = rows;
	let at = start;
	setTable(Table.LINES_END, lines);
	prepareNew();
	while (row < lastRow && table(Table.ARRAY_STATE) <= ArrayState.END) {
		const next = listElement(at, end, row);
		if (next == at) break;
		at = next;
		row += Row.SIZE;
	}
	reportRows(rows, row, at, table(Table.LINES_END));
}

/** Records the element after `at`, or what follows the array. Returns its end; `at` if there is none, or a fault. */
function listElement(at: i32, end: i32, row: i32): i32 {
	const state = table(Table.ARRAY_STATE);
	let first = skipSpace(at, end);
	if (state == ArrayState.END) return first == end ? recordRest(at, end, row) : fault(ArrayState.TEXT_AFTER, at);
	if (first == end) return at;
	const hasComma = load8(first) == Octet.COMMA;
	if (load8(first) == Octet.CLOSE_BRACKET) {
		setTable(Table.ARRAY_STATE, ArrayState.END);
		return recordRest(at, first + 1, row);
	}
	if (hasComma != (state == ArrayState.ELEMENT)) return fault(hasComma ? ArrayState.NO_ELEMENT : ArrayState.NO_COMMA, at);
	if (hasComma) first = skipSpace(first + 1, end);
	if (first == end) return at;
	const octet = load8(first);
	if (octet == Octet.COMMA || octet == Octet.CLOSE_BRACKET) return fault(ArrayState.NO_ELEMENT, at);
	const stop = unmark(elementEnd(octet, first, end));
	// A scalar that is no JSON has no end. An incomplete one is distinguished once more octets follow.
	if (stop == 0 || stop >= end) return end - at > Limit.REFERENCE ? fault(ArrayState.TOO_LONG, at) : at;
	setTable(Table.ARRAY_STATE, ArrayState.ELEMENT);
	walkJson(first, stop, row);
	store32(row + Row.CLOSE, table(Table.CLOSE));
	store32(row + Row.END, stop);
	if (hasLine(row)) writeValue(row);
	return stop;
}

/** Records [at, end), which is no element. Returns the end. */
function recordRest(at: i32, end: i32, row: i32): i32 {
	recordValue(row, at, at, Kind.CONTINUED);
	store32(row + Row.CLOSE, NOT_FIRST);
	store32(row + Row.END, end);
	return end;
}

function fault(state: i32, at: i32): i32 {
	setTable(Table.ARRAY_STATE, state);
	return at;
}
