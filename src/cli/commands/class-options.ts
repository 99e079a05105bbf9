/** The options of `dedupe` that choose and count equivalent lines. */
import { eitherOf } from "../../counted";
import {
	type ClassChoice,
	type ColumnOrder,
	comparesMembers,
	PREFERENCES,
	type Preference,
} from "../../dedupe/classes/class-choice";
import { usageFailure } from "../../failure";
import type { Rules } from "../../rules/rules";

export const CLASS_OPTIONS = {
	by: { type: "string" },
	count: { type: "boolean" },
	"count-into": { type: "string" },
	keep: { type: "string" },
	prefer: { type: "string" },
} as const;

export const CLASS_OPTIONS_HELP = `  --by COLUMN,...    In tables, remove only rows that are equal in all of these columns: that of --column by its key, such as
                     url,timestamp, all others by their values. Not with --seen.
  --count            Print how many lines each one stands for before it, and a TAB. Output begins after the last line.
  --count-into NAME  The same for tables, as a new last column NAME.
  --keep WHICH,...   Keep the first (default) or last of equivalent lines or, in tables, the row with the least or greatest value
                     in a column: min:COLUMN, max:COLUMN. Of several, such as max:status,max:fetched,last, each decides between
                     those that are equal so far. What is kept stays in its place. Not with --seen. --audit and --report go with
                     first only.
  --prefer WORD,...  Of equivalent lines, keep one that is https, the shortest, or one with or without a host that begins with
                     www.: https, shortest, www, no-www, such as https,shortest. Lines are judged in the form in which they are
                     printed. --keep decides between those that are equal in all of this. Not with --seen, --audit and --report.
`;

export interface ClassValues {
	readonly count?: boolean | undefined;
	readonly "count-into"?: string | undefined;
	readonly keep?: string | undefined;
	readonly prefer?: string | undefined;
	readonly seen?: string | undefined;
	readonly audit?: string | undefined;
	readonly report?: string | undefined;
}

/** Returns the choice that the options ask for. Undefined if rows and lines can be written as they come. Throws Failure. */
export function classesOf(values: ClassValues, isTable: boolean, isCdx = false): ClassChoice | undefined {
	const { count = false, keep, "count-into": countInto } = values;
	const choice = { ...keptOf(keep), prefer: preferredOf(values.prefer), countInto, counts: count || countInto !== undefined };
	refuseCounts(values, isTable, isCdx);
	if (!isTable && choice.columns.length > 0) throw usageFailure("dedupe", `--keep ${keep} requires --column NAME`);
	const keepsFirst = !choice.keepsLast && !comparesMembers(choice);
	if (keepsFirst && !choice.counts) return undefined;
	refuseLogs(values, keepsFirst);
	return choice;
}

function refuseCounts({ count, "count-into": countInto }: ClassValues, isTable: boolean, isCdx: boolean): void {
	if (isCdx && count)
		throw usageFailure(
			"dedupe",
			"--count is for lists of lines, and cdx has no room for a column of counts; cdxj takes --count-into NAME",
		);
	if (isTable && count) throw usageFailure("dedupe", "--count is for lists of lines; --count-into NAME adds a column to a table");
	if (!isTable && countInto !== undefined)
		throw usageFailure("dedupe", "--count-into requires --column NAME; --count is for lists");
	if (countInto === "") throw usageFailure("dedupe", "--count-into must be the name of a new column");
}

/** The option that chooses or counts equivalent lines, for a message. Undefined: the first of each class stays. */
export function classOptionOf({ keep = "first", prefer, count, "count-into": countInto }: ClassValues): string | undefined {
	if (prefer !== undefined) return "--prefer";
	if (keep !== "first") return `--keep ${keep}`;
	if (count) return "--count";
	return countInto === undefined ? undefined : "--count-into";
}

/** Throws Failure for options that show or know the first line of a class as the one that stays. */
function refuseLogs(values: ClassValues, keepsFirst: boolean): void {
	const option = classOptionOf(values);
	if (values.seen !== undefined) throw usageFailure("dedupe", `${option} and --seen exclude each other`);
	const shows = (["audit", "report"] as const).find((name) => values[name] !== undefined);
	if (!keepsFirst && shows !== undefined) throw usageFailure("dedupe", `${option} and --${shows} exclude each other`);
}

/** Throws Failure for a preference between lines that are printed alike. */
export function refuseAlike(choice: ClassChoice | undefined, print: "fetch" | "key" | "original", rules: Rules): void {
	if (choice === undefined || choice.prefer.length === 0 || print === "original") return;
	if (print === "key") throw usageFailure("dedupe", "--prefer and --print key exclude each other: equivalent lines have one key");
	if (rules.forms !== undefined) return;
	throw usageFailure("dedupe", "under these rules, equivalent lines have one normal form; --prefer requires --print original");
}

/** Max columns that are compared. A record with their values fits the buffers of temporary files. */
const MAX_COLUMNS = 8;
/** A comma before the next order: names of columns may contain others. */
const BETWEEN = /,(?=(?:min|max):|(?:first|last)(?:,|$))/;

function keptOf(value = "first"): Pick<ClassChoice, "columns" | "keepsLast"> {
	const orders = value.split(BETWEEN);
	const ending = orders.at(-1);
	const given = ending === "first" || ending === "last" ? orders.slice(0, -1) : orders;
	const columns = given.map((order): ColumnOrder => {
		const [, which, column] = /^(min|max):(.+)$/s.exec(order) ?? [];
		if (which !== undefined && column !== undefined && column !== "0") return { which: which as "min" | "max", column };
		if (orders.length > 1 && (order === "first" || order === "last"))
			throw usageFailure("dedupe", `in --keep ${value}, "${order}" decides, and nothing can follow it`);
		throw usageFailure("dedupe", `--keep must be first, last, min:COLUMN or max:COLUMN, not "${order}"`);
	});
	if (columns.length > MAX_COLUMNS)
		throw usageFailure("dedupe", `--keep compares at most ${MAX_COLUMNS} columns, not ${columns.length}`);
	return { columns, keepsLast: ending === "last" };
}

function preferredOf(value: string | undefined): readonly Preference[] {
	if (value === undefined) return [];
	const words = value.split(",");
	for (const [index, word] of words.entries()) {
		if (!PREFERENCES.some((known) => known === word))
			throw usageFailure("dedupe", `--prefer must be ${eitherOf(PREFERENCES)}, or several with commas, not "${word}"`);
		if (words.indexOf(word) !== index) throw usageFailure("dedupe", `--prefer has the word "${word}" twice`);
	}
	if (words.includes("www") && words.includes("no-www"))
		throw usageFailure("dedupe", "--prefer www and no-www exclude each other");
	return words as Preference[];
}
