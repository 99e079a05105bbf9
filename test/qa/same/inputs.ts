/** The files that both builds read: a list and a table of each format, twice, plain and compressed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as arrow from "apache-arrow";
import { TABLES } from "../../cli/tables-of-references";
import { openDuckDb, tableOfReferences } from "../../support/duckdb";
import { listOfDuplicates } from "../../support/duplicates";

export const FORMATS = ["lines", "csv", "tsv", "jsonl", "cdx", "cdxj", "parquet", "arrow"] as const;
export type Format = (typeof FORMATS)[number];

/** Rows of a file: a batch of a table in columns has 2,048. */
const ROWS = 2500;

const POLICY = {
	base: "crawl@1",
	key: { index: ["index.html"], query: { lists: ["names"], remove: [{ name: "q", hosts: ["example.org"] }] } },
};
const LIST = { name: "names", params: [{ name: "utm_", match: "prefix" }, { name: "ref" }] };

/** Writes all files into a folder. */
export async function writeInputs(folder: string, seed: number): Promise<void> {
	mkdirSync(folder);
	writeFileSync(join(folder, "policy.json"), JSON.stringify(POLICY));
	writeFileSync(join(folder, "names.json"), JSON.stringify(LIST));
	for (const format of FORMATS)
		for (const [number, name] of ["first", "second"].entries()) {
			const file = join(folder, `${name}.${format}`);
			await write(format, file, seed + number);
			writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
		}
}

async function write(format: Format, file: string, seed: number): Promise<void> {
	if (format === "parquet") await writeParquet(file, valuesOf(seed));
	else if (format === "arrow") writeFileSync(file, arrowOf(valuesOf(seed)));
	else writeFileSync(file, format === "lines" ? listOfDuplicates(ROWS, seed) : TABLES[format](ROWS, seed));
}

/** References with rows that have none among them. */
function valuesOf(seed: number): (string | null)[] {
	const lines = listOfDuplicates(ROWS, seed).split("\n").slice(0, -1);
	return lines.map((line, id) => (id % 83 === 0 ? null : line));
}

async function writeParquet(file: string, values: readonly (string | null)[]): Promise<void> {
	const { connection, run } = await openDuckDb();
	await tableOfReferences(connection, "written", values);
	await run(`COPY written TO '${file}' (FORMAT parquet)`);
}

function arrowOf(values: readonly (string | null)[]): Uint8Array {
	const id = arrow.vectorFromArray([...values.keys()], new arrow.Int32());
	const url = arrow.vectorFromArray(values, new arrow.Utf8());
	return arrow.tableToIPC(new arrow.Table({ id, url }), "file");
}
