/**
 * Rows of columns in Arrow's layout (https://arrow.apache.org/docs/format/Columnar.html): some of the rows of a batch, with any types,
 * and columns of text.
 *
 * The library has no such function. `Data` is a tree of buffers, of which only the shape matters here: bits, values of a fixed width, or
 * offsets into values or children.
 */
import type * as Arrow from "apache-arrow";
import { isLongs } from "../../brand";
import { OctetSink } from "../../lines/octet-sink";
import { hasBit } from "../../lines/utf8-column";

export type Library = typeof Arrow;
type Data = Arrow.Data;

const EMPTY = new Uint8Array(0);

/** Runs of consecutive rows: start, end, start, end, … */
export type Runs = readonly number[];

/** The runs of the rows that stay. */
export function runsOf(stays: Uint8Array): Runs {
	const runs: number[] = [];
	for (let start = stays.indexOf(1); start >= 0; start = stays.indexOf(1, runs.at(-1))) {
		const end = stays.indexOf(0, start);
		runs.push(start, end < 0 ? stays.length : end);
	}
	return runs;
}

/** Calls `take` for each run, with the number of rows before it. Returns the number of rows. */
export function eachRun(runs: Runs, take: (start: number, end: number, before: number) => void): number {
	let count = 0;
	for (let index = 0; index < runs.length; index += 2) {
		const [start, end] = [runs[index] as number, runs[index + 1] as number];
		take(start, end, count);
		count += end - start;
	}
	return count;
}

/** The rows of a column that runs list. Requires: the column begins at the start of its buffers. */
export function takeRows(arrow: Library, data: Data, runs: Runs): Data {
	const count = eachRun(runs, () => {});
	const { type, nullBitmap, typeIds, dictionary, variadicBuffers } = data;
	const isUnion = arrow.DataType.isUnion(type);
	const { offsets, values, children } = contentOf(arrow, data, runs, count);
	const bitmap = nullBitmap?.length && !isUnion ? takeBits(nullBitmap, runs, count) : undefined;
	const ids = typeIds && takeFixed(typeIds as unknown as Fixed, 1, runs, count);
	const buffers = { 0: offsets, 1: values, 2: bitmap, 3: ids };
	const nulls = arrow.DataType.isNull(type) ? count : bitmap === undefined ? 0 : -1;
	return new arrow.Data(type, 0, count, nulls, buffers as never, children, dictionary, variadicBuffers);
}

interface Content {
	readonly offsets?: Int32Array | BigInt64Array;
	readonly values?: ArrayBufferView;
	readonly children?: Data[];
}

/** An array of elements that are copied one by one. */
interface Fixed extends ArrayBufferView {
	readonly length: number;
	readonly constructor: new (length: number) => Fixed;
	set(other: Fixed, at: number): void;
	subarray(start: number, end: number): Fixed;
}

function contentOf(arrow: Library, data: Data, runs: Runs, count: number): Content {
	const { type, children, valueOffsets, values, stride } = data;
	const { DataType } = arrow;
	if (DataType.isNull(type)) return {};
	if (DataType.isUnion(type)) {
		const dense = DataType.isDenseUnion(type);
		if (!dense) return { children: children.map((child) => takeRows(arrow, child, runs)) };
		return { children, offsets: takeFixed(valueOffsets as unknown as Fixed, 1, runs, count) as unknown as Int32Array };
	}
	if (DataType.isStruct(type)) return { children: children.map((child) => takeRows(arrow, child, runs)) };
	if (DataType.isFixedSizeList(type)) {
		const scaled = runs.map((row) => row * stride);
		return { children: children.map((child) => takeRows(arrow, child, scaled)) };
	}
	if (DataType.isBool(type)) return { values: takeBits(values as Uint8Array, runs, count) };
	if (valueOffsets === undefined) return { values: takeFixed(values as unknown as Fixed, stride, runs, count) };
	const { offsets, inner } = takeOffsets(valueOffsets, runs, count);
	if (children.length > 0) return { offsets, children: children.map((child) => takeRows(arrow, child, inner)) };
	const length = Number(offsets[count] ?? 0);
	return { offsets, values: takeFixed(values as unknown as Fixed, 1, inner, length) };
}

function takeFixed(values: Fixed, stride: number, runs: Runs, count: number): Fixed {
	const taken = new values.constructor(count * stride);
	let at = 0;
	eachRun(runs, (start, end) => {
		const run = values.subarray(start * stride, end * stride);
		taken.set(run, at);
		at += (end - start) * stride;
	});
	return taken;
}

function takeBits(bits: Uint8Array, runs: Runs, count: number): Uint8Array {
	const taken = new Uint8Array(Math.ceil(count / 8));
	let at = 0;
	eachRun(runs, (start, end) => {
		for (let row = start; row < end; ++row, ++at)
			if (hasBit(bits, row)) taken[at >> 3] = (taken[at >> 3] as number) | (1 << (at & 7));
	});
	return taken;
}

/** The offsets of the rows, and the runs of the values that they enclose. */
function takeOffsets(
	from: Int32Array | BigInt64Array,
	runs: Runs,
	count: number,
): { offsets: Int32Array | BigInt64Array; inner: Runs } {
	const isLarge = isLongs(from);
	const offsets = isLarge ? new BigInt64Array(count + 1) : new Int32Array(count + 1);
	const inner: number[] = [];
	let [row, length] = [0, 0];
	eachRun(runs, (start, end) => {
		const first = Number(from[start]);
		inner.push(first, Number(from[end]));
		for (let at = start + 1; at <= end; ++at) {
			const offset = length + Number(from[at]) - first;
			offsets[++row] = (isLarge ? BigInt(offset) : offset) as never;
		}
		length += Number(from[end]) - first;
	});
	return { offsets, inner };
}

/** A column of text as octets. */
export interface TextColumn {
	readonly rows: number;
	/** The start of the first value in `octets`, then the end of each. */
	readonly offsets: Int32Array;
	readonly octets: Uint8Array;
	/** A bit per value, 0 for null. Undefined if there are no nulls. */
	readonly valid: Uint8Array | undefined;
}

/** Whether values of this type are text, of a kind that `textOf` reads. */
export function isText(arrow: Library, type: Arrow.DataType): boolean {
	const { DataType } = arrow;
	if (DataType.isDictionary(type)) return isText(arrow, type.dictionary);
	return DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type);
}

/** The values of a column of text. Throws Error if its buffers contradict each other. */
export function textOf(arrow: Library, data: Data): TextColumn {
	const valid = data.nullCount > 0 ? data.nullBitmap : undefined;
	const { length: rows } = data;
	const isLarge = arrow.DataType.isLargeUtf8(data.type);
	if (rows === 0) return { rows, offsets: Int32Array.of(0), octets: EMPTY, valid: undefined };
	if (isLarge || arrow.DataType.isUtf8(data.type)) {
		const offsets = isLarge
			? asInt32(data.valueOffsets as unknown as BigInt64Array)
			: (data.valueOffsets as unknown as Int32Array);
		const column = { rows, offsets, octets: data.values as Uint8Array, valid };
		checkOffsets(column);
		return column;
	}
	const octetsAt = valueReader(arrow, data);
	const offsets = new Int32Array(rows + 1);
	const sink = new OctetSink(rows);
	for (let row = 0; row < rows; ++row) {
		if (valid === undefined || hasBit(valid, row)) sink.append(octetsAt(row));
		offsets[row + 1] = sink.octets().length;
	}
	return { rows, offsets, octets: sink.octets(), valid };
}

/** Numbers of 64 bits that are not negative. */
export function asInt64(numbers: Int32Array): BigInt64Array {
	const words = new Int32Array(2 * numbers.length);
	for (let index = 0; index < numbers.length; ++index) words[2 * index] = numbers[index] as number;
	return new BigInt64Array(words.buffer);
}

/** Offsets of 64 bits. Throws Error if one takes more than 31. */
function asInt32({ buffer, byteOffset, length }: BigInt64Array): Int32Array {
	const words = new Int32Array(buffer, byteOffset, 2 * length);
	const numbers = new Int32Array(length);
	for (let index = 0; index < length; ++index) {
		if (words[2 * index + 1] !== 0) throw new Error("an offset of a column is above 2 GiB");
		numbers[index] = words[2 * index] as number;
	}
	return numbers;
}

function checkOffsets({ rows, offsets, octets }: TextColumn): void {
	let last = 0;
	for (let row = 0; row <= rows; ++row) {
		const offset = offsets[row] ?? -1;
		if (offset < last) throw new Error("the offsets of a column decrease");
		last = offset;
	}
	if (last > octets.length) throw new Error("a column ends after its data");
}

/** A view has a length and, if that is at most INLINE, the octets; else the number of a buffer and an offset in it. */
const INLINE = 12;
const VIEW_SIZE = 16;

/** Returns the function that returns the octets of a row, of a dictionary or a view. */
function valueReader(arrow: Library, data: Data): (row: number) => Uint8Array {
	const { type, values, dictionary, variadicBuffers } = data;
	if (arrow.DataType.isDictionary(type)) {
		const texts = (dictionary?.data ?? []).map((chunk) => textOf(arrow, chunk as Data));
		return (row) => valueAt(texts, Number((values as ArrayLike<number | bigint>)[row]));
	}
	const octets = values as Uint8Array;
	const words = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
	return (row) => {
		const at = row * VIEW_SIZE;
		const length = words.getInt32(at, true);
		if (length <= INLINE) return octets.subarray(at + 4, at + 4 + length);
		const start = words.getInt32(at + 12, true);
		return (variadicBuffers[words.getInt32(at + 8, true)] ?? EMPTY).subarray(start, start + length);
	};
}

/** The value at an index of several columns, one after the other. An index out of range has none. */
function valueAt(columns: readonly TextColumn[], index: number): Uint8Array {
	let first = index;
	for (const { rows, offsets, octets, valid } of columns) {
		if (first < rows) return valid && !hasBit(valid, first) ? EMPTY : octets.subarray(offsets[first], offsets[first + 1]);
		first -= rows;
	}
	return EMPTY;
}
