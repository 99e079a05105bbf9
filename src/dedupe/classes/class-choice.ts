/** Which member of each class stays, and whether the size of the class is written. */
import { columnNamed } from "../../tables/file-table";
import type { Keep } from "../passes/keep";
import type { LineForm } from "./line-classes";

export interface ClassChoice {
	readonly keep: Keep;
	/** The new column for the size of the class. */
	readonly countInto: string | undefined;
	/** Whether sizes are written, before lines or into that column. */
	readonly counts: boolean;
}

/** How the lines of a list are written. Requires: the choice names no column. */
export function lineFormOf({ keep, counts }: ClassChoice, isOriginal: boolean): LineForm {
	return { which: keep.which === "last" ? "last" : "first", counts, isOriginal };
}

/** The column of `min:` and `max:`: its name or, except in JSON, its number. */
export function byColumnOf({ keep }: ClassChoice, isJson = false): string | number | undefined {
	return keep.column === undefined ? undefined : columnNamed(keep.column, isJson);
}
