/**
 * The editions of the standard, one row each. An edition is data, never a fork of the code: whoever adds the next one adds
 * a row.
 *
 * | edition | document |
 * |---|---|
 * | 1994 | RFC 1738 §5, and the draft of March 1994 before it |
 * | 1997 | draft-fielding-url-syntax-05, App. A |
 * | 2003 | draft-fielding-uri-rfc2396bis-01, §2 to §5 |
 * | 2005 | RFC 3986, App. A, with the zone identifiers of RFC 6874 |
 */
import {
	DECODED_2003_BESIDE_ALNUM,
	DIGIT,
	LOWER_ALPHA,
	PATH_BESIDE_USERINFO,
	QUERY_BESIDE_PATH,
	SCHEME_BESIDE_ALNUM,
	SUB_DELIMS,
	UNRESERVED_1997_BESIDE_ALNUM,
	UNRESERVED_BESIDE_ALNUM,
	UPPER_ALPHA,
	USERINFO_BESIDE_REG_NAME,
} from "../assembly/alphabets";
import type { EditionRow } from "./edition-row";
import { UriError } from "./errors";

/** An edition of the standard: the year of its document. */
export type Edition = "1994" | "1997" | "2003" | "2005";

const ALPHA = UPPER_ALPHA + LOWER_ALPHA;
const ALPHANUM = ALPHA + DIGIT;

/** Of schemes in the editions of 1994 and 1997: scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]; "HTTP" is taken for "http". */
const ANY_SCHEME = ALPHANUM + SCHEME_BESIDE_ALNUM;

// RFC 1738 §5:
//   safe       = "$" | "-" | "_" | "." | "+"
//   extra      = "!" | "*" | "'" | "(" | ")" | ","
//   unreserved = alpha | digit | safe | extra                   uchar = unreserved | escape
//   reserved   = ";" | "/" | "?" | ":" | "@" | "&" | "="        xchar = unreserved | reserved | escape
const UNRESERVED_1994 = `${ALPHANUM}$-_.+!*'(),`;
const RESERVED_1994 = ";/?:@&=";
const XCHAR_1994 = UNRESERVED_1994 + RESERVED_1994;

// draft-fielding-url-syntax-05 App. A:
//   mark       = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
//   unreserved = alpha | digit | mark                           urlc = reserved | unreserved | escaped
//   reserved   = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
//   pchar      = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
const UNRESERVED_1997 = ALPHANUM + UNRESERVED_1997_BESIDE_ALNUM;
const RESERVED_1997 = ";/?:@&=+";
const URLC_1997 = UNRESERVED_1997 + RESERVED_1997;
const USER_1997 = `${UNRESERVED_1997};&=+`;
/** segment = *pchar *( ";" param ), param = *pchar, path_segments = segment *( "/" segment ) */
const PATH_1997 = `${UNRESERVED_1997}:@&=+;/`;

// draft-fielding-uri-rfc2396bis-01:
//   mark       = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"                                             §2.3
//   unreserved = ALPHA / DIGIT / mark                           uric = reserved / unreserved / escaped
//   reserved   = "[" / "]" / ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","                           §2.2
//   pchar      = unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / ","                            §3.3
const UNRESERVED_2003 = `${ALPHANUM}-_.!~*'()`;
const RESERVED_2003 = "[];/?:@&=+$,";
const PCHAR_2003 = `${UNRESERVED_2003};:@&=+$,`;

// RFC 3986: see assembly/alphabets.ts.
const UNRESERVED_2005 = ALPHANUM + UNRESERVED_BESIDE_ALNUM;
const REG_NAME_2005 = UNRESERVED_2005 + SUB_DELIMS;
const USERINFO_2005 = REG_NAME_2005 + USERINFO_BESIDE_REG_NAME;
const PATH_2005 = USERINFO_2005 + PATH_BESIDE_USERINFO;
const QUERY_2005 = PATH_2005 + QUERY_BESIDE_PATH;

const SERVER = { server: true } as const;
/** RFC 1738 §3.1, as later editions have it: schemes that name a server on the Internet. */
const SERVER_SCHEMES = {
	http: SERVER,
	https: SERVER,
	ftp: SERVER,
	gopher: SERVER,
	nntp: SERVER,
	telnet: SERVER,
	wais: SERVER,
	prospero: SERVER,
};

type Editions = { readonly [edition in Edition]: EditionRow };

let made: Editions | undefined;

/** The editions. They are made when they are first asked for: so a bundle that does without them has nothing of them. */
export function editions(): Editions {
	made ??= rows();
	return made;
}

function rows(): Editions {
	return {
		"1994": {
			reference: "genericurl",
			uri: "genericurl",
			absoluteUri: "genericurl",
			relativeRef: "genericurl",
			reserved: RESERVED_1994,
			unreserved: UNRESERVED_1994,
			triplet: "escape",
			decodes: ALPHANUM,
			prefix: "URL:",
			relativeReferences: false,
			fragments: false,
			params: false,
			scheme: { rule: "scheme", allows: ANY_SCHEME },
			schemeBegins: ANY_SCHEME,
			schemes: { file: { emptyHost: true } }, // fileurl = "file://" [ host | "localhost" ] "/" fpath
			authority: "login", //                     ip-schemepart = "//" login [ "/" urlpath ]
			authorityEnds: "/#",
			emptyAuthority: false,
			registry: undefined,
			user: { rule: "user", allows: `${UNRESERVED_1994};?&=` },
			password: { rule: "password", allows: `${UNRESERVED_1994};?&=` },
			hostname: { hostnumber: true, topLabel: "last", mostOfLabel: Number.POSITIVE_INFINITY },
			name: undefined,
			ipLiteral: undefined,
			emptyPort: false, //                       port = digits, digits = 1*digit
			path: { rule: "xchar", allows: XCHAR_1994 }, // schemepart = *xchar | ip-schemepart, urlpath = *xchar
			opaque: undefined,
			query: { rule: "xchar", allows: XCHAR_1994 },
			fragment: { rule: "xchar", allows: XCHAR_1994 },
		},
		"1997": {
			reference: "URL-reference",
			uri: "absoluteURL",
			absoluteUri: "absoluteURL",
			relativeRef: "relativeURL",
			reserved: RESERVED_1997,
			unreserved: UNRESERVED_1997,
			triplet: "escaped",
			decodes: UNRESERVED_1997,
			prefix: undefined,
			relativeReferences: true,
			fragments: true,
			params: true,
			scheme: { rule: "scheme", allows: ANY_SCHEME },
			schemeBegins: ANY_SCHEME,
			schemes: {},
			authority: "site", //                      site = [ [ user [ ":" password ] "@" ] hostport ]
			authorityEnds: "/?#",
			emptyAuthority: true,
			registry: undefined,
			user: { rule: "user", allows: USER_1997 },
			password: { rule: "password", allows: USER_1997 },
			hostname: { hostnumber: true, topLabel: "last", mostOfLabel: Number.POSITIVE_INFINITY },
			name: undefined,
			ipLiteral: undefined,
			emptyPort: true, //                        port = *digit
			path: { rule: "segment", allows: PATH_1997 },
			opaque: { rule: "urlc", allows: URLC_1997 }, // opaque-URL = scheme ":" *urlc
			query: { rule: "query", allows: URLC_1997 },
			fragment: { rule: "fragment", allows: URLC_1997 },
		},
		"2003": {
			reference: "URI-reference",
			uri: "absolute-URI-reference",
			absoluteUri: "absolute-URI",
			relativeRef: "relative-URI",
			reserved: RESERVED_2003,
			unreserved: UNRESERVED_2003,
			triplet: "escaped",
			decodes: ALPHANUM + DECODED_2003_BESIDE_ALNUM,
			prefix: undefined,
			relativeReferences: true,
			fragments: true,
			params: false,
			scheme: { rule: "scheme", allows: ALPHANUM + SCHEME_BESIDE_ALNUM },
			schemeBegins: ALPHA,
			schemes: SERVER_SCHEMES,
			authority: "server", //                    authority = server / reg-name, server = [ [ userinfo "@" ] hostport ]
			authorityEnds: "/?#",
			emptyAuthority: true,
			registry: { rule: "reg-name", allows: `${UNRESERVED_2003};:@&=+$,` },
			user: { rule: "userinfo", allows: `${UNRESERVED_2003};:&=+$,` },
			password: undefined,
			hostname: { hostnumber: false, topLabel: "before-final-dot", mostOfLabel: 63 },
			name: undefined,
			ipLiteral: { literal: "IPv6reference", address: "IPv6address", future: undefined, zone: undefined },
			emptyPort: true,
			path: { rule: "pchar", allows: `${PCHAR_2003}/` },
			opaque: { rule: "uric", allows: RESERVED_2003 + UNRESERVED_2003 }, // opaque-part = uric-no-slash *uric
			query: { rule: "query", allows: `${PCHAR_2003}/?` },
			fragment: { rule: "fragment", allows: `${PCHAR_2003}/?` },
		},
		"2005": {
			reference: "URI-reference",
			uri: "URI",
			absoluteUri: "absolute-URI",
			relativeRef: "relative-ref",
			reserved: `:/?#[]@${SUB_DELIMS}`, // reserved = gen-delims / sub-delims
			unreserved: UNRESERVED_2005,
			triplet: "pct-encoded",
			decodes: UNRESERVED_2005,
			prefix: undefined,
			relativeReferences: true,
			fragments: true,
			params: false,
			scheme: { rule: "scheme", allows: ALPHANUM + SCHEME_BESIDE_ALNUM },
			schemeBegins: ALPHA,
			schemes: {},
			authority: "authority",
			authorityEnds: "/?#",
			emptyAuthority: true,
			registry: undefined,
			user: { rule: "userinfo", allows: USERINFO_2005 },
			password: undefined,
			hostname: undefined,
			name: { rule: "reg-name", allows: REG_NAME_2005 },
			ipLiteral: { literal: "IP-literal", address: "IPv6address", future: "IPvFuture", zone: "ZoneID" },
			emptyPort: true,
			path: { rule: "pchar", allows: PATH_2005 },
			opaque: undefined,
			query: { rule: "query", allows: QUERY_2005 },
			fragment: { rule: "fragment", allows: QUERY_2005 },
		},
	};
}

/** The row of an edition, "2005" when none is named. Throws UriError `invalid-option`. */
export function editionRow(edition: Edition = "2005"): EditionRow {
	if (Object.hasOwn(editions(), edition)) return editions()[edition];
	const list = Object.keys(editions()).map((known) => `"${known}"`);
	throw new UriError("invalid-option", `The option "edition" is one of ${list.join(", ")}, not "${edition}".`);
}
