/**
 * Columns of references: texts, or lists of texts, whose elements are values of their own.
 *
 * ```
 *   offsets   0, 2, 2, 5            rows   [HTTP://A, null]   []   null
 *   child     HTTP://A, null, HTTP://B, HTTP://C, HTTP://D
 *   owners    0, 0, -1, -1, -1      an element of a null row has no row
 * ```
 */
import type * as Arrow from "apache-arrow";
import { hasBit } from "../../lines/utf8-column";
import { isText, type Library, type TextColumn, textOf } from "./arrow-rows";
import { valuesOf } from "./column-lines";
import type { ValueBatch } from "./value-rows";

type Data = Arrow.Data;

/** The field of the elements, if values of this type are lists of texts. */
export function elementField(arrow: Library, type: Arrow.DataType | undefined): Arrow.Field | undefined {
	const { DataType } = arrow;
	if (!DataType.isList(type) && !DataType.isLargeList(type) && !DataType.isFixedSizeList(type)) return undefined;
	return isText(arrow, type.valueType) ? type.valueField : undefined;
}

/** A type of lists with other elements. */
export function listOf(arrow: Library, type: Arrow.DataType, element: Arrow.Field): Arrow.DataType {
	const { DataType, FixedSizeList, LargeList, List } = arrow;
	if (DataType.isFixedSizeList(type)) return new FixedSizeList(type.listSize, element);
	return DataType.isLargeList(type) ? new LargeList(element) : new List(element);
}

/** The references of a column: a row, or an element, each. Throws Error if its buffers contradict each other. */
export function referencesIn(arrow: Library, data: Data): ValueBatch & { readonly texts: TextColumn } {
	if (elementField(arrow, data.type) === undefined) {
		const texts = textOf(arrow, data);
		return { ...valuesOf(texts), texts };
	}
	const child = data.children[0] as Data;
	const texts = textOf(arrow, child);
	const values = valuesOf(texts);
	const owners = new Int32Array(child.length).fill(-1);
	const bare = takeOwners(data, owners);
	const lacks = values.lacks as Uint8Array;
	for (let value = 0; value < owners.length; ++value) if ((owners[value] as number) < 0) lacks[value] = 1;
	return { ...values, lists: { rows: data.length, owners, bare }, texts };
}

/** Notes the row of each element. Returns the number of rows without one. */
function takeOwners({ length, nullCount, nullBitmap, stride, valueOffsets }: Data, owners: Int32Array): number {
	let bare = 0;
	let last = 0;
	for (let row = 0; row < length; ++row) {
		const isOffset = valueOffsets !== undefined && valueOffsets.length > 0;
		const start = isOffset ? Number(valueOffsets[row]) : row * stride;
		const end = isOffset ? Number(valueOffsets[row + 1]) : start + stride;
		if (!(start >= last && end >= start)) throw new Error("the offsets of a column decrease");
		if (end > owners.length) throw new Error("a column ends after its data");
		last = end;
		const isNull = nullCount > 0 && !hasBit(nullBitmap, row);
		if (isNull || end === start) ++bare;
		else owners.fill(row, start, end);
	}
	return bare;
}

/** The same lists with other elements. */
export function withElements(arrow: Library, type: Arrow.DataType, data: Data, elements: Data): Data {
	const { length, nullCount, nullBitmap, valueOffsets } = data;
	const bitmap = nullCount > 0 ? nullBitmap : undefined;
	return new arrow.Data(type, 0, length, nullCount, { 0: valueOffsets, 2: bitmap } as never, [elements]);
}
