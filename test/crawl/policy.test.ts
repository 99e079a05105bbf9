/** The rules of a key, one a title, and policies that are refused. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createNormalizer, type KeyRules, type Policy, readList, readPolicy } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlKernels } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { sizeOn } from "../support/extent";

const TOKEN = "4hqa0555fwsecu455xqckv45";

/** Cases that no row of the shared vectors has: the rule, the members of `key`, a reference, and its key. A reference without a key is its own key. */
const ROWS: readonly (readonly [rule: string, key: KeyRules, reference: string, expected?: string])[] = [
	["changes nothing without members", {}, "http://u@www.h.:8//a/?b=&&a#:~:text=x"],
	["folds http without a port into https", { scheme: "https" }, "http://h/", "https://h/"],
	["keeps http with a port apart", { scheme: "https" }, "http://h:443/"],
	[
		"drops ASP.NET session segments before a page",
		{ sessions: "sessions@1" },
		`http://h/(S(${TOKEN})F(${TOKEN}))/(${TOKEN})/a/p.ASPX`,
		"http://h/a/p.ASPX",
	],
	[
		"drops an ASP.NET session that a session parameter leaves",
		{ sessions: "sessions@1" },
		`http://h/(${TOKEN});jsessionid/(S(${TOKEN}));JSESSIONID=1/p.aspx`,
		"http://h/p.aspx",
	],
	[
		"drops one before a page with a session parameter",
		{ sessions: "sessions@1" },
		`http://h/(S(${TOKEN}))/p.aspx;jsessionid=1`,
		"http://h/p.aspx",
	],
	["keeps one behind the last page", { sessions: "sessions@1" }, `http://h/p.aspx/(S(${TOKEN}))/a`],
	[
		"collapses slashes up to a nested scheme",
		{ slashes: "collapse" },
		"http://h//a///b//http://c//d",
		"http://h/a/b/http://c//d",
	],
	["compares index names in the form of the key base", { index: ["ü x"] }, "http://h/%c3%bc%20x", "http://h/"],
	["removes parameters by decoded name", { query: { remove: ["a b", "ü"] } }, "http://h/?a+b=1&a%20b&%C3%BC&ab", "http://h/?ab"],
	[
		"keeps what keep names",
		{ query: { remove: [{ name: "ref", match: "prefix" }], keep: ["ref_id"] } },
		"http://h/?ref=1&ref_id=2",
		"http://h/?ref_id=2",
	],
	["keeps only what only names", { query: { only: ["id", "p"], remove: ["p"] } }, "http://h/?a&id=1&p=2", "http://h/?id=1&p=2"],
	["removes nothing outside its hosts", { query: { remove: [{ name: "t", hosts: ["b.c"] }] } }, "http://a.c/?t"],
	[
		"removes below its hosts, www. or not",
		{ query: { remove: [{ name: "t", hosts: ["b.c"] }] } },
		"http://www.a.b.c./?t",
		"http://www.a.b.c./",
	],
	["takes a name with www. only for that host", { query: { remove: [{ name: "t", hosts: ["www.b.c"] }] } }, "http://a.b.c/?t"],
	[
		"takes a name with www. for the host without it",
		{ query: { remove: [{ name: "t", hosts: ["www.b.c"] }] } },
		"http://b.c/?t",
		"http://b.c/",
	],
	[
		"reads host names as the platform does",
		{ query: { remove: [{ name: "t", hosts: ["BÜCHER.de"] }] } },
		"http://bücher.de/?t",
		"http://xn--bcher-kva.de/",
	],
	["spares exempt hosts", { query: { remove: [{ name: "t", exceptHosts: ["a.b.c"] }] } }, "http://a.b.c/?t"],
	[
		"spares paths and hosts that contain a text",
		{ query: { remove: [{ name: "t", exceptPath: ["Un Sub/"] }] } },
		"http://h/UN%20SUBscribe?t",
	],
	[
		"drops later pieces equal in octets",
		{ query: { duplicates: "drop-equal" } },
		"http://h/?b=1&a&b=2&b=1&a&%61",
		"http://h/?b=1&a&b=2",
	],
	[
		"sorts by decoded name, stably",
		{ query: { sort: "name" } },
		"http://h/?b&%2B=3&a=2&+=4&a=1",
		"http://h/?+=4&%2B=3&a=2&a=1&b",
	],
	["acts only on http and https", { userinfo: "drop", fragment: "drop", query: { drop: true } }, "ftp://u@h/?q#f"],
];

describeCrawlEngines("the key of a policy", (engine) => {
	const rows = ROWS.map(([rule, key, reference, expected]) => ({ rule, key, reference, expected: expected ?? reference }));
	it.each(rows)("$rule", ({ key, reference, expected }) => {
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", key } });
		expect(normalizer.key(reference)).toBe(expected);
		expect(normalizer.key(expected)).toBe(expected);
	});

	it("lets the last matching site win, member by member", () => {
		const policy: Policy = {
			key: { fragment: "drop", query: { remove: ["a"], sort: "name" } },
			sites: [
				{ hosts: ["h"], key: { fragment: "keep", query: { remove: ["b"] } } },
				{ hosts: ["www.x.h"], key: { trailingSlash: "drop", query: { sort: "keep" } } },
			],
		};
		const normalizer = crawlNormalizerOn(engine, { policy });
		expect(normalizer.key("http://o.k/p/?c&b&a#f")).toBe("http://o.k/p/?b&c");
		expect(normalizer.key("http://h/p/?c&b&a#f")).toBe("http://h/p/?a&c#f");
		expect(normalizer.key("http://x.h/p/?c&b&a#f")).toBe("http://x.h/p?c&a#f");
		expect(normalizer.key("http://y.x.h/p/?c&b&a#f")).toBe("http://y.x.h/p/?a&c#f");
	});

	// C5: the form to fetch has the key of the reference.
	it.each([
		["http://h/#!:%7E:~:a", "http://h/#!:%7E", "http://h/#!:~"],
		["http://h/#!a%7eb:~:text=c%7E:~:", "http://h/#!a%7eb", "http://h/#!a~b"],
		["http://h/#!a:~:text=b%20c%7E", "http://h/#!a", "http://h/#!a"],
		["http://h/#!:%7e:a", "http://h/#!:%7e:a", "http://h/#!"],
		["HTTP:1/%7E#/:%7E:~:a", "http://0.0.0.1/%7E#/:%7E", "http://0.0.0.1/~#/:~"],
	])("drops the text directive that is fetched no more, and then one that decoding makes: %s", (reference, fetch, key) => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		expect([normalizer.normalize(reference), normalizer.key(reference)]).toEqual([fetch, key]);
		expect([normalizer.key(fetch), normalizer.key(key)]).toEqual([key, key]);
		const octets = Buffer.from(`${reference}\n${fetch}\n${key}\n`);
		expect(Buffer.from(normalizer.keyLines(octets).lines).toString()).toBe(`${key}\n`.repeat(3));
		const many = Buffer.from(`${reference}\n`.repeat(100));
		expect(Buffer.from(normalizer.keyLines(many).lines).toString()).toBe(`${key}\n`.repeat(100));
		expect(Buffer.from(normalizer.bothLines(octets).key).toString()).toBe(`${key}\n`.repeat(3));
	});

	it.each(["&", "a&", "=&", "/i", "//", ";jsessionid=1", "%26&", ":~:", "www.", "http://"])(
		"has a key for many times %j",
		(piece) => {
			const policy: Policy = {
				base: "whatwg",
				key: {
					www: "drop",
					sessions: "sessions@1",
					slashes: "collapse",
					index: ["i"],
					trailingSlash: "drop",
					textDirective: "drop",
					query: {
						emptyValue: "fold",
						duplicates: "drop-equal",
						sort: "name-value",
						lists: ["tracking@1"],
						remove: [{ name: "a", exceptPath: ["x"] }],
					},
				},
			};
			const normalizer = crawlNormalizerOn(engine, { policy });
			for (const start of ["http://h/", "http://h/?", "http://h/#", "http://"]) {
				const key = normalizer.tryKey(start + piece.repeat(sizeOn(engine, 100_000, 25_000)));
				if (typeof key === "string") expect(normalizer.tryKey(key)).toBe(key);
			}
		},
	);
});

it.each([
	['{ "base": "rfc3986",\n  "base": "whatwg" }', "/base", 2],
	['{\n"key": {\n"query": { "keep": ["a"] },\n"path": "keep",\n"query": {} } }', "/key/query", 5],
	['{ "sites": [{}, { "hosts": ["a,{b"], "key": { "www": "drop", "\\u0077ww": "drop" } }] }', "/sites/1/key/www", 1],
	['{ "a~/\\"}": 1, "a~/\\"}": 2 }', '/a~0~1"}', 1],
	['{ "policy": "a@1", "key": {}, "key": {} }', "/key", 1],
])("refuses a policy that has a member twice, and names its place: %j", (text, path, line) => {
	expect(() => readPolicy(text)).toThrow(
		expect.objectContaining({
			code: "invalid-policy",
			path,
			message: expect.stringContaining(`${path} is given twice, the second time in line ${line}.`),
		}),
	);
});

const listed = (text: string, name?: string) =>
	readList("urlsieve-list", new TextEncoder().encode(text), name === undefined ? {} : { name });
const MINE =
	'{ "format": "urlsieve-list@1", "name": "mine", "version": "1", "params": ["a", { "name": "b", "hosts": ["h"] }], "exempt": ["x.y"] }';

it("reads a list, and removes the parameters that it names", () => {
	const list = listed(MINE);
	expect(list).toMatchObject({ name: "mine", rules: 2 });
	const normalizer = crawlNormalizerOn("js", { policy: { key: { query: { lists: ["mine"] } } }, lists: [list] });
	expect(normalizer.key("http://h/?a&b&c")).toBe("http://h/?c");
	expect(normalizer.key("http://i/?a&b&c")).toBe("http://i/?b&c");
	expect(normalizer.key("http://x.y/?a&b&c")).toBe("http://x.y/?a&b&c");
});

describeCrawlEngines("SHA-256", (engine) => {
	it.each([0, 1, 55, 56, 63, 64, 119, 120, 1000])("of %i octets is that of the platform", (length) => {
		const kernel = crawlKernels.create(engine);
		const start = kernel.call.heapBase();
		kernel.reserve(start + 4096);
		const octets = Uint8Array.from({ length }, (_, index) => (index * 7) & 255);
		kernel.octets.set(octets, start);
		kernel.call.sha256(start, start + length, start + 2048);
		const digest = Buffer.from(kernel.octets.subarray(start + 2048, start + 2080)).toString("hex");
		expect(digest).toBe(createHash("sha256").update(octets).digest("hex"));
	});
});

const PAGE = readFileSync(new URL("../../docs/reference/profiles.md", import.meta.url), "utf8");

it("accepts every policy and list of docs/reference/profiles.md", () => {
	const blocks = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text as string);
	const policies = blocks.filter((text) => text.includes('"policy"'));
	const lists = blocks.filter((text) => text.includes('"format"'));
	expect([policies.length, lists.length]).toEqual([1, 1]);
	const [policy, list] = [readPolicy(policies[0] as string), listed(lists[0] as string)];
	const normalizer = createNormalizer({ policy, lists: [list] });
	expect(normalizer.key("http://www.example.com/?ref=a&ref_id=b")).toBe("http://example.com/?ref_id=b");
	expect(normalizer.key("http://forum.example.com/?t=1&x=2&page=3")).toBe("http://forum.example.com/?page=3&t=1");
});

it("gives every reference of the table of crawl@1 in docs/reference/profiles.md the key that stands beside it", () => {
	const [, section = ""] = /\n## crawl@1\n(.*?)\n## /s.exec(PAGE) ?? [];
	const rows = [...section.matchAll(/^\| [^|]* \| `(http[^|]*)` \| `(http[^|]*)` \|$/gm)];
	const pairs = rows.flatMap(([, references, keys]) => {
		const expected = (keys as string).split("`, `");
		return (references as string).split("`, `").map((reference, index) => [reference, expected[index]] as const);
	});
	expect(pairs.length).toBe(10);
	const normalizer = createNormalizer({ profile: "crawl@1" });
	for (const [reference, key] of pairs) expect([reference, normalizer.key(reference)]).toEqual([reference, key]);
});

it("gives every reference of the table of members in docs/reference/profiles.md the key that stands beside it", () => {
	const rows = [...PAGE.matchAll(/^\| `("[^|]*)` \| `(http[^|`]*)` \| `(http[^|`]*)` \|$/gm)];
	expect(rows.length).toBe(13);
	for (const [, member, reference = "", key] of rows) {
		const policy = { base: "whatwg", key: JSON.parse(`{ ${member} }`) } as const;
		expect([member, createNormalizer({ policy }).key(reference)]).toEqual([member, key]);
	}
});

const LONG = "x".repeat(1_000_000);

it.each<[string, KeyRules, string]>([
	["a parameter", { query: { remove: [LONG] } }, `http://h/?${LONG}=1&a`],
	["a value", { query: { remove: [{ name: "b", values: [LONG] }] } }, `http://h/?b=${LONG}&a`],
])("may have %s of a million octets", (_, key, url) => {
	expect(createNormalizer({ policy: { key } }).key(url)).toBe("http://h/?a");
});
