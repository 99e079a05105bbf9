/** Lists as tables: Parquet and Arrow. */
import { rmSync, writeFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import * as arrow from "apache-arrow";

const rowsOf = (octets) => Buffer.from(octets).toString("latin1").trimEnd().split("\n");
const csvOf = (rows) => `id,url,note\n${rows.map((url, id) => `${id},"${url}","a, ""b""\n"\n`).join("")}`;

/** Writes a list as a table whose format is the extension of `file`. */
export async function writeTable(file, octets) {
	const rows = rowsOf(octets);
	if (file.endsWith(".arrow")) writeFileSync(file, arrowOf(rows));
	else await writeParquet(file, rows);
}

function arrowOf(rows) {
	const url = arrow.vectorFromArray(rows, new arrow.Utf8());
	const id = arrow.vectorFromArray([...rows.keys()], new arrow.Int32());
	return arrow.tableToIPC(new arrow.Table({ id, url }), "file");
}

async function writeParquet(file, rows) {
	const source = `${file}.csv`;
	writeFileSync(source, csvOf(rows));
	const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
	await connection.run(`COPY (FROM read_csv('${source}')) TO '${file}'`);
	rmSync(source);
}
