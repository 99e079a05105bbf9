/**
 * The ABI of the tables kernel, a Wasm file of its own: it finds the column of URLs in the rows of a table, and writes the rows with
 * other values there. It knows no URL; the values go through any other kernel, as lines.
 *
 * It follows the rules of the core's ABI (index.ts): octets in, octets out, i32 addresses, no imports, no traps, all state in linear
 * memory. The layout of memory is in tables/layout.ts.
 *
 * ```
 *   initialize()                                          once, before all others
 *   heapBase() -> address                                 the first address that belongs to the host
 *   hasSimd() -> bool                                     whether this is the SIMD build
 *   listCsvRows(start, end, marks, rows, lines)           finds rows of CSV; writes a line for each value
 *   listCsvHeader(start, end, marks, row, lines)          finds one row; writes a line for each of its fields
 *   listJsonRows(start, end, rows, lines)                 the same for JSON lines
 *   countLineEnds(start, end) -> count                    the lines that a row in quotes may have more than one of
 *   packColumn(record, end, stride, to, ends) -> end      writes the values that records have, one after the other
 *   placeValues(records, count, output, values, ends, marks)
 *                                                         takes the values that have come back, from their line records
 *   writeRows(rows, rowsEnd, start, ends, values, to) -> end
 * ```
 */
import { initializeClasses } from "../octets/classes";
import { Table, TableAddress } from "./layout";
import { setTable } from "./table";

export { heapBase } from "../octets/memory";
export { countLineEnds } from "../partition/records";
export { hasSimd } from "../reference/guard";
export { packColumn } from "./columns";
export { listCsvHeader, listCsvRows } from "./csv";
export { listJsonRows } from "./json";
export { writeRows } from "./rows";
export { placeValues } from "./values";

export function initialize(): void {
	initializeClasses();
	setTable(Table.KEY_SET, TableAddress.KEYS);
}
