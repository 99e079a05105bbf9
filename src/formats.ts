// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats begin with control characters.
/**
 * The formats of tables: a row each. Options, names of files, refusals, help and documentation derive from them. What opens a format
 * that a library reads stands in tables/columnar/open-columns.ts.
 */

/** A format whose rows are text. */
export type TextFormat = "csv" | "tsv" | "jsonl" | "json" | "cdx" | "cdxj";
/** A format that a library reads. */
export type LibraryFormat = "parquet" | "arrow";
export type FormatName = TextFormat | LibraryFormat;

export interface Format {
	/** The value of `--format`. */
	readonly name: FormatName;
	/** Its name in sentences. */
	readonly what: string;
	/** Endings of file names, without the dot. Those of text may be followed by .gz or .zst. */
	readonly endings: readonly string[];
	/** For text: the delimiter of fields, or `JSON_ROWS` for rows that are objects. Undefined if a library reads the format. */
	readonly delimiter?: string;
	/** The column of references, if the format knows it. */
	readonly column?: string;
	/** The first octets of files, as Latin-1: a file that begins so is no list. */
	readonly begins?: readonly (readonly [what: string, beginning: RegExp])[];
	/** The options that it has no use for, and a clause that says why. */
	readonly refuses?: readonly string[];
	readonly why?: string;
	/** Whether it is read from files, and written to a file. */
	readonly needsFiles?: boolean;
}

/** The format of one array of JSON, whose elements are rows. */
const ARRAY = "json";
/** In place of a delimiter. */
const JSON_ROWS = "\0";
/** Options that say how fields and a header are written. */
const OF_OBJECTS = { refuses: ["delimiter", "no-header"], why: "whose rows are JSON objects" } as const;

export const FORMATS = [
	{ name: "csv", what: "CSV", endings: ["csv"], delimiter: "," },
	{ name: "tsv", what: "TSV", endings: ["tsv"], delimiter: "\t" },
	{ name: "jsonl", what: "JSON lines", endings: ["jsonl", "ndjson"], delimiter: JSON_ROWS, ...OF_OBJECTS },
	{ name: ARRAY, what: "JSON", endings: ["json"], delimiter: JSON_ROWS, ...OF_OBJECTS },
	{
		name: "cdx",
		what: "CDX",
		endings: ["cdx"],
		delimiter: " ",
		// A letter of the legend: the original URL.
		column: "a",
		begins: [["a CDX index", /^(?:[ \t]CDX(?:[ \t][A-Za-z])+\s|\S+\)\/?\S* \d{14} \S+ \S+\/\S+ (?:\d{3}|-) )/]],
		refuses: ["into", "key-into", "count-into", "delimiter", "no-header"],
		why: "whose columns and delimiter are those of its legend",
	},
	{
		name: "cdxj",
		what: "CDXJ",
		endings: ["cdxj"],
		delimiter: JSON_ROWS,
		column: "url",
		...OF_OBJECTS,
		begins: [["a CDXJ index", /^(?:![^\n]*\n)*(?:!OpenWayback-CDXJ|!meta \d|\S+\)\S* \d{4,17} (?:\S+ )?\{)/]],
	},
	{
		name: "parquet",
		what: "Parquet",
		endings: ["parquet"],
		// Followed by a page header, which starts with 0x15, or, if encrypted, by a length of four octets.
		begins: [["a Parquet file", /^PAR(?:1\x15|E.{0,3}\0)/s]],
		refuses: ["delimiter", "no-header"],
		needsFiles: true,
	},
	{
		name: "arrow",
		what: "Arrow",
		endings: ["arrow", "arrows", "feather"],
		begins: [
			["an Arrow file", /^ARROW1\0\0/],
			["an Arrow stream", /^\xff{4}..\0\0/s],
		],
		refuses: ["delimiter", "no-header"],
	},
] as const satisfies readonly Format[];

export const FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name);
export const TEXT_FORMATS: readonly TextFormat[] = FORMATS.flatMap((row) => ("delimiter" in row ? row.name : []));
export const LIBRARY_FORMATS: readonly LibraryFormat[] = FORMATS.flatMap((row) => ("delimiter" in row ? [] : row.name));

/** The format of this name, if it is one. */
export function formatOf(name: string | undefined): Format | undefined {
	return FORMATS.find((format) => format.name === name);
}

/** Whether each row is an object of JSON. */
export function isJsonFormat(name: string): boolean {
	return formatOf(name)?.delimiter === JSON_ROWS;
}

/** Whether rows are the elements of one array of JSON. */
export function isArrayFormat(name: string | undefined): boolean {
	return name === ARRAY;
}

/** Whether a format knows its column of references. */
export function knowsColumn(name: string | undefined): boolean {
	return formatOf(name)?.column !== undefined;
}

/** The format that a library reads, if it is one. */
export function libraryFormat(name: string | undefined): LibraryFormat | undefined {
	return LIBRARY_FORMATS.find((each) => each === name);
}

const COMPRESSED = "(?:\\.(?:gz|zst))?";
const NAMED = FORMATS.map(
	(format) =>
		[format.name, new RegExp(`\\.(?:${format.endings.join("|")})${"delimiter" in format ? COMPRESSED : ""}$`, "i")] as const,
);

/** Returns the format that the name of a file implies. */
export function formatNamed(file: string): FormatName | undefined {
	return NAMED.find(([, ending]) => ending.test(file))?.[0];
}

/** The reason why a format does not take one of the options that are given. Undefined if it takes them all. */
export function refusedOption(name: FormatName, given: { readonly [option: string]: unknown }): string | undefined {
	const { refuses = [], why } = formatOf(name) as Format;
	const option = refuses.find((each) => given[each] !== undefined);
	return option && `--${option} is not for ${name}${why === undefined ? "" : `, ${why}`}`;
}
