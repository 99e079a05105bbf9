/** Promises of examples/edge-cache, for any runtime: each scenario throws if it is broken. */
import { createRules, noVarySearch, urlByRule } from "urlsieve/edge";
import { canonicalRedirect } from "../../examples/edge-cache/canonical.mjs";
import { createFreshCache } from "../../examples/edge-cache/fresh-cache.mjs";
import { createHandler } from "../../examples/edge-cache/handler.mjs";
import { createMapCache } from "../../examples/edge-cache/map-cache.mjs";

const BASE = "https://e.test";

/** A cache before a server that sends `field`, or what it returns for a URL. */
function open({ field, given, cache = createMapCache(), max, sent = [["cache-control", "max-age=60"]], status = 200 }) {
	let fetched = 0;
	const fieldFor = typeof field === "function" ? field : () => field;
	const origin = async (request) => {
		++fetched;
		const headers = new Headers();
		for (const [name, value] of sent) headers.append(name, value);
		const value = fieldFor(request.url);
		if (value !== undefined) headers.set("no-vary-search", value);
		return new Response(request.method === "HEAD" ? null : `${request.method} ${request.url}`, { headers, status });
	};
	const handler = createHandler({ rules: createRules({ given, ...(max && { max }) }), cache, origin });
	const get = async (path, init) => {
		const waiting = [];
		const response = await handler(new Request(BASE + path, init), (promise) => waiting.push(promise));
		const body = await response.text();
		await Promise.all(waiting);
		return { state: response.headers.get("x-cache"), age: response.headers.get("age"), body };
	};
	return { get, cache, fetched: () => fetched };
}

function expectEqual(actual, expected) {
	if (JSON.stringify(actual) !== JSON.stringify(expected))
		throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

async function states(site, ...paths) {
	const found = [];
	for (const path of paths) found.push((await site.get(path)).state);
	return found;
}

const control = (...values) => values.map((value) => ["Cache-Control", value]);
const FRESH = control("max-age=60");

/** Fields of responses that are stored. */
const STORED = [
	FRESH,
	control("Max-Age=60"),
	control("PUBLIC, MAX-AGE=60"),
	control('max-age="60"'),
	control("max-age=0, s-maxage=60"),
	control("public", "max-age=60"),
	control('max-age=60, ext="private, no-store"'),
	control("max-age=60, x-private, no-store-x=1, no-transform"),
	control(", ,max-age=60 ,,stale-while-revalidate=5"),
	[...FRESH, ["Age", "59"], ["Pragma", "no-cache"]],
];

/** Fields of responses that are not stored, with the request and the status. */
const NOT_STORED = [
	[[]],
	[control("public")],
	[control("max-age=0")],
	[control("max-age=x")],
	[control("max-age")],
	[control("max-age=-60")],
	[control("x-max-age=60")],
	[control('ext="max-age=60"')],
	[control("max-age=60, max-age=0")],
	[control("s-maxage=0, max-age=60")],
	[control("private, max-age=60")],
	[control("Private, max-age=60")],
	[control("No-Store, max-age=60")],
	[control("max-age=60", "NO-STORE")],
	[control("no-cache, max-age=60")],
	[control('max-age=60, private="x-user"')],
	[control('max-age=60, No-Cache="Set-Cookie"')],
	[control('ext="a\\", private, max-age=60')],
	[control('max-age=60, ext="open')],
	[control("max-age=60; private")],
	[control("must-understand, no-store, max-age=60")],
	[[...FRESH, ["Age", "60"]]],
	[[...FRESH, ["Set-Cookie", "a=1"]]],
	[[...FRESH, ["Vary", "*"]]],
	[[...FRESH, ["VARY", "Accept-Encoding"]]],
	[[...FRESH, ["Content-Range", "bytes 0-1/2"]], { headers: { Range: "bytes=0-1" } }, 206],
	[FRESH, { headers: { AUTHORIZATION: "Basic eDp5" } }],
	[control("public, s-maxage=60"), { headers: { authorization: "Basic eDp5" } }],
	[FRESH, { headers: { "cache-control": "No-Store" } }],
	[FRESH, { method: "HEAD" }],
	...[201, 203, 206, 301, 404, 500].map((status) => [FRESH, {}, status]),
];

export const SCENARIOS = {
	"a server that declares its parameters": async () => {
		const site = open({ field: 'key-order, params=("utm_source")' });
		expectEqual(await states(site, "/p?a=1&b=2", "/p?b=2&utm_source=x&a=1", "/p?a=2&b=2", "/q?a=1&b=2"), [
			"miss",
			"hit",
			"miss",
			"miss",
		]);
		expectEqual((await site.get("/p?utm_source=y&a=1&b=2")).body, `GET ${BASE}/p?a=1&b=2`);
	},
	"a server that declares nothing, with given rules": async () => {
		const site = open({ given: { "/search": 'except=("q")' } });
		expectEqual(await states(site, "/search?q=1", "/search?q=1&utm_source=x", "/p?a", "/p?a&utm_source=x"), [
			"miss",
			"hit",
			"miss",
			"miss",
		]);
	},
	"a server that changes its mind": async () => {
		let field = 'params=("a")';
		const site = open({ field: () => field });
		expectEqual(await states(site, "/p?a=1", "/p?a=2"), ["miss", "hit"]);
		field = undefined;
		expectEqual(await states(site, "/p?b=1", "/p?a=1", "/p?a=2", "/p?a=1"), ["miss", "miss", "miss", "hit"]);
		field = "params";
		expectEqual(await states(site, "/p?c=1", "/p?d=1", "/p?a=1"), ["miss", "hit", "hit"]);
	},
	"a client that forges nvs": async () => {
		const site = open({ field: 'params=("a")' });
		expectEqual(await states(site, "/p?a=1", "/p?a=2"), ["miss", "hit"]);
		const { body } = await site.get("/p?nvs=0");
		expectEqual(body, `GET ${BASE}/p?nvs=0`);
		expectEqual(await states(site, "/p?nvs=rule", "/p", "/p?nvs=0"), ["miss", "hit", "hit"]);
		expectEqual((await site.get("/p?nvs=rule")).body, `GET ${BASE}/p?nvs=rule`);
	},
	"a client with many parameters": async () => {
		const site = open({ field: 'except=("id")', cache: createMapCache(50) });
		for (let turn = 0; turn < 1000; ++turn) await site.get(`/p?id=1&x${turn}=${turn}`);
		expectEqual(site.fetched(), 1);
		for (let turn = 0; turn < 1000; ++turn) await site.get(`/p?id=${turn}`);
		expectEqual(site.cache.size, 50);
	},
	"other methods pass, and what changes a page makes its response invalid": async () => {
		const site = open({ field: 'params=("a")' });
		for (const [method, state] of [
			["HEAD", "hit"],
			["OPTIONS", "hit"],
			["POST", "miss"],
			["PUT", "miss"],
			["DELETE", "miss"],
		]) {
			await site.get("/p");
			const { body } = await site.get("/p?a=1", { method, ...(method === "POST" && { body: "x" }) });
			expectEqual(body, method === "HEAD" ? "" : `${method} ${BASE}/p?a=1`);
			expectEqual([method, ...(await states(site, "/p?a=2"))], [method, state]);
		}
	},
	"an error to a POST leaves what is stored": async () => {
		const cache = createMapCache();
		await open({ field: "params", cache }).get("/p");
		await open({ field: "params", cache, status: 403 }).get("/p", { method: "POST", body: "x" });
		expectEqual(await states(open({ field: "params", cache }), "/p"), ["hit"]);
	},
	"what a shared cache may store is stored": async () => {
		for (const sent of STORED) expectEqual([sent, ...(await states(open({ sent }), "/p", "/p"))], [sent, "miss", "hit"]);
	},
	"what a shared cache may not store is not stored": async () => {
		for (const [sent, init = {}, status = 200] of NOT_STORED) {
			const site = open({ sent, status });
			await site.get("/p", init);
			expectEqual([sent, init, status, (await site.get("/p")).state], [sent, init, status, "miss"]);
		}
	},
	"a response has its age, and expires by it": async () => {
		let now = 0;
		const cache = createFreshCache(createMapCache(), () => now);
		const sent = [
			["Cache-Control", 'max-age="60"'],
			["Age", "20"],
		];
		const site = open({ sent, cache });
		await site.get("/p");
		now = 39_900;
		expectEqual([(await site.get("/p")).age, (await site.get("/q")).age], ["59", "20"]);
		now = 40_000;
		expectEqual(await states(site, "/p"), ["miss"]);
	},
	"redirects to the URL by a rule, once, within the origin, and only GET and HEAD": async () => {
		const rule = noVarySearch('key-order, params=("utm_source")');
		const redirect = (request) => canonicalRedirect(request, urlByRule(request, rule));
		for (const [url, target] of [
			["/p?utm_source=x&a=1", "/p?a=1"],
			["/p?b=2&a=1", "/p?a=1&b=2"],
			["//other.test/a//?utm_source=x", "//other.test/a//"],
			["/\\other.test?utm_source=x", "//other.test"],
			["/p?a=https://other.test/&utm_source=x", "/p?a=https%3A%2F%2Fother.test%2F"],
			["/p?b=%ff&utm_source=%0d%0aX:y", "/p?b=%ff"],
			["/p?", "/p"],
			["/p#f", undefined],
			["/p?a=1&b=2", undefined],
		]) {
			for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
				const response = redirect(new Request(BASE + url, { method }));
				const isSent = target !== undefined && ["GET", "HEAD"].includes(method);
				expectEqual([url, response?.headers.get("location")], [url, isSent ? BASE + target : undefined]);
				if (isSent) expectEqual([target, redirect(new Request(BASE + target))], [target, undefined]);
			}
		}
	},
	"two isolates share rules": async () => {
		const cache = createMapCache();
		const [first, second] = [open({ field: 'params=("a")', cache }), open({ field: 'params=("a")', cache })];
		expectEqual(await states(first, "/p?a=1&b"), ["miss"]);
		expectEqual(await states(second, "/p?a=2&b"), ["hit"]);
	},
};

/** Runs all scenarios. Returns the names of the broken ones. */
export async function broken() {
	const failures = {};
	for (const [name, scenario] of Object.entries(SCENARIOS)) {
		try {
			await scenario();
		} catch (error) {
			failures[name] = error.message;
		}
	}
	return failures;
}
