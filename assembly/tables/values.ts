/** Values that have been through another kernel, whose line records have their ends. */
import { ABSENT, LineRecord } from "../layout/addresses";
import { isMarked, mark, unmark } from "../lines/line-record";
import { load32, store32 } from "../octets/memory";
import { Table } from "./layout";
import { setTable } from "./table";

/**
 * Writes the end of each of `count` values to `ends`, as `writeRows` takes them. `records` has copies of their line records, in whose
 * kernel the first value begins at `output`; here it begins at `values`. `marks` is the address of their marks, or 0. Counts them:
 * Table.EMPTY, Table.DUPLICATES, Table.UNIQUE.
 */
export function placeValues(records: i32, count: i32, output: i32, values: i32, ends: i32, marks: i32): void {
	const shift = values - output;
	const end = ends + 4 * count;
	let record = records + LineRecord.OUTPUT_END;
	let start = output;
	let empty = 0;
	let duplicates = 0;
	let unique = 0;
	for (let at = ends; at < end; at += 4) {
		const recorded = load32(record);
		const valueEnd = unmark(recorded);
		if (isMarked(recorded)) {
			store32(at, mark(valueEnd + shift));
		} else {
			store32(at, recorded + shift);
			if (recorded - start == 1) ++empty;
			else if (marks != 0 && load32(marks + at - ends) != ABSENT) ++duplicates;
			else ++unique;
		}
		start = valueEnd;
		record += LineRecord.SIZE;
	}
	setTable(Table.EMPTY, empty);
	setTable(Table.DUPLICATES, duplicates);
	setTable(Table.UNIQUE, unique);
}
