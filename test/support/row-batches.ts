/** Rows as objects, for tests of `learn`. */
import type { Column, RowBatch } from "urlsieve/learn";

/** A row. Absent values are empty. */
export interface TestRow {
	readonly url: string;
	readonly digests: readonly string[];
	readonly status?: string | undefined;
	readonly time?: string | undefined;
	readonly type?: string | undefined;
	readonly redirect?: string | undefined;
	readonly truncated?: string | undefined;
	readonly method?: string | undefined;
}

const encoder = new TextEncoder();

/** A batch of rows with all columns. */
function batchOf(rows: readonly TestRow[]): RowBatch {
	const { bytes, ends } = columnOf(rows.map(({ url }) => url));
	const count = rows.reduce((most, { digests }) => Math.max(most, digests.length), 0);
	return {
		rows: rows.length,
		urls: bytes,
		urlEnds: ends,
		digests: Array.from({ length: count }, (_, column) => columnOf(rows.map(({ digests }) => digests[column] ?? ""))),
		status: columnOf(rows.map(({ status = "" }) => status)),
		time: columnOf(rows.map(({ time = "" }) => time)),
		type: columnOf(rows.map(({ type = "" }) => type)),
		redirect: columnOf(rows.map(({ redirect = "" }) => redirect)),
		truncated: columnOf(rows.map(({ truncated = "" }) => truncated)),
		method: columnOf(rows.map(({ method = "" }) => method)),
	};
}

/** Batches of `size` rows. */
export function* batchesOf(rows: readonly TestRow[], size = 5000): Generator<RowBatch> {
	for (let at = 0; at < rows.length; at += size) yield batchOf(rows.slice(at, at + size));
}

function columnOf(values: readonly string[]): Column {
	const parts = values.map((value) => encoder.encode(value));
	const ends = new Uint32Array(parts.length);
	const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const [row, part] of parts.entries()) {
		bytes.set(part, end);
		ends[row] = end += part.length;
	}
	return { bytes, ends };
}
