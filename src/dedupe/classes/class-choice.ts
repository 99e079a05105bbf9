/** Which member of each class stays, and whether the size of the class is written. */
import type { LineSettings } from "../../lines/lines";
import { columnNamed } from "../../tables/file-table";
import { ClassValues } from "../passes/class-values";
import type { ByClass } from "../passes/class-winners";
import { comparesValues, type Keep } from "../passes/keep";
import type { Plan } from "../passes/plan";
import type { LineForm } from "./line-classes";

export interface ClassChoice {
	readonly keep: Keep;
	/** The new column for the size of the class. */
	readonly countInto: string | undefined;
	/** Whether sizes are written, before lines or into that column. */
	readonly counts: boolean;
}

/** How the lines of a list are written. Requires: the choice names no column. */
export function lineFormOf({ keep, counts }: ClassChoice, isOriginal: boolean, { invalid }: LineSettings): LineForm {
	return { which: keep.which === "last" ? "last" : "first", counts, isOriginal, dropsInvalid: invalid === "drop" };
}

/** What a job in passes needs of it. Throws Failure. */
export function passesByClass(choice: ClassChoice | undefined, { folder }: Plan): ByClass | undefined {
	if (choice === undefined) return undefined;
	const { keep, counts } = choice;
	return { which: keep.which, counts, values: comparesValues(keep.which) ? new ClassValues(folder) : undefined };
}

/** The column of `min:` and `max:`: its name or, except in JSON, its number. */
export function byColumnOf({ keep }: ClassChoice, isJson = false): string | number | undefined {
	return keep.column === undefined ? undefined : columnNamed(keep.column, isJson);
}
