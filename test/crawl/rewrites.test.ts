/** Rewrites: what is refused and what to write instead, hostile references, and the ways that vectors do not take. */
import { createNormalizer, type Policy, type PolicyError, type Rewrite, SeenSet } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

function faultsOf(policy: unknown): readonly string[] {
	try {
		createNormalizer({ policy: policy as Policy });
		return [];
	} catch (error) {
		return (error as PolicyError).faults.map(({ message }) => message);
	}
}

describe("a rewrite is refused", () => {
	it.each<[object, string]>([
		[
			{ from: "a.example/x", to: "/" },
			`from must begin with "/", "https://" or "http://", not "a.example/x"; write "/a.example/x" or "https://a.example/x"`,
		],
		[
			{ from: "https://a.example", to: "/" },
			`from has no path; write "https://a.example/" for the page of the host, or "https://a.example/*" for all`,
		],
		[{ from: "https:///x", to: "/" }, `from has no host; to mean all hosts, write "/x"`],
		[{ from: "/(a|b)", to: "/" }, `from has a group with an expression; write ":name" for one segment, or "*" for any text`],
		[{ from: "/:a+", to: "/" }, `from repeats the group :a; write "{/:a}?" for one that may be absent`],
		[
			{ from: "/{a}", to: "/" },
			`from has "{…}" that always stands; leave out the braces, or write "{…}?" for a part that may be absent`,
		],
		[
			{ from: "/{:a-:b}?", to: "/" },
			`from has "{…}?" with more than one group; write one rewrite with the part and one without it`,
		],
		[
			{ from: "/a?b", to: "/" },
			`from has a query, at which no rewrite looks; leave it out, or write "{…}?" for a part that may be absent`,
		],
		[{ from: "/*/*", to: "/" }, `from must have at most one "*" in its path, not 2: "/*/*"; write ":name" for a segment`],
		[{ from: "/:a/:a", to: "/" }, "from has the group :a twice; give each a name of its own"],
		[{ from: "https://u@a.example/", to: "/" }, `from has "@" in its host; write the host only, as keys have it`],
		[{ from: "/:a", to: "/:b" }, `to names the group :b, which from does not have (it has :a); write "\\\\:b" for the text`],
		[{ from: "/a", to: "/*" }, `to has "*", but from has none there; write "\\\\*" for the character`],
		[{ from: "/a", to: "/b#c" }, "to has a fragment; leave it out: that of the reference stays"],
		[{ from: `/${"a".repeat(2048)}`, to: "/" }, "from must have at most 2048 characters, not 2049"],
		[{ from: "https://h:8a/", to: "/" }, "from has a port that is no number; a rewrite is about one port, or about none"],
		[{ from: "/{a", to: "/" }, `from has "{" without "}"; write "\\\\{" for the character`],
		[{ from: "/a{}?", to: "/" }, `from has "{}?", which stands for nothing; leave it out`],
		[{ from: "/a", to: "/:b" }, `to names the group :b, which from does not have; write "\\\\:b" for the text`],
		[{ from: "/a", to: "/b{" }, `to has "{", which only patterns have; write "\\\\{" for the character`],
		[{ from: "/a", to: "https:///b" }, "to has no host; leave out the scheme too, if the host stays"],
		[{ from: "/a", to: "https://u@h/" }, "to has userinfo, which no page is told apart by; leave it out"],
		[{ from: "/*", unwrap: { query: "a", path: "*" } }, "unwrap must have query or path, not both; write two rewrites"],
		[{ from: "/a" }, ` must have "to" or "unwrap": what the URL becomes`],
		[
			{ from: "/a", unwrap: { path: "*" } },
			`unwrap is the rest of the path, but from does not end with "*"; write "*" where the URL begins`,
		],
		[
			{ from: "/*", to: "/x/*" },
			" matches what it makes, again and again: https://example.com/x/y to https://example.com/x/x/y to https://example.com/x/x/x/y; write a from that does not match to",
		],
	])("with what to write: %j", (rewrite, clause) => {
		const place = clause.startsWith(" ") ? "/rewrite/0" : "/rewrite/0/";
		expect(faultsOf({ rewrite: [rewrite] })).toEqual([`${place}${clause}`]);
	});

	it("in a site with paths, and if another one has its name", () => {
		const rewrite = [{ name: "a", from: "/a", to: "/b" }];
		expect(faultsOf({ sites: [{ hosts: "h", paths: "/a", key: {}, rewrite }] })).toEqual([
			"/sites/0/rewrite stands in sites without paths; write the paths in from",
		]);
		expect(faultsOf({ rewrite, sites: [{ hosts: "h", rewrite }] })).toEqual([]);
		expect(faultsOf({ rewrite, sites: [{ hosts: "h", rewrite: [{ name: "a", from: "/a", to: "/c" }] }] })).toEqual([
			"/sites/0/rewrite/0/name is the name of another rewrite, /rewrite/0; explanations name it by that",
		]);
	});

	it("where the URL to fetch follows one that is not there", () => {
		const rewrite = [
			{ name: "archive", from: "/a", to: "/b" },
			{ from: "/c", to: "/d" },
		];
		expect(faultsOf({ rewrite, fetch: { rewrite: ["/c", "archiv"] } })).toEqual([
			`/fetch/rewrite/1 is the name of no rewrite: "archiv" (did you mean archive?); known: archive, /c`,
		]);
		expect(faultsOf({ fetch: { rewrite: "a" } })).toEqual([
			`/fetch/rewrite/0 is the name of no rewrite: "a"; the policy has none`,
		]);
	});
});

const UNWRAP: Rewrite = { name: "out", from: "https://out.example/", unwrap: { query: "to" } };

describeCrawlEngines("rewrites", (engine) => {
	const keyBy = (rewrite: readonly Rewrite[], url: string, rules: Policy = {}) =>
		crawlNormalizerOn(engine, { policy: { base: "whatwg", ...rules, rewrite } }).key(url);

	it("keep the first key of a URL in which URLs are nested more than 8 times", () => {
		const nested = (levels: number, url = "http://a.example/"): string =>
			Array.from({ length: levels }).reduce<string>((inner) => `https://out.example/?to=${encodeURIComponent(inner)}`, url);
		expect(keyBy([UNWRAP], nested(8))).toBe("http://a.example/");
		expect(keyBy([UNWRAP], nested(9))).toBe(nested(9));
		// Unescaped, each level is the rest of a path.
		const deep = `${"https://out.example/".repeat(100_000)}x`;
		expect(keyBy([{ from: "https://out.example/*", unwrap: { path: "*" } }], deep)).toBe(deep);
	});

	it("unwrap absolute http and https URLs only, decoded once", () => {
		for (const value of [
			"javascript:alert(1)",
			"//a.example/",
			"/a",
			"ftp://a.example/",
			"http%253A%252F%252Fa.example%252F",
			"",
		]) {
			expect(keyBy([UNWRAP], `https://out.example/?to=${value}`)).toBe(`https://out.example/?to=${value}`);
		}
		expect(keyBy([UNWRAP], "https://out.example/?to=HTTPS%3A%2F%2Fb%C3%BCcher.example%2Fa+b%FF")).toBe(
			"https://xn--bcher-kva.example/a%20b%FF",
		);
	});

	it("ask about the names of each round, in lines too", () => {
		const url =
			"https://bücher.example/?to=https%3A%2F%2Fm%C3%BCller.example%2F%3Fto%3Dhttps%253A%252F%252Fh%25C3%25BCtte.example%252F";
		const rewrite = [{ from: "/", unwrap: { query: "to" } }] as const;
		expect(keyBy(rewrite, url)).toBe("https://xn--htte-0ra.example/");
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", rewrite } });
		expect(normalizer.both(url).fetch).toMatch(/^https:\/\/xn--bcher-kva\.example\/\?to=/);
		const data = new TextEncoder().encode(`${url}\n`.repeat(50));
		expect(new TextDecoder().decode(normalizer.keyLines(data).lines)).toBe("https://xn--htte-0ra.example/\n".repeat(50));
	});

	it("ask about a name that is made of a group", () => {
		const rewrite = [{ from: "https://go.example/:host", to: "https://:host/" }] as const;
		expect(keyBy(rewrite, "https://go.example/b%C3%BCcher.example")).toBe("https://xn--bcher-kva.example/");
	});

	it("do not act on a URL whose name is too long to be kept, and leave the reference its own name", () => {
		const normalizer = crawlNormalizerOn(engine, {
			policy: { base: "whatwg", rewrite: [{ from: "/", unwrap: { query: "to" } }] },
		});
		const to = encodeURIComponent(`https://${"ü".repeat(600)}.example/`);
		const own = `https://xn--bcher-kva.example/?to=${to}`;
		expect(normalizer.both(`https://bücher.example/?to=${to}`)).toEqual({ fetch: own, key: own });
		// A long name of the reference itself is taken.
		expect(normalizer.key(`https://${"ü".repeat(600)}.example/a`)).toMatch(/^https:\/\/xn--\w+\.example\/a$/);
	});

	it("do not act if the result were longer than 64 KiB", () => {
		const rewrite = [{ from: "/:a", to: "https://b.example/:a/:a" }];
		const most = "a".repeat((65536 - "https://b.example//".length) / 2);
		expect(keyBy(rewrite, `https://a.example/${most}`)).toBe(`https://b.example/${most}/${most}`);
		expect(keyBy(rewrite, `https://a.example/${most}a`)).toBe(`https://a.example/${most}a`);
	});

	it("write results that are much longer than the line, among lines of any length", () => {
		const long = "x".repeat(60_000);
		const rewrite = [{ from: "https://s.example/:id", to: `https://b.example/${long}?:id` }];
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", rewrite } });
		const lines = Array.from({ length: 200 }, (_, id) => `https://s.example/${id}\nhttps://c.example/${id}\n`);
		const keys = Array.from({ length: 200 }, (_, id) => `https://b.example/${long}?${id}\nhttps://c.example/${id}\n`);
		expect(new TextDecoder().decode(normalizer.keyLines(new TextEncoder().encode(lines.join(""))).lines) === keys.join("")).toBe(
			true,
		);
	});

	it("meet hosts of any length and kind, in lines as in single references", () => {
		const hosts = [
			"t.co",
			"a.t.co",
			"ab.t.co",
			"example.com",
			"www.example.com",
			"b.c",
			"x.b.c",
			"t.co.",
			"1.2.3.4",
			"[::1]",
			"notexample.com",
		];
		const rewrite: Rewrite[] = [
			{ from: "https://t.co/:x", to: "https://out.example/t/:x" },
			{ from: "https://*.b.c/*", to: "https://out.example/b/*" },
			{ from: "https://{www.}?example.com/:x", to: "https://out.example/e/:x" },
			{ from: "https://1.2.3.4/:x", to: "https://out.example/i/:x" },
			{ from: "https://[::1]/:x", to: "https://out.example/v/:x" },
		];
		const hostAlias = { "a.t.co": "t.co", "ab.t.co": "x.b.c", "*.old.example": "*.b.c" };
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "crawl@1", key: { hostAlias }, rewrite } });
		const urls = [...hosts, "q.old.example", "old.example"].flatMap((host) => [
			`http://${host}/a`,
			`https://${host}/a?utm_source=b&c`,
			`https://${host}/a/b`,
		]);
		const single = urls.map((url) => normalizer.key(url));
		const data = new TextEncoder().encode(`${urls.join("\n")}\n`);
		expect(new TextDecoder().decode(normalizer.keyLines(data).lines).trimEnd().split("\n")).toEqual(single);
		const both = new TextDecoder().decode(normalizer.bothLines(data).key);
		expect(both.trimEnd().split("\n")).toEqual(single);
		expect(single.filter((key) => key.startsWith("https://out.example/")).length).toBe(23);
	});

	it("are the same as aliases where both say the same, whatever the line", () => {
		const bySet = (policy: Policy) => {
			const seen = new SeenSet({ normalizer: crawlNormalizerOn(engine, { policy }) });
			return ["http://old.example/a", "http://new.example/a", "http://new.example/a?b"].map((url) => seen.add(url));
		};
		const base = "crawl@1" as const;
		const added = bySet({ base, key: { hostAlias: { "old.example": "new.example" } } });
		expect(bySet({ base, rewrite: [{ from: "http://old.example/*", to: "http://new.example/*" }] })).toEqual(added);
	});
});

/** Rules, a reference, the URL to fetch and the key; the URL to fetch follows the rewrites with a name. */
const SENT: readonly (readonly [
	rule: string,
	rewrite: readonly Rewrite[],
	policy: Policy,
	url: string,
	fetch: string,
	key: string,
])[] = [
	[
		"to the end, with its order and octets",
		[{ ...UNWRAP, name: "out" }],
		{ key: { query: { sort: "name" }, fragment: "drop" } },
		"https://out.example/?to=https%3A%2F%2Fout.example%2F%3Fto%3Dhttp%253A%252F%252Fa%252F%253Fb%253D%25257e%2526a%2523c",
		"http://a/?b=%7e&a#c",
		"http://a/?a&b=~",
	],
	[
		"up to the first that is not named",
		[
			{ name: "a", from: "/a", to: "/b" },
			{ from: "/b", to: "/c" },
			{ name: "c", from: "/c", to: "/d" },
		],
		{},
		"https://h/a",
		"https://h/b",
		"https://h/d",
	],
	[
		"whose host is its own, whatever that of the key",
		[{ name: "a", from: "https://new.example/:id", to: "/b/:id" }],
		{ key: { hostAlias: { "old.example": "new.example" } } },
		"https://old.example/a",
		"https://old.example/a",
		"https://new.example/b/a",
	],
	[
		"whose letters are its own, too",
		[{ name: "a", from: "/a/:id", to: "/b/:id" }],
		{ key: { pathCase: "lower" } },
		"https://h/A/X",
		"https://h/A/X",
		"https://h/b/x",
	],
	[
		"unless that has another key",
		[{ name: "a", from: "/q", unwrap: { query: "u" } }],
		{ key: { query: { remove: "u", keep: [{ name: "u", values: "http://k/" }] } } },
		"https://h/q?u=http%3A%2F%2Fa%2F&u=http%3A%2F%2Fk%2F",
		"https://h/q?u=http%3A%2F%2Fa%2F&u=http%3A%2F%2Fk%2F",
		"http://k/",
	],
	[
		"no further than they have an end",
		[
			{ name: "a", from: "/a", to: "/b" },
			{ name: "b", from: "/b", to: "/a" },
		],
		{},
		"https://h/a",
		"https://h/a",
		"https://h/a",
	],
	[
		"to hosts beyond ASCII, which it spells as it does",
		[{ name: "a", from: "/:x/*", unwrap: { path: "*" } }],
		{ key: { pathCase: "lower" } },
		"https://h/a/https://h/b/http://BÜCHER.example/X",
		"http://xn--bcher-kva.example/X",
		"http://xn--bcher-kva.example/x",
	],
];

describeCrawlEngines("the URL to fetch follows rewrites", (engine) => {
	it.each(SENT.map((row) => ({ rule: row[0], row })))("$rule", ({ row: [, rewrite, policy, url, fetch, key] }) => {
		const named = rewrite.flatMap(({ name }) => name ?? []);
		const all = { base: "whatwg", ...policy, rewrite } as const;
		const normalizer = crawlNormalizerOn(engine, { policy: { ...all, fetch: { rewrite: named } } });
		expect(normalizer.both(url)).toEqual({ fetch, key });
		expect([normalizer.normalize(url), normalizer.normalize(fetch), normalizer.key(fetch)]).toEqual([fetch, fetch, key]);
		expect(normalizer.settings.identity).toBe(createNormalizer({ policy: all }).settings.identity);
		// In a window that the fast path writes, too.
		const plain = "http://a.example/x";
		const lines = new TextEncoder().encode(`${plain}\n${url}\n${plain}?%7e\n`);
		expect(new TextDecoder().decode(normalizer.normalizeLines(lines).lines).split("\n")).toEqual([
			plain,
			fetch,
			`${plain}?%7e`,
			"",
		]);
	});
});

/** Rewrites whose results are their own keys, or need rules, an alias, another rewrite, the slow path. */
const CHAINED: Policy = {
	base: "whatwg",
	key: { query: { remove: ["b"], sort: "name" }, fragment: "drop", hostAlias: { "alias.example": "a.example" } },
	rewrite: [
		{ from: "https://old.example/p/:id{/:rest}?", to: "https://new.example/p?id=:id" },
		{ from: "https://old.example/*", to: "https://mid.example/*" },
		{ from: "https://mid.example/x*", to: "https://alias.example/*" },
		{ from: "https://mid.example/n/:id", to: "/m/:id" },
		{ from: "https://mid.example/m/*", to: "https://a.much.longer.name.example/*?b=1" },
		{ from: "https://out.example/", unwrap: { query: "u" } },
		{ from: "https://{*.}?ring.example/a/*", to: "/b/*" },
		{ from: "https://{*.}?ring.example/b/*", to: "/a/*" },
		{ from: "https://h/*", to: "https://mid.example/(*" },
	],
};

describeCrawlEngines("lines have the keys of single references after rewrites", (engine) => {
	const HOSTS = "old mid new alias out ring x.ring".split(" ").map((name) => `${name}.example`);
	const PATHS = ["", "x", "x1", "p/1", "p/1/2", "n/1", "m/1/2", "a/1", "a/%7e", "b/.", "n/(s"];
	const ENDS = ["", "?", "?b", "?z&a=1", "?a&b#f", "#f", "?u=http%3A%2F%2Fold.example%2Fn%2F1", "?c='"];
	const urls = [...HOSTS, "h"].flatMap((host) =>
		PATHS.flatMap((path) => ENDS.flatMap((end) => ["http", "https"].map((scheme) => `${scheme}://${host}/${path}${end}`))),
	);
	const textOf = (octets: Uint8Array) => new TextDecoder().decode(octets).split("\n").slice(0, -1);

	it.each<[string, Policy]>([
		["by themselves", CHAINED],
		[
			"whose fetch forms follow",
			{
				...CHAINED,
				rewrite: CHAINED.rewrite?.map((one, index) => ({ ...one, name: `r${index}` })) ?? [],
				fetch: { rewrite: ["r1", "r3"] },
			},
		],
	])("%s", (_title, policy) => {
		const normalizer = crawlNormalizerOn(engine, { policy });
		const forms = urls.map((url) => normalizer.both(url));
		const octets = new TextEncoder().encode(urls.map((url) => `${url}\n`).join(""));
		expect(textOf(normalizer.keyLines(octets).lines)).toEqual(forms.map(({ key }) => key));
		const both = normalizer.bothLines(octets);
		expect([textOf(both.fetch), textOf(both.key)]).toEqual([forms.map(({ fetch }) => fetch), forms.map(({ key }) => key)]);
		expect(new Set(forms.map(({ key }) => key)).size).toBeGreaterThan(100);
	});
});

it("names of rewrites are no part of the identity, and their order is", () => {
	const [a, b] = [
		{ from: "/a", to: "/b" },
		{ from: "/c", to: "/d" },
	];
	const identityOf = (rewrite: readonly Rewrite[]) => createNormalizer({ policy: { rewrite } }).settings.identity;
	expect(identityOf([{ name: "x", ...a }, b])).toBe(identityOf([a, { name: "y", ...b }]));
	expect(identityOf([b, a])).not.toBe(identityOf([a, b]));
});
