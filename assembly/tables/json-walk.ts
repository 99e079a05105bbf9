/**
 * One line of JSON, RFC 8259: checks it, and finds the value of a column.
 *
 * ```
 *   { "a" : { "b" : "http:\/\/h\/" , "c" : [ 1 ] } , "d" : null }        column a.b
 *   \_/ STACK: {{        \__value__/                            \_ CLOSE
 * ```
 *
 * The walk needs no recursion: STACK has an octet for each open bracket, and `matched` counts the open objects on the path. As in
 * `JSON.parse`, the last of equal keys counts. A key of the outermost object that equals the whole name precedes a path.
 */

import { isMarked, unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { load8, load32, store8 } from "../octets/memory";
import { findTaken, forgetTaken, mayBeNew } from "./json-new";
import { numberEnd, wordEnd } from "./json-scalar";
import { equalsKey, stringEnd } from "./json-string";
import { Elements, JsonLimit, Keys, Kind, Table, TableAddress } from "./layout";
import { recordValue, setTable, skipSpace, table } from "./table";

/** Tokens that may come next. */
const enum Next {
	VALUE = 0,
	/** After "[". */
	VALUE_OR_CLOSE = 1,
	KEY = 2,
	/** After "{". */
	KEY_OR_CLOSE = 3,
	COMMA_OR_CLOSE = 4,
}

/** Meaning of the next value for the column. */
const enum Role {
	OTHER = 0,
	/** An object on the path. */
	STEP = 1,
	TARGET = 2,
	/** The value of the key that is the whole name. */
	WHOLE = 3,
}

/** Records the value that the line [start, end), without line end, has in its column: VALUE_START, VALUE_END and KIND of `row`. */
export function walkJson(start: i32, end: i32, row: i32): void {
	recordValue(row, start, start, Kind.EMPTY);
	setTable(Table.CLOSE, end);
	const first = skipSpace(start, end);
	if (first == end) return;
	const stop = walkValue(first, end, row);
	if (stop != 0 && skipSpace(stop, end) == end) return;
	recordValue(row, start, start, Kind.INVALID_JSON);
	forgetTaken(row);
}

/**
 * Walks the value that begins at `start`, for what it has in the column. One iteration handles a comma, the key after it and its value.
 * Returns the end; 0 if it is not JSON, or does not end before `end`.
 */
export function walkValue(start: i32, end: i32, row: i32): i32 {
	let next: i32 = Next.VALUE;
	let role: i32 = isRowTarget() ? Role.TARGET : Role.OTHER;
	let depth = 0;
	let matched = 0;
	let hasWhole = false;
	let at = start;
	while (true) {
		at = skipSpace(at, end);
		if (at >= end) return 0;
		let octet = load8(at);
		if (next != Next.VALUE && next != Next.KEY && octet == closing(depth)) {
			if (--depth == 0) {
				setTable(Table.CLOSE, at);
				return at + 1;
			}
			if (matched == depth && matched > 0) --matched;
			next = Next.COMMA_OR_CLOSE;
			++at;
			continue;
		}
		if (next == Next.COMMA_OR_CLOSE) {
			if (octet != Octet.COMMA) return 0;
			next = isInObject(depth) ? Next.KEY : Next.VALUE;
			role = Role.OTHER;
			at = skipSpace(at + 1, end);
			if (at >= end) return 0;
			octet = load8(at);
		}
		if (next == Next.KEY || next == Next.KEY_OR_CLOSE) {
			const stop = octet == Octet.QUOTATION_MARK ? stringEnd(at, end) : 0;
			if (stop == 0) return 0;
			const keyEnd = unmark(stop);
			role = roleOf(at + 1, keyEnd - 1, isMarked(stop), depth, matched, row);
			if (role == Role.WHOLE) hasWhole = true;
			else if (hasWhole && depth == 1) role = Role.OTHER;
			if (role == Role.STEP || role == Role.TARGET) recordValue(row, start, start, Kind.EMPTY);
			at = skipSpace(keyEnd, end);
			if (at >= end || load8(at) != Octet.COLON) return 0;
			at = skipSpace(at + 1, end);
			if (at >= end) return 0;
			octet = load8(at);
		}
		if (octet == Octet.OPEN_BRACE || octet == Octet.OPEN_BRACKET) {
			if (depth == JsonLimit.DEPTH) return 0;
			if (role >= Role.TARGET) recordValue(row, at, at, nestedKind(octet, role));
			if (role == Role.STEP && octet == Octet.OPEN_BRACE) ++matched;
			role = Role.OTHER;
			store8(TableAddress.STACK + depth++, octet);
			next = octet == Octet.OPEN_BRACE ? Next.KEY_OR_CLOSE : Next.VALUE_OR_CLOSE;
			++at;
		} else {
			const stop = scalarEnd(octet, at, end);
			if (stop == 0) return 0;
			if (role >= Role.TARGET) recordScalar(row, octet, at, stop);
			at = unmark(stop);
			if (depth == 0) return at;
			next = Next.COMMA_OR_CLOSE;
		}
	}
}

/** Role of the value of the key [start, end), in an object at this depth. Notes the row if a new column has the name of the key. */
function roleOf(start: i32, end: i32, hasEscapes: bool, depth: i32, matched: i32, row: i32): i32 {
	if (depth == 1 && mayBeNew(end - start, hasEscapes)) findTaken(start, end, hasEscapes, row);
	const scratch = table(Table.LINES_END);
	const keys = table(Table.KEY_SET);
	if (depth == 1 && equalsKey(start, end, hasEscapes, keys + Keys.WHOLE, scratch)) return Role.WHOLE;
	const count = load32(keys + Keys.COUNT);
	if (depth != matched + 1 || matched >= count) return Role.OTHER;
	if (!equalsKey(start, end, hasEscapes, keys + Keys.PATH + matched * Keys.SIZE, scratch)) return Role.OTHER;
	return depth == count ? Role.TARGET : Role.STEP;
}

/** Whether the row itself is the value, or the array of values. */
function isRowTarget(): bool {
	return table(Table.HAS_ELEMENTS) != 0 && load32(table(Table.KEY_SET) + Keys.COUNT) == 0;
}

/** The kind of an object or an array in the place of the value. */
function nestedKind(octet: i32, role: i32): i32 {
	return octet == Octet.OPEN_BRACKET && role == Role.TARGET && table(Table.HAS_ELEMENTS) == Elements.EACH
		? Kind.ARRAY
		: Kind.NOT_TEXT;
}

/** The end of a scalar, as `stringEnd` returns it. */
export function scalarEnd(octet: i32, at: i32, end: i32): i32 {
	if (octet == Octet.QUOTATION_MARK) return stringEnd(at, end);
	return octet == Octet.HYPHEN || octet <= Octet.DIGIT_9 ? numberEnd(at, end) : wordEnd(at, end);
}

/** Records a scalar, whose end is as `stringEnd` returns it. A string is a value, unless it is empty; null is no value. */
export function recordScalar(row: i32, octet: i32, start: i32, stop: i32): void {
	const isString = octet == Octet.QUOTATION_MARK;
	const end = unmark(stop);
	const isEmpty = isString ? end - start == 2 : octet == Octet.LOWER_N;
	const kind = !isString ? Kind.NOT_TEXT : isMarked(stop) ? Kind.ESCAPED_STRING : Kind.STRING;
	recordValue(row, start, end, isEmpty ? Kind.EMPTY : kind);
}

function isInObject(depth: i32): bool {
	return load8(TableAddress.STACK + depth - 1) == Octet.OPEN_BRACE;
}

/** The octet that closes the innermost open bracket: "]" and "}" are two octets after "[" and "{". */
function closing(depth: i32): i32 {
	return depth == 0 ? -1 : load8(TableAddress.STACK + depth - 1) + 2;
}
