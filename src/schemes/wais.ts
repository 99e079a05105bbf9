/**
 * The scheme wais: RFC 1738 §3.9; draft of March 1994, "WAIS".
 *
 * ```
 *   waisdatabase = "wais://" hostport "/" database              database = wtype = wpath = *uchar
 *   waisindex    = "wais://" hostport "/" database "?" search
 *   waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
 *   wpath        = digits "=" path ";" [ wpath ]                draft: the fields of the WAIS identifier
 * ```
 */
import { type HostPort, readHostPort, writeHostPort } from "./login";
import { percentDecode } from "./octets";
import { readDecoded, readEncoded, rule, SEARCH, writeAny, writeEncoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A field of a WAIS identifier. */
export interface WaisField {
	/** The number of the field, in digits. */
	readonly number: string;
	/** The content of the field, decoded. */
	readonly value: string;
}

/** A database, a search in it (`search`), or a document in it (`type`, and `path` or `fields`). */
export interface WaisRecord extends SchemeBase, HostPort {
	readonly scheme: "wais";
	readonly database: string;
	readonly search?: string | undefined;
	readonly type?: string | undefined;
	/** The opaque WAIS document-id, not decoded. */
	readonly path?: string | undefined;
	/** The fields of the path, if it has the form of the draft of March 1994. */
	readonly fields?: readonly WaisField[] | undefined;
}

const DATABASE = rule("database", "");
const TYPE = rule("wtype", "");
const PATH = rule("wpath", "");
const FIELDS = rule("wpath", "=;/@&");
const FIELD = rule("path", "/@&");

export const wais: SchemeSyntax<WaisRecord> = {
	read(source) {
		const hostPort = readHostPort(source, "waisurl");
		const rest = source.urlPath("waisurl");
		if (rest === undefined) throw source.rest.fault("waisurl", 'A wais URL needs "/" and a database after the host.');
		const [index, search] = rest.cut("?");
		const [database, document] = index.cut("/");
		const place = { scheme: "wais", ...hostPort, database: readDecoded(database, DATABASE) } as const;
		if (document === undefined) return { ...place, search: search && readDecoded(search, SEARCH) };
		if (search === undefined) return { ...place, ...readDocument(document) };
		throw search.fault("waisdoc", "A wais URL cannot have both a search and a document.", -1);
	},
	write(record) {
		const { database, search, type } = record;
		const index = `wais://${writeHostPort(record)}/${writeAny(database, DATABASE)}`;
		const path = documentPath(record);
		if (type === undefined && path === undefined) {
			return search === undefined ? index : `${index}?${writeAny(search, SEARCH)}`;
		}
		if (type !== undefined && path !== undefined && search === undefined) {
			return `${index}/${writeAny(type, TYPE)}/${path}`;
		}
		throw partError("waisurl", "path", "A wais URL needs either a search, or type and path of a document.", search ?? "");
	},
};

function readDocument(document: Part): Pick<WaisRecord, "type" | "path" | "fields"> {
	const [type, path] = document.cut("/");
	if (path === undefined)
		throw document.fault("waisdoc", "A document of a wais URL needs a type and a path.", document.text.length);
	const fields = fieldsOf(readEncoded(path, FIELDS));
	if (fields === undefined) readEncoded(path, PATH);
	return { type: readDecoded(type, TYPE), path: path.text, fields };
}

/** The fields of an encoded path, or undefined if it has none. */
function fieldsOf(path: string): WaisField[] | undefined {
	const fields = path.split(";");
	if (fields.length < 2 || fields.pop() !== "") return undefined;
	const parts = fields.map((field) => /^(\d+)=([^=]*)$/.exec(field));
	if (parts.includes(null)) return undefined;
	return parts.map((part) => ({ number: part?.[1] as string, value: percentDecode(part?.[2] as string) }));
}

/** The encoded path of the document, or undefined. Throws UriError if path and fields disagree. */
function documentPath({ path, fields }: WaisRecord): string | undefined {
	const opaque = path === undefined ? undefined : writePath(path);
	if (fields === undefined) return opaque;
	if (fields.length === 0) throw partError("wpath", "path", "A WAIS identifier needs at least one field.", "");
	const written = writeFields(fields);
	if (opaque === undefined || writeFields(fieldsOf(opaque) ?? []) === written) return opaque ?? written;
	throw partError("wpath", "path", "Path and fields of a wais record disagree.", opaque);
}

function writePath(path: string): string {
	return writeEncoded(path, fieldsOf(path) === undefined ? PATH : FIELDS, "path");
}

function writeFields(fields: readonly WaisField[]): string {
	return fields.map((field) => `${writeNumber(field)}=${writeAny(field.value, FIELD)};`).join("");
}

function writeNumber({ number }: WaisField): string {
	if (/^\d+$/.test(number)) return number;
	throw partError("digits", "path", "A field number must consist of digits.", number);
}
