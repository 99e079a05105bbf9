/** What servers and clients should not send, item by item: the rule, the key and the views that come of it. */

import { agree, cacheKey, createRules, equivalent, headerOf, headerOfPolicy, noVarySearch, readers } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const DEFAULT = { keyOrder: false, params: [] };
const URL_ = "https://e.com/p";
const EVERY_READER = readers().map(({ id }) => id);
const ruleOfLines = (...lines: string[]) => {
	const headers = new Headers();
	for (const line of lines) headers.append("No-Vary-Search", line);
	return noVarySearch(headers);
};

describe("a field of 100 kB", () => {
	const long = "a".repeat(100_000);
	it.each([`params=("${long}")`, `except=(), x="${long}"`, `except=()${" ".repeat(100_000)}`, long, `${'"'.repeat(100_000)}`])(
		"is the default rule",
		(field) => {
			for (const form of [field, [field], new Headers({ "no-vary-search": `x, ${field}` })])
				expect(noVarySearch(form)).toEqual(
					form instanceof Headers && field.endsWith(" ") ? { keyOrder: false, except: [] } : DEFAULT,
				);
		},
	);

	it("is not written, nor the rule in keys", () => {
		const rule = { keyOrder: true, params: [long] };
		expect(headerOf(rule)).toBeUndefined();
		expect(cacheKey(`${URL_}?${"a".repeat(9)}`, rule)).toBe(`${URL_}?${"a".repeat(9)}&nvs=0`);
	});
});

describe("a field of 10,000 names", () => {
	const names = Array.from({ length: 10_000 }, (_, index) => index.toString(36));
	it("is the default rule", () => {
		expect(noVarySearch(`params=(${names.map((name) => `"${name}"`).join(" ")})`)).toEqual(DEFAULT);
		expect(
			noVarySearch(
				`params=(${names
					.slice(0, 256)
					.map((name) => `"${name}"`)
					.join(" ")})`,
			),
		).not.toEqual(DEFAULT);
		expect(headerOf({ keyOrder: false, except: names })).toBeUndefined();
		expect(cacheKey(`${URL_}?a`, { keyOrder: false, params: names })).toBe(`${URL_}?a&nvs=0`);
	});
});

describe("a field that comes twice", () => {
	it("is one field: the last of equal members counts", () => {
		expect(ruleOfLines('params=("a")', 'params=("b")')).toEqual({ keyOrder: false, params: ["b"] });
		expect(ruleOfLines("key-order", "except=()")).toEqual({ keyOrder: true, except: [] });
		expect(ruleOfLines("key-order", "key-order=?0")).toEqual(DEFAULT);
		expect(noVarySearch(["key-order", 'params=("a")'])).toEqual({ keyOrder: true, params: ["a"] });
	});

	it("is the default rule if the lines contradict each other, or one is malformed", () => {
		expect(ruleOfLines('params=("a")', 'except=("b")')).toEqual(DEFAULT);
		expect(ruleOfLines("except=()", "(")).toEqual(DEFAULT);
		expect(ruleOfLines('params=("a', 'b")')).toEqual({ keyOrder: false, params: ["a, b"] });
	});
});

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
		["a variant that is a number", () => cacheKey(URL_, rule, [7] as never), /^The argument variant must be an array of strings/],
		["a variant alone", () => cacheKey(URL_, rule, "DE" as never), /^The argument variant must be an array/],
		["a URL for a request", () => rules.key(URL_ as never), /^The argument must be a Request/],
		["no request", () => rules.place(undefined as never), /^The argument must be a Request/],
		["no response", () => rules.learn(new Request(URL_), undefined as never), /^A response must be a Response, .*await fetch/],
		["a promise of a response", () => rules.learn(new Request(URL_), Promise.resolve() as never), /^A response must be/],
		["headers for a response", () => rules.learn(new Request(URL_), new Headers() as never), /^A response must be/],
		["plain headers", () => rules.learn(new Request(URL_), { headers: {} } as never), /^A response must be/],
		["null for a record", () => createRules().adopt(new Request(URL_), null as never), /^A response must be/],
		["null for the record of a known path", () => rules.adopt(new Request(URL_), null as never), /^A response must be/],
		["no options", () => createRules(null as never), /^The options must be an object/],
		["a policy as JSON", () => headerOfPolicy("{}" as never), /^A policy must be an object/],
		["one reader for a list", () => agree("/", "nginx" as never), /^The argument readers must be an array/],
	])("is a TypeError in one sentence: %s", (_, call, sentence) => {
		expect(call).toThrow(TypeError);
		expect(call).toThrow(sentence);
	});
});

describe("octets beyond ASCII", () => {
	it("makes a field the default rule, unless it is percent-encoded", () => {
		for (const field of [
			'params=("é")',
			'params=("気")',
			"except=()é",
			"é=1, except=()",
			'params=("\ud800")',
			'params=("a\0")',
		]) {
			expect(noVarySearch(field)).toEqual(DEFAULT);
		}
		expect(noVarySearch(new Headers({ "no-vary-search": 'params=("é")' }))).toEqual(DEFAULT);
		expect(noVarySearch('params=("%C3%A9+%E6%B0%97")')).toEqual({ keyOrder: false, params: ["é 気"] });
	});

	it("is UTF-8 in URLs, and octets in targets", () => {
		const rule = noVarySearch('params=("%C3%A9")');
		expect(cacheKey(`${URL_}?é=1&a`, rule)).toBe(cacheKey(`${URL_}?%c3%a9=2&a`, rule));
		expect(agree("/\xc3\xa9", EVERY_READER).views.length).toBe(EVERY_READER.length);
		expect(() => agree("/気", EVERY_READER)).toThrow(TypeError);
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

	it("are refused in variants and targets", () => {
		expect(() => cacheKey(URL_, noVarySearch(null), ["\udc00"])).toThrow(TypeError);
		expect(() => agree("/\udc00", ["go"])).toThrow(TypeError);
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

describe("100,000 parameters", () => {
	const query = `?${Array.from({ length: 100_000 }, (_, index) => `p${index}=1`).join("&")}`;
	it("have the key of the default rule, and the target is not read", () => {
		const rules = createRules({ given: { "/*": "except=()" } });
		expect(rules.key(new Request(URL_ + query))).toBe(`${URL_}${query}&nvs=0`);
		expect(equivalent(URL_ + query, `${URL_}${query}&x`, noVarySearch("except=()"))).toBe(false);
		expect(agree(`/p${query}`, EVERY_READER)).toMatchObject({ agree: false, differences: [{ class: "too-long" }], views: [] });
	});

	it("of which 1,024 fit are sorted and ignored", () => {
		const some = Array.from({ length: 1024 }, (_, index) => `p${index}=1`);
		const rule = noVarySearch('key-order, params=("p1")');
		expect(cacheKey(`${URL_}?${some.join("&")}`, rule)).toBe(cacheKey(`${URL_}?${some.toReversed().join("&")}`, rule));
	});
});

describe("nvs that a client sends", () => {
	it("stays before ours, whatever the rule ignores", () => {
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
