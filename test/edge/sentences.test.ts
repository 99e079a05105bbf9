/** What the errors of urlsieve/edge say, and the readers with what their evidence was made by. */

import { agree, cacheKey, createRules, headerOf, headerOfPolicy, noVarySearch, type ReaderId, readers } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const URL_ = "https://e.com/p";
const rule = noVarySearch('params=("a")');

it.each<[string, () => unknown]>([
	["A field must be a string, an array of strings, or the headers of a response.", () => noVarySearch(1 as never)],
	["A field must be a string, an array of strings, or the headers of a response.", () => noVarySearch({} as never)],
	["A rule must be what noVarySearch returns: { keyOrder, params } or { keyOrder, except }.", () => headerOf({} as never)],
	["A rule must be what noVarySearch returns: { keyOrder, params } or { keyOrder, except }.", () => headerOf(null as never)],
	[
		"A rule must be what noVarySearch returns: { keyOrder, params } or { keyOrder, except }.",
		() => headerOf({ keyOrder: false, except: ["a", 1] } as never),
	],
	["The argument variant must be an array of strings.", () => cacheKey(URL_, rule, "a" as never)],
	["A URL must be a string, a URL or a Request.", () => cacheKey(1 as never, rule)],
	["A URL must be a string, a URL or a Request.", () => cacheKey(null as never, rule)],
	[
		"Only absolute URLs of http and https have keys, such as https://e.com/a, not ftp://e.com/",
		() => cacheKey("ftp://e.com/", rule),
	],
	[
		`Only absolute URLs of http and https have keys, such as https://e.com/a, not data:,${"a".repeat(94)}`,
		() => cacheKey(`data:,${"a".repeat(95)}`, rule),
	],
	["Only absolute URLs of http and https have keys, such as https://e.com/a, not /p", () => cacheKey("/p", rule)],
	["A variant must have no lone surrogate.", () => cacheKey(URL_, rule, ["a", "\ud800"])],
	["The options must be an object.", () => createRules(null as never)],
	["The options must be an object.", () => createRules("a" as never)],
	['The option "max" must be a positive integer, not 0.', () => createRules({ max: 0 })],
	['The option "max" must be a positive integer, not 1.5.', () => createRules({ max: 1.5 })],
	['In "given", "a*": no URL has this path; write "/a*".', () => createRules({ given: { "/": "", "a*": "" } })],
	["The argument must be a Request; write new Request(url).", () => createRules().key(null as never)],
	["The argument must be a Request; write new Request(url).", () => createRules().knows({ url: 1 } as never)],
	["A policy must be an object.", () => headerOfPolicy(null as never)],
	["A policy must be an object.", () => headerOfPolicy("{}" as never)],
	["The argument readers must be an array of ids; readers() lists all.", () => agree("/", "nginx" as never)],
	["agree requires at least one reader.", () => agree("/", [])],
	["A target must be a string.", () => agree(1 as never, ["nginx"])],
	["A target must have one UTF-16 unit for each octet, none above 0xFF.", () => agree("/\u0100", ["nginx"])],
	['Unknown reader "iis"; readers() lists all.', () => agree("/", ["iis" as ReaderId])],
	[
		'Unknown class "paths"; the classes are host, segments, query, unreserved, spelling, acceptance, too-long.',
		() => agree("/", ["nginx"], { reject: ["host", "paths" as never] }),
	],
])("says: %s", (message, call) => {
	expect(call).toThrow(expect.objectContaining({ message }));
});

it("accepts the least number of paths, and no options", () => {
	expect(createRules({ max: 1 }).knows(new Request(URL_))).toBe(false);
	expect(createRules().place(new Request(`${URL_}?a#b`))).toBe("https://e.com/p?nvs=rule");
});

describe("a record", () => {
	const request = new Request(`${URL_}?a=1`);
	const response = (field: string) => new Response("", { headers: { "no-vary-search": field } });

	it("is fresh for a day, and has the field of the rule, empty for the default one", async () => {
		const rules = createRules();
		rules.learn(request, response("key-order"));
		const record = rules.record(request);
		expect([...record.headers].filter(([name]) => name !== "content-type")).toEqual([
			["cache-control", "max-age=86400"],
			["no-vary-search", "key-order"],
		]);
		expect(await record.text()).toBe("");
		rules.learn(request, response(""));
		expect(rules.record(request).headers.get("no-vary-search")).toBe("");
	});

	it("has no field if the response declares none", () => {
		const rules = createRules();
		rules.learn(request, new Response(""));
		expect(rules.record(request).headers.has("no-vary-search")).toBe(false);
		expect(createRules().record(request).headers.has("no-vary-search")).toBe(false);
	});
});

const APACHE = "2.4.71";
const CADDY = "2.11.7";
const ENVOY = "path_utility_test; Istio";
const GO = "1.26.8";
const HAPROXY = "2.6.12";
const NGINX = "1.22.1";

it("lists the readers in order, with version, configuration and number of targets", () => {
	expect(readers().map(({ id, version, configuration, rows }) => [id, version, configuration, rows])).toEqual([
		["rfc3986@1", "RFC 3986", "§6.2.2", 0],
		["whatwg@1", "URL Standard", "the platform's URL", 141],
		["nginx@1", NGINX, "proxy_pass without URI", 141],
		["nginx:merge-off@1", NGINX, "merge_slashes off", 141],
		["nginx:uri@1", NGINX, "proxy_pass with /", 141],
		["apache@1", APACHE, "ProxyPass nocanon", 141],
		["apache:slashes-on@1", APACHE, "AllowEncodedSlashes On", 141],
		["apache:nodecode@1", APACHE, "AllowEncodedSlashes NoDecode", 141],
		["apache:merge-off@1", APACHE, "MergeSlashes Off", 141],
		["apache:canon@1", APACHE, "ProxyPass", 141],
		["haproxy@1", HAPROXY, "defaults", 141],
		["haproxy:normalized@1", HAPROXY, "http-request normalize-uri, all of paths", 141],
		["varnish@1", "7.1.1", "defaults", 141],
		["envoy:none@1", ENVOY, "NONE", 34],
		["envoy:base@1", ENVOY, "BASE", 34],
		["envoy:merge@1", ENVOY, "MERGE_SLASHES", 34],
		["envoy:decode@1", ENVOY, "DECODE_AND_MERGE_SLASHES", 34],
		["caddy@1", CADDY, "placeholders", 141],
		["caddy:matcher@1", CADDY, "matchers of paths", 141],
		["lighttpd@1", "1.4.69", "defaults", 141],
		["express@1", "5.3.0", "Node.js 20", 141],
		["go@1", GO, "http.HandlerFunc", 141],
		["go:mux@1", GO, "http.ServeMux", 141],
		["tomcat@1", "10.1.48", "defaults", 141],
		["squid@1", "5.7", "accelerator", 141],
		["h2o@1", "2.2.5", "proxy.reverse.url", 141],
		["ats@1", "9.2.9", "remap of /", 141],
		["fastify@1", "5.12.8", "Node.js 20", 141],
		["starlette@1", "1.10.0", "Uvicorn, h11", 141],
		["aiohttp@1", "3.14.5", "web.Application", 141],
		["werkzeug@1", "3.1.9", "its own server", 141],
	]);
});

/** Every reader, its paths of one target: decoded, unless it is still encoded. */
it("says which readers have paths that are still encoded, of plain targets, too", () => {
	const encoded = ["rfc3986", "whatwg", "haproxy", "haproxy:normalized", "varnish", "envoy:none", "envoy:base", "envoy:merge"];
	const all = [...encoded, "envoy:decode", "squid", "h2o", "ats"];
	for (const { id } of readers()) {
		const isEncoded = all.includes(id.replace("@1", ""));
		for (const target of ["/a", "/a?b"]) expect([id, agree(target, [id]).views[0]?.raw]).toEqual([id, isEncoded]);
	}
});
