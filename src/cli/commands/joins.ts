/** The option --by of `dedupe`: the columns by which rows are compared. */
import { usageFailure } from "../../failure";
import { type Container, columnNamed, type FileTable } from "../../tables/file-table";
import { letterOf, type TableSettings } from "../../tables/text/table-options";

interface JoinValues {
	readonly by?: string | undefined;
	readonly seen?: string | undefined;
	readonly "no-header"?: boolean | undefined;
}

/** The other columns of --by, by which rows are compared. Undefined if the references decide. Throws Failure. */
export function joinsOf(
	command: string,
	{ by, seen, "no-header": noHeader }: JoinValues,
	{ column, delimiter, isCdx }: TableSettings,
	container: Container | undefined,
): FileTable["joins"] {
	if (by === undefined) return undefined;
	if (seen !== undefined) throw usageFailure(command, "--by and --seen exclude each other: a set has the keys of references");
	if (container !== undefined)
		throw usageFailure(command, `--by is for tables of text, not for ${container}; convert it to CSV or JSON lines`);
	const isJson = delimiter === 0;
	const names = by.split(",").map((name) => (isCdx && !isJson ? letterOf(name) : columnNamed(name, isJson)));
	if (names.some((name, index) => name === "" || name === 0 || names.indexOf(name) !== index))
		throw usageFailure(command, `--by must be different columns, separated by commas, not "${by}"`);
	if (noHeader && names.some((name) => typeof name !== "number"))
		throw usageFailure(command, `with --no-header, --by must be numbers from 1, not "${by}"`);
	if (!isCdx && names.some((name) => typeof name !== typeof column))
		throw usageFailure(command, `--by must give its columns as --column does, by name or by number, not "${by}"`);
	if (!names.includes(column)) throw usageFailure(command, `--by must contain the column of references, such as ${column},${by}`);
	return names.filter((name) => name !== column);
}
