/**
 * The editions of the standard as data, one row each. A new edition is a new row, never a fork of the code.
 *
 * | edition | document |
 * |---|---|
 * | 1994 | RFC 1738 §5, and the draft of March 1994 before it |
 * | 1997 | draft-fielding-url-syntax-05, App. A |
 * | 2003 | draft-fielding-uri-rfc2396bis-01, §2 to §5 |
 * | 2005 | RFC 3986, App. A, with the zone identifiers of RFC 6874 |
 */
import {
	DIGIT,
	LOWER_ALPHA,
	PATH_EXTRA,
	QUERY_EXTRA,
	SCHEME_NON_ALNUM,
	SUB_DELIMS,
	UNRESERVED_NON_ALNUM,
	UPPER_ALPHA,
	USERINFO_EXTRA,
} from "../../assembly/octets/alphabets";
import { UNRESERVED_1997_NON_ALNUM } from "../../assembly/reference/editions";
import { choose } from "../input";
import type { EditionRow } from "./edition-row";

/** An edition of the standard: the year of its document. */
export type Edition = "1994" | "1997" | "2003" | "2005";

const ALPHA = UPPER_ALPHA + LOWER_ALPHA;
export const ALPHANUM = ALPHA + DIGIT;

// RFC 1738 §5:
//   safe       = "$" | "-" | "_" | "." | "+"
//   extra      = "!" | "*" | "'" | "(" | ")" | ","
//   unreserved = alpha | digit | safe | extra                   uchar = unreserved | escape
//   reserved   = ";" | "/" | "?" | ":" | "@" | "&" | "="        xchar = unreserved | reserved | escape
export const UNRESERVED_1994 = `${ALPHANUM}$-_.+!*'(),`;
export const RESERVED_1994 = ";/?:@&=";

// draft-fielding-url-syntax-05 App. A:
//   mark       = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
//   unreserved = alpha | digit | mark                           urlc = reserved | unreserved | escaped
//   reserved   = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
//   pchar      = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
export const UNRESERVED_1997 = ALPHANUM + UNRESERVED_1997_NON_ALNUM;
export const RESERVED_1997 = ";/?:@&=+";

// draft-fielding-uri-rfc2396bis-01:
//   mark       = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"                                             §2.3
//   unreserved = ALPHA / DIGIT / mark                           uric = reserved / unreserved / escaped
//   reserved   = "[" / "]" / ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","                           §2.2
//   pchar      = unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / ","                            §3.3
export const UNRESERVED_2003 = `${ALPHANUM}-_.!~*'()`;
export const RESERVED_2003 = "[];/?:@&=+$,";

// RFC 3986: see assembly/octets/alphabets.ts.
export const UNRESERVED_2005 = ALPHANUM + UNRESERVED_NON_ALNUM;

const SERVER = { server: true } as const;
/** Schemes whose authority is a server on the Internet: RFC 1738 §3.1, and later editions. */
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

/** The editions, created on first use, so that bundles without them can drop them. */
export function editions(): Editions {
	made ??= rows();
	return made;
}

function rows(): Editions {
	// In 1994 and 1997, a scheme may begin with any of these. Upper case is accepted: "HTTP" is read as "http".
	const scheme = { rule: "scheme", allows: ALPHANUM + SCHEME_NON_ALNUM };
	const xchar1994 = { rule: "xchar", allows: UNRESERVED_1994 + RESERVED_1994 };
	const urlc1997 = UNRESERVED_1997 + RESERVED_1997;
	const user1997 = `${UNRESERVED_1997};&=+`;
	// segment = *pchar *( ";" param ), param = *pchar, path_segments = segment *( "/" segment )
	const path1997 = `${UNRESERVED_1997}:@&=+;/`;
	const pchar2003 = `${UNRESERVED_2003};:@&=+$,`;
	const regName2005 = UNRESERVED_2005 + SUB_DELIMS;
	const userinfo2005 = regName2005 + USERINFO_EXTRA;
	const path2005 = userinfo2005 + PATH_EXTRA;
	const query2005 = path2005 + QUERY_EXTRA;
	return {
		"1994": {
			uriReference: "genericurl",
			uri: "genericurl",
			absoluteUri: "genericurl",
			relativeRef: "genericurl",
			triplet: "escape",
			prefix: "URL:",
			relativeReferences: false,
			fragments: false,
			scheme,
			schemeBegins: scheme.allows,
			schemes: { file: { emptyHost: true } }, // fileurl = "file://" [ host | "localhost" ] "/" fpath
			authority: "login", //                     ip-schemepart = "//" login [ "/" urlpath ]
			authorityEnds: "/#",
			emptyAuthority: false,
			user: { rule: "user", allows: `${UNRESERVED_1994};?&=` },
			password: { rule: "password", allows: `${UNRESERVED_1994};?&=` },
			hostname: { hostnumber: true, topLabel: "last" },
			emptyPort: false, //                       port = digits, digits = 1*digit
			path: xchar1994, // schemepart = *xchar | ip-schemepart, urlpath = *xchar
			query: xchar1994,
			fragment: xchar1994,
		},
		"1997": {
			uriReference: "URL-reference",
			uri: "absoluteURL",
			absoluteUri: "absoluteURL",
			relativeRef: "relativeURL",
			triplet: "escaped",
			relativeReferences: true,
			fragments: true,
			scheme,
			schemeBegins: scheme.allows,
			schemes: {},
			authority: "site", //                      site = [ [ user [ ":" password ] "@" ] hostport ]
			authorityEnds: "/?#",
			emptyAuthority: true,
			user: { rule: "user", allows: user1997 },
			password: { rule: "password", allows: user1997 },
			hostname: { hostnumber: true, topLabel: "last" },
			emptyPort: true, //                        port = *digit
			path: { rule: "segment", allows: path1997 },
			opaque: { rule: "urlc", allows: urlc1997 }, // opaque-URL = scheme ":" *urlc
			query: { rule: "query", allows: urlc1997 },
			fragment: { rule: "fragment", allows: urlc1997 },
		},
		"2003": {
			uriReference: "URI-reference",
			uri: "absolute-URI-reference",
			absoluteUri: "absolute-URI",
			relativeRef: "relative-URI",
			triplet: "escaped",
			relativeReferences: true,
			fragments: true,
			scheme,
			schemeBegins: ALPHA,
			schemes: SERVER_SCHEMES,
			authority: "server", //                    authority = server / reg-name, server = [ [ userinfo "@" ] hostport ]
			authorityEnds: "/?#",
			emptyAuthority: true,
			registry: { rule: "reg-name", allows: pchar2003 },
			user: { rule: "userinfo", allows: `${UNRESERVED_2003};:&=+$,` },
			hostname: { hostnumber: false, topLabel: "before-final-dot", maxLabelLength: 63 },
			ipLiteral: { literal: "IPv6reference", address: "IPv6address" },
			emptyPort: true,
			path: { rule: "pchar", allows: `${pchar2003}/` },
			opaque: { rule: "uric", allows: RESERVED_2003 + UNRESERVED_2003 }, // opaque-part = uric-no-slash *uric
			query: { rule: "query", allows: `${pchar2003}/?` },
			fragment: { rule: "fragment", allows: `${pchar2003}/?` },
		},
		"2005": {
			uriReference: "URI-reference",
			uri: "URI",
			absoluteUri: "absolute-URI",
			relativeRef: "relative-ref",
			triplet: "pct-encoded",
			relativeReferences: true,
			fragments: true,
			scheme,
			schemeBegins: ALPHA,
			schemes: {},
			authority: "authority",
			authorityEnds: "/?#",
			emptyAuthority: true,
			user: { rule: "userinfo", allows: userinfo2005 },
			name: { rule: "reg-name", allows: regName2005 },
			ipLiteral: { literal: "IP-literal", address: "IPv6address", future: "IPvFuture", zone: "ZoneID" },
			emptyPort: true,
			path: { rule: "pchar", allows: path2005 },
			query: { rule: "query", allows: query2005 },
			fragment: { rule: "fragment", allows: query2005 },
		},
	};
}

/** The row of an edition, by default that of "2005". Throws OptionError `invalid-option`. */
export function editionRow(edition: Edition = "2005"): EditionRow {
	return choose("edition", edition, editions());
}
