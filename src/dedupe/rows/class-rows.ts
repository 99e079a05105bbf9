/** Rows that are chosen or counted by class: each is passed on by itself, and written with the size of its class. */
import { decimal } from "../../files/output/decimal";
import type { LineSettings } from "../../lines/lines";
import type { TableSettings } from "../../tables/text/table-options";
import { encoder } from "../../utf8";
import { byColumnOf, type ClassChoice } from "../classes/class-choice";

/** The settings for rows that are passed on one by one. */
export function withClasses<Table extends TableSettings<LineSettings>>(table: Table, choice: ClassChoice): Table {
	return { ...table, counts: choice.countInto, by: byColumnOf(choice, table) };
}

/** A row with the size of its class in the new column, which a row of CSV without a class has empty. */
export function withCount(
	octets: Uint8Array,
	count: number | undefined,
	tail: number | undefined,
	table: TableSettings<LineSettings>,
): Uint8Array[] {
	const isJson = table.delimiter === 0;
	const isBlank = tail === octets.length;
	if (table.counts === undefined || tail === undefined || isBlank || (isJson && count === undefined)) return [octets];
	const prefix = isJson ? encoder.encode(`,${JSON.stringify(table.counts)}:`) : Uint8Array.of(table.delimiter);
	const place = octets.length - tail;
	return [octets.subarray(0, place), prefix, ...(count === undefined ? [] : [decimal(count)]), octets.subarray(place)];
}
