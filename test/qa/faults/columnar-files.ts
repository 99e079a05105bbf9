/** Small Parquet and Arrow files: of several batches, with dictionaries, compression and nulls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as arrow from "apache-arrow";

export interface ColumnarFile {
	readonly name: string;
	readonly format: "parquet" | "arrow";
	readonly octets: Uint8Array;
	readonly rows: number;
	/** Batches that a footer lists, or 0 without one. */
	readonly batches: number;
	/** Ends of all messages but the last. A stream cut there is one of fewer batches: nothing need follow the last. */
	readonly ends: readonly number[];
}

const ROWS = 6;
/** Octets of the end of a stream. */
const END = 8;
const PACKAGE: string = "@duckdb/node-api";

export async function columnarFiles(folder: string): Promise<ColumnarFile[]> {
	const { DuckDBInstance } = await import(PACKAGE);
	const connection = await (await DuckDBInstance.create()).connect();
	const parquet = async (name: string, options: string): Promise<ColumnarFile> => {
		const path = join(folder, `made-${name}`);
		const rows = `SELECT i AS id, CASE WHEN i = 2 THEN NULL ELSE 'HTTP://h/' || i % 3 END AS url FROM range(${ROWS}) t(i)`;
		await connection.run(`COPY (${rows}) TO '${path}' (FORMAT parquet, ${options})`);
		return { name, format: "parquet", octets: readFileSync(path), rows: ROWS, batches: 0, ends: [] };
	};
	return [
		arrowFile("file.arrow", "file", new arrow.Utf8()),
		arrowFile("stream.arrow", "stream", new arrow.Utf8()),
		arrowFile("dictionary.arrow", "file", new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
		await parquet("plain.parquet", "COMPRESSION uncompressed"),
		await parquet("zstd.parquet", "COMPRESSION zstd"),
	];
}

/** A file or stream of two batches. */
function arrowFile(name: string, kind: "file" | "stream", type: arrow.Utf8 | arrow.Dictionary): ColumnarFile {
	const urls = Array.from({ length: ROWS }, (_, row) => (row === 2 ? null : `HTTP://h/${row % 3}`));
	const whole = new arrow.Table({ id: arrow.makeVector(Int32Array.from(urls.keys())), url: arrow.vectorFromArray(urls, type) });
	const table = new arrow.Table([whole.slice(0, ROWS / 2), whole.slice(ROWS / 2)].flatMap(({ batches }) => batches));
	const octets = arrow.tableToIPC(table, kind);
	const lengthOf = (count: number) => arrow.tableToIPC(new arrow.Table(table.schema, table.batches.slice(0, count)), kind).length;
	const ends = kind === "stream" ? [0, 1].map((count) => lengthOf(count) - END) : [];
	return { name, format: "arrow", octets, rows: ROWS, batches: kind === "file" ? 2 : 0, ends };
}

/** The batches that a footer lists, as the library reads it. */
export function footerBatches(octets: Uint8Array): number {
	const reader = arrow.RecordBatchReader.from(octets).open();
	return (reader as arrow.RecordBatchFileReader).numRecordBatches;
}
