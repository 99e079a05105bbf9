/** The required output for a table, from a literal reading of it. */

import { normalize, UriError } from "urlsieve";
import type { TableOptions } from "urlsieve/tables";
import { type LiteralRow, literalRows } from "./literal-csv";

/** Output, "row code" of each reject, and counts. */
export interface TableResult {
	readonly output: string;
	readonly rejects: readonly string[];
	readonly counts: object;
}

/** The options that these results depend on. `isUnique`: duplicates are dropped. */
export type Choice = Pick<TableOptions, "into" | "invalid" | "print"> & { readonly isUnique: boolean };

/** A row with its value. */
interface ValuedRow {
	readonly start: number;
	readonly close: number;
	readonly end: number;
	/** Place of the field in the text; undefined without a value. */
	readonly field: readonly [number, number] | undefined;
	readonly value: string;
	/** Undefined unless the row cannot be read. */
	readonly fault: string | undefined;
	/** Writes a value as a field. `isNew`: of a new column. */
	readonly write: (value: string, isNew: boolean) => string;
	/** Content of a new column in a row without a value. */
	readonly blank: string;
}

/** The normal form of a value, or the code of its error. */
function formOf(value: string): string | UriError {
	try {
		return normalize(value);
	} catch (error) {
		return error as UriError;
	}
}

/** The result for rows of a text, after a header. `separator` is what precedes a new field. */
function resultOf(text: string, header: string, rows: readonly ValuedRow[], separator: string, choice: Choice): TableResult {
	const { into, invalid = "keep", print = "normalized", isUnique } = choice;
	const seen = new Set<string>();
	const counts = { rows: rows.length, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	const rejects: string[] = [];
	let output = header;
	const append = (row: ValuedRow, field: string) => text.slice(row.start, row.close) + field + text.slice(row.close, row.end);
	const replace = (row: ValuedRow, field: string) =>
		text.slice(row.start, row.field?.[0]) + field + text.slice(row.field?.[1], row.end);
	rows.forEach((row, index) => {
		const whole = text.slice(row.start, row.end);
		const raw = text.slice(...(row.field ?? [0, 0]));
		const form = row.fault !== undefined ? row.fault : row.field === undefined ? "" : formOf(row.value);
		if (form === "") {
			++counts.empty;
			output += into === undefined || row.close === row.start ? whole : append(row, row.blank);
		} else if (form instanceof UriError || row.fault !== undefined) {
			++counts.rejects;
			rejects.push(`${index + 1} ${form instanceof UriError ? form.code : form}`);
			if (invalid === "drop") return;
			const blank = row.write("", into !== undefined);
			if (row.fault !== undefined) output += whole;
			else if (into !== undefined) output += append(row, separator + (invalid === "blank" ? blank : raw));
			else output += invalid === "blank" ? replace(row, blank === "" ? "" : blank) : whole;
		} else {
			const isDuplicate = isUnique && seen.has(form);
			++counts[isDuplicate ? "duplicates" : "unique"];
			if (isDuplicate) return;
			seen.add(form);
			const isSame = form === row.value && raw.includes(form);
			if (into !== undefined) output += append(row, separator + row.write(form, true));
			else output += isSame || print === "original" ? whole : replace(row, row.write(form, false));
		}
	});
	return { output, rejects, counts };
}

/** The result for a CSV text with the column `column`, from 0, of a header with `width` fields. */
export function csvResult(text: string, delimiter: string, column: number, choice: Choice): TableResult {
	const [header, ...rows] = literalRows(text, delimiter) as [LiteralRow, ...LiteralRow[]];
	const { into } = choice;
	const names = text.slice(0, header.close) + (into === undefined ? "" : delimiter + into) + text.slice(header.close, header.end);
	const valued = rows.map((row): ValuedRow => {
		const isBlank = row.close === row.start;
		const fault = row.fault ?? (row.fields.length !== header.fields.length && !isBlank ? "ragged-row" : undefined);
		const field = fault === undefined ? row.fields[column] : undefined;
		const hasValue = field !== undefined && field.value !== "";
		return {
			...row,
			fault,
			field: hasValue ? [field.start, field.end] : undefined,
			value: field?.value ?? "",
			write(value, isNew) {
				const needsQuotes = [delimiter, '"', "\r", "\n"].some((octet) => value.includes(octet));
				if (!needsQuotes && (isNew || field?.isQuoted !== true || value === "")) return value;
				return `"${value.replaceAll('"', '""')}"`;
			},
			blank: delimiter,
		};
	});
	return resultOf(text, names, valued, delimiter, choice);
}

/** The value of a column in a parsed line, `null` without one. */
function columnOf(line: unknown, column: string): unknown {
	const isObject = (value: unknown): value is Record<string, unknown> =>
		typeof value === "object" && value !== null && !Array.isArray(value);
	if (isObject(line) && Object.hasOwn(line, column)) return line[column];
	let value = line;
	for (const key of column.split(".")) {
		if (!isObject(value) || !Object.hasOwn(value, key)) return null;
		value = value[key];
	}
	return value;
}

/** Why a line of JSON has no value, or its value; `null` without either. */
export function jsonValue(line: string, column: string): { fault?: string; value?: string } {
	if (/^[ \t\r]*$/.test(line)) return {};
	let parsed: unknown;
	try {
		parsed = JSON.parse(line);
	} catch {
		return { fault: "invalid-json" };
	}
	const value = columnOf(parsed, column);
	if (value === null || value === "") return {};
	return typeof value === "string" ? { value } : { fault: "not-text" };
}
