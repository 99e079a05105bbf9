/** The choice of the member of a class that stays. */

/** By place or, of tables, by the value in a column. */
export interface Keep {
	readonly which: "first" | "last" | "min" | "max";
	/** For `min` and `max`. */
	readonly column?: string | undefined;
}

export function comparesValues(which: Keep["which"]): which is "min" | "max" {
	return which === "min" || which === "max";
}
