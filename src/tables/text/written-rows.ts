/** Rows that the kernel has written, with the sizes of their classes in a new column. */
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Kind, Row } from "../../../assembly/tables/layout";
import type { LineSettings } from "../../lines/lines";
import { OctetSink } from "../../lines/octet-sink";
import { decimal, encoder } from "../../utf8";
import type { TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";

/** The new column, and what separates fields; 0 for JSON. */
type CountColumn = Pick<TableSettings<LineSettings>, "counts" | "delimiter">;

/** The rows that `writeRows` has written from `output` on, with the size of the class of each. `sizes`: by value. */
export function countedRows(
	{ kernel, rows, ends, values }: TableMemory,
	rowsEnd: number,
	output: number,
	sizes: Int32Array,
	column: CountColumn,
): Uint8Array {
	const { words, octets } = kernel;
	const counted = new OctetSink(words[(rowsEnd - Row.SIZE + Row.WRITTEN) >> 2] as number);
	let start = output;
	let valueStart = values;
	let index = 0;
	for (let row = rows; row < rowsEnd; row += Row.SIZE) {
		const word = (field: Row) => words[(row + field) >> 2] as number;
		const kind = word(Row.KIND);
		let size: number | undefined;
		if (kind <= Kind.LAST_WITH_LINE) {
			const recorded = words[(ends >> 2) + index] as number;
			// White space is no reference, and in no class.
			if (!isMarked(recorded) && recorded - valueStart > 1) size = sizes[index] as number;
			valueStart = unmark(recorded);
			++index;
		}
		const end = word(Row.WRITTEN);
		const tail = kind <= Kind.EMPTY ? word(Row.END) - word(Row.CLOSE) : undefined;
		appendRow(counted, octets.subarray(start, end), size, tail, column);
		start = end;
	}
	return counted.octets();
}

/**
 * Appends a row with the size of its class, which a row of CSV without a class has empty. `tail`: octets after the place of the new value;
 * undefined if the row could not be read.
 */
function appendRow(
	counted: OctetSink,
	octets: Uint8Array,
	size: number | undefined,
	tail: number | undefined,
	{ counts, delimiter }: CountColumn,
): void {
	if (octets.length === 0) return;
	const isJson = delimiter === 0;
	const isBlank = tail === octets.length;
	if (tail === undefined || isBlank || (isJson && size === undefined)) {
		counted.append(octets);
		return;
	}
	const place = octets.length - tail;
	counted.append(octets.subarray(0, place));
	counted.append(isJson ? encoder.encode(`,${JSON.stringify(counts)}:`) : Uint8Array.of(delimiter));
	if (size !== undefined) counted.append(decimal(size));
	counted.append(octets.subarray(place));
}
