/** The options --count, --count-into and --keep of `dedupe`. */

import type { ClassChoice } from "../../dedupe/classes/class-choice";
import type { Keep } from "../../dedupe/classes/keep";
import { usageFailure } from "../../failure";

export const CLASS_OPTIONS = {
	by: { type: "string" },
	count: { type: "boolean" },
	"count-into": { type: "string" },
	keep: { type: "string" },
} as const;

export const CLASS_OPTIONS_HELP = `  --by COLUMN,...    In tables, remove only rows that are equal in all of these columns: that of --column by its key, such as
                     url,timestamp, all others by their values. Not with --seen.
  --count            Print how many lines each one stands for before it, and a TAB. Output begins after the last line.
  --count-into NAME  The same for tables, as a new last column NAME.
  --keep WHICH       Keep the first (default) or last of equivalent lines or, in tables, the row with the least or greatest value
                     in a column: min:COLUMN, max:COLUMN. What is kept stays in its place. Not with --seen.
`;

interface Values {
	readonly count?: boolean | undefined;
	readonly "count-into"?: string | undefined;
	readonly keep?: string | undefined;
}

/** The options that these cannot be combined with. */
interface OtherValues {
	readonly seen?: string | undefined;
	readonly audit?: string | undefined;
	readonly report?: string | undefined;
}

/** Returns the choice that the options ask for. Undefined if rows and lines can be written as they come. Throws Failure. */
export function classesOf(values: Values & OtherValues, isTable: boolean, isCdx = false): ClassChoice | undefined {
	const { count, keep: which, "count-into": countInto } = values;
	const keep = keepOf(which);
	if (isCdx && count)
		throw usageFailure(
			"dedupe",
			"--count is for lists of lines, and cdx has no room for a column of counts; cdxj takes --count-into NAME",
		);
	if (isTable && count) throw usageFailure("dedupe", "--count is for lists of lines; --count-into NAME adds a column to a table");
	if (!isTable && countInto !== undefined)
		throw usageFailure("dedupe", "--count-into requires --column NAME; --count is for lists");
	if (!isTable && keep.column !== undefined) throw usageFailure("dedupe", `--keep ${which} requires --column NAME`);
	if (countInto === "") throw usageFailure("dedupe", "--count-into must be the name of a new column");
	const keepsFirst = keep.which === "first";
	if (keepsFirst && !count && countInto === undefined) return undefined;
	const option = !keepsFirst ? `--keep ${which}` : count ? "--count" : "--count-into";
	if (values.seen !== undefined) throw usageFailure("dedupe", `${option} and --seen exclude each other`);
	const shows = (["audit", "report"] as const).find((name) => values[name] !== undefined);
	if (!keepsFirst && shows !== undefined) throw usageFailure("dedupe", `${option} and --${shows} exclude each other`);
	return { keep, countInto, counts: count === true || countInto !== undefined };
}

function keepOf(value = "first"): Keep {
	if (value === "first" || value === "last") return { which: value };
	const [, which, column] = /^(min|max):(.+)$/s.exec(value) ?? [];
	if (which !== undefined && column !== "0") return { which: which as "min" | "max", column };
	throw usageFailure("dedupe", `--keep must be first, last, min:COLUMN or max:COLUMN, not "${value}"`);
}
