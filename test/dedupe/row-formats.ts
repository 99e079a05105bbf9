/** Rows of named cells in every format of tables, and read again. */
import { readFileSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { openDuckDb } from "../support/duckdb";

export const FORMATS = ["lines", "csv", "tsv", "jsonl", "json", "parquet", "arrow"] as const;
export type Format = (typeof FORMATS)[number];

/** Cells in the order of columns. What is undefined is no member in JSON, and null in columns with types. */
export type Cells = readonly (readonly [name: string, value: string | number | null | undefined])[];

/** Formats that are read from files, and written to them. */
export const isColumnar = (format: Format): format is "parquet" | "arrow" => format === "parquet" || format === "arrow";

const SEPARATORS = { csv: ",", tsv: "\t" } as const;
/** Rows in a row group, or in a batch: fewer than some tables have. */
const GROUP = 2048;

/** Rows as text: a list has the first cell of each. */
export function textOf(format: Exclude<Format, "parquet" | "arrow">, names: readonly string[], rows: readonly Cells[]): string {
	if (format === "lines") return rows.map(([first]) => `${first?.[1]}\n`).join("");
	const objects = rows.map((cells) => JSON.stringify(Object.fromEntries(cells)));
	if (format === "jsonl") return objects.map((row) => `${row}\n`).join("");
	if (format === "json") return `[${objects.join(",")}]`;
	return [names, ...rows.map((cells) => cells.map(([, value]) => value ?? ""))]
		.map((row) => `${row.join(SEPARATORS[format])}\n`)
		.join("");
}

let database: ReturnType<typeof openDuckDb> | undefined;
const duckDb = () => (database ??= openDuckDb());

/** Writes rows of u, n and g as columns of texts, numbers and texts. */
export async function writeColumns(format: "parquet" | "arrow", file: string, rows: readonly Cells[]): Promise<void> {
	if (format === "arrow") return writeFileSync(file, arrowOf(rows));
	const { run } = await duckDb();
	const source = `${file}.jsonl`;
	writeFileSync(source, textOf("jsonl", [], rows));
	const types = "{'u': 'VARCHAR', 'n': 'INTEGER', 'g': 'VARCHAR'}";
	const read = `read_json('${source}', format = 'newline_delimited', columns = ${types})`;
	await run(`COPY (SELECT * FROM ${read}) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE ${GROUP})`);
}

function arrowOf(rows: readonly Cells[]): Uint8Array {
	const types = { u: new arrow.Utf8(), n: new arrow.Int32(), g: new arrow.Utf8() };
	const columns = Object.entries(types).map(([name, type]) => {
		const values = rows.map((cells) => cells.find(([other]) => other === name)?.[1] ?? null);
		return [name, arrow.vectorFromArray(values, type)] as const;
	});
	const table = new arrow.Table(Object.fromEntries(columns));
	const starts = rows.flatMap((_, row) => (row % GROUP === 0 ? [row] : []));
	const batches = starts.flatMap((start) => table.slice(start, start + GROUP).batches);
	return arrow.tableToIPC(new arrow.Table(batches.length > 0 ? batches : table.batches), "file");
}

/** The rows of a file. */
export async function readColumns(format: "parquet" | "arrow", file: string): Promise<Cells[]> {
	if (format === "arrow") {
		const table = arrow.tableFromIPC(readFileSync(file));
		const names = table.schema.fields.map(({ name }) => name);
		return table.toArray().map((row) => names.map((name) => [name, cellOf(row[name])] as const));
	}
	const { connection, rows } = await duckDb();
	const all = `SELECT * FROM read_parquet('${file}')`;
	const names = (await rows(`DESCRIBE ${all}`)).map(([name]) => `${name}`);
	const values = (await connection.runAndReadAll(all)).getRowsJS();
	return values.map((row) => names.map((name, column) => [name, cellOf(row[column])] as const));
}

function cellOf(value: unknown): string | number | null {
	return typeof value === "bigint" ? Number(value) : (value as string | number | null);
}
