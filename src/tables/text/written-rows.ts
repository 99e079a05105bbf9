/** Rows that the kernel has written, one by one. */
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Kind, Row } from "../../../assembly/tables/layout";
import type { OtherValue } from "./other-column";
import type { TableMemory } from "./table-memory";
import type { WrittenRow } from "./table-sink";

/** Passes on each row that `writeRows` has written. */
export function passRows(
	memory: TableMemory,
	rowsEnd: number,
	output: number,
	values: readonly OtherValue[],
	take: (row: WrittenRow) => void,
): void {
	const { kernel, rows, ends, marks } = memory;
	const { words, octets } = kernel;
	let start = output;
	let valueStart = memory.values;
	let index = 0;
	for (let row = rows; row < rowsEnd; row += Row.SIZE) {
		const word = (field: Row) => words[(row + field) >> 2] as number;
		const kind = word(Row.KIND);
		let mark: number | undefined;
		let isEmpty = kind === Kind.EMPTY;
		if (kind <= Kind.LAST_WITH_LINE) {
			const recorded = words[(ends >> 2) + index] as number;
			if (!isMarked(recorded)) {
				mark = words[(marks >> 2) + index] as number;
				isEmpty = recorded - valueStart === 1;
			}
			valueStart = unmark(recorded);
			++index;
		}
		const end = word(Row.WRITTEN);
		const tail = kind <= Kind.EMPTY ? word(Row.END) - word(Row.CLOSE) : undefined;
		const value = values[(row - rows) / Row.SIZE];
		take({ octets: octets.subarray(start, end), tail, mark, isEmpty, value });
		start = end;
	}
}
