/** Rules and keys of `urlsieve/edge`: section 1 and 2 of the specification, and the rows of browsers and of the draft. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { cacheKey, equivalent, headerOf, noVarySearch, type Rule } from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";

const VECTORS = fileURLToPath(new URL("../../../shared/vectors/edge/no-vary-search.tsv", import.meta.url));
const rows = existsSync(VECTORS)
	? readFileSync(VECTORS, "utf8")
			.trimEnd()
			.split("\n")
			.slice(1)
			.map((row) => row.split("\t") as [string, string, string, string, string, string, string])
	: [];
const DEFAULT = { keyOrder: false, params: [] };
const u = (query: string) => `https://e.com/p${query}`;

describe.runIf(rows.length > 0)("rows of Chromium, Firefox and the draft", () => {
	it.each(rows)("%s: %s, %s and %s", (_, header, a, b, _source, byDraft, byBrowsers) => {
		// Both syntaxes are read. What one of them finds invalid, the other one decides.
		const expected = byDraft === "yes" || byBrowsers === "yes";
		expect(equivalent(a, b, noVarySearch(header))).toBe(expected);
		expect(cacheKey(a, noVarySearch(header)) === cacheKey(new URL(b), noVarySearch([header]))).toBe(expected);
	});
});

describe("noVarySearch", () => {
	it.each<[string, Rule]>([
		["key-order", { keyOrder: true, params: [] }],
		["key-order=?0", DEFAULT],
		['params=("b" "a" "b")', { keyOrder: false, params: ["a", "b"] }],
		['except=("id")', { keyOrder: false, except: ["id"] }],
		['params, except=("id"), key-order', { keyOrder: true, except: ["id"] }],
		["params", { keyOrder: false, except: [] }],
		["params=?0, key-order", { keyOrder: true, params: [] }],
		['params=("a+b%20c" "%E6%B0%97%FF")', { keyOrder: false, params: ["a b c", "気\ufffd"] }],
		[' params=("a";x=1 "b");y="z" , other=1.5;q, key-order;w=@7 ', { keyOrder: true, params: ["a", "b"] }],
		['params=("a"), params=("b")', { keyOrder: false, params: ["b"] }],
		['params=("\\"\\\\")', { keyOrder: false, params: ['"\\'] }],
		['params=("a, b")', { keyOrder: false, params: ["a, b"] }],
	])("reads %s", (field, rule) => {
		expect(noVarySearch(field)).toEqual(rule);
		expect(noVarySearch(field.split(", "))).toEqual(rule);
		expect(noVarySearch(new Headers({ "No-Vary-Search": field }))).toEqual(rule);
	});

	it.each([
		"",
		"params=(a)",
		'params="a"',
		"params=1",
		"key-order=1",
		"key-order=?2",
		"key-order, except",
		'key-order, params=("a"), except=("b")',
		'key-order, params=?0, except=("b")',
		"key-order,",
		"key-order params",
		'key-order, params=("a"',
		'key-order, params=("a""b")',
		'key-order, params=("é")',
		'key-order, params=("\ud800")',
		'key-order, params=("a\0")',
		"key-order, except=()é",
		"key-order, é=1",
		"Key-Order",
		"key-order, x=1.2345",
		'key-order, x=%"%ff"',
		`key-order${" ".repeat(100_000)},`,
	])("takes what is absent or invalid for the default rule: %s", (field) => {
		expect(noVarySearch(field)).toEqual(DEFAULT);
	});

	it("reads fields of up to 8,192 octets and 256 names", () => {
		const field = (length: number) => `params=("a");x="${"y".repeat(length - 'params=("a");x=""'.length)}"`;
		expect([8192, 8193, 100_000].map((length) => noVarySearch(field(length)))).toEqual([
			{ ...DEFAULT, params: ["a"] },
			DEFAULT,
			DEFAULT,
		]);
		for (const [count, isRead] of [
			[256, true],
			[257, false],
			[10_000, false],
		] as const) {
			const names = Array.from({ length: count }, (_, index) => index.toString(36)).sort();
			const rule = { keyOrder: false, params: names };
			expect(noVarySearch(`params=(${names.map((name) => `"${name}"`).join(" ")})`)).toEqual(isRead ? rule : DEFAULT);
			expect([headerOf(rule) !== undefined, cacheKey(u("?a"), rule).endsWith("nvs=0")]).toEqual([isRead, !isRead]);
		}
	});

	it("returns frozen JSON", () => {
		const rule = noVarySearch('params=("a")');
		expect(Object.isFrozen(rule) && Object.isFrozen(Object.values(rule).at(-1))).toBe(true);
		expect(JSON.parse(JSON.stringify(rule))).toEqual(rule);
	});
});

it("keys follow the members of a rule that are not frozen", () => {
	const text = (rule: Rule) => cacheKey("https://e.com/p?b&a", rule).replace(/&?nvs=.*/, "");
	const params = ["a"];
	const frozen: Rule = Object.freeze({ keyOrder: false, params });
	expect(text(frozen)).toBe("https://e.com/p?b=");
	params.push("b");
	expect(text(frozen)).toBe("https://e.com/p?");
	const rule = { keyOrder: false, except: Object.freeze(["a", "b"]) };
	expect(text(rule)).toBe("https://e.com/p?b=&a=");
	rule.keyOrder = true;
	expect(text(rule)).toBe("https://e.com/p?a=&b=");
});

const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "%41", "+", '"', "\\", "é", "\ufeff", "a b", "=", "&"));
const ruleOf = fc
	.record({ keyOrder: fc.boolean(), names: fc.uniqueArray(name, { maxLength: 5 }), except: fc.boolean() })
	.map(({ keyOrder, names, except }): Rule => (except ? { keyOrder, except: names.sort() } : { keyOrder, params: names.sort() }));

describe("headerOf", () => {
	it("writes key-order, params and except in this order, in either syntax", () => {
		expect(headerOf({ keyOrder: true, params: ["b", "a", "b"] })).toBe('key-order, params=("a" "b")');
		expect(headerOf({ keyOrder: true, except: ["a"] })).toBe('key-order, except=("a")');
		expect(headerOf({ keyOrder: true, except: ["a"] }, "browsers")).toBe('key-order, params, except=("a")');
		expect(headerOf({ keyOrder: false, except: [] })).toBe("except=()");
		expect(headerOf({ keyOrder: false, except: [] }, "browsers")).toBe("params");
		expect(headerOf({ keyOrder: false, params: [] })).toBe(undefined);
	});

	it("is read back as the same rule", () => {
		fc.assert(
			fc.property(ruleOf, (rule) => {
				for (const syntax of ["draft", "browsers"] as const) {
					const field = headerOf(rule, syntax);
					expect(noVarySearch(field ?? null)).toEqual(rule);
					expect(field ?? "").toMatch(/^[ -~]*$/);
				}
			}),
			{ numRuns: size(2000, 500) },
		);
	});
});

/** "Comparing" of the draft, literally: parsed by the platform, filtered, sorted, compared pair by pair. */
function comparedByDraft(a: string, b: string, rule: Rule): boolean {
	const [left, right] = [new URL(a), new URL(b)];
	left.hash = right.hash = "";
	const base = (url: URL) => url.href.split("?")[0];
	if (base(left) !== base(right)) return false;
	if (!rule.keyOrder && "params" in rule && rule.params.length === 0) return left.href === right.href;
	const [mine, yours] = [left, right].map(({ searchParams }) => {
		if (rule.keyOrder) searchParams.sort();
		return [...searchParams].filter(([key]) => ("params" in rule ? !rule.params.includes(key) : rule.except.includes(key)));
	});
	return JSON.stringify(mine) === JSON.stringify(yours);
}

const piece = fc.constantFrom(
	..."a b c a=1 a= b=2 %61=1 a=%31 +=1 %20=1 é=1 %c3%a9=1 %ff %fe % %4 = == nvs=0 ' ~ \ud83d\ude00 %F0%9F%98%80 \ue000".split(
		" ",
	),
	"",
);
const query = fc.array(piece, { maxLength: 6 }).map((pieces) => `?${pieces.join("&")}`);
const ruleOfPieces = fc
	.record({ keyOrder: fc.boolean(), names: fc.subarray(["a", "b", "é", " ", "", "nvs", "\ufffd"]), except: fc.boolean() })
	.map(({ keyOrder, names, except }): Rule => (except ? { keyOrder, except: names } : { keyOrder, params: names }));

describe("cacheKey", () => {
	it("is equal exactly for URLs that are equivalent by the draft", () => {
		const numRuns = size(100_000, 3000);
		let equal = 0;
		fc.assert(
			fc.property(query, query, ruleOfPieces, (first, second, rule) => {
				const [a, b] = [u(first), u(second)];
				const isEqual = comparedByDraft(a, b, rule);
				equal += Number(isEqual);
				expect(cacheKey(a, rule) === cacheKey(b, rule)).toBe(isEqual);
				expect(equivalent(a, b, rule)).toBe(isEqual);
			}),
			{ numRuns },
		);
		expect(equal).toBeGreaterThan(numRuns / 20);
	}, 600_000);

	it("reads and writes pairs as URLSearchParams does, even without UTF-8", () => {
		const octet = fc
			.constantFrom(..."c0 c2 df e0 e1 ed ef f0 f3 f4 f5 80 8f 90 9f a0 bf 41 BB".split(" "))
			.map((hex) => `%${hex}`);
		const text = fc.array(fc.oneof({ weight: 4, arbitrary: octet }, fc.constantFrom("a", "+", "%", "=", "&")), { maxLength: 9 });
		fc.assert(
			fc.property(text, (pieces) => {
				const pairs = new URLSearchParams(pieces.join(""));
				pairs.sort();
				const [written] = cacheKey(u(`?${pieces.join("")}`), { keyOrder: true, params: [] }).split(/[?&]nvs=/);
				expect(written).toBe(u(pairs.size > 0 ? `?${pairs}` : ""));
			}),
			{ numRuns: size(100_000, 2000) },
		);
	});

	it("is a URL that Request leaves as it is, whose last pair names rule and variant", () => {
		fc.assert(
			fc.property(query, ruleOfPieces, fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }), (text, rule, variant) => {
				const key = cacheKey(u(text), rule, variant);
				expect(new Request(key).url).toBe(key);
				const [last, ...names] = (key.split(/[?&]/).at(-1) as string).split(".");
				expect(last).toMatch(headerOf(rule) === undefined ? /^nvs=0$/ : /^nvs=[0-9a-f]{16}$/);
				expect(names.map(decodeURIComponent)).toEqual(variant);
			}),
			{ numRuns: size(2000, 500) },
		);
	});

	it("keeps the query octet for octet by the default rule, and `?` apart from none", () => {
		const keys = ["", "?", "?&", "?a", "?a=", "?%61", "?nvs=0", "?nvs=0&nvs=0"].map((text) =>
			cacheKey(u(text), noVarySearch(null)),
		);
		expect(keys.slice(0, 3)).toEqual([u("?nvs=0"), u("?&nvs=0"), u("?&&nvs=0")]);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it("is never that of another rule, variant, scheme, host or path", () => {
		const rules = ["key-order", "params", 'params=("a")', 'except=("a")', 'params=("b")', ""].map((field) => noVarySearch(field));
		expect(new Set(rules.map((rule) => cacheKey(u("?x"), rule))).size).toBe(rules.length);
		const rule = noVarySearch("params");
		const variants = [[], [""], ["a"], ["a", "b"], ["a.b"], ["b", "a"], ["a%2Eb"], ["'"], ["%27"]];
		expect(new Set(variants.map((variant) => cacheKey(u(""), rule, variant))).size).toBe(variants.length);
		const urls = [
			"https://e.com/a",
			"http://e.com/a",
			"https://e.com/A",
			"https://e.com/a/",
			"https://e.com//a",
			"https://e.com/%61",
		];
		expect(new Set(urls.map((url) => cacheKey(url, rule))).size).toBe(urls.length);
	});

	it("takes a Request with any method, a URL and a string, and drops the fragment", () => {
		const rule = noVarySearch('params=("a")');
		const key = cacheKey("HTTPS://E.com:443/p?a=1&b#f", rule);
		expect(key.startsWith(u("?b=&nvs="))).toBe(true);
		expect(cacheKey(new URL(u("?b&a#g")), rule)).toBe(key);
		expect(cacheKey(new Request(u("?b#?a"), { method: "POST", body: "x" }), rule)).toBe(key);
	});

	it("gives long URLs, many parameters and long rules the key of the default rule", () => {
		const rule = noVarySearch("params");
		for (const text of [`?${"a".repeat(17_000)}`, `?${"a&".repeat(1025)}`, `?${"a&".repeat(100_000)}`]) {
			expect(cacheKey(u(text), rule)).toBe(`${u(text)}&nvs=0`);
		}
		expect(cacheKey(u(`?${"a&".repeat(1024)}`), rule)).not.toMatch(/nvs=0$/);
		const long = { keyOrder: false, params: Array.from({ length: 257 }, (_, index) => `p${index}`) };
		expect(cacheKey(u("?p1=1"), long)).toBe(u("?p1=1&nvs=0"));
	});
});
