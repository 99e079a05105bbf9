/** Values of a column of text on their way to the normalizer and back: as lines, as new columns, for comparison. */
import type * as Arrow from "apache-arrow";
import { Octet } from "../../../assembly/char";
import { Write } from "../../../assembly/datasets/layout";
import { bitmapLength, clearBit, hasBit } from "../../lines/utf8-column";
import { isText, type Library, type TextColumn, textOf } from "./arrow-rows";
import type { ChosenRows, ColumnSettings } from "./column-table";
import { hasForm, isBlank, RowFate, type ValueBatch } from "./value-rows";

type Data = Arrow.Data;

/** The values of a column as lines: see `batchOf`. */
export function valuesOf({ rows, offsets, octets, valid }: TextColumn): ValueBatch {
	const lacks = new Uint8Array(rows);
	const first = offsets[0] as number;
	const size = (offsets[rows] as number) - first;
	// The values are copied to the end of the same buffer: copying within it needs no view of each value.
	const work = new Uint8Array(2 * size + 2 * rows);
	const values = size + 2 * rows;
	work.set(octets.subarray(first, first + size), values);
	for (let at = work.indexOf(Octet.LF, values); at >= 0; at = work.indexOf(Octet.LF, at)) work[at] = Octet.TAB;
	let end = 0;
	for (let row = 0; row < rows; ++row) {
		const start = offsets[row] as number;
		const stop = offsets[row + 1] as number;
		if (isBlank(octets, start, stop) || (valid !== undefined && !hasBit(valid, row))) {
			lacks[row] = 1;
			continue;
		}
		work.copyWithin(end, values + start - first, values + stop - first);
		end += stop - start;
		if (work[end - 1] === Octet.CR) work[end++] = Octet.CR;
		work[end++] = Octet.LF;
	}
	return { rows, lines: work.subarray(0, end), lacks };
}

/** Where the value of a row comes from. */
enum From {
	NULL,
	EMPTY,
	/** The line of the row. */
	LINE,
	/** Its reference as it came. */
	TEXT,
}

/** The new values of the column of references, or of the column `into`, in the rows that stay. */
export function replacements({ into, write }: ColumnSettings, texts: TextColumn, chosen: ChosenRows): TextColumn {
	const keepsOriginal = into === undefined && (write & Write.ORIGINAL) !== 0;
	const blanks = (write & Write.BLANK_INVALID) !== 0;
	return textColumn(chosen, chosen.forms, chosen.ends, texts, (fate, row) => {
		if (hasForm(fate) && !keepsOriginal) return From.LINE;
		if (fate === RowFate.REJECTED && blanks) return From.EMPTY;
		if (into !== undefined && fate !== RowFate.REJECTED) return From.NULL;
		return texts.valid !== undefined && !hasBit(texts.valid, row) ? From.NULL : From.TEXT;
	});
}

/** The keys of the rows that stay. */
export function keyColumn({ write }: ColumnSettings, texts: TextColumn, chosen: ChosenRows): TextColumn {
	const { fates, keys = new Uint8Array(0) } = chosen;
	const ends = new Int32Array(fates.length);
	let end = 0;
	for (const [row, fate] of fates.entries()) {
		if (fate !== RowFate.ABSENT) end = keys.indexOf(Octet.LF, end) + 1;
		ends[row] = end;
	}
	return textColumn(chosen, keys, ends, texts, (fate) => {
		if (hasForm(fate)) return From.LINE;
		if (fate !== RowFate.REJECTED) return From.NULL;
		return (write & Write.BLANK_INVALID) !== 0 ? From.EMPTY : From.TEXT;
	});
}

/** A column of text, one value for each row that stays. `lines` has those of the rows, which end at `ends`. */
function textColumn(
	{ fates, stays }: ChosenRows,
	lines: Uint8Array,
	ends: Int32Array,
	texts: TextColumn,
	sourceOf: (fate: RowFate, row: number) => From,
): TextColumn {
	const size = lines.length + texts.octets.length;
	// Again, all is copied within one buffer: the result, the lines, the texts.
	const work = new Uint8Array(2 * size);
	work.set(lines, size);
	work.set(texts.octets, size + lines.length);
	const offsets = new Int32Array(fates.length + 1);
	const nulls: number[] = [];
	let [rows, end] = [0, 0];
	for (let row = 0; row < fates.length; ++row) {
		if (stays[row] === 0) continue;
		const from = sourceOf(fates[row] as RowFate, row);
		let start = 0;
		let stop = 0;
		if (from === From.LINE) {
			start = size + (row === 0 ? 0 : (ends[row - 1] as number));
			stop = size + (ends[row] as number) - 1;
		} else if (from === From.TEXT) {
			start = size + lines.length + (texts.offsets[row] as number);
			stop = size + lines.length + (texts.offsets[row + 1] as number);
		} else if (from === From.NULL) nulls.push(rows);
		work.copyWithin(end, start, stop);
		end += stop - start;
		offsets[++rows] = end;
	}
	const valid = nulls.length === 0 ? undefined : bitmapWithout(rows, nulls);
	return { rows, offsets: offsets.subarray(0, rows + 1), octets: work.subarray(0, end), valid };
}

/** A bitmap whose bits are set, but for those at `indices`. */
export function bitmapWithout(count: number, indices: readonly number[]): Uint8Array {
	const bits = new Uint8Array(bitmapLength(count)).fill(-1);
	for (const index of indices) clearBit(bits, index);
	return bits;
}

/** Whether values of a type are numbers, or times as numbers. */
export function isNumeric({ DataType }: Library, type: Arrow.DataType): boolean {
	const { isBool, isDate, isDuration, isFloat, isInt, isTime, isTimestamp } = DataType;
	return (
		[isBool, isDate, isDuration, isInt, isTime, isTimestamp].some((is) => is.call(DataType, type)) ||
		(isFloat.call(DataType, type) && type.ArrayType !== Uint16Array)
	);
}

/** The values of a column, for comparison. */
export function sortables(arrow: Library, data: Data): (string | null)[] {
	const isNull = (row: number) => data.nullCount > 0 && !hasBit(data.nullBitmap, row);
	const texts = isText(arrow, data.type) ? textOf(arrow, data) : undefined;
	const isBool = arrow.DataType.isBool(data.type);
	const valueAt = (row: number) => {
		if (texts !== undefined) return Buffer.from(texts.octets.subarray(texts.offsets[row], texts.offsets[row + 1])).toString();
		return isBool ? String(hasBit(data.values as Uint8Array, row)) : String((data.values as ArrayLike<number | bigint>)[row]);
	};
	return Array.from({ length: data.length }, (_, row) => (isNull(row) ? null : valueAt(row)));
}
