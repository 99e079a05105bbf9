/** Sentences about tables. */

import { clause } from "../failure";
import { suggestion } from "../nearest";
import { shownText } from "../text/shown-text";
import { TableError } from "./text/table-error";

/** The sentence of an error as a clause, with the nearest name. Names of columns must not act on the terminal. */
export function sentenceOf(error: Error): string {
	const { column, columns = [] } = error instanceof TableError ? error : {};
	const close = column === undefined ? "" : suggestion(String(column), columns);
	return shownText(clause(error.message) + close);
}
