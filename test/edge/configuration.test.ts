/** Rules that people write for a cache of their own: what says nothing is an error with the reason, unlike in a response. */

import {
	agree,
	cacheKey,
	createRules,
	type GivenRule,
	headerOf,
	headerOfPolicy,
	noVarySearch,
	ruleOfPolicy,
	urlByRule,
} from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const u = (query: string) => `https://e.com/p${query}`;
const PREFIX = { name: "utm_", match: "prefix" } as const;
const isSame = (given: GivenRule, a: string, b: string) => {
	const rules = createRules({ given: { "/*": given } });
	return rules.key(new Request(u(a))) === rules.key(new Request(u(b)));
};

describe("a field of one's own", () => {
	it.each([
		["params=utm_source", 'params must list names in quotes, such as params=("a" "b")'],
		['params="a"', "params must list names in quotes"],
		["params=(a)", "params must list names in quotes"],
		["except=(q)", "except must list names in quotes"],
		["except=1", "except must list names in quotes"],
		["except", "except must list names"],
		['params=("a", "b")', "spaces separate the names of a list, not commas"],
		['params=("a"', "it ends too early"],
		['params=("a"),', "it ends in a comma"],
		["params=['a']", `it is malformed from "['a']" on`],
		['Params=("a")', 'it is malformed from "Params='],
		['param=("a")', "it has param, but the only members are key-order, params, except"],
		["utm_source", "it has utm_source, but"],
		['params=("a"), max-age=3', "it has max-age, but"],
		['params=("a"), params=("b")', "params is given twice"],
		['params=("a");x=1', "it has parameters"],
		['params=("a";x)', "it has parameters"],
		["key-order=1", "key-order has no value but ?1 and ?0"],
		['params=("a"), except=("b")', "params and except exclude each other"],
		['params=?0, except=("b")', "params and except exclude each other"],
		['params=("utm_*")', 'the * of "utm_*" would be a character of the name; a prefix is { name: "utm_", match: "prefix" }'],
		['params=("a=1")', 'no name has a =, as "a=1" does'],
		['params=("a&b")', "no name has a &"],
		['params=("a#")', "no name has a #"],
		['params=("50%")', 'a % in the name "50%" must begin a triplet'],
		['params=("%ff")', "must begin a triplet of UTF-8"],
		['params=("é")', "percent-encode what is beyond ASCII: %C3%A9"],
		['params=("a" "%61")', 'the name "a" is listed twice'],
	])("%s is refused in given and by strict, and read from a response", (field, reason) => {
		for (const use of [() => noVarySearch(field, { strict: true }), () => createRules({ given: { "/*": field } })]) {
			expect(use).toThrow(TypeError);
			expect(use).toThrow(reason);
		}
		expect(() => noVarySearch(field)).not.toThrow();
	});

	it.each(["", "params=()", "key-order=?0", "params=?0"])("that ignores nothing is refused: %j", (field) => {
		expect(() => noVarySearch(field, { strict: true })).toThrow("it ignores nothing");
		expect(() => createRules({ given: { "/*": field } })).toThrow('The rule of "/*" ignores nothing');
	});

	it("that is too long to be read is refused", () => {
		const names = Array.from({ length: 257 }, (_, index) => `"${index}"`).join(" ");
		expect(() => noVarySearch(`params=("${"a".repeat(8192)}")`, { strict: true })).toThrow("it is longer than 8192 bytes");
		expect(() => createRules({ given: { "/*": `params=(${names})` } })).toThrow("it lists more than 256 names");
	});

	it("that is absent is refused", () => {
		for (const field of [null, undefined, [], new Headers()])
			expect(() => noVarySearch(field, { strict: true })).toThrow("it ignores nothing");
	});

	it("may ignore nothing where a wider path has a rule: an exception", () => {
		const rules = createRules({ given: { "/*": 'params=("a")', "/cart*": "params=()", "/a*": [], "/b": "" } });
		const hits = ["/p", "/cart/x", "/ab", "/b"].map((path) => {
			const [a, b] = ["?a", ""].map((query) => rules.key(new Request(`https://e.com${path}${query}`)));
			return a === b;
		});
		expect(hits).toEqual([true, false, false, false]);
		expect(() => createRules({ given: { "/a*": 'params=("a")', "/ab": "", "/b": "" } })).toThrow('The rule of "/b"');
	});

	it.each(['params=("%2A" "a%3D" "%26" "%25" "%C3%A9")', "key-order", "params", 'params, except=("id")', "except=()"])(
		"says what it means: %s",
		(field) => {
			expect(noVarySearch(field, { strict: true })).toEqual(noVarySearch(field));
			expect(() => createRules({ given: { "/*": field } })).not.toThrow();
		},
	);
});

describe("createRules", () => {
	it.each<[unknown, string]>([
		[{ gven: {} }, 'Unknown option "gven"; there are max, given.'],
		[{ given: null }, 'The option "given" must be an object'],
		[{ given: [] }, 'The option "given" must be an object'],
		[{ given: new Map([["/", "params"]]) }, 'The option "given" must be an object'],
		[{ given: { "https://e.com/a": "params" } }, 'must begin with "/"'],
		[{ given: { "*": "params" } }, 'must begin with "/"'],
		[{ given: { "/a/*/b": "params" } }, 'has a "*" only at its end, unlike "/a/*/b"'],
		[{ given: { "/a?b": "params" } }, 'must be the path of a URL, without query: "/a", not "/a?b"'],
		[{ given: { "/a#b*": "params" } }, '"/a*", not "/a#b*"'],
		[{ given: { "/é*": "params" } }, '"/%C3%A9*", not "/é*"'],
		[{ given: { "/a/../b": "params" } }, '"/b", not "/a/../b"'],
		[{ given: { "/a b": "params" } }, '"/a%20b", not "/a b"'],
		[{ given: { "/*": 1 } }, 'In "given", "/*": A rule must be a field, a rule, a policy or an array.'],
		[{ given: { "/*": { keyOrder: false } } }, "A rule must be what noVarySearch returns"],
		[{ given: { "/*": { keyOrder: "yes", params: [] } } }, "A rule must be what noVarySearch returns"],
		[{ given: { "/*": { keyOrder: true, params: ["a"], except: ["b"] } } }, "A rule must be what noVarySearch returns"],
		[{ given: { "/*": { keyOrder: true, param: ["a"], params: [] } } }, "A rule must be what noVarySearch returns"],
		[{ given: { "/*": { keyOrder: false, params: ["utm_*"] } } }, 'a prefix is { name: "utm_", match: "prefix" }'],
		[{ given: { "/*": ["utm_*"] } }, 'a prefix is { name: "utm_", match: "prefix" }'],
		[{ given: { "/*": [{ name: "a", hosts: ["e.com"] }] } }, "/key/query/remove/0"],
		[{ given: { "/*": { params: ["a"] } } }, 'A policy has no member "params"'],
		[{ given: { "/*": { key: { www: "drop", query: { remove: ["a"] } } } } }, "/key/www"],
		[{ given: { "/*": { key: { query: { remove: [PREFIX], keep: ["utm_id"] } } } } }, "/key/query/keep"],
		[{ given: { "/*": ['params=("a")'] } }, "no name has a ="],
		[{ given: { "/*": ["a&b"] } }, "no name has a &"],
		[{ given: { "/*": { keyOrder: false, params: [], prefixes: [""] } } }, "An empty prefix"],
		[{ given: { "/*": [{ name: "", match: "prefix" }] } }, "An empty prefix"],
		[{ given: { "/*": [{ name: "a", match: "suffix" }] } }, "/key/query/remove/0"],
		[{ given: { "/*": [1] } }, "An entry of a policy must be a name"],
		[{ given: { "/*": Array.from({ length: 257 }, (_, index) => `n${index}`) } }, "more than 256 names"],
		[{ given: { "/*": { key: null } } }, "must be objects"],
		[{ given: { "/*": { key: { query: { remove: "utm" } } } } }, "must be arrays"],
		[{ given: { "/*": { key: { query: { remov: ["a"] } } } } }, "/key/query/remov"],
		[{ given: { "/*": { base: "crawl@2", key: { query: { drop: true } } } } }, "The base of a policy is one of"],
		[{ given: { "/*": { key: {} } } }, "The policy ignores no parameter and no order."],
	])("refuses options that say nothing: %#", (options, message) => {
		expect(() => createRules(options as never)).toThrow(TypeError);
		expect(() => createRules(options as never)).toThrow(message);
	});

	it("takes prefixes, as parameters, as a policy and as a rule", () => {
		const policy = { key: { query: { remove: [PREFIX, "gclid"], sort: "name" } } } as const;
		for (const given of [[PREFIX, "gclid"], policy, ruleOfPolicy(policy)]) {
			expect(isSame(given, "?a=1", "?utm_source=x&a=1&gclid=2")).toBe(true);
			expect(isSame(given, "?a=1", "?a=1&utm=2")).toBe(false);
		}
		expect([isSame(policy, "?a&b", "?b&a"), isSame([PREFIX], "?a&b", "?b&a")]).toEqual([true, false]);
	});
});

describe("ruleOfPolicy", () => {
	it("has the names of tracking@1, and they act", () => {
		const rule = ruleOfPolicy({ key: { query: { lists: ["tracking@1"], sort: "name" } } });
		expect(urlByRule(u("?gclid=1&b=2&fbclid=3&a=1&_openstat=4"), rule)).toBe(u("?a=1&b=2"));
		expect(headerOf(rule)).toContain('"utm_source"');
	});

	it("keeps what only names, whatever a prefix removes", () => {
		expect(ruleOfPolicy({ key: { query: { only: ["id", "utm_id", "x"], remove: [PREFIX], keep: ["k"] } } })).toEqual({
			keyOrder: false,
			except: ["id", "k", "utm_id", "x"],
		});
	});

	it("returns a frozen rule with prefixes, which has a key of its own and no field", () => {
		const rule = ruleOfPolicy({ key: { query: { remove: ["a", PREFIX] } } });
		expect(rule).toEqual({ keyOrder: false, params: ["a"], prefixes: ["utm_"] });
		expect(Object.values(rule).every(Object.isFrozen)).toBe(true);
		expect(headerOf(rule)).toBeUndefined();
		expect(cacheKey(u(""), rule)).not.toBe(cacheKey(u(""), noVarySearch('params=("a")')));
	});
});

describe("other arguments", () => {
	it.each<[() => unknown, string]>([
		[() => noVarySearch("params", { strikt: true } as never), 'Unknown option "strikt"; there are strict.'],
		[() => headerOf(noVarySearch("params"), "browser" as never), 'The syntax must be "draft" or "browsers", not "browser".'],
		[() => headerOfPolicy({ kye: {} } as never), 'A policy has no member "kye"'],
		[() => headerOfPolicy({ key: { query: { remove: ["utm_*"] } } }), "A policy has no patterns"],
		[() => headerOfPolicy({ key: { query: { only: ["*id"] } } }), "A policy has no patterns"],
		[() => agree("/", ["nginx"], { rejects: ["host"] } as never), 'Unknown option "rejects"; there are host, reject.'],
		[() => agree("/", ["nginx"], { reject: "host" } as never), "The option reject must be an array of classes."],
		[() => agree("/", ["nginx"], { host: 1 } as never), "The option host must be a string."],
	])("are refused if they say nothing: %#", (call, message) => {
		expect(call).toThrow(TypeError);
		expect(call).toThrow(message);
	});
});

describe("urlByRule", () => {
	it.each([
		["?b=2&utm_source=x&a=1#top", "?a=1&b=2"],
		["?utm_source=x", ""],
		["?b&a=%20", "?a=+&b="],
		// What is not UTF-8 stays, although keys have U+FFFD for it.
		["?b=%ff&a=50%&utm_source", "?a=50%&b=%ff"],
	])("returns the URL of %s without nvs, fit to be sent on: %s", (query, expected) => {
		const rule = noVarySearch('key-order, params=("utm_source")');
		expect(urlByRule(u(query), rule)).toBe(u(expected));
		expect(urlByRule(u(expected), rule)).toBe(u(expected));
		expect(cacheKey(u(expected), rule)).toBe(cacheKey(u(query), rule));
	});
});
