/**
 * A column of values, packed.
 *
 * ```
 *   records   "http://h/a"   null   200   "x\ty"        in JSON lines
 *   to        http://h/a200x TAB y
 *   ends      10, 10, 13, 16
 * ```
 */
import { copyShort, load32, store32 } from "../octets/memory";
import { writeUnquoted } from "./csv";
import { ILL_FORMED, writeUnescaped } from "./json-string";
import { Kind, Row } from "./layout";

/**
 * Writes the values of the records [record, recordsEnd), `stride` octets apart, to `to`, without quotes and escapes. Returns the end.
 * `ends` gets an i32 for each: the end of its value, from 0. A number or a word of JSON is the value as it stands; a faulty row, an
 * object, an array and a string without UTF-8 have none.
 *
 * Requires: at `to`, room for the rows and Limit.MARGIN.
 */
export function packColumn(record: i32, recordsEnd: i32, stride: i32, to: i32, ends: i32): i32 {
	const first = to;
	for (; record < recordsEnd; record += stride) {
		to = writeCell(load32(record + Row.KIND), load32(record + Row.VALUE_START), load32(record + Row.VALUE_END), to);
		store32(ends, to - first);
		ends += 4;
	}
	return to;
}

/** Writes the value [start, end) of this kind. Returns the end. */
function writeCell(kind: i32, start: i32, end: i32, to: i32): i32 {
	if (kind == Kind.PLAIN || kind == Kind.NOT_TEXT) return copyShort(start, end, to);
	if (kind > Kind.LAST_WITH_LINE) return to;
	if (kind == Kind.QUOTED) return writeUnquoted(start + 1, end - 1, to);
	// Fast path only: a string without escapes is copied whole.
	if (kind == Kind.STRING) return copyShort(start + 1, end - 1, to);
	const written = writeUnescaped(start + 1, end - 1, to);
	return written == ILL_FORMED ? to : written;
}
