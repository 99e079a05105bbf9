/** Entries and places of policies: which parameters, hosts and paths they are about, and policies that mean the same. */
import { createNormalizer, type KeyRules, type Parameter, type Policy, readList, type Site } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

/** An entry, the pieces that it names, and others. */
const ENTRIES: readonly (readonly [entry: Parameter, named: string, others: string])[] = [
	["utm_*", "utm_=1&utm_x", "utm=1&UTM_x"],
	["*_id", "post_id=1&_id", "id=1&a_idx"],
	["a*z", "az&abz=1", "a&abzc"],
	["a*b*c", "abc&aXbYc", "ac&acb"],
	["*", "a&b=1", "=c"],
	[{ name: "*" }, "*=1", "a=1"],
	[{ name: "_src", match: "suffix", ignoreCase: true }, "X_SRC=1&_src", "src&_srcs"],
	[{ name: "", match: "suffix" }, "a&b=1", "=c"],
	[{ name: "page", values: ["1", "A"] }, "page=1&page=A", "page=2&page&page=a"],
	[{ name: "p", values: "" }, "p&p=", "p=1"],
	[{ name: "p", values: ["a b"] }, "p=a+b&p=a%20b", "p=ab"],
	[{ name: "id", match: "suffix", values: ["1"] }, "id=1&x_id=1", "id=2&ids=1"],
	[{ name: "a", paths: ["/x", "*.html$"] }, "a=1", "b"],
	[{ name: "a", hosts: "*.h", exceptPaths: ["/x/z"] }, "a=1", "b"],
];

describeCrawlEngines("an entry", (engine) => {
	it.each(ENTRIES)("%j names %s and not %s, wherever it stands", (entry, named, others) => {
		const url = `https://i.h/x/y.html?${named}&${others}`;
		const by = (key: KeyRules) => crawlNormalizerOn(engine, { policy: { base: "whatwg", key } }).key(url);
		const left = (query: string) => `https://i.h/x/y.html?${query}`;
		expect(by({ query: { remove: [entry] } })).toBe(left(others));
		expect(by({ query: { remove: [entry], keep: [entry] } })).toBe(left(`${named}&${others}`));
		expect(by({ query: { only: [entry] } })).toBe(left(named));
		const params = JSON.stringify({ format: "urlsieve-list@1", name: "own", params: [entry] });
		const list = readList("urlsieve-list", new TextEncoder().encode(params));
		const policy: Policy = { base: "whatwg", key: { query: { lists: "own" } } };
		expect(crawlNormalizerOn(engine, { policy, lists: [list] }).key(url)).toBe(left(others));
	});

	it.each<[NonNullable<KeyRules["pathParams"]>, string, string]>([
		["drop", "/a;b=1;c/d;", "/a/d"],
		[["v"], "/a;v=1;w=2/b;v", "/a;w=2/b"],
		["*", "/a;;b", "/a"],
		[["utm_*", { name: "lang", values: ["en"] }], "/a;lang=en;utm_x/b;lang=de", "/a/b;lang=de"],
		["drop", "/a/..;x/.;/;y", "/a/..;x/.;/"],
	])("%j of a path leaves of %s %s", (pathParams, path, left) => {
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { pathParams } } });
		expect([normalizer.key(`http://h${path}?;v`), normalizer.key(`http://h${left}?;v`)]).toEqual(
			Array(2).fill(`http://h${left}?;v`),
		);
	});

	it("compares names, and with all also values, without regard to case where the query is lowered", () => {
		const by = (query: NonNullable<KeyRules["query"]>, search: string) =>
			crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { query } } }).key(`http://h/?${search}`);
		expect(by({ case: "names", remove: ["RefID", "*_ID", "UTM_*"] }, "REFID&x_id&utm_a&B=C")).toBe("http://h/?b=C");
		const page = { name: "Page", values: ["A"] };
		expect(by({ case: "names", remove: [page] }, "PAGE=A&page=a")).toBe("http://h/?page=a");
		expect(by({ case: "all", remove: [page] }, "PAGE=A&page=a&b")).toBe("http://h/?b");
	});
});

/** A place of a site, URLs that it covers, and others. */
const PLACES: readonly (readonly [place: Omit<Site, "key">, covered: string, others: string])[] = [
	[{ hosts: ["a.b"] }, "a.b x.a.b www.a.b.", "b xa.b"],
	[{ hosts: ["=a.b"] }, "a.b www.a.b a.b.", "x.a.b www.x.a.b"],
	[{ hosts: "*.a.b" }, "x.a.b y.x.a.b www.x.a.b", "a.b www.a.b xa.b"],
	[{ hosts: ["=192.0.2.7", "[2001:db8::1]"] }, "192.0.2.7 [2001:db8:0::1]", "192.0.2.70"],
	[{ hosts: ["*.bücher.example"] }, "x.xn--bcher-kva.example", "xn--bcher-kva.example"],
	[{ hosts: ["a.b"], paths: ["/x"] }, "a.b/x a.b/xy/z", "a.b/ a.b/X c/x"],
	[{ hosts: ["a.b"], paths: ["/x$", "/*/y", "*.pdf$"] }, "a.b/x a.b/q/r/yz a.b/z.pdf", "a.b/xy a.b/y a.b/z.pdf/"],
	[{ hosts: ["a.b"], paths: ["/a b", "/%7Eu", "/%2A"] }, "a.b/a%20b/c a.b/~u a.b/%2a", "a.b/ab a.b/x"],
	[{ hosts: ["a.b"], exceptPaths: ["/x"] }, "a.b/y", "a.b/x c/y"],
	[{ hosts: ["a.b"], paths: "/x", exceptPaths: "*/z" }, "a.b/x/y", "a.b/x/z"],
];

describeCrawlEngines("a site", (engine) => {
	it.each(PLACES)("with %j covers %s and not %s", (place, covered, others) => {
		const sites = [{ ...place, key: { query: { drop: "drop" } } }] as Site[];
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", sites } });
		const isCovered = (url: string) => !normalizer.key(`http://${url}?q`).endsWith("?q");
		expect(covered.split(" ").filter((url) => !isCovered(url))).toEqual([]);
		expect(others.split(" ").filter(isCovered)).toEqual([]);
	});

	it("about some paths overrides those before it, member by member, and those after override it", () => {
		const sites: Site[] = [
			{ hosts: ["h"], paths: ["/a"], key: { query: { remove: ["x"], sort: "name" }, fragment: "drop" } },
			{ hosts: ["h"], key: { query: { sort: "keep" }, fragment: "keep" } },
			{ hosts: ["h"], paths: ["/a/b"], key: { query: { keep: ["x"] }, emptyQuery: "drop" } },
		];
		const policy: Policy = { base: "whatwg", key: { query: { remove: ["y"] } }, sites };
		const normalizer = crawlNormalizerOn(engine, { policy });
		expect(normalizer.key("http://h/?y&x&a#f")).toBe("http://h/?x&a#f");
		expect(normalizer.key("http://h/a?y&x&a#f")).toBe("http://h/a?y&a#f");
		expect(normalizer.key("http://h/a/b?y&x&a")).toBe("http://h/a/b?y&x&a");
		expect(normalizer.key("http://h/a/b?")).toBe("http://h/a/b");
	});

	it("is found by the host that labels and aliases leave, and its path by the path that rules leave", () => {
		const key: KeyRules = { hostLabels: ["m"], hostAlias: { "old.b": "a.b" }, trailingSlash: "drop", pathCase: "lower" };
		const sites: Site[] = [{ hosts: ["=a.b"], paths: ["/Shop/$"], key: { query: { drop: "drop" } } }];
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", key, sites } });
		for (const host of ["a.b", "m.a.b", "old.b", "m.old.b"])
			expect(normalizer.key(`http://${host}/SHOP/?q`)).toBe("http://a.b/shop");
	});

	it("keeps the host of a chain of aliases without an end, and of one that is too long", () => {
		const names = Array.from({ length: 10 }, (_, index) => `h${index}.b`);
		const chain = Object.fromEntries(names.slice(1).map((name, index) => [names[index], name]));
		const normalizer = crawlNormalizerOn(engine, { policy: { key: { hostAlias: chain as never, www: "drop" } } });
		expect([0, 1, 9].map((index) => normalizer.key(`http://www.h${index}.b/`))).toEqual([
			"http://h0.b/",
			"http://h9.b/",
			"http://h9.b/",
		]);
		const endless = crawlNormalizerOn(engine, { policy: { key: { hostAlias: { "a.b": "x.a.b" }, hostLabels: "x" } } });
		expect(["http://a.b/", "http://x.a.b/"].map((url) => endless.key(url))).toEqual(["http://a.b/", "http://a.b/"]);
	});

	it("loses a final dot if an alias leads to an address, which has none", () => {
		for (const target of ["192.0.2.7", "[2001:db8::1]"]) {
			const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { hostAlias: { "a.b": target } } } });
			expect([normalizer.key("http://a.b./"), normalizer.key(`http://${target}/`)]).toEqual(Array(2).fill(`http://${target}/`));
		}
	});
});

/** White space of Unicode, and characters without a width. */
const TRIMMED = /^[\p{White_Space}\u200b-\u200d\u2060\ufeff]$/u;

describeCrawlEngines("trim: unicode", (engine) => {
	it("takes white space and characters without a width from both ends of a reference, and no others", () => {
		const [wide, narrow] = (["unicode", "url"] as const).map((trim) =>
			crawlNormalizerOn(engine, { policy: { base: "whatwg", trim } }),
		);
		const normalOf = (end: string) => wide?.tryNormalize(`http://a/x${end}`);
		for (let code = 0; code < 0xd800; code += 1) {
			const character = String.fromCharCode(code);
			// Controls go in any case.
			if (code <= 0x20 || TRIMMED.test(character)) {
				expect([code, wide?.tryNormalize(`${character} http://a/x \u3000${character}`)]).toEqual([code, "http://a/x"]);
			} else if (normalOf(character) !== narrow?.tryNormalize(`http://a/x${character}`))
				throw new Error(`U+${code.toString(16)} is trimmed.`);
		}
		expect(normalOf("\ufeff")).toBe("http://a/x");
		expect(narrow?.tryNormalize("http://a/x\u00a0")).toBe("http://a/x%C2%A0");
	});
});

describe("policies that mean the same", () => {
	const identityOf = (policy: Policy) => createNormalizer({ policy }).settings.identity;

	it.each<[Policy, Policy]>([
		[{ key: { query: { drop: true } } }, { key: { query: { drop: "drop" } } }],
		[{ key: { index: "i", hostLabels: "m" } }, { key: { index: ["i"], hostLabels: ["m"] } }],
		[{ key: { query: { remove: "a", lists: "tracking@1" } } }, { key: { query: { remove: ["a"], lists: ["tracking@1"] } } }],
		[{ trim: "url", key: { pathCase: "keep", hostAlias: {} } }, {}],
		[
			{
				sites: [
					{ hosts: "=a.b", key: { www: "drop" } },
					{ hosts: "*.a.b", key: { www: "keep" } },
				],
			},
			{
				sites: [
					{ hosts: ["*.a.b"], key: { www: "keep" } },
					{ hosts: ["=a.b"], key: { www: "drop" } },
				],
			},
		],
		[
			{
				sites: [
					{ hosts: "h", paths: "/a$", key: { fragment: "drop" } },
					{ hosts: "h", paths: "/ab", key: { fragment: "spa" } },
				],
			},
			{
				sites: [
					{ hosts: "h", paths: "/ab", key: { fragment: "spa" } },
					{ hosts: "h", paths: "/a$", key: { fragment: "drop" } },
				],
			},
		],
	])("have one identity: %j, %j", (one, other) => {
		expect(identityOf(one)).toBe(identityOf(other));
	});

	it("have another where the order of sites decides", () => {
		const site = (paths: string, fragment: "drop" | "spa"): Site => ({ hosts: "h", paths, key: { fragment } });
		const [one, other] = [site("/a", "drop"), site("/a/b", "spa")];
		expect(identityOf({ sites: [one, other] })).not.toBe(identityOf({ sites: [other, one] }));
	});
});

it("has types that refuse wrong literals", () => {
	const policies: Policy[] = [
		// @ts-expect-error
		{ trim: "all" },
		// @ts-expect-error
		{ key: { pathCase: "upper" } },
		// @ts-expect-error
		{ key: { pathParams: [{ name: "v", paths: ["/a"] }] } },
		// @ts-expect-error
		{ key: { query: { remove: [{ name: "a", match: "glob" }] } } },
		// @ts-expect-error
		{ sites: [{ hosts: ["h"], key: { www: "drop-numbered" } }] },
		// @ts-expect-error
		{ sites: [{ hosts: ["h"], key: { hostLabels: ["m"] } }] },
		// @ts-expect-error
		{ sites: [{ hosts: ["h"], paths: ["/a"], key: { trailingSlash: "drop" } }] },
	];
	for (const policy of policies)
		expect(() => createNormalizer({ policy })).toThrow(expect.objectContaining({ code: "invalid-policy" }));
});
