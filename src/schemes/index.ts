/** The schemes of 1994: RFC 1738, and the draft of March 1994. One typed record a scheme. */
import { UriError } from "../errors";
import { requireString } from "../input";
import { createNormalizer } from "../normalizer";
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

/** The parts of a URI of one of the schemes of 1994, told apart by `scheme`. */
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

const EXPERIMENTAL = /^x-[a-z0-9+.-]*$/;

const normalizer = createNormalizer();

/**
 * Takes a URI apart as its scheme says: RFC 1738 §3. The name of the scheme has no case, and the prefix `URL:` may stand before it.
 *
 * Each part is decoded where the scheme says so, by `octetsOf` the other way round. Throws UriError: `unknown-scheme`; `invalid-scheme`
 * for text without a scheme; `invalid-scheme-part`, `invalid-userinfo`, `invalid-host`, `invalid-ip-literal`, `invalid-port` or
 * `invalid-percent-encoding`, with the `rule` of the BNF (RFC 1738 §5) that does not hold and the UTF-16 index where; `ill-formed-string`,
 * `too-long`.
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

const UNKNOWN = "The scheme is none of RFC 1738, and no experimental one.";

/**
 * The URI of a record. What would change the structure is percent-encoded. Throws UriError, as `parseScheme` does, when the scheme has
 * no way to write a value; `input` is that value then, and `offset` a UTF-16 index in it.
 *
 * `formatScheme(parseScheme(u))` is equivalent to `u` at level `scheme`: a default port and the like are left out. RFC 3986 §2.2 keeps
 * "%21" and "!" apart, which mean the same to the schemes; so the URI is `record.uri`, as it was read, when it has the very parts of
 * the record and the one written from these parts is not equivalent to it.
 *
 * @example
 * ```ts
 * formatScheme({ scheme: "ftp", host: "host.dom", port: 21, cwd: ["/etc"], name: "a;b" }); // "ftp://host.dom/%2Fetc/a%3Bb"
 * formatScheme(parseScheme("GOPHER://host.dom:70/1")); // "gopher://host.dom/"
 * formatScheme({ scheme: "news", newsgroup: "*" }); // "news:*"
 * ```
 */
export function formatScheme(record: SchemeRecord): string {
	const text = write(record);
	const { uri } = record;
	return uri !== undefined && uri !== text && says(uri, text) && !areEquivalent(uri, text) ? uri : text;
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

/** Says whether a URI has the parts from which `text` was written. */
function says(uri: string, text: string): boolean {
	try {
		return write(parseScheme(uri)) === text;
	} catch (error) {
		if (error instanceof UriError) return false;
		throw error;
	}
}

function areEquivalent(a: string, b: string): boolean {
	const normal = normalizer.tryNormalize(a);
	return typeof normal === "string" && normal === normalizer.tryNormalize(b);
}
