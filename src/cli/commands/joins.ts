/** The option --by of `dedupe`: the columns by which rows are compared. */

import { checked } from "../../arguments/arguments";
import { usageFailure } from "../../failure";
import { columnNamed, type FileTable } from "../../tables/text/file-table";
import { joinsOf, type TableSettings } from "../../tables/text/table-options";

interface JoinValues {
	readonly by?: string | undefined;
	readonly seen?: string | undefined;
}

/** The other columns of --by, by which rows are compared. Undefined if the references decide. Throws Failure. */
export function joinsFor(command: string, { by, seen }: JoinValues, settings: TableSettings): FileTable["joins"] {
	if (by === undefined) return undefined;
	if (seen !== undefined) throw usageFailure(command, "--by and --seen exclude each other: a set has the keys of references");
	const names = by.split(",").map((name) => columnNamed(name, settings.delimiter === 0));
	return checked(command, () => joinsOf(names, settings));
}
