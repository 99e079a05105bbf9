/** The options of tables. */
import { Write } from "../../../assembly/tables/layout";
import { eitherOf } from "../../counted";
import { OptionError } from "../../errors";
import type { OctetWriter } from "../../files/output/octet-writer";
import { formatOf, isArrayFormat, isJsonFormat, type LibraryFormat, TEXT_FORMATS, type TextFormat } from "../../formats";
import { checkFlags, choose } from "../../input";
import type { LearnedLines } from "../../learned/learned-lines";
import type { LineSettings } from "../../lines/lines";
import type { PartColumns, PartName, PublicSuffix } from "../../lines/parts";
import { type InvalidLines, type NormalizeOptions, resolveOptions, type Settings } from "../../options";
import type { KeyNormalizer } from "../../rules/rules";
import { arrayRowPath, columnPath, hasElements, jqQuery } from "./column-path";
import { partColumns } from "./part-option";

/** Options for reading and writing a table. */
export interface TableOptions extends NormalizeOptions {
	/**
	 * `"csv"` and `"tsv"`: RFC 4180, fields between `,` or TAB. `"jsonl"`: one JSON object a line. `"json"`: one array of objects. `"cdx"` and `"cdxj"`: indexes of web
	 * archives.
	 */
	readonly format: TextFormat;
	/**
	 * The column of references: its name, or its number from 1. For `"jsonl"`, a key, or a path of keys such as `"page.url"`. For
	 * `"cdx"`, a letter of the legend, by default `"a"`; for `"cdxj"`, a key, by default `"url"`.
	 */
	readonly column?: string | number;
	/** Adds the result as a new, last column of this name. By default it replaces the reference. */
	readonly into?: string;
	/**
	 * Adds parts of the result as new, last columns: their names, by part, such as `{ host: "host", path: "path" }`. A row has none if its
	 * reference has no such part, or was rejected. Without `into`, the references stay as they are. `site` needs `publicSuffix`.
	 */
	readonly parts?: { readonly [part in PartName]?: string };
	/** The Public Suffix List for the part `site`: `fromTldts(tldts)` of `urlsieve/crawl`. */
	readonly publicSuffix?: PublicSuffix;
	/** One character of US-ASCII between two fields. */
	readonly delimiter?: string;
	/** Whether the first row has the names of the columns: the default. Without it, `column` is a number, and so is no `into`. */
	readonly header?: boolean;
	/**
	 * For `normalizeTable`: the normalizer, of `urlsieve` or `urlsieve/crawl`, whose forms are written. It takes the place of the options
	 * `level`, `strict`, `idna`, `edition` and `engine`; the default of `invalid` is its own.
	 */
	readonly normalizer?: KeyNormalizer;
	/** Adds the key as a new, last column of this name, after that of `into`. Needs a normalizer of `urlsieve/crawl`. */
	readonly keyInto?: string;
	/** The form in which the first row of each class is written: its reference in normal form, the default, or unchanged. */
	readonly print?: "normalized" | "original";
}

/** Checked options. `Rules`: the settings by which references are normalized. */
export interface TableSettings<Rules extends LineSettings = Settings> {
	readonly settings: Rules;
	/** The format of the file, even if a library reads it. */
	readonly format: string;
	/** 0 for JSON lines. */
	readonly delimiter: number;
	readonly column: string | number;
	readonly into: string | undefined;
	readonly hasHeader: boolean;
	readonly isCdx: boolean;
	/** A set of Write bits. */
	readonly write: number;
	/** Another new column, for the keys that come with the values. */
	readonly keys?: string | undefined;
	/** More new columns, after that of the keys. */
	readonly parts?: PartColumns | undefined;
	/** For rows that are passed on one by one: another new column, and the columns whose values are passed on with the rows. */
	readonly counts?: string | undefined;
	readonly by?: readonly (string | number)[] | undefined;
	/** The name of the column in messages about rows. */
	readonly label?: string | undefined;
	/** Columns that count as well when rows are compared. */
	readonly joins?: readonly (string | number)[] | undefined;
}

/** The names that pywb gives to the columns of letters. */
const CDX_NAMES: { readonly [name: string]: string } = {
	urlkey: "N",
	timestamp: "b",
	url: "a",
	mime: "m",
	status: "s",
	digest: "k",
	redirect: "r",
	length: "S",
	offset: "V",
	filename: "g",
};
/** The letter of a column that has a name of pywb; any other column as it is, numbers from 1. */
export function letterOf(name: string): string | number {
	return CDX_NAMES[name] ?? (/^[0-9]+$/.test(name) ? Number(name) : name);
}

const ACTIONS: { readonly [action in InvalidLines]: number } = {
	keep: 0,
	drop: Write.DROP_INVALID,
	blank: Write.BLANK_INVALID,
	fail: 0,
};

/** The table decides about rejected rows, so the kernel of lines leaves a blank line for it. */
export const INVALID_VALUES = { keep: "blank", drop: "blank", blank: "blank", fail: "fail" } as const;

function refuse(message: string): never {
	throw new OptionError("invalid-option", message);
}

/** Checks the options. Throws OptionError `invalid-option`. */
export function resolveTableOptions(options: Omit<TableOptions, "normalizer" | "keyInto">): TableSettings {
	const row = formatOf(options.format);
	const { format, column = row?.column, into, delimiter, header = true, print = "normalized", ...given } = options;
	const { parts: named, publicSuffix, ...others } = given;
	checkFlags(options, "header");
	if (row?.delimiter === undefined) refuse(`The option "format" must be ${eitherOf(TEXT_FORMATS.map((name) => `"${name}"`))}.`);
	const isJson = isJsonFormat(format);
	if (!header && (isJson || format === "cdx")) refuse('The option "header" is only for "csv" and "tsv".');
	if (column === undefined || !isColumn(column, isJson))
		return refuse('The option "column" must be the name of a column or, for "csv", "tsv" and "cdx", its number from 1.');
	if (!header && typeof column !== "number") refuse('Without "header", the option "column" must be a number.');
	checkNewColumns(options);
	if (print !== "normalized" && print !== "original") refuse('The option "print" must be "normalized" or "original".');
	const separator = delimiter ?? row.delimiter;
	if (isJson || format === "cdx" ? delimiter !== undefined : !/^[^"\r\n\0\x80-\uffff]$/.test(separator)) {
		refuse('The option "delimiter" must be one character of US-ASCII between the fields of "csv" or "tsv".');
	}
	const { invalid = "keep" } = others;
	const settings = resolveOptions({ ...others, invalid: choose("invalid", invalid, INVALID_VALUES) });
	const parts = partColumns(named, publicSuffix);
	if (isJson) checkElements(column as string, [into, parts], format, invalid);
	const isOriginal = (print === "original" || parts !== undefined) && into === undefined;
	const write = ACTIONS[invalid] | (into === undefined ? 0 : Write.APPEND) | (isOriginal ? Write.ORIGINAL : 0);
	const isCdx = row.column !== undefined;
	return {
		settings,
		format,
		delimiter: separator.charCodeAt(0),
		column,
		into,
		hasHeader: !isJson && header,
		isCdx,
		write,
		parts,
	};
}

/** Throws OptionError `invalid-option`. */
function checkNewColumns({ format, column, into, parts }: Pick<TableOptions, "format" | "column" | "into" | "parts">): void {
	const option = into !== undefined ? "into" : parts !== undefined ? "parts" : undefined;
	if (option !== undefined && format === "cdx")
		refuse(`The option "${option}" is not for "cdx", whose columns are those of its legend.`);
	if (into !== undefined && (typeof into !== "string" || into === ""))
		refuse('The option "into" must be the name of a new column.');
	if (isJsonFormat(format) && into !== undefined && into === (column ?? formatOf(format)?.column))
		refuse(`The option "into" must be the name of another column than "${into}".`);
}

function isColumn(column: string | number, isJson: boolean): boolean {
	if (typeof column !== "number") return typeof column === "string" && column !== "";
	return !isJson && Number.isInteger(column) && column > 0;
}

/** Throws OptionError for new columns and for dropped rows, if each row has several values. */
export function checkElements(column: string, added: readonly unknown[], format: string, invalid?: InvalidLines): void {
	const isArray = isArrayFormat(format);
	if (isArray && !arrayRowPath(column).isRow) return;
	columnPath(column);
	if (!hasElements(column)) return;
	if (isArray && added.every((name) => name === undefined)) return;
	if (isArray) refuse(`A row that is a text has no columns: without new ones, the texts of "${column}" are replaced in place.`);
	if (added.some((name) => name !== undefined))
		refuse(`A new column has one value in a row, and "${column}" has several: without new columns, they are replaced in place.`);
	if (invalid === "drop")
		refuse(
			`The option "invalid" must be "keep", "blank" or "fail" for "${column}": "drop" would drop rows for one of their values.`,
		);
}

type ComparedBy = Pick<TableSettings<LineSettings>, "column" | "delimiter" | "format">;

/** Throws OptionError unless rows can be compared: each has one value at most. */
export function checkComparable({ column, delimiter, format }: ComparedBy): void {
	if (delimiter !== 0 || isArrayFormat(format) || !hasElements(column)) return;
	const query = jqQuery(columnPath(column as string));
	refuse(
		`Rows are compared by one value each, and "${column}" has several: make a row of each, as jq -c '${query}' does, and compare by "url".`,
	);
}

/** The columns of `by` besides that of the references. Throws OptionError `invalid-option`. */
export function joinsOf(
	by: readonly (string | number)[],
	{ column, delimiter, isCdx, hasHeader }: TableSettings<LineSettings>,
): readonly (string | number)[] {
	const isJson = delimiter === 0;
	const names = isCdx && !isJson ? by.map((name) => letterOf(String(name))) : by;
	const fault = (sentence: string): never => refuse(`The option "by" must ${sentence}, not "${by.join(",")}".`);
	if (names.some((name, index) => name === "" || name === 0 || names.indexOf(name) !== index)) fault("name different columns");
	if (!isJson && !isCdx && !hasHeader && names.some((name) => typeof name !== "number"))
		fault("have numbers from 1, as there is no header");
	if (!isCdx && names.some((name) => typeof name !== typeof column))
		fault('give its columns as the option "column" does, by name or by number');
	if (!names.includes(column)) refuse(`The option "by" must contain the column of references, such as ${[column, ...by]}.`);
	return names.filter((name) => name !== column);
}

/** The same of an option of a library. Undefined if the references decide. */
export function givenJoins(
	by: readonly (string | number)[] | undefined,
	settings: TableSettings<LineSettings>,
): TableSettings["joins"] {
	if (by === undefined) return undefined;
	if (!Array.isArray(by)) refuse('The option "by" must be an array of columns.');
	return joinsOf(by, settings);
}

/** Another column of references, whose values are normalized, too. */
export interface OtherColumn extends Pick<TableSettings, "column" | "into"> {}

/** The output of a table that a library writes. `path`: that of the file, if it is a regular one. */
export type ColumnOutput = Pick<OctetWriter, "name" | "length" | "writeLater"> & { readonly path: string | undefined };

/** Opens the output of a file, by its number from 0. It is sealed once it is complete. */
export type PartOutputs = (file: number) => ColumnOutput & { seal(isDurable: boolean): void };

/** Several files as one table. */
export interface FileTable extends TableSettings {
	/** Other columns of references. Rows are compared by the first. */
	readonly others?: readonly OtherColumn[] | undefined;
	/** The command that messages name. */
	readonly command: string;
	/** Paths. Undefined and "-" are standard input. */
	readonly files: readonly (string | undefined)[];
	/** The format, if a library reads it. */
	readonly container?: LibraryFormat;
	/** Whether directories of the files, such as `day=1`, are a column. */
	readonly isPartitioned?: boolean;
	/** Makes learned shapes for the column of shapes. */
	readonly learned?: LearnedLines | undefined;
	/** The output of each file, if each has one. */
	readonly outputs?: PartOutputs | undefined;
}

/** Whether standard input is among the files. */
export function hasStandardInput({ files }: Pick<FileTable, "files">): boolean {
	return files.some((file) => file === undefined || file === "-");
}

/** Throws OptionError for a column that is given twice, by its name and its number. `identityOf`: equal for the same column. */
export function refuseSameColumn(columns: readonly (string | number)[], identityOf: (column: string | number) => unknown): void {
	const identities = columns.map(identityOf);
	const again = identities.findIndex((identity, index) => identities.indexOf(identity) !== index);
	if (again < 0) return;
	const first = columns[identities.indexOf(identities[again])];
	refuse(`The columns "${first}" and "${columns[again]}" are one: name each column once.`);
}

/** The column as messages about a row name it: "" unless the table has several columns of references. */
export function columnLabel({ others = [] }: Pick<FileTable, "others">, column: string | number): string {
	return others.length === 0 ? "" : ` in the column ${typeof column === "number" ? column : `"${column}"`}`;
}

/** The column as a field of the file of rejects. */
export function columnField({ column }: Pick<FileTable, "column">): string {
	return String(column).replaceAll(/[\t\r\n]/g, " ");
}

/** The column that an option names. A text of digits is its number, except in JSON, where it is a key. */
export function columnNamed(text: string, isJson = false): string | number {
	return !isJson && /^[0-9]+$/.test(text) ? Number(text) : text;
}
