/** Columns in Apache Arrow's Utf8 layout, from values and back. */
import type { NormalizedColumn } from "urlsieve";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

export type Arrays = Pick<NormalizedColumn, "offsets" | "data"> & Partial<Pick<NormalizedColumn, "valid">>;

/** A column of these values; undefined is null. */
export function columnOf(values: readonly (string | Uint8Array | undefined)[]): Arrays & { valid: Uint8Array } {
	const parts = values.map((value) => (typeof value === "string" ? encoder.encode(value) : (value ?? new Uint8Array(0))));
	const offsets = new Int32Array(values.length + 1);
	parts.forEach((part, index) => {
		offsets[index + 1] = (offsets[index] as number) + part.length;
	});
	const data = new Uint8Array(offsets[values.length] as number);
	parts.forEach((part, index) => {
		data.set(part, offsets[index]);
	});
	const valid = new Uint8Array(Math.ceil(values.length / 8));
	values.forEach((value, index) => {
		if (value !== undefined) valid[index >> 3] = (valid[index >> 3] as number) + 2 ** (index % 8);
	});
	return { offsets, data, valid };
}

/** The values of a column, one character per octet. */
export function valuesOf({ offsets, data }: Arrays): string[] {
	return Array.from(offsets.subarray(1), (end, index) => decoder.decode(data.subarray(offsets[index], end)));
}

/** The first `count` bits. */
export function bitsOf(valid: Uint8Array, count: number): number[] {
	return Array.from({ length: count }, (_, index) => ((valid[index >> 3] as number) >> (index % 8)) & 1);
}
