/** The words at TABLE, the records of rows, and the lines of their values. */
import { Octet } from "../octets/char";
import { load8, load32, store8, store32 } from "../octets/memory";
import { Kind, Row, Table, TableAddress } from "./layout";
import { isSpace } from "./white-space";

export function table(field: i32): i32 {
	return load32(TableAddress.TABLE + field);
}

export function setTable(field: i32, value: i32): void {
	store32(TableAddress.TABLE + field, value);
}

/** Records the column of a row: [start, end), of this kind. */
export function recordValue(row: i32, start: i32, end: i32, kind: i32): void {
	store32(row + Row.VALUE_START, start);
	store32(row + Row.VALUE_END, end);
	store32(row + Row.KIND, kind);
}

/** Leaves the other columns of a row empty, whose records are at `others`. Returns the next record; 0 if there are no other columns. */
export function skipOthers(others: i32): i32 {
	if (others == 0) return 0;
	for (let count = table(Table.OTHER_COUNT); count > 0; --count) {
		recordValue(others, 0, 0, Kind.EMPTY);
		others += Row.SIZE;
	}
	return others;
}

/** Whether a row has a line. */
export function hasLine(row: i32): bool {
	return load32(row + Row.KIND) <= Kind.LAST_WITH_LINE;
}

/** Reports the rows [rows, end) to the host: all up to `consumed` in the input, and up to `linesEnd` in the lines. */
export function reportRows(rows: i32, end: i32, consumed: i32, linesEnd: i32): void {
	let lines = 0;
	let faults = 0;
	for (let row = rows; row < end; row += Row.SIZE) {
		const kind = load32(row + Row.KIND);
		if (kind <= Kind.LAST_WITH_LINE) ++lines;
		else if (kind != Kind.EMPTY) ++faults;
	}
	setTable(Table.ROWS, end - rows);
	setTable(Table.LINES, lines);
	setTable(Table.FAULTS, faults);
	setTable(Table.CONSUMED, consumed);
	setTable(Table.LINES_END, linesEnd);
}

/**
 * Records a piece of a row that is too long. The row continues unless it ends with the LF at `lineEnd`; `end` is the end of the input.
 * Returns the next record.
 */
export function recordPiece(row: i32, lineEnd: i32, end: i32, kind: i32): i32 {
	const goesOn = lineEnd == end;
	setTable(Table.IN_LONG_ROW, goesOn ? 1 : 0);
	store32(row + Row.CLOSE, lineEnd);
	store32(row + Row.END, goesOn ? end : lineEnd + 1);
	store32(row + Row.KIND, kind);
	return row + Row.SIZE;
}

/**
 * Ends the line [start, to) with the value of a row. Returns its end. Only white space is no value: then the row has no line.
 *
 * The end of a line takes one CR, so that a CR that ends the value needs another one.
 */
export function endLine(row: i32, start: i32, to: i32): i32 {
	// Fast path only: skipSpace stops at any other first octet.
	if (start == to || (load8(start) <= Octet.SPACE && skipSpace(start, to) == to)) {
		store32(row + Row.KIND, Kind.EMPTY);
		return start;
	}
	if (load8(to - 1) == Octet.CR) store8(to++, Octet.CR);
	store8(to++, Octet.LF);
	return to;
}

/** The first octet of [start, end) that is no white space, or `end`. */
export function skipSpace(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) <= Octet.SPACE && isSpace(load8(at))) ++at;
	return at;
}
