/** Apache Arrow's Utf8 layout: strings as offsets, octets, and a bitmap of what is no null. */
import { UriError } from "../errors";
import { type Octets, toOctets } from "../input";
import { OctetSink } from "./octet-sink";

/** References in Apache Arrow's Utf8 layout. */
export interface Utf8Column {
	/**
	 * Where the first value begins in `data`, then where each value ends, in octets: n + 1 for n values, or none for none. As
	 * octets: little-endian i32.
	 */
	readonly offsets: Octets;
	/** The values, one behind the other. They may hold any octets. */
	readonly data: Octets;
	/** A bit for each value, the least significant of an octet first: 1 for a value, 0 for null. All are values when it is left out. */
	readonly valid?: Octets | undefined;
}

/** A column as arrays. */
export interface ColumnArrays {
	readonly offsets: Int32Array;
	readonly data: Uint8Array;
	readonly valid: Uint8Array | undefined;
}

/** The arrays of a column. Throws UriError `invalid-input` where there are no octets. */
export function columnArrays({ offsets, data, valid }: Utf8Column): ColumnArrays {
	const bitmap = valid === undefined ? undefined : toOctets(valid, "valid");
	return { offsets: words(offsets), data: toOctets(data, "data"), valid: bitmap };
}

/** The octets of offsets as i32, copied only where they are not aligned. Throws UriError unless they come in fours. */
function words(offsets: Octets): Int32Array {
	const octets = toOctets(offsets, "offsets");
	if (octets.length % 4 !== 0) throw invalid(`The offsets have ${octets.length} octets, which is not a multiple of 4.`);
	const { buffer, byteOffset, length } = octets.byteOffset % 4 === 0 ? octets : octets.slice();
	return new Int32Array(buffer, byteOffset, length / 4);
}

/** The number of values. Throws UriError `invalid-option` for what is no column. */
export function checkColumn({ offsets, data, valid }: ColumnArrays): number {
	const count = Math.max(offsets.length - 1, 0);
	let last = 0;
	for (let index = 0; index < offsets.length; ++index) {
		const offset = offsets[index] as number;
		if (offset < last) throw invalid(`The offset at index ${index} is ${offset}, which is less than ${last}.`);
		last = offset;
	}
	if (last > data.length) throw invalid(`The last offset is ${last}, but there are ${data.length} octets of data.`);
	if (valid !== undefined && valid.length < bitmapLength(count)) {
		throw invalid(`The bitmap has ${valid.length} octets, but ${count} values need ${bitmapLength(count)}.`);
	}
	return count;
}

function invalid(message: string): UriError {
	return new UriError("invalid-option", message);
}

/** Octets in the bitmap of so many values. */
export function bitmapLength(count: number): number {
	return Math.ceil(count / 8);
}

/** The same column, its nulls without octets: Arrow lets them have some, which mean nothing. */
export function withEmptyNulls(column: ColumnArrays, count: number): ColumnArrays {
	const { offsets, data, valid } = column;
	if (valid === undefined) return column;
	const isFull = (index: number) => !hasBit(valid, index) && offsets[index] !== offsets[index + 1];
	let index = 0;
	while (index < count && !isFull(index)) ++index;
	if (index === count) return column;

	const first = offsets[0] as number;
	const kept = new OctetSink((offsets[count] as number) - first);
	const ends = offsets.map((end) => end - first);
	let run = first;
	let dropped = 0;
	for (; index < count; ++index) {
		const end = offsets[index + 1] as number;
		if (isFull(index)) {
			const start = offsets[index] as number;
			kept.append(data.subarray(run, start));
			dropped += end - start;
			run = end;
		}
		ends[index + 1] = end - first - dropped;
	}
	kept.append(data.subarray(run, offsets[count]));
	return { offsets: ends, data: kept.octets(), valid };
}

/** Says whether the value at `index` is one, and no null. */
function hasBit(bits: Uint8Array, index: number): boolean {
	return ((bits[index >> 3] as number) & (1 << (index & 7))) !== 0;
}

/** Makes the value at `index` a null. */
export function clearBit(bits: Uint8Array, index: number): void {
	bits[index >> 3] = (bits[index >> 3] as number) & ~(1 << (index & 7));
}
