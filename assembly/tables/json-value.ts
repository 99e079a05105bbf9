/** Values of JSON as lines. */
import { Octet } from "../octets/char";
import { copyShort, load8, load32, store8, store32 } from "../octets/memory";
import { ILL_FORMED, writeUnescaped } from "./json-string";
import { Kind, Row, Table } from "./layout";
import { endLine, setTable, table } from "./table";

/** Writes the value of a row as a line, after the other lines. A string without UTF-8 is a fault: then nothing is written. */
export function writeValue(row: i32): void {
	const start = load32(row + Row.VALUE_START) + 1;
	const end = load32(row + Row.VALUE_END) - 1;
	const to = table(Table.LINES_END);
	store32(row + Row.LINE, to);
	if (load32(row + Row.KIND) == Kind.STRING) {
		setTable(Table.LINES_END, endLine(row, to, copyShort(start, end, to)));
		return;
	}
	const written = writeUnescaped(start, end, to);
	if (written == ILL_FORMED) {
		store32(row + Row.KIND, Kind.ILL_FORMED);
		return;
	}
	// A line cannot contain LF: TAB replaces it, which every normal form of a URL treats alike.
	for (let at = to; at < written; ++at) if (load8(at) == Octet.LF) store8(at, Octet.TAB);
	setTable(Table.LINES_END, endLine(row, to, written));
}
