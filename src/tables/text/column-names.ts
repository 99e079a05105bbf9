/** The names of the columns of a table: which one is meant, and which ones are free. */
import { TableError } from "./table-error";
import type { TableSettings } from "./table-options";

/** Max names in a message, and max characters of each. */
const MAX_SHOWN = 40;

/** The index of the column. Throws TableError. */
export function columnIndex(column: string | number, names: readonly string[]): number {
	const list = shownNames(names);
	if (typeof column === "number") {
		if (column <= names.length) return column - 1;
		throw new TableError("missing-column", `The table has ${names.length} columns, not ${column}: ${list}.`, {
			column,
			columns: names,
		});
	}
	const index = names.indexOf(column);
	if (index < 0)
		throw new TableError("missing-column", `The table has no column "${column}"; it has ${list}.`, { column, columns: names });
	if (names.indexOf(column, index + 1) >= 0) {
		throw new TableError("ambiguous-column", `Several columns are named "${column}": pass the number of one, from 1.`);
	}
	return index;
}

/** The names for a message, at most MAX_SHOWN of them. For a table without columns, "no columns". */
export function shownNames(names: readonly string[]): string {
	if (names.length === 0) return "no columns";
	const list = names.slice(0, MAX_SHOWN).map((name) => `"${name.slice(0, MAX_SHOWN)}"`);
	return list.join(", ") + (names.length > MAX_SHOWN ? ` and ${names.length - MAX_SHOWN} more` : "");
}

/** Throws TableError unless new columns have names of their own. */
export function refuseTakenNames(added: readonly string[], names: readonly string[]): void {
	const taken = added.find((name, index) => names.includes(name) || added.indexOf(name) !== index);
	if (taken !== undefined) throw new TableError("duplicate-column", `The table already has a column "${taken}".`);
}

/** The names of the new columns of a table. */
export function addedNames(settings: NewColumns & Pick<TableSettings, "counts">): readonly string[] {
	return [...addedTexts(settings), ...(settings.counts === undefined ? [] : [settings.counts])];
}

type NewColumns = Pick<TableSettings, "into" | "keys" | "parts"> & {
	readonly others?: readonly Pick<TableSettings, "into">[] | undefined;
};

/** The names of those of text. */
export function addedTexts({ into, keys, parts, others = [] }: NewColumns): readonly string[] {
	const names = [...others.map((other) => other.into), into, keys, ...(parts?.columns.map(({ name }) => name) ?? [])];
	return names.filter((name) => name !== undefined);
}

/** The error for a row of JSON that has the key of a new column. */
export function takenError(name: string, row: number): TableError {
	return new TableError("duplicate-column", `The table already has a column "${name}" in row ${row}.`, { row });
}

/** A JSON pointer, a JSONPath or an expression of jq as a path of keys: `/page/url`, `$.page["url"]`, `.page.links[0]`. */
export function asPath(column: string): string {
	if (!/^[$./]|\[/.test(column)) return column;
	const keys = column.replace(/^\$/, "").split(/[./[\]"']+/);
	return keys.filter((key) => key !== "" && !/^(?:\d+|\*)$/.test(key)).join(".");
}
