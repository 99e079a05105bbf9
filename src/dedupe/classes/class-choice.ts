/** The choice of the member that stays in each class, and whether the size of the class is written. */
import { columnNamed, letterOf, type TableSettings } from "../../tables/text/table-options";

/** The words of `--prefer`, in the order in which help and messages name them. */
export const PREFERENCES = ["https", "shortest", "www", "no-www"] as const;

export type Preference = (typeof PREFERENCES)[number];

/** Decides which member stays: by preference of references, then by values in columns, then by the order of the input. */
export interface ClassChoice {
	readonly prefer: readonly Preference[];
	/** Columns of a table, most important first. */
	readonly columns: readonly ColumnOrder[];
	/** Whether the last of those that are equal in all of this stays, and not the first. */
	readonly keepsLast: boolean;
	/** The new column for the size of the class. */
	readonly countInto: string | undefined;
	/** Whether sizes are written, before lines or into that column. */
	readonly counts: boolean;
}

/** Whether the row with the least or the greatest value in a column stays. */
export interface ColumnOrder {
	readonly which: "min" | "max";
	readonly column: string;
}

/** The columns that are compared: the name of each or, except in JSON, its number. In CDX, names stand for letters. */
export function byColumnsOf(
	{ columns }: ClassChoice,
	{ delimiter, isCdx }: Pick<TableSettings, "delimiter" | "isCdx">,
): readonly (string | number)[] {
	const isJson = delimiter === 0;
	return columns.map(({ column }) => (isCdx && !isJson ? letterOf(column) : columnNamed(column, isJson)));
}

/** Whether members are compared, and not only counted. */
export function comparesMembers({ prefer, columns }: ClassChoice): boolean {
	return prefer.length > 0 || columns.length > 0;
}
