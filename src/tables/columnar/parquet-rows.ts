/** The values of rows in queries: what a function takes and returns. */
import { Write } from "../../../assembly/tables/layout";
import { partOf } from "../../lines/parts";
import type { ColumnSettings, OtherColumnTask, TakeRows } from "./column-table";
import { identifier, type RowField, type RowFunction } from "./duckdb";
import type { Column } from "./parquet-file";
import { batchOf, TextLines } from "./text-lines";
import { hasForm, RowFate } from "./value-rows";

/** The values that the query needs of each row. */
export function fieldsOf({ keys, counts, keepsAll = false }: ColumnSettings): RowField[] {
	return [
		"form",
		...(keepsAll ? [] : ["stays" as const]),
		...(keys ? ["key" as const] : []),
		...(counts ? ["count" as const] : []),
	];
}

/** Returns the value of a row in a column of references or, with `into`, in a new one. Null: it stays as it came, or there is none. */
type ValueOf = (fate: RowFate, form: string, text: string) => string | null;

function valueFor(into: string | undefined, write: number): ValueOf {
	return (fate, form, text) => {
		const isForm = hasForm(fate);
		if (!isForm && fate !== RowFate.REJECTED) return null;
		const value = isForm ? form : (write & Write.BLANK_INVALID) !== 0 ? "" : text;
		if (into !== undefined) return value;
		return value === text || (isForm && (write & Write.ORIGINAL) !== 0) ? null : value;
	};
}

/** Makes the values of rows from the fates of their references. The values of `joined` columns join their keys. */
export function rowFunction(settings: ColumnSettings, take: TakeRows, joined: number): RowFunction {
	const { into, write, parts: { columns } = { columns: [] }, others = [] } = settings;
	const formOf = valueFor(into, write);
	const keyOf = valueFor("key", write);
	return ([texts = [], ...values], set) => {
		const { fates, forms, keys, parts, stays, sizes } = take(batchOf(texts, values.slice(0, joined)));
		const [formLines, keyLines, partLines] = [new TextLines(forms), keys && new TextLines(keys), parts && new TextLines(parts)];
		const otherValues = others.map((other, place) => valuesOfColumn(other, write, values[joined + place] ?? []));
		for (const [row, fate] of fates.entries()) {
			const hasLine = fate !== RowFate.ABSENT;
			const text = texts[row] as string;
			const form = hasLine ? formLines.next() : "";
			const key = hasLine ? (keyLines?.next() ?? "") : "";
			const lines = hasLine ? columns.map(() => partOf(partLines?.next())) : [];
			const ofForm = hasForm(fate) ? lines : columns.map(() => null);
			set(row, {
				stays: stays[row] === 1,
				form: formOf(fate, form, text),
				key: keyOf(fate, key, text),
				count: sizes[row] || null,
				parts: [...ofForm, ...otherValues.map((other) => other[row] as string | null)],
			});
		}
	};
}

/** The values of another column of references, or of a new one for it, by row. */
function valuesOfColumn({ into, take }: OtherColumnTask, write: number, texts: readonly (string | null)[]): (string | null)[] {
	const { fates, forms } = take(batchOf(texts));
	const [lines, formOf] = [new TextLines(forms), valueFor(into, write)];
	return texts.map((text, row) => {
		const fate = fates[row] as RowFate;
		return formOf(fate, fate === RowFate.ABSENT ? "" : lines.next(), text as string);
	});
}

/** A text in SQL, for a function. @duckdb/node-api loses a byte order mark at the start of a text. */
export function argument(value: string): string {
	return `CASE WHEN starts_with(${value}, chr(65279)) THEN chr(65279) || ${value} ELSE ${value} END`;
}

/** A value for `min` and `max`, as text: an instant as a number, since years have more than four digits, and zones change. */
export function comparable({ name, type }: Column): string {
	const value = identifier(name);
	const number = INSTANTS[type]?.(value);
	// 0.0 and -0.0 are equal, and so are all NaN.
	const isFloat = type === "FLOAT" || type === "DOUBLE";
	const text = isFloat
		? `CASE WHEN isnan(${value}) THEN 'nan' ELSE CAST(${value} + 0 AS VARCHAR) END`
		: `CAST(${value} AS VARCHAR)`;
	return number === undefined ? text : `coalesce(CAST(${number} AS VARCHAR), ${text})`;
}

/** Types of lists and objects. */
export const NESTED = /\]$|^(?:STRUCT|MAP|UNION)\(/;

/** Types whose order is that of a number. An infinite time has none, and is text. */
const INSTANTS: { readonly [type: string]: (value: string) => string } = {
	DATE: (value) => `CASE WHEN isfinite(${value}) THEN ${value} - DATE '1970-01-01' END`,
	TIMESTAMP: (value) => `epoch_us(${value})`,
	TIMESTAMP_NS: (value) => `epoch_ns(${value})`,
	"TIMESTAMP WITH TIME ZONE": (value) => `epoch_us(${value})`,
};
