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

/** A reader as the table has it: how it reads, whether its paths are still encoded, its version, configuration and number of rows. */
type Row = readonly [read: Read, raw: boolean, version: string, configuration: string, rows: number];

/** Targets that each server was sent on loopback, and those of Envoy's own tests. */
const ROWS = 141;
const OF_ENVOY = 34;

const APACHE = "2.4.71";
const CADDY = "2.11.7";
const ENVOY = "path_utility_test; Istio";
const GO = "1.26.8";
const HAPROXY = "2.6.12";
const NGINX = "1.22.1";

const TABLE = {
	rfc3986: [rfc3986, true, "RFC 3986", "§6.2.2", 0],
	whatwg: [whatwg, true, "URL Standard", "the platform's URL", ROWS],
	nginx: [nginx(true), false, NGINX, "proxy_pass without URI", ROWS],
	"nginx:merge-off": [nginx(false), false, NGINX, "merge_slashes off", ROWS],
	"nginx:uri": [nginx(true, true), false, NGINX, "proxy_pass with /", ROWS],
	apache: [apache(), false, APACHE, "ProxyPass nocanon", ROWS],
	"apache:slashes-on": [apache({ slashes: "on" }), false, APACHE, "AllowEncodedSlashes On", ROWS],
	"apache:nodecode": [apache({ slashes: "nodecode" }), false, APACHE, "AllowEncodedSlashes NoDecode", ROWS],
	"apache:merge-off": [apache({ merges: false }), false, APACHE, "MergeSlashes Off", ROWS],
	"apache:canon": [apache({ canon: true }), false, APACHE, "ProxyPass", ROWS],
	haproxy: [haproxy(false), true, HAPROXY, "defaults", ROWS],
	"haproxy:normalized": [haproxy(true), true, HAPROXY, "http-request normalize-uri, all of paths", ROWS],
	varnish: [varnish, true, "7.1.1", "defaults", ROWS],
	"envoy:none": [envoy(0), true, ENVOY, "NONE", OF_ENVOY],
	"envoy:base": [envoy(1), true, ENVOY, "BASE", OF_ENVOY],
	"envoy:merge": [envoy(2), true, ENVOY, "MERGE_SLASHES", OF_ENVOY],
	"envoy:decode": [envoy(3), true, ENVOY, "DECODE_AND_MERGE_SLASHES", OF_ENVOY],
	caddy: [caddy(false), false, CADDY, "placeholders", ROWS],
	"caddy:matcher": [caddy(true), false, CADDY, "matchers of paths", ROWS],
	lighttpd: [lighttpd, false, "1.4.69", "defaults", ROWS],
	express: [express, false, "5.3.0", "Node.js 20", ROWS],
	go: [go, false, GO, "http.HandlerFunc", ROWS],
	"go:mux": [goMux, false, GO, "http.ServeMux", ROWS],
	tomcat: [tomcat, false, "10.1.48", "defaults", ROWS],
	squid: [squid, true, "5.7", "accelerator", ROWS],
	h2o: [h2o, true, "2.2.5", "proxy.reverse.url", ROWS],
	ats: [ats, true, "9.2.9", "remap of /", ROWS],
	fastify: [fastify, false, "5.12.8", "Node.js 20", ROWS],
	starlette: [starlette, false, "1.10.0", "Uvicorn, h11", ROWS],
	aiohttp: [aiohttp, false, "3.14.5", "web.Application", ROWS],
	werkzeug: [werkzeug, false, "3.1.9", "its own server", ROWS],
} as const satisfies { readonly [id: string]: Row };

type Name = keyof typeof TABLE;

/** The id of a reader, with or without its version. */
export type ReaderId = Name | `${Name}@1`;

/** What `readers` lists. */
export interface ReaderInfo {
	readonly id: ReaderId;
	/** Of the server that the rows were made by. */
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

const known: ReadonlyMap<string, Reader> = new Map(
	Object.entries(TABLE).flatMap(([id, [read, raw]]) => {
		const reader = { id: id as Name, read, raw };
		return [id, `${id}@1`].map((name): [string, Reader] => [name, reader]);
	}),
);

/** The reader of an id. Throws TypeError for any other. */
export function readerOf(id: ReaderId): Reader {
	const reader = known.get(id);
	if (reader === undefined)
		throw new TypeError(`There is no reader ${JSON.stringify(id)}; readers() lists those that there are.`);
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
	return Object.entries(TABLE).map(([id, [, , version, configuration, rows]]) => {
		return { id: `${id as Name}@1` as const, version, configuration, rows };
	});
}
