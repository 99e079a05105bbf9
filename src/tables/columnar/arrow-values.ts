/** The results of a batch: new columns of text, and values for comparison. */
import type * as Arrow from "apache-arrow";
import { Octet } from "../../../assembly/octets/char";
import { Write } from "../../../assembly/tables/layout";
import { isOctets } from "../../brand";
import { OctetSink } from "../../lines/octet-sink";
import { isAbsent, skipLines } from "../../lines/parts";
import { bitmapLength, clearBit, hasBit } from "../../lines/utf8-column";
import { isText, type Library, type TextColumn, textOf } from "./arrow-rows";
import type { ColumnSettings } from "./column-table";
import { hasForm, RowFate, type RowFates } from "./value-rows";

type Data = Arrow.Data;

/** The source of a row's value. */
enum From {
	NULL,
	EMPTY,
	/** The form or key of the row. */
	FORM,
	/** Its reference as it came, even if it is null. */
	TEXT,
}

/** The new values of the column of references, or of the column `into`, in the rows that stay. */
export function replacements({ into, write }: ColumnSettings, texts: TextColumn, chosen: RowFates): TextColumn {
	const keepsOriginal = into === undefined && (write & Write.ORIGINAL) !== 0;
	const blanks = (write & Write.BLANK_INVALID) !== 0;
	return textColumn(chosen, { octets: chosen.forms, ends: chosen.ends, areLines: false }, texts, (fate) => {
		if (hasForm(fate) && !keepsOriginal) return From.FORM;
		if (fate === RowFate.REJECTED && blanks) return From.EMPTY;
		return into !== undefined && fate !== RowFate.REJECTED ? From.NULL : From.TEXT;
	});
}

/** The keys of the rows that stay. */
export function keyColumn({ write }: ColumnSettings, texts: TextColumn, chosen: RowFates): TextColumn {
	const { fates, keys = new Uint8Array(0) } = chosen;
	const ends = new Int32Array(fates.length);
	let end = 0;
	for (const [row, fate] of fates.entries()) {
		if (fate !== RowFate.ABSENT) end = keys.indexOf(Octet.LF, end) + 1;
		ends[row] = end;
	}
	return textColumn(chosen, { octets: keys, ends, areLines: true }, texts, (fate) => {
		if (hasForm(fate)) return From.FORM;
		if (fate !== RowFate.REJECTED) return From.NULL;
		return (write & Write.BLANK_INVALID) !== 0 ? From.EMPTY : From.TEXT;
	});
}

/** Part number `place` of the rows that stay, of which each row with a line has `count`. Null: its reference does not have the part. */
export function partColumn(place: number, count: number, { fates, stays, parts = new Uint8Array(0) }: RowFates): TextColumn {
	const pieces = new Pieces(parts.length);
	const offsets = new Int32Array(fates.length + 1);
	const nulls: number[] = [];
	let [rows, next] = [0, 0];
	for (const [row, fate] of fates.entries()) {
		const hasLine = fate !== RowFate.ABSENT;
		const start = hasLine ? skipLines(parts, next, place) : next;
		const end = hasLine ? skipLines(parts, start, 1) : next;
		if (hasLine) next = skipLines(parts, end, count - place - 1);
		if (stays[row] === 0) continue;
		if (hasForm(fate) && !isAbsent(parts, start)) pieces.append(parts, start, end - 1);
		else nulls.push(rows);
		offsets[++rows] = pieces.length;
	}
	const valid = nulls.length === 0 ? undefined : bitmapWithout(rows, nulls);
	return { rows, offsets: offsets.subarray(0, rows + 1), octets: pieces.octets(), valid };
}

/** Forms or keys of the rows of a batch: packed, or lines. */
interface Forms {
	readonly octets: Uint8Array;
	readonly ends: Int32Array;
	readonly areLines: boolean;
}

/** A column of text, one value for each row that stays. Runs of rows with the same fate are written together. */
function textColumn({ fates, stays }: RowFates, forms: Forms, texts: TextColumn, sourceOf: (fate: RowFate) => From): TextColumn {
	const column = new ColumnWriter(fates.length, forms, texts);
	for (let row = 0; row < fates.length; ) {
		const end = runEnd(fates, stays, row);
		if (stays[row] === 1) column.copyValues(sourceOf(fates[row] as RowFate), row, end);
		row = end;
	}
	return column.finish();
}

/** The end of the rows from `row` on with the same fate, all of which stay or none. */
function runEnd(fates: Uint8Array, stays: Uint8Array, row: number): number {
	const [fate, stay] = [fates[row], stays[row]];
	let end = row + 1;
	while (end < fates.length && fates[end] === fate && stays[end] === stay) ++end;
	return end;
}

/** A column of text that grows by runs of rows. */
class ColumnWriter {
	readonly #forms: Forms;
	readonly #texts: TextColumn;
	readonly #pieces: Pieces;
	readonly #offsets: Int32Array;
	readonly #nulls: number[] = [];
	#rows = 0;

	constructor(maxRows: number, forms: Forms, texts: TextColumn) {
		this.#forms = forms;
		this.#texts = texts;
		this.#pieces = new Pieces(forms.octets.length);
		this.#offsets = new Int32Array(maxRows + 1);
	}

	copyValues(from: From, row: number, end: number): void {
		if (from === From.FORM) this.#addForms(row, end);
		else if (from === From.TEXT) this.#addTexts(row, end);
		else for (let each = row; each < end; ++each) this.#addEmpty(from === From.NULL);
	}

	finish(): TextColumn {
		const rows = this.#rows;
		const valid = this.#nulls.length === 0 ? undefined : bitmapWithout(rows, this.#nulls);
		return { rows, offsets: this.#offsets.subarray(0, rows + 1), octets: this.#pieces.octets(), valid };
	}

	#addForms(row: number, end: number): void {
		const { octets, ends, areLines } = this.#forms;
		const start = row === 0 ? 0 : (ends[row - 1] as number);
		if (areLines) this.#addLines(octets, start, ends.subarray(row, end));
		else this.#addRange(octets, start, ends, row, end);
	}

	/** Adds lines that begin at `start`, without their line ends. */
	#addLines(octets: Uint8Array, start: number, ends: Int32Array): void {
		let from = start;
		for (let line = 0; line < ends.length; ++line) {
			const end = ends[line] as number;
			this.#addText(octets, from, end - 1);
			from = end;
		}
	}

	#addTexts(row: number, end: number): void {
		const { octets, offsets, valid } = this.#texts;
		for (let each = row; each < end; ++each) {
			if (valid !== undefined && !hasBit(valid, each)) this.#addEmpty(true);
			else this.#addText(octets, offsets[each] as number, offsets[each + 1] as number);
		}
	}

	#addText(octets: Uint8Array, start: number, end: number): void {
		this.#pieces.append(octets, start, end);
		this.#offsets[++this.#rows] = this.#pieces.length;
	}

	/** Adds the values that begin at `start` and end at ends[row .. end), without gaps. */
	#addRange(octets: Uint8Array, start: number, ends: Int32Array, row: number, end: number): void {
		const shift = this.#pieces.length - start;
		this.#pieces.append(octets, start, ends[end - 1] as number);
		const first = this.#rows + 1 - row;
		for (let each = row; each < end; ++each) this.#offsets[first + each] = (ends[each] as number) + shift;
		this.#rows += end - row;
	}

	#addEmpty(isNull: boolean): void {
		if (isNull) this.#nulls.push(this.#rows);
		this.#offsets[++this.#rows] = this.#pieces.length;
	}
}

/** Joins octets of several places. Adjacent octets are copied together, and not at all if all are adjacent. */
class Pieces {
	length = 0;
	readonly #room: number;
	#copied: OctetSink | undefined;
	#source: Uint8Array = new Uint8Array(0);
	#start = 0;
	#end = 0;

	constructor(room: number) {
		this.#room = room;
	}

	append(source: Uint8Array, start: number, end: number): void {
		if (start === end) return;
		this.length += end - start;
		if (source !== this.#source || start !== this.#end) {
			this.#copy();
			this.#source = source;
			this.#start = start;
		}
		this.#end = end;
	}

	octets(): Uint8Array {
		if (this.#copied === undefined) return this.#source.subarray(this.#start, this.#end);
		this.#copy();
		return this.#copied.octets();
	}

	#copy(): void {
		if (this.#start === this.#end) return;
		this.#copied ??= new OctetSink(this.#room);
		this.#copied.append(this.#source.subarray(this.#start, this.#end));
		this.#start = this.#end;
	}
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

/** The values of the column `index` of a batch. Null stands for none. */
export function cellTexts(arrow: Library, batch: Arrow.RecordBatch, index: number): (string | null)[] {
	const vector = batch.getChildAt(index);
	if (vector === null) return Array<null>(batch.numRows).fill(null);
	const isInstant = arrow.DataType.isTimestamp(vector.type) || arrow.DataType.isDate(vector.type);
	return Array.from({ length: batch.numRows }, (_, row) => cellText(vector.get(row), isInstant));
}

/** Octets are hex digits. Instants are milliseconds in the library. */
function cellText(value: unknown, isInstant: boolean): string | null {
	if (value === null || value === undefined) return null;
	if (isInstant) return new Date(Number(value)).toISOString();
	return isOctets(value) ? Buffer.from(value).toString("hex") : String(value);
}
