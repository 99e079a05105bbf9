/** The choice of the member that stays in each class, and whether the size of the class is written. */
import { columnNamed, letterOf, type TableSettings } from "../../tables/text/table-options";

export interface ClassChoice {
	readonly keep: Keep;
	/** The new column for the size of the class. */
	readonly countInto: string | undefined;
	/** Whether sizes are written, before lines or into that column. */
	readonly counts: boolean;
}

/** The column of `min:` and `max:`: its name or, except in JSON, its number. In CDX, names stand for letters. */
export function byColumnOf(
	{ keep }: ClassChoice,
	{ delimiter, isCdx }: Pick<TableSettings, "delimiter" | "isCdx">,
): string | number | undefined {
	if (keep.column === undefined) return undefined;
	const isJson = delimiter === 0;
	return isCdx && !isJson ? letterOf(keep.column) : columnNamed(keep.column, isJson);
}

/** By place or, of tables, by the value in a column. */
export interface Keep {
	readonly which: "first" | "last" | "min" | "max";
	/** For `min` and `max`. */
	readonly column?: string | undefined;
}

export function comparesValues(which: Keep["which"]): which is "min" | "max" {
	return which === "min" || which === "max";
}
