/** The values of rows in a column besides that of the references. */
import { Octet } from "../../../assembly/octets/char";
import { Kind, Row, Table } from "../../../assembly/tables/layout";
import type { LineSettings } from "../../lines/lines";
import { fieldIn, PREFIX_FIELDS } from "./row-fields";
import { placeKeys } from "./table-header";
import type { TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";

/** The value of a row, a copy; undefined if it has none. Numbers of JSON are as they are written. */
export type OtherValue = Uint8Array | undefined;

/** Lists the rows between two addresses, and the lines of their values. */
export function listRows({ kernel, structure, rows, lines }: TableMemory, delimiter: number, start: number, end: number): void {
	if (delimiter === 0) kernel.call.listJsonRows(start, end, rows, lines);
	else kernel.call.listCsvRows(start, end, structure, rows, lines);
}

/**
 * Returns the value of each row between two addresses in the column `by`, which has this index. Lists rows. `takeNested` takes the
 * number, from 1, of each row with an object or an array there, which is no value. With it, an empty string of JSON is a value.
 */
export function otherValues(
	memory: TableMemory,
	settings: TableSettings<LineSettings>,
	by: { readonly name: string | number; readonly index: number },
	start: number,
	end: number,
	takeNested?: (row: number) => void,
): OtherValue[] {
	const { column, delimiter } = settings;
	const states = [Table.IN_LONG_ROW, Table.ARRAY_STATE, Table.COLUMN].map((field) => [field, memory.get(field)] as const);
	if (delimiter === 0) placeKeys(memory, settings, by.name as string);
	else memory.set(Table.COLUMN, by.index);
	listRows(memory, delimiter, start, end);
	const values = listedValues(memory, takeNested);
	if (delimiter === 0) placeKeys(memory, settings, column as string);
	for (const [field, state] of states) memory.set(field, state);
	return values;
}

/** Sets the values of listed rows of CDXJ in columns that precede the object. The first row begins at `start`. */
export function readPrefixFields(
	{ kernel, rows }: TableMemory,
	columns: readonly (string | number)[],
	start: number,
	values: OtherValue[][],
): void {
	for (const [place, name] of columns.entries()) {
		const field = PREFIX_FIELDS.indexOf(String(name));
		if (field < 0) continue;
		let from = start;
		values[place] = (values[place] ?? []).map((_, row) => {
			const end = kernel.words[(rows + row * Row.SIZE + Row.END) >> 2] as number;
			const value = fieldIn(kernel.octets.slice(from, end), field, Octet.SPACE);
			from = end;
			return value.length === 0 ? undefined : value;
		});
	}
}

const NOTHING = new Uint8Array(0);

/** Whether a row of JSON has an empty string. Requires: the row has no value. */
function isEmptyString(memory: TableMemory, row: number): boolean {
	const { words, octets } = memory.kernel;
	const start = words[(row + Row.VALUE_START) >> 2] as number;
	const isText = words[(row + Row.VALUE_END) >> 2] === start + 2 && octets[start] === Octet.QUOTATION_MARK;
	return isText && memory.get(Table.DELIMITER) === 0 && words[(row + Row.KIND) >> 2] === Kind.EMPTY;
}

function listedValues(memory: TableMemory, takeNested?: (row: number) => void): OtherValue[] {
	const { kernel, rows, lines } = memory;
	const { words, octets } = kernel;
	const values: OtherValue[] = [];
	const rowsEnd = rows + memory.get(Table.ROWS);
	let line = lines;
	for (let row = rows; row < rowsEnd; row += Row.SIZE) {
		const kind = words[(row + Row.KIND) >> 2] as number;
		let [from, to] = [line, line];
		if (kind <= Kind.LAST_WITH_LINE) {
			to = octets.indexOf(Octet.LF, line);
			line = to + 1;
		} else if (kind === Kind.NOT_TEXT) {
			[from, to] = [words[(row + Row.VALUE_START) >> 2] as number, words[(row + Row.VALUE_END) >> 2] as number];
			if (from === to) takeNested?.(values.length + 1);
		} else if (takeNested !== undefined && isEmptyString(memory, row)) {
			values.push(NOTHING);
			continue;
		}
		values.push(from === to ? undefined : octets.slice(from, to));
	}
	return values;
}
