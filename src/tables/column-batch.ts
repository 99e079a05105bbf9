/** Columns of rows, as a reader returns them: values one after the other. */

/** A column of a batch. Row `i` has the bytes from `ends[i - 1]`, or 0, to `ends[i]`. No bytes: the row has no value. */
export interface Column {
	readonly bytes: Uint8Array;
	readonly ends: Uint32Array;
}

/** Consecutive rows. A column is undefined if the table does not have it. */
export interface ColumnBatch {
	readonly rows: number;
	readonly columns: readonly (Column | undefined)[];
	/** Rows that could not be read: their values are empty. */
	readonly faults: number;
}

/** The value of a row. */
export function valueAt({ bytes, ends }: Column, row: number): Uint8Array {
	return bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row]);
}

/** Whether no row has a value. */
export function isBlankColumn({ ends }: Column): boolean {
	return (ends.at(-1) ?? 0) === 0;
}

/** The values of the first column that has one, row by row. */
export function firstOf(columns: readonly Column[]): Column | undefined {
	const filled = columns.filter((column) => !isBlankColumn(column));
	if (filled.length <= 1) return filled[0] ?? columns[0];
	return filled.reduce(merged);
}

function merged(first: Column, second: Column): Column {
	return columnOf(
		Array.from(first.ends, (_, row) => {
			const value = valueAt(first, row);
			return value.length > 0 ? value : valueAt(second, row);
		}),
	);
}

/** A column of these values. */
export function columnOf(values: readonly Uint8Array[]): Column {
	const ends = new Uint32Array(values.length);
	let length = 0;
	for (const [row, value] of values.entries()) {
		length += value.length;
		ends[row] = length;
	}
	return { bytes: Buffer.concat(values, length), ends };
}
