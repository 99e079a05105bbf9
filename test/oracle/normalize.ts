/**
 * A literal, slow reference implementation of URI normalization, for differential tests. It shares nothing with the kernel.
 * "normal-form" is docs/reference/normal-form.md, a "§" without a document is RFC 3986. Texts are Latin-1 strings: one char per octet.
 */

import { APPENDIX_B, oracleRemoveDotSegments } from "./resolve";

type OracleLevel = "string" | "syntax" | "scheme";

export interface OracleOptions {
	/** default "scheme" */
	level?: OracleLevel;
	/** default false */
	strict?: boolean;
	/** host (decoded from UTF-8) -> A-label form, undefined when refused. Default: the platform's URL */
	toAscii?: (host: string) => string | undefined;
}

export interface OracleError {
	code: string;
	component: string | undefined;
	/** octet offset into the input octets */
	offset: number;
}

// ---------------------------------------------------------------------------------------------------------------------
// RFC 3986 Appendix A (with RFC 6874), each rule as the source of a regexp. Names of character class contents end in _SET.
// ---------------------------------------------------------------------------------------------------------------------

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" */
const UNRESERVED_SET = "A-Za-z0-9\\-._~";
/** sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=" */
const SUB_DELIMS_SET = "!$&'()*+,;=";
/** pct-encoded = "%" HEXDIG HEXDIG */
const PCT_ENCODED = "%[0-9A-Fa-f][0-9A-Fa-f]";
/** pchar = unreserved / pct-encoded / sub-delims / ":" / "@" */
const PCHAR_SET = `${UNRESERVED_SET}${SUB_DELIMS_SET}:@`;
const PCHAR = `(?:[${PCHAR_SET}]|${PCT_ENCODED})`;

/** query = fragment = *( pchar / "/" / "?" ) */
const QUERY = `(?:[${PCHAR_SET}/?]|${PCT_ENCODED})*`;
const FRAGMENT = QUERY;

/** segment = *pchar */
const SEGMENT = `${PCHAR}*`;
/** segment-nz = 1*pchar */
const SEGMENT_NZ = `${PCHAR}+`;
/** segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" ) */
const SEGMENT_NZ_NC = `(?:[${UNRESERVED_SET}${SUB_DELIMS_SET}@]|${PCT_ENCODED})+`;

/** path-abempty = *( "/" segment ) */
const PATH_ABEMPTY = `(?:/${SEGMENT})*`;
/** path-absolute = "/" [ segment-nz *( "/" segment ) ] */
const PATH_ABSOLUTE = `/(?:${SEGMENT_NZ}(?:/${SEGMENT})*)?`;
/** path-noscheme = segment-nz-nc *( "/" segment ) */
const PATH_NOSCHEME = `${SEGMENT_NZ_NC}(?:/${SEGMENT})*`;
/** path-rootless = segment-nz *( "/" segment ) */
const PATH_ROOTLESS = `${SEGMENT_NZ}(?:/${SEGMENT})*`;
/** path-empty = 0<pchar> */
const PATH_EMPTY = "";

/** dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35 */
const DEC_OCTET = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
/** IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet */
const IPV4ADDRESS = `${DEC_OCTET}\\.${DEC_OCTET}\\.${DEC_OCTET}\\.${DEC_OCTET}`;
/** h16 = 1*4HEXDIG */
const H16 = "[0-9A-Fa-f]{1,4}";
/** ls32 = ( h16 ":" h16 ) / IPv4address */
const LS32 = `(?:${H16}:${H16}|${IPV4ADDRESS})`;
/** IPv6address, the nine lines of Appendix A */
const IPV6ADDRESS = `(?:${[
	`(?:${H16}:){6}${LS32}`, //                              6( h16 ":" ) ls32
	`::(?:${H16}:){5}${LS32}`, //                       "::" 5( h16 ":" ) ls32
	`(?:${H16})?::(?:${H16}:){4}${LS32}`, // [               h16 ] "::" 4( h16 ":" ) ls32
	`(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`, // [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
	`(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`, // [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
	`(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`, //        [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
	`(?:(?:${H16}:){0,4}${H16})?::${LS32}`, //               [ *4( h16 ":" ) h16 ] "::"              ls32
	`(?:(?:${H16}:){0,5}${H16})?::${H16}`, //                [ *5( h16 ":" ) h16 ] "::"              h16
	`(?:(?:${H16}:){0,6}${H16})?::`, //                      [ *6( h16 ":" ) h16 ] "::"
].join("|")})`;
/** RFC 6874 §2: ZoneID = 1*( unreserved / pct-encoded ) */
const ZONE_ID = `(?:[${UNRESERVED_SET}]|${PCT_ENCODED})+`;
/** RFC 6874 §2: IPv6addrz = IPv6address "%25" ZoneID */
const IPV6ADDRZ = `${IPV6ADDRESS}%25${ZONE_ID}`;
/** IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
const IPVFUTURE = `[Vv][0-9A-Fa-f]+\\.[${UNRESERVED_SET}${SUB_DELIMS_SET}:]+`;
/** RFC 6874 §2: IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]" */
const IP_LITERAL = `\\[(?:${IPV6ADDRESS}|${IPV6ADDRZ}|${IPVFUTURE})\\]`;
/** reg-name = *( unreserved / pct-encoded / sub-delims ) */
const REG_NAME = `(?:[${UNRESERVED_SET}${SUB_DELIMS_SET}]|${PCT_ENCODED})*`;
/** userinfo = *( unreserved / pct-encoded / sub-delims / ":" ) */
const USERINFO = `(?:[${UNRESERVED_SET}${SUB_DELIMS_SET}:]|${PCT_ENCODED})*`;
/** host = IP-literal / IPv4address / reg-name */
const HOST = `(?:${IP_LITERAL}|${IPV4ADDRESS}|${REG_NAME})`;
/** authority = [ userinfo "@" ] host [ ":" port ]; port = *DIGIT */
const AUTHORITY = `(?:${USERINFO}@)?${HOST}(?::[0-9]*)?`;

/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
const SCHEME = "[A-Za-z][A-Za-z0-9+\\-.]*";
/** hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty */
const HIER_PART = `(?://${AUTHORITY}${PATH_ABEMPTY}|${PATH_ABSOLUTE}|${PATH_ROOTLESS}|${PATH_EMPTY})`;
/** URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] */
const URI = `${SCHEME}:${HIER_PART}(?:\\?${QUERY})?(?:#${FRAGMENT})?`;
/** relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty */
const RELATIVE_PART = `(?://${AUTHORITY}${PATH_ABEMPTY}|${PATH_ABSOLUTE}|${PATH_NOSCHEME}|${PATH_EMPTY})`;
/** relative-ref = relative-part [ "?" query ] [ "#" fragment ] */
const RELATIVE_REF = `${RELATIVE_PART}(?:\\?${QUERY})?(?:#${FRAGMENT})?`;

/** A regexp that must match the whole text. */
function whole(source: string): RegExp {
	return new RegExp(`^(?:${source})$`);
}

const isUri = whole(URI);
const isRelativeRef = whole(RELATIVE_REF);
const isScheme = whole(SCHEME);
const isIpv6Address = whole(IPV6ADDRESS);
const isIpvFuture = whole(IPVFUTURE);
const isZoneId = whole(ZONE_ID);

/** Appendix A: URI-reference = URI / relative-ref, with the zone identifiers of RFC 6874. */
export function isUriReference(text: string): boolean {
	return isUri.test(text) || isRelativeRef.test(text);
}

// ---------------------------------------------------------------------------------------------------------------------
// From octets to components (normal-form, "From octets to components")
// ---------------------------------------------------------------------------------------------------------------------

const MAX_OCTETS = 16_777_216;

/** A fault at a place of the text (after removal of white space). Never leaves this module. */
class Fault {
	readonly code: string;
	readonly component: string;
	readonly at: number;
	constructor(code: string, component: string, at: number) {
		this.code = code;
		this.component = component;
		this.at = at;
	}
}

/** A part of the text and its start. */
interface Piece {
	text: string;
	at: number;
}

/** The text, and the input offset of each of its places, its end included. */
interface Cleaned {
	text: string;
	offsets: number[];
}

/** Rule white-space (App. C): removes octets up to 0x20 at both ends, and TAB, CR, LF anywhere. Does nothing if strict. */
function removeWhiteSpace(octets: Uint8Array, strict: boolean): Cleaned {
	let from = 0;
	let to = octets.length;
	while (!strict && from < to && octets[from]! <= 0x20) from++;
	while (!strict && from < to && octets[to - 1]! <= 0x20) to--;
	const chars: string[] = [];
	const offsets: number[] = [];
	for (let i = from; i < to; i++) {
		const char = String.fromCharCode(octets[i]!);
		if (!strict && "\t\r\n".includes(char)) continue;
		chars.push(char);
		offsets.push(i);
	}
	offsets.push(to);
	return { text: chars.join(""), offsets };
}

/** The five components of App. B, undefined when absent. */
interface Split {
	scheme: Piece | undefined;
	authority: Piece | undefined;
	path: Piece;
	query: Piece | undefined;
	fragment: Piece | undefined;
}

/** The regexp of App. B, with the place of each group. */
const PLACED = new RegExp(APPENDIX_B, "ds");

/** App. B: scheme = $2, authority = $4, path = $5, query = $7, fragment = $9. */
function split(text: string): Split {
	const match = PLACED.exec(text)!;
	const piece = (group: number): Piece | undefined => {
		const part = match[group];
		return part === undefined ? undefined : { text: part, at: match.indices![group]![0] };
	};
	return { scheme: piece(2), authority: piece(4), path: piece(5)!, query: piece(7), fragment: piece(9) };
}

/** Number 4 of normal-form: text before the first ":" must be a scheme. The fault is at its first invalid octet. */
function checkScheme(parts: Split): void {
	const emptyScheme = parts.scheme === undefined && parts.authority === undefined && parts.path.text.startsWith(":");
	if (emptyScheme) throw new Fault("invalid-scheme", "scheme", 0);
	if (parts.scheme === undefined || isScheme.test(parts.scheme.text)) return;
	const good = new RegExp(`^(?:${SCHEME})?`).exec(parts.scheme.text)![0];
	throw new Fault("invalid-scheme", "scheme", parts.scheme.at + good.length);
}

/** The parts of an authority. A host in brackets is checked and in the form of level syntax (literal); other hosts are raw. */
interface AuthoritySplit {
	userinfo: Piece | undefined;
	host: Piece;
	literal: string | undefined;
	port: Piece | undefined;
}

/** Number 5 of normal-form: the userinfo ends at the last "@". A fault of an IP literal precedes one of the port. */
function splitAuthority(authority: Piece, strict: boolean, decode: boolean): AuthoritySplit {
	const at = authority.text.lastIndexOf("@");
	const userinfo = at < 0 ? undefined : { text: authority.text.slice(0, at), at: authority.at };
	const rest = { text: authority.text.slice(at + 1), at: authority.at + at + 1 };
	const bracketed = rest.text.startsWith("[");
	const literal = bracketed ? ipLiteral(rest, strict, decode) : undefined;
	const colon = bracketed ? rest.text.indexOf(":", rest.text.indexOf("]")) : rest.text.lastIndexOf(":");
	const host = { text: colon < 0 ? rest.text : rest.text.slice(0, colon), at: rest.at };
	const port = colon < 0 ? undefined : { text: rest.text.slice(colon + 1), at: rest.at + colon + 1 };
	if (port !== undefined) checkPort(port);
	return { userinfo, host, literal, port };
}

/** §3.2.3: port = *DIGIT. The fault is at the first octet that is not a digit. */
function checkPort(port: Piece): void {
	const digits = /^[0-9]*/.exec(port.text)![0];
	if (digits.length < port.text.length) throw new Fault("invalid-port", "port", port.at + digits.length);
}

/** §3.2.2: "[" ... "]" up to the first "]", followed by ":" or nothing. Returns the form of level syntax, in brackets. */
function ipLiteral(rest: Piece, strict: boolean, decode: boolean): string {
	const close = rest.text.indexOf("]");
	if (close < 0) throw new Fault("invalid-ip-literal", "host", rest.at);
	const address = ipAddress({ text: rest.text.slice(1, close), at: rest.at + 1 }, strict, decode);
	const behind = rest.text.slice(close + 1);
	if (behind !== "" && !behind.startsWith(":")) throw new Fault("invalid-ip-literal", "host", rest.at + close + 1);
	return `[${address}]`;
}

/** §3.2.2, RFC 6874: IPvFuture, or IPv6address with or without a zone; in lower case. A fault is at the start of the text. */
function ipAddress(inside: Piece, strict: boolean, decode: boolean): string {
	if (isIpvFuture.test(inside.text)) return lowerCase(inside.text);
	const percent = inside.text.indexOf("%");
	const address = percent < 0 ? inside.text : inside.text.slice(0, percent);
	if (!isIpv6Address.test(address)) throw new Fault("invalid-ip-literal", "host", inside.at);
	if (percent < 0) return lowerCase(address);
	return lowerCase(address) + zone({ text: inside.text.slice(percent), at: inside.at + percent }, strict, decode);
}

/** Choice 11, RFC 6874: "%25" ZoneID. Lenient reads a bare "%" as "%25". A fault is at this "%". */
function zone(piece: Piece, strict: boolean, decode: boolean): string {
	const fault = new Fault("invalid-ip-literal", "host", piece.at);
	const bare = !new RegExp(`^${PCT_ENCODED}`).test(piece.text);
	if (bare && strict) throw new Fault("invalid-percent-encoding", "host", piece.at);
	if (!bare && !piece.text.startsWith("%25")) throw fault;
	const delimiter = bare ? 1 : 3;
	const id = piece.text.slice(delimiter);
	const good = new RegExp(`^(?:${ZONE_ID})?`).exec(id)![0].length;
	if (strict && id[good] === "%") throw new Fault("invalid-percent-encoding", "host", piece.at + delimiter + good);
	if (!isZoneId.test(id)) throw fault;
	return `%25${lowerCase(write({ text: id, at: piece.at + delimiter }, "host", strict, decode))}`;
}

// ---------------------------------------------------------------------------------------------------------------------
// Level syntax (§6.2.2)
// ---------------------------------------------------------------------------------------------------------------------

/** The components in normal form, undefined when absent; there is an authority when there is a host. */
interface Components {
	scheme: string | undefined;
	userinfo: string | undefined;
	host: string | undefined;
	port: string | undefined;
	path: string;
	query: string | undefined;
	fragment: string | undefined;
}

/** The octets that a component allows unencoded (App. A). */
const ALLOWED = {
	userinfo: new RegExp(`[${UNRESERVED_SET}${SUB_DELIMS_SET}:]`),
	host: new RegExp(`[${UNRESERVED_SET}${SUB_DELIMS_SET}]`),
	path: new RegExp(`[${PCHAR_SET}/]`),
	query: new RegExp(`[${PCHAR_SET}/?]`),
	fragment: new RegExp(`[${PCHAR_SET}/?]`),
};

/** The error code for an octet that a component does not allow (normal-form, "Errors"). */
const ILLEGAL = {
	userinfo: "invalid-userinfo",
	host: "invalid-host",
	path: "invalid-character",
	query: "invalid-character",
	fragment: "invalid-character",
};

/** "%" and two upper-case hex digits (§2.1). */
function percentEncode(char: string): string {
	return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** host-case, and case-insensitive names: US-ASCII letters outside triplets to lower case (§6.2.2.1). */
function lowerCase(text: string): string {
	return text.replace(new RegExp(`${PCT_ENCODED}|[A-Z]`, "g"), (found) => (found.length === 1 ? found.toLowerCase() : found));
}

/** percent-case, percent-unreserved (§6.2.2.2): decodes a triplet of an unreserved octet, else writes upper-case digits. */
function normalizeTriplet(triplet: string): string {
	const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
	return new RegExp(`[${UNRESERVED_SET}]`).test(char) ? char : triplet.toUpperCase();
}

/** percent-illegal, percent-case and percent-unreserved for one component. Strict throws faults, lenient applies Choice 1. */
function write(piece: Piece, component: keyof typeof ALLOWED, strict: boolean, decode: boolean): string {
	return piece.text.replace(new RegExp(`${PCT_ENCODED}|[^]`, "g"), (found: string, at: number) => {
		if (found.length === 3) return decode ? normalizeTriplet(found) : found.toUpperCase();
		if (found !== "%" && ALLOWED[component].test(found)) return found;
		const code = found === "%" ? "invalid-percent-encoding" : ILLEGAL[component];
		if (strict) throw new Fault(code, component, piece.at + at);
		return percentEncode(found);
	});
}

/** dot-segments: Choice 3 (a relative path without scheme keeps them), Choice 6 (opaque paths keep them). */
function dotSegments(scheme: string | undefined, path: string): string {
	if (scheme === undefined && !path.startsWith("/")) return path;
	if (scheme !== undefined && row(scheme).opaque) return path;
	return oracleRemoveDotSegments(path);
}

/** The form of level syntax. Order of faults: scheme, IP literal, port, then by place in the text. */
function syntaxForm(text: string, level: OracleLevel, strict: boolean): Components {
	const parts = split(text);
	checkScheme(parts);
	const scheme = parts.scheme?.text.toLowerCase();
	const decode = scheme !== "urn"; // RFC 8141 §3.1: triplets of a URN are never decoded
	const authority = parts.authority === undefined ? undefined : splitAuthority(parts.authority, strict, decode);
	const optional = (piece: Piece | undefined, component: keyof typeof ALLOWED): string | undefined =>
		piece === undefined ? undefined : write(piece, component, strict, decode);

	const userinfo = optional(authority?.userinfo, "userinfo");
	const host = authority?.literal ?? optional(authority?.host, "host");
	const noEmptyHost = level === "scheme" && (scheme === "http" || scheme === "https"); // RFC 9110 §4.2.1, §4.2.2
	if (noEmptyHost && host === "") throw new Fault("empty-host", "host", authority!.host.at);
	const path = write(parts.path, "path", strict, decode);
	const query = optional(parts.query, "query");
	const fragment = optional(parts.fragment, "fragment");
	const port = authority?.port?.text === "" ? undefined : authority?.port?.text; // empty-port, §3.2.3
	const lowerHost = host === undefined ? undefined : lowerCase(host); // host-case, §6.2.2.1
	return { scheme, userinfo, host: lowerHost, port, path: dotSegments(scheme, path), query, fragment };
}

/** §5.3, with Choice 4: without an authority, a path that starts with "//" gets a "/." before it. */
function recompose(of: Components): string {
	let result = "";
	if (of.scheme !== undefined) result += `${of.scheme}:`;
	if (of.host !== undefined) result += "//";
	if (of.userinfo !== undefined) result += `${of.userinfo}@`;
	if (of.host !== undefined) result += of.host;
	if (of.port !== undefined) result += `:${of.port}`;
	if (of.host === undefined && of.path.startsWith("//")) result += "/.";
	result += of.path;
	if (of.query !== undefined) result += `?${of.query}`;
	if (of.fragment !== undefined) result += `#${of.fragment}`;
	return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Level scheme (§6.2.3)
// ---------------------------------------------------------------------------------------------------------------------

/** A row of the registry (normal-form, "The scheme registry"). */
interface Row {
	/** the host is a DNS host */
	dns?: true;
	/** default port */
	port?: string;
	/** the empty path after an authority is "/" */
	slash?: true;
	/** dot-segments are kept (Choice 6) */
	opaque?: true;
	/** the scheme's own rule */
	rule?: (of: Components) => Components;
}

function web(port: string): Row {
	return { dns: true, slash: true, port };
}

function dns(port: string): Row {
	return { dns: true, port };
}

/** Schemes without any rule but that. */
const OPAQUE = [
	..."news mid cid sip sips about javascript blob tag geo sms acct info im pres xmpp stun stuns turn turns pkcs11 h323".split(
		" ",
	),
	..."iax service opaquelocktoken fax modem did".split(" "),
];

/** normal-form, "The scheme registry"; the rule empty-host of http and https is in syntaxForm. */
const REGISTRY: Record<string, Row> = {
	http: web("80"), // RFC 9110 §4.2.1
	https: web("443"), // RFC 9110 §4.2.2
	ws: web("80"), // RFC 6455 §3
	wss: web("443"), // RFC 6455 §3
	ftp: { ...web("21"), rule: ftpRule }, // RFC 1738 §3.2
	gopher: { ...web("70"), rule: gopherRule }, // RFC 4266
	telnet: web("23"), // RFC 4248
	tn3270: web("23"), // RFC 6270
	coap: web("5683"), // RFC 7252 §6
	coaps: web("5684"), // RFC 7252 §6
	nntp: dns("119"), // RFC 5538
	wais: dns("210"), // RFC 4156
	prospero: dns("1525"), // RFC 4157
	ldap: dns("389"), // RFC 4516
	ldaps: dns("636"),
	imap: dns("143"), // RFC 5092
	pop: dns("110"), // RFC 2384
	nfs: dns("2049"), // RFC 2224
	dict: dns("2628"), // RFC 2229
	rtsp: dns("554"), // RFC 7826
	rtsps: dns("322"), // RFC 7826
	file: { rule: fileRule }, // RFC 8089
	mailto: { opaque: true, rule: mailtoRule }, // RFC 6068
	urn: { opaque: true, rule: urnRule }, // RFC 8141
	tel: { opaque: true, rule: telRule }, // RFC 3966
	data: { opaque: true, rule: dataRule }, // RFC 2397
	...Object.fromEntries(OPAQUE.map((scheme): [string, Row] => [scheme, { opaque: true }])),
};

/** The schemes of the registry, each with its default port, if it has one. */
export const REGISTERED: readonly (readonly [scheme: string, port: string | undefined])[] = Object.entries(REGISTRY).map(
	([scheme, { port }]) => [scheme, port],
);

/** The row of a scheme, empty for unknown schemes. */
function row(scheme: string): Row {
	return (Object.hasOwn(REGISTRY, scheme) ? REGISTRY[scheme] : undefined) ?? {};
}

/** From the form of level syntax to the form of level scheme. */
function schemeForm(syntax: Components, toAscii: (host: string) => string | undefined): Components {
	const of = { ...syntax };
	const { dns, port, slash, opaque, rule } = of.scheme === undefined ? ({} as Row) : row(of.scheme);
	if (of.host !== undefined) of.host = ipv6Text(of.host);
	if (of.host !== undefined && dns) of.host = aLabels(of.host, toAscii);
	if (of.port !== undefined && dns) of.port = of.port.replace(/^0+(?=[0-9])/, ""); // port-zeros, §3.2.3
	if (of.port !== undefined && of.port === port) of.port = undefined; // default-port, §6.2.3
	if (of.host !== undefined && of.path === "" && slash) of.path = "/"; // empty-path, §6.2.3
	const applies = rule !== undefined && !(opaque && of.host !== undefined);
	return applies ? rule(of) : of;
}

/** Rule ipv6-text: the address of a literal in the form of RFC 5952, zone unchanged. */
function ipv6Text(host: string): string {
	const match = /^\[([^%\]]*)(%25[^\]]*)?\]$/.exec(host);
	if (match === null || !isIpv6Address.test(match[1]!)) return host;
	return `[${rfc5952(match[1]!)}${match[2] ?? ""}]`;
}

/** RFC 4291 §2.2: the eight groups of an address. */
function ipv6Groups(address: string): number[] {
	const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) => {
		const group = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
		return `${group(a, b)}:${group(c, d)}`;
	});
	const [left, right] = hex.split("::").map((side) => (side === "" ? [] : side.split(":")));
	const zeros = right === undefined ? 0 : 8 - left!.length - right.length;
	return [...left!, ...Array<string>(zeros).fill("0"), ...(right ?? [])].map((group) => Number.parseInt(group, 16));
}

/** RFC 5952 §4 and §5. */
function rfc5952(address: string): string {
	const groups = ipv6Groups(address);
	if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
		const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
		return `::ffff:${octets.join(".")}`; // §5, IPv4-mapped
	}
	const texts = groups.map((group) => group.toString(16)); // §4.1 no leading zeros, §4.3 lower case
	for (let length = 8; length >= 2; length--) {
		for (let from = 0; from + length <= 8; from++) {
			if (!groups.slice(from, from + length).every((group) => group === 0)) continue; // §4.2.1, §4.2.2, §4.2.3
			return `${texts.slice(0, from).join(":")}::${texts.slice(from + length).join(":")}`;
		}
	}
	return texts.join(":");
}

/** Choice 10: the default for the option idna. */
function platformToAscii(host: string): string | undefined {
	try {
		return new URL(`http://${host}`).hostname;
	} catch {
		return undefined;
	}
}

/** Decodes UTF-8. Returns undefined if the octets are not UTF-8. */
function fromUtf8(latin1: string): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(toOctets(latin1));
	} catch {
		return undefined;
	}
}

/** Choice 10, rule a-label. */
function aLabels(host: string, toAscii: (host: string) => string | undefined): string {
	const octet = (triplet: string): string => String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
	const decoded = host.replace(new RegExp(PCT_ENCODED, "g"), octet);
	if (!/[\x80-\xFF]/.test(decoded) || !/^[\x80-\xFFa-z0-9\-._]*$/.test(decoded) || decoded.length > 1024) return host;
	const name = fromUtf8(decoded);
	const answer = name === undefined ? undefined : toAscii(name);
	return answer !== undefined && isDnsName(answer) ? answer : host;
}

/** Choice 10: labels of 1 to 63 octets, 253 in all, one final dot; the last one not a number. */
function isDnsName(answer: string): boolean {
	const name = answer.replace(/\.$/, "");
	const labels = name.split(".");
	const last = labels[labels.length - 1]!;
	if (name.length > 253 || !labels.every((label) => /^[a-z0-9\-_]{1,63}$/.test(label))) return false;
	return !/^[0-9]+$/.test(last) && !/^0x[0-9a-f]*$/.test(last);
}

/** RFC 1738 §3.2.2: a path that ends in ";type=" and A, I or D. */
function ftpRule(of: Components): Components {
	if (of.host === undefined) return of;
	return { ...of, path: of.path.replace(/;type=[AID]$/, lowerCase) };
}

/** RFC 4266 §2.1: the path "/1" without query is "/" (the default type is 1). */
function gopherRule(of: Components): Components {
	const applies = of.host !== undefined && of.path === "/1" && of.query === undefined;
	return applies ? { ...of, path: "/" } : of;
}

/** RFC 8089 §2, §3: "localhost" is the empty authority, "file:/p" is "file:///p". */
function fileRule(of: Components): Components {
	const local = of.userinfo === undefined && of.host === "localhost" && of.port === undefined;
	const missing = of.host === undefined && of.path.startsWith("/");
	return local || missing ? { ...of, host: "" } : of;
}

/** Choice 9: lowers the text after the last "@" of each address. */
function lowerDomains(addresses: string): string {
	const address = (text: string): string => {
		const domain = text.lastIndexOf("@") + 1;
		return domain === 0 ? text : text.slice(0, domain) + lowerCase(text.slice(domain));
	};
	return addresses.split(",").map(address).join(",");
}

/** Text before the first "=", and the rest with the "=" (RFC 6068 §2 hfield, RFC 3966 §3 parameter). */
function nameAndRest(field: string): [name: string, rest: string] {
	const equals = field.indexOf("=");
	return equals < 0 ? [field, ""] : [field.slice(0, equals), field.slice(equals)];
}

/** Choice 9 (RFC 6068 §2). */
function mailtoRule(of: Components): Components {
	let path = lowerDomains(of.path);
	if (of.query === undefined) return { ...of, path };
	const left: string[] = [];
	for (const field of of.query.split("&")) {
		const [name, rest] = nameAndRest(field);
		const lowerName = lowerCase(name);
		if (lowerName !== "to") {
			left.push(lowerName + rest);
			continue;
		}
		const value = rest.slice(1);
		const stays = value === "" || value.startsWith("/") || value.includes("?");
		if (stays) left.push(lowerName + rest);
		else path = path === "" ? lowerDomains(value) : `${path},${lowerDomains(value)}`;
	}
	return { ...of, path, query: left.length === 0 ? undefined : left.join("&") };
}

/** RFC 8141 §3.1: lowers the NID. RFC 9562 §4: also lowers the hex digits of a UUID. */
function urnRule(of: Components): Components {
	const nid = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:/; // RFC 8141 §2: NID = (alphanum) 0*30(ldh) (alphanum)
	const uuid = /^uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
	return { ...of, path: of.path.replace(nid, lowerCase).replace(uuid, lowerCase) };
}

/** Choice 8: removes visual separators, if the text is a number. */
function telNumber(text: string): string {
	const isNumber = /^\+?[0-9A-Fa-f*\-.()]*$/.test(text) && /[0-9]/.test(text);
	return isNumber ? text.replace(/[-.()]/g, "") : text;
}

/** Choice 8: the rank of a parameter. */
function telPlace(name: string): number {
	if (name === "isub" || name === "ext") return 0;
	return name === "phone-context" ? 1 : 2;
}

/** Choice 8: compares two parameters. 0 keeps their order. */
function telOrder([a]: [name: string, rest: string], [b]: [name: string, rest: string]): number {
	if (telPlace(a) !== telPlace(b)) return telPlace(a) - telPlace(b);
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** Choice 8 (RFC 3966 §3, §4). */
function telRule(of: Components): Components {
	const [number, ...parameters] = of.path.split(";");
	const pairs = parameters.map((parameter): [name: string, rest: string] => {
		const [name, rest] = nameAndRest(parameter);
		return [lowerCase(name), rest];
	});
	const octets = pairs.reduce((sum, [name, rest]) => sum + 1 + name.length + rest.length, 0); // RFC 3966: parameter = ";" ...
	if (pairs.length <= 16 && octets <= 1024 && pairs.every(([name]) => name !== "")) pairs.sort(telOrder);
	return { ...of, path: telNumber(number!) + pairs.map(([name, rest]) => `;${name}${rest}`).join("") };
}

/** RFC 2397 §2, §3: dataurl = "data:" [ mediatype ] [ ";base64" ] "," data */
function dataRule(of: Components): Components {
	const comma = of.path.indexOf(",");
	if (comma < 0) return of;
	const mediaType = /^[^;]*\/[^;]*/; // type "/" subtype, up to the first parameter
	const head = of.path
		.slice(0, comma)
		.replace(mediaType, lowerCase)
		.replace(/;base64$/i, lowerCase);
	return { ...of, path: head + of.path.slice(comma) };
}

// ---------------------------------------------------------------------------------------------------------------------
// The whole
// ---------------------------------------------------------------------------------------------------------------------

/** The octets of a Latin-1 string. */
function toOctets(text: string): Uint8Array {
	return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Normalizes one reference given as octets. It is not a line: CR and byte order mark are not handled. */
export function oracleNormalize(octets: Uint8Array, options: OracleOptions = {}): Uint8Array | OracleError {
	const { level = "scheme", strict = false, toAscii = platformToAscii } = options;
	if (level === "string" && !strict) return octets;
	if (octets.length > MAX_OCTETS) return { code: "too-long", component: undefined, offset: MAX_OCTETS };
	const { text, offsets } = removeWhiteSpace(octets, strict);
	try {
		const syntax = syntaxForm(text, level, strict);
		if (level === "string") return octets;
		return toOctets(recompose(level === "scheme" ? schemeForm(syntax, toAscii) : syntax));
	} catch (fault) {
		if (!(fault instanceof Fault)) throw fault;
		return { code: fault.code, component: fault.component, offset: offsets[fault.at]! };
	}
}
