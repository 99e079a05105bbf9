/** The option --print: which form of a line is written. */
import { usageFailure } from "../../failure";
import { haveShape } from "../../lines/parts";
import type { LineForm, Rules } from "../../rules/rules";
import type { FileTable } from "../../tables/text/table-options";

export const PRINT_HELP = `  --print WHICH      With a profile or policy, print WHICH: normalized (default; also called fetch), the URL to be fetched; key,
                     what counts as the same page, for tables without parts of --into; both, in lists, with a TAB between them.
`;

/** The form that --print asks for. */
type Print = "fetch" | "key" | "both";

const PRINTS: { readonly [print: string]: Print } = { normalized: "fetch", fetch: "fetch", key: "key", both: "both" };

/** Returns the form that --print names. Throws Failure. */
export function printOf(command: string, print = "normalized"): Print {
	const known = Object.hasOwn(PRINTS, print) ? PRINTS[print] : undefined;
	if (known !== undefined) return known;
	throw usageFailure(command, `--print must be normalized, fetch, key or both, not "${print}"`);
}

/** A table's new columns of keys and parts. */
type NewColumns = Pick<FileTable, "keys" | "parts">;

/** The form of the values of a table with these new columns. Throws Failure. */
export function tableFormOf(command: string, print: Print, { keys, parts }: NewColumns, rules: Rules): LineForm {
	if (print === "both")
		throw usageFailure(command, "--print both is for lists of lines; --key-into NAME adds the keys to a table");
	if (parts !== undefined && print === "key" && rules.forms !== undefined)
		throw usageFailure(command, "--print key and parts of --into exclude each other: parts are those of the URL to be fetched");
	// Shapes are those of keys.
	if (keys === undefined) return haveShape(parts) && rules.forms !== undefined ? "both" : print;
	if (rules.forms === undefined) {
		throw usageFailure(
			command,
			"under rfc3986@1, the key is the normal form, which --into NAME adds; --key-into and key= of --into are for --policy and other profiles",
		);
	}
	if (print === "key") throw usageFailure(command, "--key-into and --print key exclude each other");
	return "both";
}

/** The form of lines. Throws Failure. */
export function lineFormOf(command: string, print: Print, rules: Rules): LineForm {
	if (print !== "both") return print;
	if (rules.forms !== undefined) return "pair";
	throw usageFailure(command, "under rfc3986@1, the key is the normal form; --print both is for --policy and other profiles");
}

export const FIELD_OPTION = { "no-vary-search": { type: "string" } } as const;

const FIELD = `  --no-vary-search F Go by a field No-Vary-Search, such as 'params=("utm_source")': lines are http and https URLs, and the same if
                     a cache may answer them with one response. A field that says nothing is an error.
                     See docs/reference/edge.md. `;

export const FIELD_HELP = `${FIELD}Requires --print key.
`;

export const DEDUPE_FIELD_HELP = `${FIELD}Prints original lines, or with
                     --print key, keys. They are held in memory. --audit - without -o prints only the log.
`;

export const COMPARE_FIELD_HELP = `${FIELD}Prints string,
                     no-vary-search or different.
`;
