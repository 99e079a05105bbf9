/** Tables of each format with a column `url`, written and read without urlsieve. Texts are Latin-1 strings, one char per octet. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseCsv } from "../../support/csv-parse.mjs";
import { openDuckDb, tableOfReferences } from "../../support/duckdb";
import { latin1 } from "./answers";

/** The columns of a row: absent ones are empty. */
export interface Row {
	readonly url: string;
	readonly fetch: string;
	readonly page: string;
}

/** A format of tables. */
export interface Format {
	/** Its name, and that of its files. */
	readonly name: string;
	/** Whether its texts are UTF-8. */
	readonly isUtf8: boolean;
	write(path: string, lines: readonly Uint8Array[]): unknown;
	read(path: string): Promise<Row[]> | Row[];
}

const PACKAGE: string = "apache-arrow";

/** A row whose columns have text, or nothing. */
function rowOf({ url, fetch, page }: { readonly [name: string]: unknown }): Row {
	const octets = (text: unknown) => (typeof text === "string" ? latin1(Buffer.from(text)) : "");
	return { url: octets(url), fetch: octets(fetch), page: octets(page) };
}

function textsOf(lines: readonly Uint8Array[]): string[] {
	return lines.map((line) => Buffer.from(line).toString());
}

/** Quoted fields, by RFC 4180. */
function delimited(name: string, delimiter: string): Format {
	return {
		name,
		isUtf8: false,
		write: (path, lines) => {
			const rows = lines.map((line, id) => `${id}${delimiter}"${latin1(line).replaceAll('"', '""')}"\n`);
			writeFileSync(path, `id${delimiter}url\n${rows.join("")}`, "latin1");
		},
		read: (path) => {
			const [, ...rows] = parseCsv(readFileSync(path, "latin1"), delimiter);
			return rows.map(([, url = "", fetch = "", page = ""]) => ({ url, fetch, page }));
		},
	};
}

const JSON_LINES: Format = {
	name: "jsonl",
	isUtf8: true,
	write: (path, lines) =>
		writeFileSync(
			path,
			textsOf(lines)
				.map((url, id) => `${JSON.stringify({ id, url })}\n`)
				.join(""),
		),
	read: (path) =>
		readFileSync(path, "utf8")
			.split("\n")
			.slice(0, -1)
			.map((line) => rowOf(JSON.parse(line))),
};

const PARQUET: Format = {
	name: "parquet",
	isUtf8: true,
	async write(path, lines) {
		const { connection, run } = await openDuckDb();
		await tableOfReferences(connection, "lines", textsOf(lines));
		await run(`COPY (SELECT * FROM lines ORDER BY id) TO '${path}'`);
	},
	async read(path) {
		const { rows } = await openDuckDb();
		const described = (await rows(`DESCRIBE SELECT * FROM '${path}'`)).map(([name]) => name as string);
		const names = described.filter((name) => name !== "id");
		// The package loses a byte order mark at the start of a text.
		const marked = names.map((name) => `concat('>', "${name}")`).join();
		const values = await rows(`SELECT ${marked} FROM '${path}' ORDER BY id`);
		return values.map((row) => rowOf(Object.fromEntries(names.map((name, index) => [name, `${row[index]}`.slice(1)]))));
	},
};

const ARROW: Format = {
	name: "arrow",
	isUtf8: true,
	async write(path, lines) {
		const arrow: typeof import("apache-arrow") = await import(PACKAGE);
		const url = arrow.vectorFromArray(textsOf(lines), new arrow.Utf8());
		writeFileSync(path, arrow.tableToIPC(new arrow.Table({ url }), "file"));
	},
	async read(path) {
		const arrow: typeof import("apache-arrow") = await import(PACKAGE);
		const table = arrow.tableFromIPC(readFileSync(path));
		// The octets themselves: a decoder would lose a byte order mark at the start of a text.
		const textsIn = (name: string) =>
			(table.getChild(name)?.data ?? []).flatMap(({ length, valueOffsets, values }) =>
				Array.from({ length }, (_, index) => latin1(values.subarray(valueOffsets[index], valueOffsets[index + 1]))),
			);
		const [urls, fetches, pages] = [textsIn("url"), textsIn("fetch"), textsIn("page")];
		return (urls ?? []).map((url, row) => ({ url, fetch: fetches?.[row] ?? "", page: pages?.[row] ?? "" }));
	},
};

export const FORMATS: readonly Format[] = [delimited("csv", ","), delimited("tsv", "\t"), JSON_LINES, PARQUET, ARROW];
