/** Lists as tables for passes.mjs: as CSV, JSON lines, Parquet and Arrow. */
import { rmSync, writeFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import * as arrow from "apache-arrow";

/** Rows in a row group of Parquet, and in a batch of Arrow. */
const BATCH = 10_000;

const rowsOf = (octets) => Buffer.from(octets).toString("latin1").trimEnd().split("\n");
const csvOf = (rows) => `id,url,note\n${rows.map((url, id) => `${id},"${url}","a, ""b""\n"\n`).join("")}`;
const jsonOf = (rows) => rows.map((url, id) => `${JSON.stringify({ id, page: { url }, note: null })}\n`).join("");

/** Writes a list as a table whose format is the extension of `file`. */
export async function writeTable(file, octets) {
	const rows = rowsOf(octets);
	if (file.endsWith(".csv")) writeFileSync(file, csvOf(rows));
	else if (file.endsWith(".jsonl")) writeFileSync(file, jsonOf(rows));
	else if (file.endsWith(".arrow")) writeFileSync(file, arrowOf(rows));
	else await writeParquet(file, rows);
}

function arrowOf(rows) {
	const writer = new arrow.RecordBatchFileWriter();
	for (let start = 0; start < rows.length; start += BATCH) {
		const part = rows.slice(start, start + BATCH);
		const url = arrow.vectorFromArray(part, new arrow.Utf8());
		const id = arrow.vectorFromArray([...part.keys()], new arrow.Int32());
		for (const batch of new arrow.Table({ id, url }).batches) writer.write(batch);
	}
	return writer.finish().toUint8Array(true);
}

async function writeParquet(file, rows) {
	const source = `${file}.csv`;
	writeFileSync(source, csvOf(rows));
	const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
	await connection.run(`COPY (FROM read_csv('${source}')) TO '${file}' (ROW_GROUP_SIZE ${BATCH})`);
	rmSync(source);
}
