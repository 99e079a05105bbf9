/** The tables of lists.mjs in Parquet and Arrow, by the libraries that the command line uses. */
import { createWriteStream, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import * as arrow from "apache-arrow";

/** Rows in a batch. */
const BATCH = 65_536;

const text = (octets) => Buffer.from(octets, "latin1").toString();
const noteOf = (id) => (id % 7 === 0 ? null : `"${id},\n`);

/** Parquet with zstd: the table, and the one that `dedupe` should write, compared by DuckDB. */
export class ParquetCheck {
	extension = "parquet";
	#folder;
	#connection;

	static async open(folder) {
		const check = new ParquetCheck();
		check.#folder = folder;
		check.#connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
		return check;
	}

	async write(file, rows) {
		const source = join(this.#folder, "rows.jsonl");
		const descriptor = openSync(source, "w");
		for (const batch of batchesOf(rows)) {
			writeSync(descriptor, batch.map(({ id, url }) => `${JSON.stringify({ id, url: text(url), note: noteOf(id) })}\n`).join(""));
		}
		const columns = "{id: 'INTEGER', url: 'VARCHAR', note: 'VARCHAR'}";
		const read = `read_json('${source}', format = 'newline_delimited', columns = ${columns}, maximum_object_size = 67108864)`;
		const query = `SELECT id, url, note, {'note': note, 'half': id / 2} AS pair, [note, id::VARCHAR] AS list FROM ${read}`;
		await this.#connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`);
	}

	/** Whether a file has these rows, in their order. */
	async hasRows(file, rows) {
		const expected = join(this.#folder, "expected.parquet");
		await this.write(expected, rows);
		const [first, second] = [file, expected].map((name) => `SELECT * FROM '${name}'`);
		const counts = [
			`SELECT count(*) FROM (${first} EXCEPT ALL ${second})`,
			`SELECT count(*) FROM (${second} EXCEPT ALL ${first})`,
			`SELECT count(*) FROM (SELECT id < lag(id) OVER () AS falls FROM '${file}') WHERE falls`,
		];
		for (const query of counts) {
			const [[count]] = (await this.#connection.runAndReadAll(query)).getRowsJS();
			if (Number(count) !== 0) return false;
		}
		return true;
	}
}

/** An Arrow file. */
export class ArrowCheck {
	extension = "arrow";

	async write(file, rows) {
		const writer = new arrow.RecordBatchFileWriter();
		const written = pipeline(writer.toNodeStream(), createWriteStream(file));
		let schema;
		for (const batch of batchesOf(rows)) {
			const table = tableOf(batch);
			// A writer begins anew for another schema, even if that is equal.
			schema ??= table.schema;
			for (const { data } of table.batches) writer.write(new arrow.RecordBatch(schema, data));
		}
		writer.finish();
		await written;
	}

	async hasRows(file, rows) {
		const batches = batchesOf(rows);
		let [expected, at] = [batches.next().value ?? [], 0];
		for (const batch of arrow.RecordBatchReader.from(readFileSync(file))) {
			const [ids, urls, notes, lists] = [0, 1, 2, 3].map((index) => batch.getChildAt(index));
			for (let row = 0; row < batch.numRows; ++row) {
				if (at === expected.length) [expected, at] = [batches.next().value ?? [], 0];
				const { id, url } = expected[at++] ?? {};
				const isEqual = ids.get(row) === id && urls.get(row) === text(url ?? "") && notes.get(row) === noteOf(id);
				if (!isEqual || lists.get(row).get(0) !== String(id)) return false;
			}
		}
		return at === expected.length && batches.next().done === true;
	}
}

function tableOf(batch) {
	const { Field, Int32, List, Utf8, vectorFromArray } = arrow;
	return new arrow.Table({
		id: vectorFromArray(
			batch.map(({ id }) => id),
			new Int32(),
		),
		url: vectorFromArray(
			batch.map(({ url }) => text(url)),
			new Utf8(),
		),
		note: vectorFromArray(
			batch.map(({ id }) => noteOf(id)),
			new Utf8(),
		),
		list: vectorFromArray(
			batch.map(({ id }) => [String(id)]),
			new List(new Field("item", new Utf8(), true)),
		),
	});
}

function* batchesOf(rows) {
	let batch = [];
	for (const row of rows) {
		batch.push(row);
		if (batch.length < BATCH) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}
