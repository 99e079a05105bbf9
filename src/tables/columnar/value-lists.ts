/** Values that are elements of lists: a row has any number of them. */

/** Rows that have several values each. */
export interface ValueLists {
	readonly rows: number;
	/** By value, its row, from 0. Negative: no row has the value. */
	readonly owners: ArrayLike<number>;
	/** Number of rows without an element. */
	readonly bare: number;
}

/** The number of values to count: those of rows, and one for a row without an element. */
export function valuesIn(values: number, lists: ValueLists | undefined): number {
	if (lists === undefined) return values;
	let owned = lists.bare;
	for (let value = 0; value < values; ++value) if ((lists.owners[value] as number) >= 0) ++owned;
	return owned;
}
