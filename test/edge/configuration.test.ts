/** Rules that people write for a cache of their own: what says nothing is an error with the reason, unlike in a response. */
import fc from "fast-check";
import {
	cacheKey,
	createRules,
	type GivenRule,
	headerOf,
	headerOfPolicy,
	noVarySearch,
	type Rule,
	ruleOfField,
	ruleOfPolicy,
	urlByRule,
} from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const u = (query: string) => `https://e.com/p${query}`;
const PREFIX = { name: "utm_", match: "prefix" } as const;
const messageOf = (call: () => unknown) => {
	try {
		call();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
};
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
		["params=", "it ends too early"],
		['params=("a"),', "it has a comma too many"],
		['params=("a"),,key-order', "it has a comma too many"],
		["params=['a']", `it is malformed from "params=['a']" on`],
		['key-order, params=("a" b', "it ends too early"],
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
		['params=("?gclid")', 'no name has a ?, as "?gclid" does; percent-encoded, %3F would be one'],
		['params=("gclid,utm_source")', "%2C would be one; each name has quotes of its own"],
		['except=("q page")', "no name has a space"],
		['params=("")', "a name is empty"],
		['params=("50%")', 'a % in the name "50%" must begin a triplet'],
		['params=("%ff")', "must begin a triplet of UTF-8"],
		['params=("é")', "percent-encode what is beyond ASCII: %C3%A9"],
		['params=("a" "%61")', 'the name "a" is listed twice'],
	])("%s is refused by ruleOfField with the reason, refused in given, and read from a response", (field, reason) => {
		expect(() => ruleOfField(field)).toThrow(TypeError);
		expect(() => ruleOfField(field)).toThrow(reason);
		const give = () => createRules({ given: { "/*": field } });
		expect(give).toThrow(TypeError);
		expect(give).toThrow(
			`In "given", "/*": '${field}' says nothing, or a part of it; write params=("a" "b"), or see what ruleOfField`,
		);
		expect(() => noVarySearch(field)).not.toThrow();
	});

	it.each(["", "params=()", "key-order=?0", "params=?0"])("that ignores nothing is refused: %j", (field) => {
		expect(() => ruleOfField(field)).toThrow("it ignores nothing");
		expect(() => createRules({ given: { "/*": field } })).toThrow('In "given", "/*": the rule ignores nothing');
	});

	it("that is too long to be read is refused", () => {
		const names = Array.from({ length: 257 }, (_, index) => `"${index}"`).join(" ");
		expect(() => ruleOfField(`params=("${"a".repeat(8192)}")`)).toThrow("it is longer than 8192 bytes");
		expect(() => ruleOfField(`params=(${names})`)).toThrow("it lists more than 256 names");
		expect(() => createRules({ given: { "/*": `params=(${names})` } })).toThrow("says nothing");
	});

	it("is refused in given exactly if ruleOfField refuses it, which always knows the reason", () => {
		const part = fc.constantFrom(
			...'params except key-order =? = ( ) , ; " ?1 ?0 x utm_* a %61 %ff + 1.5 \\ \t é'.split(" "),
			' "a"',
			' ("a" "b")',
			'=("c")',
			", ",
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
				const field = parts.join("");
				const reason = messageOf(() => ruleOfField(field));
				const refusal = messageOf(() => createRules({ given: { "/*": "except=()", "/a": field } }));
				expect(refusal === undefined).toBe(reason === undefined || reason.includes("it ignores nothing"));
				expect(reason ?? "").not.toContain("it is invalid");
			}),
			{ numRuns: 3000 },
		);
	});

	it("is a string", () => {
		for (const field of [null, undefined, ["params"], new Headers()])
			expect(() => ruleOfField(field as never)).toThrow('A field of your own must be a string, such as params=("utm_source").');
	});

	it("is not read by noVarySearch, which takes what servers send as caches do", () => {
		for (const options of [{ strict: true }, true, null, "strict"])
			expect(() => (noVarySearch as (...all: unknown[]) => unknown)("params", options)).toThrow(
				"noVarySearch has no options: it reads what servers send; for a field of your own, call ruleOfField(field).",
			);
		expect(["params", "key-order"].map(noVarySearch)).toEqual([noVarySearch("params"), noVarySearch("key-order")]);
	});

	it("may ignore nothing where a wider path has a rule: an exception", () => {
		const rules = createRules({ given: { "/*": 'params=("a")', "/cart*": "params=()", "/a*": [], "/b": "" } });
		const hits = ["/p", "/cart/x", "/ab", "/b"].map((path) => {
			const [a, b] = ["?a", ""].map((query) => rules.key(new Request(`https://e.com${path}${query}`)));
			return a === b;
		});
		expect(hits).toEqual([true, false, false, false]);
		expect(() => createRules({ given: { "/a*": 'params=("a")', "/ab": "", "/b": "" } })).toThrow('In "given", "/b": the rule');
	});

	it.each(['params=("%2A" "a%3D" "%26" "%25" "%C3%A9")', "key-order", "params", 'params, except=("id")', "except=()"])(
		"says what it means: %s",
		(field) => {
			expect(ruleOfField(field)).toEqual(noVarySearch(field));
			for (const given of [field, ruleOfField(field)]) expect(() => createRules({ given: { "/*": given } })).not.toThrow();
		},
	);
});

it("ruleOfField refuses options, and is a callback of map", () => {
	const strict = ruleOfField as (field: string, options: object) => Rule;
	expect(() => strict("params", { strict: true })).toThrow("ruleOfField has no options");
	expect(["params"].map(ruleOfField)).toEqual([ruleOfField("params")]);
});

describe("createRules", () => {
	it("takes a path that begins with two slashes", () => {
		const rules = createRules({ given: { "//a": ["x"], "//b/*": ["x"] } });
		const isIgnored = (path: string) => {
			const [key, other] = ["?x=1", ""].map((query) => rules.key(new Request(`https://e.com${path}${query}`)));
			return key === other;
		};
		expect(["//a", "//b/c", "/a"].map(isIgnored)).toEqual([true, true, false]);
	});

	it.each<[unknown, string]>([
		[{ gven: {} }, 'Unknown option "gven"; the options are max, given.'],
		[[], "The options must be a plain object."],
		[new Map(), "The options must be a plain object."],
		[{ given: null }, 'The option "given" must be an object'],
		[{ given: [] }, 'The option "given" must be an object'],
		[{ given: new Map([["/", "params"]]) }, 'The option "given" must be an object'],
		[
			{ given: { "https://e.com/a": "params" } },
			'In "given", "https://e.com/a": no path of a URL in its usual spelling; write "/a".',
		],
		[{ given: { "": "params" } }, 'write "/".'],
		[{ given: { "a/b": "params" } }, 'write "/a/b".'],
		[{ given: { "*": "params" } }, 'write "/*".'],
		[
			{ given: { "/a/*/b": "params" } },
			'In "given", "/a/*/b": a star stands only at the end; write "/a/*", which is wider, or each path.',
		],
		[{ given: { "/a?b": "params" } }, 'write "/a".'],
		[{ given: { "/é*": "params" } }, 'write "/%C3%A9*".'],
		[{ given: { "/a/../b": "params" } }, 'write "/b".'],
		[{ given: { "/a%2fb": "params" } }, 'write "/a%2Fb".'],
		[{ given: { "/\ud800": "params" } }, 'write "/%EF%BF%BD".'],
		[
			{ given: { "/*": 1 } },
			'In "given", "/*": write a field, names such as ["id", { name: "utm_", match: "prefix" }], or ruleOfPolicy',
		],
		[{ given: { "/*": { keyOrder: false } } }, "write a field"],
		[{ given: { "/*": { keyOrder: true, params: ["a"], except: ["b"] } } }, "write a field"],
		[{ given: { "/*": { key: { query: { remove: ["a"] } } } } }, "or ruleOfPolicy(policy)"],
		[{ given: { "/*": [{ name: "a", hosts: ["e.com"] }] } }, "write a field"],
		[{ given: { "/*": [{ name: "", match: "prefix" }] } }, "write a field"],
		[{ given: { "/*": [{ name: "a", match: "suffix" }] } }, "write a field"],
		[{ given: { "/*": ["utm_*"] } }, '"utm_*" would be utm_*= in a URL; write { name: "utm_", match: "prefix" }.'],
		[
			{ given: { "/*": ["id", "gclid,utm_source"] } },
			'"gclid,utm_source" would be gclid%2Cutm_source= in a URL; write "gclid", "utm_source".',
		],
		[{ given: { "/*": ["?gclid"] } }, '"?gclid" would be %3Fgclid= in a URL; write "gclid".'],
		[{ given: { "/*": ["&gclid&dclid=1"] } }, 'write "gclid", "dclid".'],
		[{ given: { "/*": [""] } }, '"" would be = in a URL; write "gclid".'],
		[{ given: { "/*": ["a+b"] } }, '"a+b" would be a%2Bb= in a URL; write "a", "b".'],
		[{ given: { "/*": { keyOrder: false, params: ["utm_*"] } } }, 'write { name: "utm_", match: "prefix" }.'],
		[{ given: { "/*": { keyOrder: false, except: ["?q"] } } }, 'write "q".'],
		[{ given: { "/*": noVarySearch('params=("utm_*")') } }, 'write { name: "utm_", match: "prefix" }.'],
		[{ given: { "/*": Array.from({ length: 257 }, (_, index) => `n${index}`) } }, "more than 256 names"],
		[
			{ given: { "/*": ["a"], "/b": Array.from({ length: 257 }, (_, index) => `n${index}`) } },
			'In "given", "/b": the rule has more',
		],
	])("refuses options that say nothing: %#", (options, message) => {
		expect(() => createRules(options as never)).toThrow(TypeError);
		expect(() => createRules(options as never)).toThrow(message);
	});

	it("takes prefixes, as parameters, as a policy and as a rule", () => {
		const rule = ruleOfPolicy({ key: { query: { remove: [PREFIX, "gclid"], sort: "name" } } });
		for (const given of [[PREFIX, "gclid"], rule, JSON.parse(JSON.stringify(rule)) as Rule]) {
			expect(isSame(given, "?a=1", "?utm_source=x&a=1&gclid=2")).toBe(true);
			expect(isSame(given, "?a=1", "?a=1&utm=2")).toBe(false);
		}
		expect([isSame(rule, "?a&b", "?b&a"), isSame([PREFIX], "?a&b", "?b&a")]).toEqual([true, false]);
	});

	it("takes names as they are in an object, in a field and in rules that were checked", () => {
		const query = "?a%2Ab=1&%2525=2&%3Fc=3&%2Cd=4";
		const names = ["a*b", "%25", "?c", ",d"];
		const entries = names.map((name) => ({ name }));
		const field = 'params=("a%2Ab" "%2525" "%3Fc" "%2Cd")';
		for (const given of [entries, field, ruleOfField(field), ruleOfPolicy({ key: { query: { remove: entries } } })])
			expect(isSame(given, query, "")).toBe(true);
		for (const name of names) expect(() => createRules({ given: { "/*": [name] } })).toThrow(`${JSON.stringify(name)} would be`);
	});

	it("keeps its rules when those that were given change", () => {
		const rule = { keyOrder: false, params: ["a"] };
		const rules = createRules({ given: { "/*": rule } });
		const key = rules.key(new Request(u("?a")));
		rule.params.push("b");
		expect([rules.key(new Request(u("?a"))), rules.key(new Request(u("?a"))) === rules.key(new Request(u("?b")))]).toEqual([
			key,
			false,
		]);
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
		expect(ruleOfPolicy({ key: { query: { remove: ["a", "utm_*"] } } })).toEqual(rule);
		expect(() => ruleOfPolicy({ key: { query: { remove: ["a", "*_id"] } } })).toThrow("/key/query/remove/1; leave them out.");
		expect(headerOf(rule)).toBeUndefined();
		expect(cacheKey(u(""), rule)).not.toBe(cacheKey(u(""), noVarySearch('params=("a")')));
	});
});

describe("a policy at the edge", () => {
	const names = Array.from({ length: 257 }, (_, index) => `n${index}`);
	it.each<[unknown, string]>([
		[
			{ kye: {} },
			'No member of a policy is "kye" (did you mean key?); there are $schema, policy, base, trim, fetch, key, sites, rewrite, tests.',
		],
		[{ key: { wwww: "drop" } }, 'No member of a policy\'s key is "wwww" (did you mean www?); there are scheme'],
		[{ key: { query: { remov: ["a"] } } }, 'No member of a policy\'s query is "remov" (did you mean remove?)'],
		[{ key: { query: { constructor: 1 } } }, 'is "constructor"; there are case'],
		[
			{ key: { query: { remove: [{ name: "a", mach: "prefix" }] } } },
			'No member of a policy\'s entry is "mach" (did you mean match?)',
		],
		[
			{ key: { query: { keep: [{ name: "a", match: "prefx" }] } } },
			'No match of a policy\'s entry is "prefx" (did you mean prefix?); there are exact, prefix, suffix.',
		],
		[
			{ key: { query: { sort: "names" } } },
			'No sort of a policy\'s query is "names" (did you mean name?); there are keep, name, name-value.',
		],
		[{ key: { query: { drop: "true" } } }, 'is "true" (did you mean true?); there are keep, drop, true, false.'],
		[
			{ base: "crawl@2", key: { query: { drop: true } } },
			'No base of a policy is "crawl@2" (did you mean crawl@1?); there are rfc3986, whatwg, crawl@1, share@1.',
		],
		[{ key: null }, "must be objects"],
		[{ key: { query: { remove: 1 } } }, "must be arrays"],
		[{ key: { query: { remove: [1] } } }, "An entry of a policy must be a name"],
	])("refuses what says nothing, with what was probably meant: %#", (policy, message) => {
		for (const use of [ruleOfPolicy, headerOfPolicy]) {
			expect(() => use(policy as never)).toThrow(TypeError);
			expect(() => use(policy as never)).toThrow(message);
		}
	});

	it.each<[unknown, string]>([
		[{ key: { www: "drop", query: { remove: ["a"] } } }, "/key/www; leave them out"],
		[{ key: { query: { remove: [PREFIX], keep: ["utm_id"] } } }, "/key/query/keep"],
		[{ key: { query: { lists: ["traking@1"] } } }, "/key/query/lists/0 (did you mean tracking@1?); leave them out."],
		[{ key: { query: { lists: ["mine"], remove: ["a"] } } }, "/key/query/lists/0; leave them out."],
		[{ key: { query: { remove: [{ name: "a", hosts: ["e.com"] }] } } }, "/key/query/remove/0"],
		[{ key: { query: { remove: ["?gclid"] } } }, '"?gclid" would be %3Fgclid= in a URL; write "gclid".'],
		[{ key: { query: { only: ["a"], keep: ["b,c"] } } }, 'write "b", "c".'],
		[{ key: { query: { remove: names } } }, "The policy has more than 256 names, or more than 8192 bytes of them."],
		[{ key: {} }, "The policy ignores no parameter and no order."],
	])("is no rule if a member of it has none: %#", (policy, message) => {
		expect(() => ruleOfPolicy(policy as never)).toThrow(TypeError);
		expect(() => ruleOfPolicy(policy as never)).toThrow(message);
	});

	it("says that more names than a field may have are lost", () => {
		for (const query of [{ remove: names }, { only: names }, { remove: ["a".repeat(8192)], sort: "name" }] as const)
			expect(headerOfPolicy({ key: { query } })).toEqual({ wider: [], lost: ["/key/query"] });
		expect(headerOfPolicy({ key: { query: { remove: names.slice(1) } } }).field).toContain('"n256"');
	});
});

describe("urlByRule", () => {
	it.each([
		["?b=2&utm_source=x&a=1#top", "?a=1&b=2"],
		["?utm_source=x", ""],
		["?b&a=%20", "?a=+&b="],
		// Triplets that are not UTF-8 stay, although keys have U+FFFD for them.
		["?b=%ff&a=50%&utm_source", "?a=50%&b=%ff"],
	])("returns the URL of %s without nvs, fit to be sent on: %s", (query, expected) => {
		const rule = noVarySearch('key-order, params=("utm_source")');
		expect(urlByRule(u(query), rule)).toBe(u(expected));
		expect(urlByRule(u(expected), rule)).toBe(u(expected));
		expect(cacheKey(u(expected), rule)).toBe(cacheKey(u(query), rule));
	});
});
