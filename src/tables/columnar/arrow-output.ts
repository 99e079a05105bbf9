/** Output of Arrow besides columns of text: streams of octets, names, and sizes of classes. */
import type * as Arrow from "apache-arrow";
import type { ColumnOutput } from "../text/table-options";
import { asInt64, eachRun, type Library, type Runs } from "./arrow-rows";
import { bitmapWithout } from "./arrow-values";
import type { RowFates } from "./value-rows";

/** The library writes to a queue that is read later. This one writes at once. */
export function sinkFor(arrow: Library, output: ColumnOutput): Arrow.AsyncByteQueue {
	class Sink extends arrow.AsyncByteQueue {
		override write(octets: Uint8Array): void {
			output.writeLater(new Uint8Array(octets.buffer, octets.byteOffset, octets.byteLength));
		}
	}
	return new Sink();
}

/** The sizes of the classes of the rows that stay. Null: the row is in none. */
export function sizeData(arrow: Library, { stays, sizes }: RowFates, runs: Runs): Arrow.Data {
	const kept = new Int32Array(stays.length);
	const rows = eachRun(runs, (start, end, at) => kept.set(sizes.subarray(start, end), at));
	const nulls: number[] = [];
	for (let row = 0; row < rows; ++row) if (kept[row] === 0) nulls.push(row);
	const buffers = { 1: asInt64(kept.subarray(0, rows)), 2: bitmapWithout(rows, nulls) };
	return new arrow.Data(new arrow.Int64(), 0, rows, -1, buffers as never);
}

/** Gives nameless columns, which the format allows, an empty name. The library has null for it, and "null" in the schemas of batches. */
export function withNames({ Field, Schema }: Library, { fields, metadata }: Arrow.Schema): Arrow.Schema {
	const named = fields.map((field) => (field.name === null ? new Field("", field.type, field.nullable, field.metadata) : field));
	return new Schema(named, metadata);
}
