/** Sentences about tables. */
import { TableError } from "../../datasets/table-error";
import { suggestion } from "../../nearest";
import { shownText } from "../../text/shown-text";
import { clause } from "../failure";

/** The sentence of an error as a clause, with the nearest name. Names of columns must not act on the terminal. */
export function sentenceOf(error: Error): string {
	const { column, columns = [] } = error instanceof TableError ? error : {};
	const close = column === undefined ? "" : suggestion(String(column), columns);
	return shownText(clause(error.message) + close);
}
