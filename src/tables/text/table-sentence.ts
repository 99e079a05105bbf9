/** Sentences about tables. */

import { clause } from "../../failure";
import { suggestion } from "../../nearest";
import { shownText } from "../../text/shown-text";
import { asPath } from "./column-names";
import { TableError } from "./table-error";

/** The sentence of an error as a clause, with the nearest name. Names of columns must not act on the terminal. */
export function sentenceOf(error: Error): string {
	const { column, columns = [] } = error instanceof TableError ? error : {};
	// The sentence about an array has the name already.
	const close = column === undefined || error.message.includes(" is an array: ") ? "" : closeTo(String(column), columns);
	return shownText(clause(error.message) + close + delimiterHint(columns));
}

/** Returns the advice for a header that other characters separate, by its only name. Excel writes "sep=;" before it. */
function delimiterHint([name = "", ...others]: readonly string[]): string {
	if (others.length > 0) return "";
	const [, announced] = /^sep=(.)$/.exec(name) ?? [];
	if (announced !== undefined)
		return `; the first line is for Excel: remove it with sed 1d, and add --format csv --delimiter '${announced}'`;
	const [delimiter] = /[;|\t]/.exec(name) ?? [];
	if (delimiter === undefined) return "";
	return delimiter === "\t" ? "; add --format tsv" : `; add --delimiter '${delimiter}'`;
}

/** " (did you mean NAME?)" for the name that a column was probably meant to be; nothing if none is close. */
function closeTo(column: string, names: readonly string[]): string {
	const path = asPath(column);
	const same = names.find((name) => name.toLowerCase() === path.toLowerCase()) ?? names.find((name) => name.endsWith(`.${path}`));
	return same === undefined ? suggestion(path, names) : ` (did you mean ${same}?)`;
}
