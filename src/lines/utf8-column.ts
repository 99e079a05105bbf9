/** Apache Arrow's Utf8 layout: strings as offsets, octets and a validity bitmap. */
import { OptionError } from "../errors";
import { type Octets, toOctets } from "../input";
import { OctetSink } from "./octet-sink";

/** References in Apache Arrow's Utf8 layout. */
export interface Utf8Column {
	/**
	 * The start of the first value in `data`, then the end of each value, in octets: n + 1 for n values, or none for an empty
	 * column. Little-endian i32.
	 */
	readonly offsets: Octets;
	/** The values, concatenated. They may contain any octets. */
	readonly data: Octets;
	/** One bit per value, least significant bit first: 1 for a value, 0 for null. Absent if there are no nulls. */
	readonly valid?: Octets | undefined;
}

/** A column as arrays. */
export interface ColumnArrays {
	readonly offsets: Int32Array;
	readonly data: Uint8Array;
	readonly valid: Uint8Array | undefined;
}

/** The arrays of a column. Throws OptionError `invalid-input` if a property is not octets, `invalid-option` if offsets are not i32. */
export function columnArrays({ offsets, data, valid }: Utf8Column): ColumnArrays {
	const bitmap = valid === undefined ? undefined : toOctets(valid, "valid");
	return { offsets: words(offsets), data: toOctets(data, "data"), valid: bitmap };
}

/** Offsets as i32, copied only if they are not aligned. Throws OptionError unless their size is a multiple of four. */
function words(offsets: Octets): Int32Array {
	const octets = toOctets(offsets, "offsets");
	if (octets.length % 4 !== 0) throw invalid(`The offsets have ${octets.length} bytes, which is not a multiple of 4.`);
	const { buffer, byteOffset, length } = octets.byteOffset % 4 === 0 ? octets : octets.slice();
	return new Int32Array(buffer, byteOffset, length / 4);
}

/** Returns the number of values. Throws OptionError `invalid-option` if the arrays are not a valid column. */
export function checkColumn({ offsets, data, valid }: ColumnArrays): number {
	const count = Math.max(offsets.length - 1, 0);
	let last = 0;
	for (let index = 0; index < offsets.length; ++index) {
		const offset = offsets[index] as number;
		if (offset < last) throw invalid(`The offset at index ${index} is ${offset}, which is less than ${last}.`);
		last = offset;
	}
	if (last > data.length) throw invalid(`The last offset is ${last}, but there are ${data.length} bytes of data.`);
	if (valid !== undefined && valid.length < bitmapLength(count)) {
		throw invalid(`The bitmap has ${valid.length} bytes, but ${count} values need ${bitmapLength(count)}.`);
	}
	return count;
}

function invalid(message: string): OptionError {
	return new OptionError("invalid-option", message);
}

/** Size of the bitmap of `count` values, in octets. */
export function bitmapLength(count: number): number {
	return Math.ceil(count / 8);
}

/** Returns the column without the meaningless octets that Arrow allows in nulls. */
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

/** Whether the value at `index` is not null. */
export function hasBit(bits: Uint8Array, index: number): boolean {
	return ((bits[index >> 3] as number) & (1 << (index & 7))) !== 0;
}

/** Makes the value at `index` a null. */
export function clearBit(bits: Uint8Array, index: number): void {
	bits[index >> 3] = (bits[index >> 3] as number) & ~(1 << (index & 7));
}
