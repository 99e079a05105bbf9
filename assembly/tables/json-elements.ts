/**
 * The elements of an array of JSON, each of which has a value: itself, or that of a column within it. The array is valid: `walkJson` has
 * checked its row.
 *
 * ```
 *   {"links": [{"href": "http://a/"}, null, {"href": "http://b/"}]} LF         column links[].href
 *                       \_STRING__/   EMPTY           \_STRING__/ \ CONTINUED
 * ```
 *
 * A batch may end between two elements: an array has any number of them. What precedes is written by then.
 */

import { unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { nestedEnd } from "./json-columns";
import { writeValue } from "./json-value";
import { recordScalar, scalarEnd, walkValue } from "./json-walk";
import { Elements, Keys, Kind, Row, Table, TableAddress } from "./layout";
import { hasLine, recordValue, setTable, skipSpace } from "./table";

/** In Row.CLOSE. */
export const NOT_FIRST: i32 = 0;

/**
 * Lists the elements of the array that `row` has recorded, from this record on. An empty array has no value. Returns the next record.
 *
 * Requires: the row ends before `end`.
 */
export function listArray(row: i32, end: i32, lastRow: i32): i32 {
	const start = load32(row + Row.VALUE_START);
	const close = load32(row + Row.CLOSE);
	if (load8(skipSpace(start + 1, end)) == Octet.CLOSE_BRACKET) {
		recordValue(row, start, start, Kind.EMPTY);
		return row + Row.SIZE;
	}
	setTable(Table.IN_ARRAY, 1);
	const next = listElements(start + 1, end, row, lastRow);
	store32(row + Row.CLOSE, close);
	return next;
}

/**
 * Lists the elements that follow `at`, which is after "[" or after an element, and what follows the array up to the end of its line.
 * Elements that end beyond `end` are left. Returns the next record.
 */
export function listElements(at: i32, end: i32, row: i32, lastRow: i32): i32 {
	while (row < lastRow) {
		let start = skipSpace(at, end);
		if (start < end && load8(start) == Octet.COMMA) start = skipSpace(start + 1, end);
		if (start >= end) break;
		const octet = load8(start);
		const isOver = octet == Octet.CLOSE_BRACKET;
		const stop = isOver ? find(start, end, Octet.LF) : recordElement(row, octet, start, end);
		// An element may continue beyond `end`.
		if (stop == 0 || stop >= end) break;
		if (isOver) recordValue(row, start, start, Kind.CONTINUED);
		store32(row + Row.CLOSE, NOT_FIRST);
		at = isOver ? stop + 1 : stop;
		store32(row + Row.END, at);
		if (hasLine(row)) writeValue(row);
		row += Row.SIZE;
		if (!isOver) continue;
		setTable(Table.IN_ARRAY, 0);
		break;
	}
	return row;
}

/** The end of an element, as `scalarEnd` returns it: `end` or 0 if it does not end before. */
export function elementEnd(octet: i32, start: i32, end: i32): i32 {
	return isNested(octet) ? nestedEnd(start, end) : scalarEnd(octet, start, end);
}

function isNested(octet: i32): bool {
	return octet == Octet.OPEN_BRACE || octet == Octet.OPEN_BRACKET;
}

/** Records the value of an element. Returns the end of the element: `end` or 0 if it does not end before. */
function recordElement(row: i32, octet: i32, start: i32, end: i32): i32 {
	if (load32(TableAddress.ELEMENT + Keys.WHOLE) != 0) return recordWithin(row, start, end);
	const stop = elementEnd(octet, start, end);
	if (isNested(octet)) recordValue(row, start, start, Kind.NOT_TEXT);
	else if (stop != 0) recordScalar(row, octet, start, stop);
	return unmark(stop);
}

/** The same of a column within an element. */
function recordWithin(row: i32, start: i32, end: i32): i32 {
	setTable(Table.KEY_SET, TableAddress.ELEMENT);
	setTable(Table.HAS_ELEMENTS, Elements.NONE);
	recordValue(row, start, start, Kind.EMPTY);
	const stop = walkValue(start, end, row);
	setTable(Table.HAS_ELEMENTS, Elements.EACH);
	setTable(Table.KEY_SET, TableAddress.KEYS);
	return stop;
}
