/** The options of tables: column and format, checked before a file is opened. */
import { checked, type LineArguments } from "../../arguments/arguments";
import { wrapped } from "../../arguments/help";
import { eitherOf } from "../../counted";
import { usageFailure } from "../../failure";
import { formatFor } from "../../files/input/file-format";
import { WatchedFile } from "../../files/input/watched-file";
import {
	FORMAT_NAMES,
	FORMATS,
	type FormatName,
	formatNamed,
	formatOf,
	isArrayFormat,
	isJsonFormat,
	knowsColumn,
	libraryFormat,
	refusedOption,
	type TextFormat,
} from "../../formats";
import { suggestion } from "../../nearest";
import { resolveOptions } from "../../options";
import { shownNames } from "../../tables/text/column-names";
import { columnPath, pathIdentity } from "../../tables/text/column-path";
import {
	checkElements,
	columnNamed,
	type FileTable,
	hasStandardInput,
	INVALID_VALUES,
	joinsOf,
	letterOf,
	type OtherColumn,
	refuseSameColumn,
	resolveTableOptions,
	type TableOptions,
	type TableSettings,
} from "../../tables/text/table-options";
import { shownText } from "../../text/shown-text";
import { isFolder, outputsIn } from "./dataset";
import { type NamedColumn, newColumnsOf, refusePrivateSuffixes, type SiteValues } from "./new-columns";
import { tableOperands } from "./operands";

/** The options of commands that only read tables. */
export const TEXT_TABLE_OPTIONS = {
	column: { type: "string" },
	format: { type: "string" },
	delimiter: { type: "string" },
	"no-header": { type: "boolean" },
} as const;

export const TABLE_OPTIONS = {
	...TEXT_TABLE_OPTIONS,
	column: { type: "string", multiple: true },
	into: { type: "string", multiple: true },
	"key-into": { type: "string" },
	"private-suffixes": { type: "boolean" },
} as const;

const COLUMN_HELP = `  --column NAME      Read a table, and take the references from this column: its name, or its number from 1. In JSON, a key,
                     a path of keys such as page.url, or each element of an array: 'links[]'. See docs/guide/tables.md.
${formatHelp()}
`;
const DELIMITER_HELP = `  --delimiter CHAR   Take CHAR for what separates the fields of CSV, such as ";".
  --no-header        Take the first row for data. --column is a number then.
`;

export const TEXT_TABLE_HELP = `${COLUMN_HELP}${DELIMITER_HELP}`;

export const TABLE_OPTIONS_HELP = `${COLUMN_HELP}  --into NAME        Add the results as a new last column NAME. By default they replace the references. All else stays as it is.
                     Or WORD=NAME,...: new columns for fetch, the result; key; and parts of the result: scheme, host, site (the
                     registrable domain, by the package tldts), port, path, query, fragment, politeness (host and port that
                     crawlers wait for), shape (the key with classes for values). References stay. A missing part is empty, or null.
  --private-suffixes For site, go by the private section of the Public Suffix List, too: a.github.io is a site then.
  --key-into NAME    With a profile or policy, add what counts as the same page as a new last column NAME.
${DELIMITER_HELP}`;

/** The values of the options for tables. */
export interface TableValues extends SiteValues {
	readonly column?: string | readonly string[] | undefined;
	readonly format?: string | undefined;
	readonly into?: string | readonly string[] | undefined;
	readonly "key-into"?: string | undefined;
	readonly "count-into"?: string | undefined;
	readonly by?: string | undefined;
	readonly seen?: string | undefined;
	readonly delimiter?: string | undefined;
	readonly "no-header"?: boolean | undefined;
}

const LINES = "lines";
/** The formats of tables, for a sentence. */
const TABLES = eitherOf(FORMAT_NAMES);

function formatHelp(): string {
	const names = (isKnown: boolean) => FORMAT_NAMES.filter((name) => knowsColumn(name) === isKnown);
	const endings = (isText: boolean) => FORMATS.filter((row) => "delimiter" in row === isText).map((row) => `.${row.endings[0]}`);
	return wrapped(
		"  --format FORMAT    ",
		`Read lines (default), ${names(false).join(", ")}, or the indexes of web archives, ${names(true).join(" and ")}, which know their column. With --column, the names of files tell: ${endings(false).join(", ")}, or ${endings(true).join(", ")}, also with .gz or .zst.`,
	);
}

/**
 * Returns the table that the files are read as. Undefined if they are lists: a name by itself makes no file a table, unless a library
 * reads it. `print`: whether kept rows have their references in normal form, or as they came. Throws Failure.
 */
export async function tableOf(
	command: string,
	values: TableValues,
	{ options, files, dataset, output }: Pick<LineArguments, "options" | "files" | "dataset" | "output">,
	print: TableOptions["print"] = "normalized",
): Promise<FileTable | undefined> {
	const { format } = values;
	const [column, ...otherColumns] = [values.column ?? []].flat();
	refuseUnknownFormat(command, format);
	if (column === undefined) await refuseContainers(command, format, files);
	const isIndex = column === undefined && files.some((file) => knowsColumn(format ?? formatFor(file)));
	if ((column === undefined && !isIndex) || format === LINES) {
		refuseForLists(command, values);
		return undefined;
	}
	if (options.comments !== undefined) throw usageFailure(command, "--comments is for lists of lines, not for tables");
	const chosen = (format as FormatName | undefined) ?? formatOfAll(command, files, column !== undefined);
	refuseForFormat(command, chosen, values, files);
	const container = libraryFormat(chosen);
	const main = column ?? formatOf(chosen)?.column;
	const { keys, others: named, ...columns } = await newColumnsOf(command, main, otherColumns, values);
	const tableOptions = {
		...options,
		// The options for tables that a library reads are checked as for CSV.
		format: chosen === container ? "csv" : (chosen as TextFormat),
		...(column !== undefined && { column: columnOf(command, column, chosen, values) }),
		...columns,
		...fieldOptions(values),
		print,
	};
	const settings = checked(command, () => resolveTableOptions(tableOptions));
	if (settings.delimiter === 0) checked(command, () => checkElements(String(settings.column), [keys], chosen));
	const joins = joinsFor(command, values, settings);
	const others = otherColumnsOf(command, named, settings, chosen, values);
	const library = {
		isPartitioned: dataset?.isPartitioned === true && !isFolder(output),
		...(container !== undefined && { container }),
	};
	return { ...settings, command, format: chosen, files, keys, joins, others, ...library };
}

/** The options of a table for the syntax of CSV fields. */
function fieldOptions({ delimiter, "no-header": hasNoHeader }: TableValues): Pick<TableOptions, "delimiter" | "header"> {
	return { ...(delimiter !== undefined && { delimiter: delimiter === "\\t" ? "\t" : delimiter }), header: hasNoHeader !== true };
}

/** The other columns of references. Throws Failure, for a column of JSON that is given twice, however it is written, too. */
function otherColumnsOf(
	command: string,
	named: readonly NamedColumn[],
	{ column, delimiter }: TableSettings,
	format: FormatName,
	values: TableValues,
): readonly OtherColumn[] {
	const others = named.map((other) => otherColumnOf(command, other, format, values));
	const names = [column, ...others.map((other) => other.column)];
	if (delimiter === 0) checked(command, () => refuseSameColumn(names, (name) => pathIdentity(columnPath(String(name)))));
	return others;
}

/** Another column of references. Throws Failure. */
function otherColumnOf(command: string, other: NamedColumn, format: FormatName, values: TableValues): OtherColumn {
	const column = columnOf(command, other.column, format, values);
	if (isJsonFormat(format)) checked(command, () => checkElements(String(column), [other.into], format));
	return { ...other, column };
}

/** Throws Failure. */
function refuseUnknownFormat(command: string, format: string | undefined): void {
	if (format === undefined || format === LINES || formatOf(format) !== undefined) return;
	const close = suggestion(format, [LINES, ...FORMAT_NAMES]);
	throw usageFailure(command, `--format must be lines, ${TABLES}, not "${format}"${close}`);
}

/** The arguments of a run that writes tables. Those that a library reads and writes need files. Throws Failure. */
export function tableArguments(command: string, table: FileTable | undefined, args: LineArguments): LineArguments {
	if (table === undefined) return args;
	const outputs = outputsIn(command, args);
	if (outputs !== undefined && table.container !== "parquet")
		throw usageFailure(command, `-o ${args.output} is a directory: only Parquet is written file by file`);
	const [output = args.output] = outputs ?? [];
	if (formatOf(table.container)?.needsFiles && (output === undefined || output === "-"))
		throw usageFailure(command, `--format ${table.container} requires -o FILE`);
	const written = { ...readArguments(table, args), written: table };
	return outputs === undefined || output === undefined ? written : { ...written, output, outputs };
}

/** The arguments of a run that reads tables, and writes something else. */
export function readArguments(table: FileTable | undefined, args: LineArguments): LineArguments {
	if (table === undefined) return args;
	if (table.container === undefined) return { ...args, readAs: { ...args.readAs, format: table.format } };
	return { ...args, watched: args.files.map((path) => new WatchedFile(path)) };
}

/** Throws Failure with the names of the columns, if no --column is given for files that a library reads. */
async function refuseContainers(command: string, format: string | undefined, files: LineArguments["files"]): Promise<void> {
	for (const file of files) {
		const container = libraryFormat(format ?? formatNamed(file ?? ""));
		if (container === undefined || file === undefined || file === "-") continue;
		const { openColumns } = await import("../../tables/columnar/open-columns");
		const { columnNames } = await openColumns({ command, container, files: [file] }, false);
		const names = shownText(shownNames(columnNames));
		throw usageFailure(command, `${file} is a table; choose a column with --column: ${names}`);
	}
}

/** Throws Failure for options and inputs that a format has no use for. */
function refuseForFormat(command: string, chosen: FormatName, values: TableValues, files: LineArguments["files"]): void {
	const refused = refusedOption(chosen, { ...values });
	if (refused !== undefined) throw usageFailure(command, refused);
	if (isArrayFormat(chosen) && files.length > 1)
		throw usageFailure(command, `--format ${chosen} reads one file, as its output is one array; pass the files one by one`);
	if (formatOf(chosen)?.needsFiles && hasStandardInput({ files }))
		throw usageFailure(command, `--format ${chosen} requires files, not standard input`);
}

/** Like `tableOf`, for commands that only read tables. Throws Failure. */
export async function textTableOf(
	command: string,
	values: TableValues & { readonly uri?: unknown },
	positionals: readonly string[],
): Promise<FileTable | undefined> {
	const files = tableOperands(positionals).files;
	const table = await tableOf(command, values, { options: {}, files, output: undefined });
	if (table !== undefined) refuseWithTable(command, values, ["uri"]);
	return table;
}

/** The arguments for the values of a table, which decides by itself about rejected rows. */
export function forValues(args: LineArguments): LineArguments {
	const options = { ...args.options, invalid: INVALID_VALUES[args.settings.invalid] };
	return { ...args, options, settings: resolveOptions(options) };
}

/** Throws Failure if one of the options `names`, which are for lists, is given with a table. */
export function refuseWithTable<Name extends string>(
	command: string,
	values: { readonly [name in Name]?: unknown },
	names: readonly Name[],
): void {
	const option = names.find((name) => values[name] !== undefined);
	if (option !== undefined) throw usageFailure(command, `--${option} is for lists of lines, not for tables`);
}

/** Throws Failure if an option is given that needs a table. */
function refuseForLists(command: string, values: TableValues): void {
	const { format } = values;
	if (format !== undefined && format !== LINES) {
		throw usageFailure(command, `--format ${format} requires --column NAME, the column with the references`);
	}
	if (values.column !== undefined) throw usageFailure(command, "--column is for tables, not for --format lines");
	const option = (["into", "key-into", "delimiter", "no-header", "by"] as const).find((name) => values[name] !== undefined);
	if (option !== undefined) throw usageFailure(command, `--${option} requires --column NAME`);
	refusePrivateSuffixes(command, values);
}

/** Returns the format that all files have, by their names or first bytes. Throws Failure. */
function formatOfAll(command: string, files: LineArguments["files"], hasColumn: boolean): FormatName {
	const formats = files.map(formatFor);
	const unknown = formats.indexOf(undefined);
	if (unknown >= 0 && hasColumn) {
		const name = files[unknown] === undefined || files[unknown] === "-" ? "standard input" : `"${files[unknown]}"`;
		throw usageFailure(command, `--column requires --format ${TABLES} for ${name}`);
	}
	const other = formats.findIndex((format) => format !== formats[0]);
	if (other < 0) return formats[0] as FormatName;
	throw usageFailure(command, `"${files[0] ?? "-"}" and "${files[other] ?? "-"}" are in two formats; run the command for each`);
}

/** The name of a column or, except in JSON, its number. Throws Failure. */
function columnOf(command: string, column: string, format: FormatName, values: TableValues): string | number {
	const named = format === "cdx" ? letterOf(column) : columnNamed(column, isJsonFormat(format));
	if (named === "" || named === 0) {
		throw usageFailure(command, `--column must be the name of a column or its number from 1, not "${column}"`);
	}
	if (!isJsonFormat(format) && values["no-header"] === true && typeof named !== "number") {
		throw usageFailure(command, `with --no-header, --column must be a number from 1, not "${column}"`);
	}
	return named;
}

interface JoinValues {
	readonly by?: string | undefined;
	readonly seen?: string | undefined;
}

/** The other columns of --by, by which rows are compared. Undefined if the references decide. Throws Failure. */
function joinsFor(command: string, { by, seen }: JoinValues, settings: TableSettings): FileTable["joins"] {
	if (by === undefined) return undefined;
	if (seen !== undefined) throw usageFailure(command, "--by and --seen exclude each other: a set has the keys of references");
	const names = by.split(",").map((name) => columnNamed(name, settings.delimiter === 0));
	return checked(command, () => joinsOf(names, settings));
}
