/**
 * The scheme gopher: RFC 1738 §3.4; draft of March 1994, "Gopher".
 *
 * ```
 *   gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
 *   gtype     = xchar            selector = gopher+_string = *xchar
 * ```
 */
import { requireObject } from "../input";
import { type GopherPlus, gopherPlusRequest, readGopherPlus, writeGopherPlus } from "./gopher-plus";
import { type HostPort, readHostPort, writeHostPort } from "./login";
import { octetsOf } from "./octets";
import { type Forbidden, readDecoded, rule, writeAny, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** The parts of a gopher URL, decoded. */
export interface GopherRecord extends SchemeBase, HostPort {
	readonly scheme: "gopher";
	/** One octet. The default is `"1"`, a directory. */
	readonly type: string;
	readonly selector: string;
	/** The query for a search engine. Present, but possibly empty, if the URL has a Gopher+ string. */
	readonly search?: string | undefined;
	readonly gopherPlus?: GopherPlus | undefined;
}

const DEFAULT_TYPE = "1";
const TAB = "%09";
const GTYPE = rule("gtype", ";/?:@&=", ";/:@&=");
const SELECTOR = rule("selector", ";/?:@&=", ";/:@&=");
const GOPHER_SEARCH = rule("search", ";:@&=/?", ";:@&=/");
const GOPHER_PLUS = rule("gopher+_string", ";/?:@&=", ";/:@&=");

/** A selector is "any octets other than 09 (tab), 0A (LF) and 0D (CR)": RFC 1738 §3.4.1. */
const SELECTOR_ENDS: Forbidden = { triplets: /%0[9ad]/i, characters: /[\t\n\r]/, names: "TAB, CR or LF" };

export const gopher: SchemeSyntax<GopherRecord> = {
	read(source) {
		const hostPort = readHostPort(source, "gopherurl");
		const path = source.urlPath("gopherurl");
		if (path === undefined || path.text === "") return { scheme: "gopher", ...hostPort, type: DEFAULT_TYPE, selector: "" };
		const typeEnd = path.text.startsWith("%") ? 3 : 1;
		const [selector, fields] = path.slice(typeEnd).cut(TAB);
		const [search, plus] = fields?.cut(TAB) ?? [];
		return {
			scheme: "gopher",
			...hostPort,
			type: readDecoded(path.slice(0, typeEnd), GTYPE, SELECTOR_ENDS),
			selector: readDecoded(selector, SELECTOR, SELECTOR_ENDS),
			search: search && readDecoded(search, GOPHER_SEARCH, SELECTOR_ENDS),
			gopherPlus: plus && readPlus(plus),
		};
	},
	write(record) {
		const { selector, search, gopherPlus } = record;
		const fields =
			(search === undefined && gopherPlus === undefined ? "" : TAB) +
			writeDecoded(search ?? "", GOPHER_SEARCH, "path", SELECTOR_ENDS) +
			(gopherPlus === undefined ? "" : TAB + writeAny(writeGopherPlus(gopherPlus), GOPHER_PLUS));
		const item = writeType(record.type) + writeDecoded(selector, SELECTOR, "path", SELECTOR_ENDS) + fields;
		return `gopher://${writeHostPort(record)}/${item === DEFAULT_TYPE ? "" : item}`;
	},
};

function readPlus(part: Part): GopherPlus {
	const plus = readGopherPlus(readDecoded(part, GOPHER_PLUS));
	if (plus !== undefined) return plus;
	throw part.fault("gopher+_string", "A Gopher+ string can have line ends only in a form.", part.text.search(/%0[ad]/i));
}

function writeType(type: string): string {
	const written = writeDecoded(type, GTYPE, "path", SELECTOR_ENDS);
	if (octetsOf(type).length === 1) return written;
	throw partError("gtype", "path", "A gopher type must be one byte.", type);
}

/**
 * Returns the request that a gopher client sends for a record, including CR LF (RFC 1738 §3.4). Throws UriError if it cannot be sent.
 *
 * TABs separate selector, search string and Gopher+ string. An empty search string before a Gopher+ string is omitted, as in the
 * examples of §3.4.9 and of the draft of March 1994. For an item with a form that is not filled in, the request asks for the form.
 *
 * @example
 * ```ts
 * const url = parseScheme("gopher://host.dom/7engine%09foobar");
 * if (url.scheme === "gopher") {
 *   gopherRequest(url); // "engine\tfoobar\r\n"
 *   gopherRequest({ ...url, search: "", gopherPlus: { kind: "attributes", names: ["+ABSTRACT", "+SMELL"] } }); // "engine\t!+ABSTRACT +SMELL\r\n"
 * }
 * ```
 */
export function gopherRequest(record: GopherRecord): string {
	requireObject(record, "record");
	gopher.write(record);
	const { selector, search, gopherPlus } = record;
	if (gopherPlus === undefined) return `${selector}${search === undefined ? "" : `\t${search}`}\r\n`;
	return `${selector}${search ? `\t${search}` : ""}\t${gopherPlusRequest(gopherPlus)}`;
}
