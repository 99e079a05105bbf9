// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats begin with control characters.
/** Kinds of files that are no list of references: their beginnings, and advice for each. The web page reads this table, too. */

import { FORMATS, type Format, libraryFormat } from "../../formats";

/** Options for reading a file. */
export interface ReadAs {
	/** The format of a table. */
	readonly format?: string | undefined;
	/** Whether references are looked for in running text. */
	readonly isText?: boolean | undefined;
	/** Whether any kind is read as it is: --binary. */
	readonly isBinary?: boolean | undefined;
}

/** A kind. A file is of the first one that fits. */
export interface Kind {
	readonly what: string;
	/** Matches the first octets as Latin-1, after a byte order mark of UTF-8. */
	readonly beginning: RegExp;
	/** Matches the name as well. */
	readonly name?: RegExp;
	/** The beginning may also start a list: match only if the sample is not UTF-8 text. */
	readonly mayBeText?: boolean;
	readonly remedy: string;
	/** The remedy in a program, if it is another one. */
	readonly inProgram?: string;
	/** The format of tables that it is. */
	readonly format?: string;
	/** Whether `extract` finds references in it. */
	readonly isText?: boolean;
}

/** Octets in which a NUL identifies binary data. */
export const BLOCK_SIZE = 4096;
/** Octets in which kinds are recognized: the header of a tar archive. */
export const SAMPLE_SIZE = 512;

function decompressed(what: string, beginning: RegExp, program: string, others: Partial<Kind> = {}): Kind {
	return { what: `${what}-compressed`, beginning, remedy: `decompress it with ${program} -dc`, ...others };
}

/** The kinds of files that begin like a table. */
function tables(): Kind[] {
	return (FORMATS as readonly Format[]).flatMap(({ name: format, column, begins = [] }) => {
		const options = `--format ${format}${column === undefined ? " --column NAME" : ""}`;
		const remedy = `normalize, dedupe, resolve, validate and inspect read it with ${options}`;
		const inProgram = `${libraryFormat(format) === undefined ? DEDUPE_TABLE : "dedupeTableFile"} reads it`;
		return begins.map(([what, beginning]) => ({ what, beginning, remedy, inProgram, format }));
	});
}

const DEDUPE_TABLE = 'dedupeTable of "urlsieve/tables"';

/** A remedy whose result is read as a table. */
function asTable(step: string, options: string): Pick<Kind, "remedy" | "inProgram"> {
	return { remedy: `${step}, which ${options} reads`, inProgram: `${step}, which ${DEDUPE_TABLE} reads` };
}

/** A JSON array, whose elements are rows. */
function asArray(column: string): Pick<Kind, "remedy" | "inProgram" | "format"> {
	const remedy = `normalize, dedupe, resolve, validate and inspect read it with --format json --column ${column}`;
	return { remedy, inProgram: `${DEDUPE_TABLE} reads it`, format: "json" };
}

/** Lines, the first two of which begin as arrays: JSON lines may have such rows. */
const ARRAY_LINES = /^\s*\[[^\n]*\]\s*\n\s*\[/;

const INDEX = asTable("write an index of it with cdxj-indexer", "--format cdxj");
const WACZ = asTable("extract its index with unzip -p FILE 'indexes/*.cdx*'", "--format cdxj");
const SHEET = asTable("save the sheet as CSV", "--column NAME");
const EXTRACT = "urlsieve extract --text finds the references in it";

const KINDS: readonly Kind[] = [
	decompressed("bzip2", /^BZh[1-9]1AY&SY/, "bzip2", { mayBeText: true }),
	decompressed("bzip2", /^BZh[1-9]\x17rE8P\x90/, "bzip2"),
	decompressed("xz", /^\xfd7zXZ\0/, "xz"),
	decompressed("LZMA", /^\x5d\0\0/, "xz"),
	decompressed("lzip", /^LZIP[\0\x01]/, "lzip"),
	decompressed("LZ4", /^(?:\x04"M\x18|\x02!L\x18)/, "lz4"),
	decompressed("lzop", /^\x89LZO\0/, "lzop"),
	decompressed("Snappy", /^\xff\x06\0\0sNaPpY/, "snzip"),
	decompressed("compress", /^\x1f\x9d/, "gzip"),
	decompressed("zlib", /^x[\x01^\x9c\xda]/, "pigz", { mayBeText: true }),
	decompressed("Brotli", /^/, "brotli", { name: /\.br$/i, mayBeText: true }),
	{ what: "a 7z archive", beginning: /^7z\xbc\xaf\x27\x1c/, remedy: "extract the list with 7z e -so" },
	{ what: "a RAR archive", beginning: /^Rar!\x1a\x07/, remedy: "extract the list with unrar p -inul" },
	{ what: "a tar archive", beginning: /^.{257}ustar/s, remedy: "extract the list with tar -xOf FILE" },
	{
		what: "a WACZ archive",
		beginning: /^PK\x03\x04.{26}(?:archive\/|indexes\/|pages\/|datapackage)/s,
		...WACZ,
	},
	{
		what: "a WACZ archive",
		beginning: /^PK\x03\x04/,
		name: /\.wacz$/i,
		...WACZ,
	},
	{
		what: "a document of Word or of a kindred program",
		beginning: /^PK\x03\x04/,
		name: /\.(?:do[ct][xm]|odt)$/i,
		remedy: "save it as plain text, then run urlsieve extract --text",
	},
	{
		what: "a spreadsheet",
		beginning: /^PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|mimetypeapplication\/vnd\.oasis)/s,
		...SHEET,
	},
	{ what: "a spreadsheet", beginning: /^PK\x03\x04/, name: /\.(?:xls[xmb]|ods|numbers)$/i, ...SHEET },
	{ what: "a ZIP archive", beginning: /^PK(?:\x03\x04|\x05\x06|\x07\x08)/, remedy: "extract the list with unzip -p" },
	{ what: "an Excel workbook", beginning: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, ...SHEET },
	{ what: "UTF-32 text", beginning: /^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, remedy: "convert it with iconv -f UTF-32 -t UTF-8" },
	{ what: "UTF-32 text", beginning: /^(?:[\t\n\r -~]\0{3}){2}/, remedy: "convert it with iconv -f UTF-32LE -t UTF-8" },
	{ what: "UTF-32 text", beginning: /^(?:\0{3}[\t\n\r -~]){2}/, remedy: "convert it with iconv -f UTF-32BE -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:\xff\xfe|\xfe\xff)/, remedy: "convert it with iconv -f UTF-16 -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:[\t\n\r -~]\0){2}/, remedy: "convert it with iconv -f UTF-16LE -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:\0[\t\n\r -~]){2}/, remedy: "convert it with iconv -f UTF-16BE -t UTF-8" },
	{
		what: "a PDF document",
		beginning: /^%PDF-\d\.\d\s/,
		mayBeText: true,
		remedy: "convert it with pdftotext, then run urlsieve extract",
	},
	...tables(),
	{ what: "an Avro file", beginning: /^Obj\x01/, remedy: "convert it to JSON lines with avro-tools tojson" },
	{ what: "an ORC file", beginning: /^ORC/, mayBeText: true, remedy: "convert it to JSON lines with orc-contents" },
	{ what: "a SQLite database", beginning: /^SQLite format 3\0/, remedy: "write a table as CSV with sqlite3 -csv -header" },
	{ what: "a DuckDB database", beginning: /^.{8}DUCK/s, mayBeText: true, remedy: "write a table as Parquet with COPY" },
	{ what: "a Python pickle", beginning: /^\x80[\x02-\x05]/, remedy: "write its strings as lines in Python" },
	{ what: "a NumPy array", beginning: /^\x93NUMPY/, remedy: 'write it as lines with numpy.savetxt(FILE, array, fmt="%s")' },
	{ what: "a WARC file", beginning: /^WARC\/\d/, ...INDEX },
	{ what: "an ARC file", beginning: /^filedesc:\/\/\S+ \S+ \d{14} /, ...INDEX },
	{ what: "an HTML document", beginning: /^\s*<(?:!doctype\s|!--|(?:html|head|body)[\s>])/i, remedy: EXTRACT, isText: true },
	{
		what: "an XML document",
		beginning: /^\s*<(?:\?xml\s|(?:rss|feed|urlset|sitemapindex|opml|rdf:RDF)[\s>])/i,
		remedy: EXTRACT,
		isText: true,
	},
	{
		what: "a JSON array",
		beginning: /^\s*\[\s*"/,
		...asArray("'[]'"),
		isText: true,
	},
	{
		what: "a JSON array",
		beginning: /^\s*\[\s*(?:[[{\]]|$)/,
		...asArray("NAME"),
		isText: true,
	},
	{
		what: "a JSON document",
		beginning: /^\s*\{\s*(?:\n|"log"\s*:\s*\{)/,
		...asTable("write one object per line with jq -c", "--format jsonl --column NAME"),
		isText: true,
	},
];

export const BINARY: Kind = {
	what: `binary data, with a NUL among its first ${BLOCK_SIZE} bytes`,
	beginning: /\0/,
	remedy: "--binary reads it all the same",
	inProgram: 'the option "binary" reads it all the same',
};

/** The kind of an input with this name that begins with `octets`, some or all of its first block. Undefined if it is read. */
export function refusedKind(name: string, octets: Uint8Array, { format, isText, isBinary }: ReadAs = {}): Kind | undefined {
	if (isBinary) return undefined;
	const sample = octets.subarray(0, SAMPLE_SIZE);
	const text = String.fromCharCode(...sample).replace(/^\xef\xbb\xbf/, "");
	const kind = KINDS.find((each) => isOfKind(each, name, text, sample));
	if (kind === undefined) return octets.subarray(0, BLOCK_SIZE).includes(0) ? BINARY : undefined;
	const isLines = kind.format === "json" && format === "jsonl" && ARRAY_LINES.test(text);
	const isRead = (isText && kind.isText) || isLines || (kind.format !== undefined && kind.format === format);
	return isRead ? undefined : kind;
}

/** The format of tables that begin with these octets. */
export function formatOfKind(name: string, sample: Uint8Array): Kind["format"] {
	return refusedKind(name, sample)?.format;
}

function isOfKind({ beginning, name, mayBeText }: Kind, fileName: string, text: string, sample: Uint8Array): boolean {
	return beginning.test(text) && name?.test(fileName) !== false && !(mayBeText && isUtf8Text(sample));
}

/** Whether the octets are UTF-8 without unusual control characters. The last character may be cut. */
function isUtf8Text(octets: Uint8Array): boolean {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(octets, { stream: true });
		return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
	} catch {
		return false;
	}
}
