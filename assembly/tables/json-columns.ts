/**
 * Several keys of one object, in one walk of its outermost level. The object is valid: `walkJson` has checked it.
 *
 * ```
 *   {"url": "http://h/", "page": {"url": 1}, "digest": "x"}
 *    \_key  \_value         \_skipped          \_key
 * ```
 */

import { isMarked, unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { load8, load32 } from "../octets/memory";
import { equalsKey, stringEnd } from "./json-string";
import { recordScalar, scalarEnd } from "./json-walk";
import { Keys, Kind, Row, Table } from "./layout";
import { recordValue, skipSpace, table } from "./table";

/**
 * Records the values that the object at `start` has under the keys of columns without a path, whose pairs are at `columns`. As in
 * `JSON.parse`, the last of equal keys counts. A value that is no object has no keys.
 *
 * Requires: the object is valid, and its line ends at `end`.
 */
export function collectValues(start: i32, end: i32, columns: i32, records: i32): void {
	if (start >= end || load8(start) != Octet.OPEN_BRACE) return;
	let at = skipSpace(start + 1, end);
	while (load8(at) == Octet.QUOTATION_MARK) {
		const stop = stringEnd(at, end);
		const keyEnd = unmark(stop);
		const value = skipSpace(skipSpace(keyEnd, end) + 1, end);
		at = skipSpace(takeValue(at + 1, keyEnd - 1, isMarked(stop), value, end, columns, records), end);
		if (load8(at) == Octet.COMMA) at = skipSpace(at + 1, end);
	}
}

/** Records the value at `value` for each column with the key [start, keyEnd). Returns its end. */
function takeValue(start: i32, keyEnd: i32, hasEscapes: bool, value: i32, end: i32, columns: i32, records: i32): i32 {
	const octet = load8(value);
	const isNested = octet == Octet.OPEN_BRACE || octet == Octet.OPEN_BRACKET;
	const stop = isNested ? nestedEnd(value, end) : scalarEnd(octet, value, end);
	const last = columns + Keys.SET * table(Table.OTHER_COUNT);
	for (let keys = columns; keys < last; keys += Keys.SET) {
		if (load32(keys + Keys.COUNT) == 0 && equalsKey(start, keyEnd, hasEscapes, keys + Keys.WHOLE, table(Table.LINES_END))) {
			if (isNested) recordValue(records, value, value, Kind.NOT_TEXT);
			else recordScalar(records, octet, value, stop);
		}
		records += Row.SIZE;
	}
	return unmark(stop);
}

/** The end of the object or array at `start`, or `end` if it does not end before. */
export function nestedEnd(start: i32, end: i32): i32 {
	let depth = 0;
	let at = start;
	while (at < end) {
		const octet = load8(at);
		if (octet == Octet.QUOTATION_MARK) {
			const stop = stringEnd(at, end);
			if (stop == 0) return end;
			at = unmark(stop);
			continue;
		}
		++at;
		if (octet == Octet.OPEN_BRACE || octet == Octet.OPEN_BRACKET) ++depth;
		else if ((octet == Octet.CLOSE_BRACE || octet == Octet.CLOSE_BRACKET) && --depth == 0) return at;
	}
	return end;
}
