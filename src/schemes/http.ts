/**
 * The scheme http: RFC 1738 §3.3.
 *
 * ```
 *   httpurl  = "http://" hostport [ "/" hpath [ "?" search ]]
 *   hpath    = hsegment *[ "/" hsegment ]            hsegment = search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
 * ```
 *
 * Choice: `search` may contain "/" and "?" (RFC 3986 §3.4), and the "/" before the "?" is optional, as in RFC 3986.
 */
import { type HostPort, readHostPort, writeHostPort } from "./login";
import { readEncoded, rule, SEARCH, writeEncoded } from "./rule";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** The parts of an http URL. Path and searchpart are not decoded: only the server can interpret them. */
export interface HttpRecord extends SchemeBase, HostPort {
	readonly scheme: "http";
	/** The text after the "/" that ends the host. */
	readonly path: string;
	readonly searchpart?: string | undefined;
}

/** The characters of `hsegment`, and the slashes between segments. */
const HSEGMENT = rule("hsegment", ";:@&=/");

export const http: SchemeSyntax<HttpRecord> = {
	read(source) {
		const hostPort = readHostPort(source, "httpurl");
		const [path, search] = source.rest.cut("?");
		return {
			scheme: "http",
			...hostPort,
			path: readEncoded(path.slice(1), HSEGMENT),
			searchpart: search && readEncoded(search, SEARCH),
		};
	},
	write(record) {
		const { path, searchpart } = record;
		const query = searchpart === undefined ? "" : `?${writeEncoded(searchpart, SEARCH, "query")}`;
		return `http://${writeHostPort(record)}/${writeEncoded(path, HSEGMENT, "path")}${query}`;
	},
};
