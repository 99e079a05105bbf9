/** urlsieve/schemes: reads and writes URIs of the schemes of 1994 (RFC 1738, draft of March 1994), with a typed record for each. */
import { UriError } from "../errors";
import { SCHEME_CHARACTER } from "../grammar/patterns";
import { requireObject, requireString } from "../input";
import { standardRules } from "../rules/standard";
import { type AfsRecord, afs } from "./afs";
import { type ExperimentalRecord, experimental } from "./experimental";
import { type FileRecord, file } from "./file";
import { type FtpRecord, ftp } from "./ftp";
import { type GopherRecord, gopher } from "./gopher";
import { type HttpRecord, http } from "./http";
import { type MailtoRecord, mailto } from "./mailto";
import { type CidRecord, cid, type MidRecord, mid } from "./message-id";
import { type NewsRecord, news } from "./news";
import { type NntpRecord, nntp } from "./nntp";
import { type ProsperoRecord, prospero } from "./prospero";
import { type ReservedRecord, reserved } from "./reserved";
import { readFragment, writeFragment } from "./rule";
import { Source } from "./source";
import type { SchemeSyntax } from "./syntax";
import { type TelnetRecord, telnet } from "./telnet";
import { type WaisRecord, wais } from "./wais";

export {
	type Component,
	OptionError,
	type OptionErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../errors";
export type { AfsRecord } from "./afs";
export type { ExperimentalRecord } from "./experimental";
export type { FileRecord } from "./file";
export { type FtpAnswers, type FtpRecord, ftpCommands, type Typecode } from "./ftp";
export { type GopherRecord, gopherRequest } from "./gopher";
export type { GopherForm, GopherPlus, GopherView } from "./gopher-plus";
export type { HttpRecord } from "./http";
export type { HostPort, Login } from "./login";
export type { MailHeader, MailtoRecord } from "./mailto";
export type { CidRecord, MidRecord } from "./message-id";
export type { NewsRecord } from "./news";
export type { NntpRecord } from "./nntp";
export { octetsOf } from "./octets";
export type { ProsperoField, ProsperoRecord } from "./prospero";
export type { ReservedRecord } from "./reserved";
export type { SchemeBase } from "./syntax";
export type { TelnetRecord } from "./telnet";
export type { WaisField, WaisRecord } from "./wais";

/** The parts of a URI of one of the schemes of 1994, which `scheme` names. */
export type SchemeRecord =
	| FtpRecord
	| FileRecord
	| HttpRecord
	| GopherRecord
	| MailtoRecord
	| NewsRecord
	| NntpRecord
	| TelnetRecord
	| WaisRecord
	| ProsperoRecord
	| MidRecord
	| CidRecord
	| AfsRecord
	| ReservedRecord
	| ExperimentalRecord;

const SCHEMES: ReadonlyMap<string, SchemeSyntax<SchemeRecord>> = new Map<string, SchemeSyntax<SchemeRecord>>([
	["ftp", ftp],
	["file", file],
	["http", http],
	["gopher", gopher],
	["mailto", mailto],
	["news", news],
	["nntp", nntp],
	["telnet", telnet],
	["rlogin", telnet],
	["tn3270", telnet],
	["wais", wais],
	["prospero", prospero],
	["mid", mid],
	["cid", cid],
	["afs", afs],
	["nfs", reserved],
	["mailserver", reserved],
	["z39.50", reserved],
]);

/** xscheme, RFC 1738 §5: names in lower case. */
const EXPERIMENTAL = new RegExp(`^x-${SCHEME_CHARACTER}*$`);

/**
 * Parses a URI by the syntax of its scheme (RFC 1738 §3). The case of the scheme is ignored, and so is a prefix `URL:`.
 *
 * Parts are decoded where the scheme says so. `octetsOf` returns the octets of a decoded part.
 *
 * Throws UriError `unknown-scheme`; `invalid-scheme` for text without a scheme; `ill-formed-string`, `too-long`; and with the violated
 * rule of the BNF (RFC 1738 §5) and the UTF-16 index, `invalid-scheme-part`, `invalid-userinfo`, `invalid-host`, `invalid-ip-literal`,
 * `invalid-port` or `invalid-percent-encoding`.
 *
 * @example
 * ```ts
 * const url = parseScheme("FTP://myname@host.dom/%2Fetc/motd;type=a");
 * url.scheme; // "ftp"
 * if (url.scheme === "ftp") {
 *   [url.user, url.password, url.host, url.port]; // ["myname", undefined, "host.dom", 21]
 *   [url.cwd, url.name, url.typecode]; // [["/etc"], "motd", "a"]
 * }
 * ```
 */
export function parseScheme(uri: string): SchemeRecord {
	requireString(uri, "uri");
	const source = new Source(uri);
	const syntax = syntaxOf(source.scheme);
	if (syntax === undefined) {
		const offset = source.schemeStart;
		throw new UriError("unknown-scheme", UNKNOWN, { component: "scheme", offset, input: uri, rule: "url" });
	}
	const record = syntax.read(source);
	return { ...record, fragment: readFragment(source.fragment), uri };
}

const UNKNOWN = "The scheme is neither one of RFC 1738 nor experimental.";

/**
 * Formats a record as a URI. Percent-encodes what would change the structure. Throws UriError, as `parseScheme` does, if the scheme
 * cannot express a value: `input` is then the value, and `offset` a UTF-16 index in it.
 *
 * `formatScheme(parseScheme(u))` is equivalent to `u` at level `scheme`; for example, a default port is omitted. "%21" and "!" mean the
 * same to these schemes, but differ by RFC 3986 §2.2. To preserve the difference, the result is `record.uri` if that has exactly the
 * parts of the record but is not equivalent to the URI written from them.
 *
 * @example
 * ```ts
 * formatScheme({ scheme: "ftp", host: "host.dom", port: 21, cwd: ["/etc"], name: "a;b" }); // "ftp://host.dom/%2Fetc/a%3Bb"
 * formatScheme(parseScheme("GOPHER://host.dom:70/1")); // "gopher://host.dom/"
 * formatScheme({ scheme: "news", newsgroup: "*" }); // "news:*"
 * ```
 */
export function formatScheme(record: SchemeRecord): string {
	requireObject(record, "record");
	const text = write(record);
	const { uri } = record;
	return uri !== undefined && uri !== text && hasSameParts(uri, text) && !areEquivalent(uri, text) ? uri : text;
}

function write(record: SchemeRecord): string {
	const syntax = syntaxOf(record.scheme);
	if (syntax === undefined) {
		throw new UriError("unknown-scheme", UNKNOWN, { component: "scheme", input: record.scheme, rule: "url" });
	}
	return syntax.write(record) + writeFragment(record.fragment);
}

function syntaxOf(scheme: string): SchemeSyntax<SchemeRecord> | undefined {
	return SCHEMES.get(scheme) ?? (EXPERIMENTAL.test(scheme) ? experimental : undefined);
}

/** Whether a URI has the parts from which `text` was written. */
function hasSameParts(uri: string, text: string): boolean {
	try {
		return write(parseScheme(uri)) === text;
	} catch (error) {
		if (error instanceof UriError) return false;
		throw error;
	}
}

function areEquivalent(a: string, b: string): boolean {
	const rules = standardRules();
	const normal = rules.tryForm("key", a);
	return typeof normal === "string" && normal === rules.tryForm("key", b);
}
