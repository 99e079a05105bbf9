/** Input that servers and clients should not send, item by item: the resulting rule, key and views. */

import { agree, cacheKey, createRules, equivalent, headerOf, headerOfPolicy, noVarySearch, readers } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const URL_ = "https://e.com/p";
const EVERY_READER = readers().map(({ id }) => id);
describe("an argument of another type", () => {
	const rule = noVarySearch('params=("a")');
	const rules = createRules();
	it.each<[string, () => unknown, RegExp]>([
		["a response for its headers", () => noVarySearch({ status: 200 } as never), /^A field must be a string/],
		["a number for a field", () => noVarySearch(1 as never), /^A field must be a string/],
		["a field for a rule", () => cacheKey(URL_, 'params=("a")' as never), /^A rule must be what noVarySearch returns/],
		["no rule", () => cacheKey(URL_, undefined as never), /^A rule must be/],
		["a rule of other names", () => headerOf({ keyOrder: true, params: [1] } as never), /^A rule must be/],
		["no URL", () => cacheKey(undefined as never, rule), /^A URL must be a string, a URL or a Request/],
		["null for a URL", () => equivalent(URL_, null as never, rule), /^A URL must be/],
		[
			"a URL of data",
			() => cacheKey(`data:,${"a".repeat(99)}`, rule),
			/^Only absolute URLs of http and https have keys, .* not data:,a{94}$/,
		],
		[
			"a variant with a hole",
			() => cacheKey(URL_, rule, new Array(2) as never),
			/^The argument variant must be an array of strings/,
		],
		["a variant that is a number", () => cacheKey(URL_, rule, [7] as never), /^The argument variant must be an array of strings/],
		["an ill-formed variant", () => cacheKey(URL_, rule, ["\udc00"]), /^A variant must have no lone surrogate/],
		["a variant alone", () => cacheKey(URL_, rule, "DE" as never), /^The argument variant must be an array/],
		["a URL for a request", () => rules.key(URL_ as never), /^The argument must be a Request/],
		["no request", () => rules.place(undefined as never), /^The argument must be a Request/],
		["no response", () => rules.learn(new Request(URL_), undefined as never), /^A response must be a Response, .*await fetch/],
		["a promise of a response", () => rules.learn(new Request(URL_), Promise.resolve() as never), /^A response must be/],
		["headers for a response", () => rules.learn(new Request(URL_), new Headers() as never), /^A response must be/],
		["plain headers", () => rules.learn(new Request(URL_), { headers: {} } as never), /^A response must be/],
		["null for a record", () => createRules().adopt(new Request(URL_), null as never), /^A response must be/],
		["null for the record of a known path", () => rules.adopt(new Request(URL_), null as never), /^A response must be/],
		["no options", () => createRules(null as never), /^The options must be a plain object/],
		["a policy as JSON", () => headerOfPolicy("{}" as never), /^A policy must be an object/],
		["another syntax", () => headerOf(rule, "browser" as never), /^The syntax must be "draft" or "browsers", not "browser"/],
		["one reader for a list", () => agree("/", "nginx" as never), /^The argument readers must be an array/],
		["a list for options", () => agree("/", ["nginx"], [] as never), /^The options must be a plain object/],
		[
			"another option",
			() => agree("/", ["nginx"], { rejects: ["host"] } as never),
			/^Unknown option "rejects"; the options are host, reject/,
		],
		[
			"a class for a list",
			() => agree("/", ["nginx"], { reject: "host" } as never),
			/^The option reject must be an array of classes/,
		],
		["a number for a host", () => agree("/", ["nginx"], { host: 1 } as never), /^The option host must be a string/],
	])("is a TypeError in one sentence: %s", (_, call, sentence) => {
		expect(call).toThrow(TypeError);
		expect(call).toThrow(sentence);
	});
});

describe("a target that is no URL", () => {
	it("has no key", () => {
		for (const text of ["", "p", "/p", "//e.com/p", "e.com", "http://", "http://[::1", "mailto:a@e.com", "\0", "*"])
			for (const use of [() => cacheKey(text, noVarySearch("key-order")), () => equivalent(text, text, noVarySearch(null))])
				expect(use).toThrow(TypeError);
	});

	it("has a view of each reader", () => {
		for (const target of ["", "p", "*", "?", "#", "http:", "http://", "://", "e.com:443", " ", "%", "\\"]) {
			const { views } = agree(target, EVERY_READER);
			expect(views.length).toBe(EVERY_READER.length);
			for (const { accepts, status, path } of views)
				expect(accepts ? typeof path : (status as number) >= 300).toBe(accepts ? "string" : true);
		}
	});
});

describe("lone surrogates", () => {
	it("are U+FFFD in URLs and in rules", () => {
		const rule = noVarySearch('params=("%EF%BF%BD")');
		expect(cacheKey(`${URL_}?\ud800=1&a`, rule)).toBe(cacheKey(`${URL_}?\udfff=2&a`, rule));
		const made = { keyOrder: false, params: ["\ud800"] };
		expect(headerOf(made)).toBe('params=("%EF%BF%BD")');
		// Rules with one field have one key.
		for (const query of ["?\ufffd&a", "?\ud800&a", "?a"]) expect(cacheKey(URL_ + query, made)).toBe(cacheKey(URL_ + query, rule));
	});
});

describe("NUL", () => {
	it("is a character of names and values, and ends nothing", () => {
		const rule = noVarySearch('params=("%00")');
		expect(rule).toEqual({ keyOrder: false, params: ["\0"] });
		expect(cacheKey(`${URL_}?%00=1&a=%00b`, rule)).toBe(cacheKey(`${URL_}?a=\0b`, rule));
		expect(cacheKey(`${URL_}?a=%00b`, rule)).not.toBe(cacheKey(`${URL_}?a=%00c`, rule));
	});

	it("is rejected by all servers but that of Werkzeug", () => {
		const accepting = EVERY_READER.filter((id) => agree("/a\0b", [id]).views[0]?.accepts);
		expect(accepting).toEqual(
			["whatwg", "envoy:none", "envoy:base", "envoy:merge", "envoy:decode", "werkzeug"].map((id) => `${id}@1`),
		);
		expect(agree("/a\0b", ["nginx", "whatwg"]).differences).toEqual([{ class: "acceptance", readers: ["nginx", "whatwg"] }]);
	});
});

describe("nvs that a client sends", () => {
	it("stays before ours, even if the rule ignores it", () => {
		for (const field of [null, "key-order", "except=()", 'params=("nvs")']) {
			const rule = noVarySearch(field);
			const key = cacheKey(URL_, rule);
			const pair = key.slice(key.indexOf("nvs="));
			for (const query of [`?${pair}`, `?a&${pair}`, `?${pair}&${pair}`]) {
				const forged = cacheKey(URL_ + query, rule);
				expect(forged.endsWith(pair)).toBe(true);
				expect(forged === key).toBe(equivalent(URL_ + query, URL_, rule));
			}
		}
	});
});
