/** The readers by id, and the evidence for each. An id with its version is frozen: a reader that changes gets the next one. */
import { apache } from "./apache";
import { envoy } from "./envoy";
import { caddy, go, goMux } from "./go";
import { lighttpd } from "./lighttpd";
import { nginx } from "./nginx";
import { ats, h2o, haproxy, squid, varnish } from "./proxies";
import type { Read } from "./reading";
import { aiohttp, express, fastify, starlette, werkzeug } from "./routers";
import { rfc3986, whatwg } from "./standards";
import { tomcat } from "./tomcat";

/** A reader as the table has it: how it reads, whether its paths are still encoded, its version and configuration. */
type Row = readonly [read: Read, raw: boolean, version: string, configuration: string];

const APACHE = "2.4.71";
const CADDY = "2.11.7";
const ENVOY = "path_utility_test; Istio";
const GO = "1.26.8";
const HAPROXY = "2.6.12";
const NGINX = "1.22.1";
const RFC = "RFC 3986";

/** Targets that each server was sent on loopback, and those of Envoy's own tests. */
const ROWS = 141;
const OF_ENVOY = 34;

/** A function, so that bundles without `agree` have no readers. */
const table = () =>
	({
		rfc3986: [rfc3986, true, RFC, "§6.2.2"],
		whatwg: [whatwg, true, "URL Standard", "the platform's URL"],
		nginx: [nginx(true), false, NGINX, "proxy_pass without URI"],
		"nginx:merge-off": [nginx(false), false, NGINX, "merge_slashes off"],
		"nginx:uri": [nginx(true, true), false, NGINX, "proxy_pass with /"],
		apache: [apache(), false, APACHE, "ProxyPass nocanon"],
		"apache:slashes-on": [apache({ slashes: "on" }), false, APACHE, "AllowEncodedSlashes On"],
		"apache:nodecode": [apache({ slashes: "nodecode" }), false, APACHE, "AllowEncodedSlashes NoDecode"],
		"apache:merge-off": [apache({ merges: false }), false, APACHE, "MergeSlashes Off"],
		"apache:canon": [apache({ canon: true }), false, APACHE, "ProxyPass"],
		haproxy: [haproxy(false), true, HAPROXY, "defaults"],
		"haproxy:normalized": [haproxy(true), true, HAPROXY, "http-request normalize-uri, all of paths"],
		varnish: [varnish, true, "7.1.1", "defaults"],
		"envoy:none": [envoy(0), true, ENVOY, "NONE"],
		"envoy:base": [envoy(1), true, ENVOY, "BASE"],
		"envoy:merge": [envoy(2), true, ENVOY, "MERGE_SLASHES"],
		"envoy:decode": [envoy(3), true, ENVOY, "DECODE_AND_MERGE_SLASHES"],
		caddy: [caddy(false), false, CADDY, "placeholders"],
		"caddy:matcher": [caddy(true), false, CADDY, "matchers of paths"],
		lighttpd: [lighttpd, false, "1.4.69", "defaults"],
		express: [express, false, "5.3.0", "Node.js 20"],
		go: [go, false, GO, "http.HandlerFunc"],
		"go:mux": [goMux, false, GO, "http.ServeMux"],
		tomcat: [tomcat, false, "10.1.48", "defaults"],
		squid: [squid, true, "5.7", "accelerator"],
		h2o: [h2o, true, "2.2.5", "proxy.reverse.url"],
		ats: [ats, true, "9.2.9", "remap of /"],
		fastify: [fastify, false, "5.12.8", "Node.js 20"],
		starlette: [starlette, false, "1.10.0", "Uvicorn, h11"],
		aiohttp: [aiohttp, false, "3.14.5", "web.Application"],
		werkzeug: [werkzeug, false, "3.1.9", "its own server"],
	}) as const satisfies { readonly [id: string]: Row };

type Name = keyof ReturnType<typeof table>;

/** The id of a reader, with or without its version. */
export type ReaderId = Name | `${Name}@1`;

/** A reader, as `readers` lists it. */
export interface ReaderInfo {
	readonly id: ReaderId;
	/** Version of the server that made the rows. */
	readonly version: string;
	readonly configuration: string;
	/** Number of targets in the evidence. */
	readonly rows: number;
}

/** A reader that `agree` asks. */
export interface Reader {
	readonly id: ReaderId;
	readonly read: Read;
	readonly raw: boolean;
}

let known: Map<string, Reader> | undefined;

function byId(): Map<string, Reader> {
	const entries = Object.entries(table()) as [Name, Row][];
	return new Map(entries.flatMap(([id, [read, raw]]) => [id, `${id}@1`].map((name) => [name, { id, read, raw }] as const)));
}

/** The reader of an id. Throws TypeError for any other. */
export function readerOf(id: ReaderId): Reader {
	known ??= byId();
	const reader = known.get(id);
	if (reader === undefined) throw new TypeError(`Unknown reader ${JSON.stringify(id)}; readers() lists all.`);
	return reader;
}

/**
 * Lists the readers that `agree` knows, with version and configuration of the server that the evidence was made by, and the number of
 * targets in it.
 *
 * @example
 * ```ts
 * readers().find(({ id }) => id === "nginx@1")?.version; // "1.22.1"
 * ```
 */
export function readers(): ReaderInfo[] {
	return (Object.entries(table()) as [Name, Row][]).map(([id, [, , version, configuration]]) => {
		return { id: `${id}@1`, version, configuration, rows: version === ENVOY ? OF_ENVOY : version === RFC ? 0 : ROWS };
	});
}
