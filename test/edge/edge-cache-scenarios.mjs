/** What examples/edge-cache promises, for any runtime: each scenario throws if it is broken. */
import { createRules } from "urlsieve/edge";
import { createHandler } from "../../examples/edge-cache/handler.mjs";
import { createMapCache } from "../../examples/edge-cache/map-cache.mjs";

const BASE = "https://e.test";

/** A cache before a server that sends `field`, or what it returns for a URL. */
function open({ field, given, cache = createMapCache(), max, control = "max-age=60" }) {
	let fetched = 0;
	const fieldFor = typeof field === "function" ? field : () => field;
	const origin = async (request) => {
		++fetched;
		const headers = new Headers({ "cache-control": control });
		const value = fieldFor(request.url);
		if (value !== undefined) headers.set("no-vary-search", value);
		return new Response(`${request.method} ${request.url}`, { headers });
	};
	const handler = createHandler({ rules: createRules({ given, ...(max && { max }) }), cache, origin });
	const get = async (path, init) => {
		const waiting = [];
		const response = await handler(new Request(BASE + path, init), (promise) => waiting.push(promise));
		const body = await response.text();
		await Promise.all(waiting);
		return { state: response.headers.get("x-cache"), body };
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
	"other methods pass": async () => {
		const site = open({ field: "params" });
		await site.get("/p");
		expectEqual((await site.get("/p", { method: "POST", body: "x" })).body, `POST ${BASE}/p`);
		expectEqual(await states(site, "/p?a"), ["hit"]);
	},
	"what is private is not stored": async () => {
		for (const control of ["private, max-age=60", "no-store", "", "max-age=0"]) {
			expectEqual(await states(open({ field: "params", control }), "/p", "/p"), ["miss", "miss"]);
		}
	},
	"two isolates share rules": async () => {
		const cache = createMapCache();
		const [first, second] = [open({ field: 'params=("a")', cache }), open({ field: 'params=("a")', cache })];
		expectEqual(await states(first, "/p?a=1&b"), ["miss"]);
		expectEqual(await states(second, "/p?a=2&b"), ["hit"]);
	},
};

/** Runs all. Returns what is broken, by name. */
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
