/** Refuses outputs whose names say that they are in another format than the one written. */

import { FORMAT_NAMES, FORMATS, knowsColumn, libraryFormat } from "../../formats";

/** The content of an output: a list, or JSON lines, or a table. `delimiter`: that of CSV. */
export interface Written {
	readonly format: string;
	readonly delimiter?: number | undefined;
	/** Advice besides giving the output another name: to convert the result, by default. "" for none. */
	readonly remedy?: string;
}

/** A list of references of a command that reads tables as well. */
export const LINES: Written = { format: "lines", remedy: "add --column NAME if the input is a table" };
/** A list of a command that reads no tables, and the program of a policy. */
export const TEXTS: Written = { format: "lines", remedy: "" };
export const PROGRAM: Written = { format: "program", remedy: "" };
/** A log: its columns are separated by TAB. */
const LOG: Written = { format: "tsv" };
export const JSON_LINES: Written = { format: "jsonl" };

/** Names of compressed files and of archives. */
const COMPRESSED = /\.(?:t?(gz|zst|bz2|xz)|(lzma|lz4|br)|zip|7z|rar|tar)$/i;

/** The programs that compress a stream, by the ending of names. */
const PROGRAMS: { readonly [ending: string]: string } = {
	gz: "gzip",
	zst: "zstd",
	bz2: "bzip2",
	xz: "xz",
	lzma: "xz --format=lzma",
	lz4: "lz4",
	br: "brotli",
};

/** Formats by the names of files, and their names in messages. */
const NAMED: readonly (readonly [name: RegExp, format: string, what: string])[] = [
	...FORMATS.map(({ name, what, endings }) => [new RegExp(`\\.(?:${endings.join("|")})$`, "i"), name, what] as const),
	[/\.te?xt$/i, "text", "text"],
	[/\.(?:xls[xmb]?|ods)$/i, "sheet", "a spreadsheet"],
	[/\.(?:sqlite3?|duckdb)$/i, "database", "a database"],
	[/\.(?:avro|orc)$/i, "rows", "Avro or ORC"],
];

const TAB = 9;

/**
 * A clause on an output `path` in which something else is written than its name says. Undefined for one that fits. `compress`: advice that
 * a program follows, which compresses.
 */
export function misnaming(path: string, written: Written, compress = "or pipe the output to"): string | undefined {
	const compressed = COMPRESSED.exec(path);
	if (compressed !== null) {
		const program = PROGRAMS[(compressed[1] ?? compressed[2] ?? "").toLowerCase()];
		const remedy = program === undefined ? "" : `, ${compress} ${program}`;
		return `is named as compressed, and outputs are not; drop this ending${remedy}`;
	}
	const [, format, what] = NAMED.find(([name]) => name.test(path)) ?? [];
	if (format === undefined || formatsOf(written).includes(format)) return undefined;
	const { remedy = "convert the result" } = written;
	return `is named as ${what}, and ${nameOf(written.format)} written; give it another name${remedy && `, or ${remedy}`}`;
}

/** The names that fit the content. An index named CDX may have the rows of CDXJ, and columns of a list are separated by TAB. */
function formatsOf({ format, delimiter }: Written): readonly string[] {
	if (format === "program" || libraryFormat(format) !== undefined) return [format];
	if (format === "lines") return ["tsv", "text"];
	if (format === "jsonl") return [format, "json", "text"];
	if (knowsColumn(format)) return [...FORMAT_NAMES.filter(knowsColumn), "text"];
	return [format, "text", ...(delimiter === TAB ? ["tsv"] : [])];
}

function nameOf(format: string): string {
	const [, , what] = NAMED.find(([, each]) => each === format) ?? [];
	if (format === "program") return "a program is";
	return what === undefined ? "a list is" : `${what} ${what.endsWith("lines") ? "are" : "is"}`;
}

/** Returns the content of an output by its option: for --output, `written`. Undefined for formats with names of their own. */
export function writtenTo(option: string, written: Written): Written | undefined {
	if (["--into", "--seen", "--report"].includes(option)) return undefined;
	return option === "--output" ? written : LOG;
}
