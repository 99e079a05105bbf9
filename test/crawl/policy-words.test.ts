/** Policies in words, policies on a profile, and what is said of unknown members. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describePolicy, policyFile } from "../../src/crawl/explain/profile-description";
import {
	createNormalizer,
	type ParameterList,
	type Policy,
	policySchema,
	profile,
	type QueryRules,
	readList,
	readPolicy,
} from "../../src/crawl/index";
import { CRAWL_POLICY } from "../../src/crawl/policy/policy";
import type { ProfileId } from "../../src/crawl/profiles";

const EVERYTHING: Policy = {
	policy: "acme@1",
	base: "whatwg",
	fetch: { fragment: "spa", textDirective: "drop" },
	key: {
		scheme: "https",
		userinfo: "drop",
		hostDot: "drop",
		www: "drop",
		sessions: "sessions@1",
		slashes: "collapse",
		index: ["index.html", "index.php"],
		trailingSlash: "drop",
		query: {
			drop: false,
			emptyValue: "fold",
			emptyPairs: "drop",
			remove: [
				"ref",
				{
					name: "Track",
					match: "prefix",
					ignoreCase: true,
					hosts: ["shop.example", "www.exact.example"],
					exceptHosts: ["pay.shop.example"],
					exceptPath: ["signed/"],
				},
			],
			keep: ["kept_id"],
			lists: ["tracking@1", "mine", "filters"],
			duplicates: "drop-equal",
			sort: "name-value",
		},
		emptyQuery: "drop",
		textDirective: "drop",
		fragment: "drop",
	},
	sites: [
		{ hosts: ["forum.example"], key: { query: { only: ["topic"], lists: [] }, fragment: "keep" } },
		{ hosts: ["www.wiki.example"], key: { query: { drop: true } } },
	],
};
const octets = (text: string) => new TextEncoder().encode(text);
const MINE = '{ "format": "urlsieve-list@1", "name": "mine", "params": ["aff"], "exempt": ["exempt.example"] }';
const LISTS = [
	readList("urlsieve-list", octets(MINE)),
	readList("removeparam", octets("$removeparam=f1\n$removeparam=f2"), { name: "filters" }),
];

/** All strings in a value. */
function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe("a policy in words", () => {
	const described = describePolicy(EVERYTHING, LISTS);
	const wordsOf = (id: string, rules = described.rules) => rules.find((rule) => rule.id === id)?.does;

	it("has every name, host, path and list that the policy has", () => {
		const { index, query } = EVERYTHING.key ?? {};
		const { remove, keep, lists } = query ?? {};
		const entries = stringsIn([index, remove, keep, lists]).filter((text) => text !== "prefix");
		const words = stringsIn(described.rules.map(({ does }) => does)).join("\n");
		for (const text of entries) expect(words).toContain(text);
		const sites = stringsIn(described.sites).join("\n");
		for (const text of ["forum.example and all hosts below it", "www.wiki.example and wiki.example alone", '"topic"'])
			expect(sites).toContain(text);
	});

	it("says what becomes of a parameter, in the order in which it is decided", () => {
		expect(wordsOf("param")).toEqual([
			'"kept_id" stays, whatever else removes it',
			'"ref" goes',
			'every name that begins with "Track" goes; whatever its case; only on shop.example and all hosts below it, ' +
				"www.exact.example and exact.example alone; not on pay.shop.example and all hosts below it; " +
				'not where host and path contain "signed/"',
			expect.stringMatching(/^by the list tracking@1, "utm_source", "utm_medium", .* goes$/),
			expect.stringMatching(/^by the list tracking@1, "mkt_tok" goes; not where host and path contain "unsubscribe", /),
			'by the list tracking@1, "igshid" goes; only on instagram.com and all hosts below it',
			'by the list tracking@1, "igsh" goes; only on instagram.com and all hosts below it',
			expect.stringMatching(/^by the list tracking@1, nothing goes on urldefense\.com and all hosts below it, /),
			'by the list mine, "aff" goes',
			"by the list mine, nothing goes on exempt.example and all hosts below it",
			"by the list filters, what its 2 rules name goes: the file says which",
		]);
		expect(wordsOf("index")).toEqual(['a last segment of the path goes if it is "index.html", "index.php"']);
		expect(wordsOf("query-sort")).toEqual(["parameters are sorted by name, then by value"]);
		expect(wordsOf("fragment")).toEqual(["the fragment goes"]);
	});

	it("has the rules of each site, with what they override", () => {
		const [forum, wiki] = described.sites;
		expect(wordsOf("param", forum?.rules)).toEqual([
			'"kept_id" stays, whatever else removes it',
			'all other parameters go but "topic"',
		]);
		// `fetch` drops it, and what it drops no key has.
		expect(wordsOf("fragment", forum?.rules)).toEqual(["the fragment goes, unless it begins with ! or /"]);
		expect(wordsOf("query-drop", wiki?.rules)).toEqual(["the whole query goes"]);
		expect(described.lists.map(({ name }) => name)).toEqual(["tracking@1", "mine", "filters"]);
		expect(described.fetch).toEqual(["what follows :~: in the fragment goes", "the fragment goes, unless it begins with ! or /"]);
	});

	it("has words for each rule of each profile", () => {
		const members = policySchema.properties?.key?.properties ?? {};
		expect(Object.keys(EVERYTHING.key ?? {}).sort()).toEqual(Object.keys(members).sort());
		expect(described.rules.map(({ id }) => id)).toHaveLength(17);
		for (const id of ["rfc3986@1", "whatwg@1", "crawl@1", "surt@1", "w3lib@1"] satisfies ProfileId[])
			for (const { does } of profile(id).rules) expect(does.join()).toMatch(/ /);
		for (const { id, does } of described.rules) expect(does.join()).not.toBe(id);
	});
});

describe("a profile that no policy makes", () => {
	const platform = `URL of Node.js ${process.version}`;

	it.each<[ProfileId, string, string]>([
		["whatwg@1", "WHATWG URL Standard, commit 6ae84860 of 2026-07-02", platform],
		["surt@1", "surt 0.3.1 for Python, surt.surt(url)", "IDNA 2003"],
		["w3lib@1", "w3lib 2.5.0, canonicalize_url", "IDNA 2003"],
		["safe-browsing@1", "Safe Browsing v4 and v5, URLs and Hashing", "IDNA 2003"],
		["crawlee@1", "@apify/utilities 2.35.11, normalizeUrl", platform],
	])("%s names its source, and what maps its hosts", (id, source, idna) => {
		const isLossless = id === "whatwg@1";
		const rule = { id: isLossless ? "url-standard" : "profile", kind: isLossless ? "lossless" : "lossy", source };
		expect(profile(id)).toEqual({
			id,
			base: source,
			fetch: [],
			rules: [{ ...rule, does: [expect.stringMatching(/^\S.* .*\S$/)] }],
			sites: [],
			lists: [],
			idna,
		});
	});
});

describe("a policy on crawl@1", () => {
	const changed: Policy = { base: "crawl@1", key: { www: "drop", query: { remove: ["ref"] }, fragment: "drop" } };
	const copied: Policy = {
		...CRAWL_POLICY,
		key: { ...CRAWL_POLICY.key, www: "drop", query: { ...CRAWL_POLICY.key?.query, remove: ["ref"] }, fragment: "drop" },
	};

	it("is the profile with the members of the policy over its own", () => {
		const [short, long, crawler] = [{ policy: changed }, { policy: copied }, { profile: "crawl@1" as const }].map(
			createNormalizer,
		);
		const url = "http://www.example.com./a;jsessionid=1?utm_source=1&ref=2&b&a#!/x";
		expect(short?.both(url)).toEqual(long?.both(url));
		expect(short?.key(url)).toBe("http://example.com/a?a&b");
		expect(short?.normalize(url)).toBe(crawler?.normalize(url));
		expect(short?.settings.identity).toBe(long?.settings.identity);
		expect(short?.opened.program).toEqual(long?.opened.program);
		expect(describePolicy(changed, [])).toEqual(describePolicy(copied, []));
	});

	it("has the keys of the profile without members of its own, and of its sites for their hosts", () => {
		const plain = createNormalizer({ policy: readPolicy('{ "base": "crawl@1" }') });
		expect(plain.settings.identity).toBe(createNormalizer({ policy: policyFile("crawl@1") }).settings.identity);
		const sites = createNormalizer({ policy: { base: "crawl@1", sites: [{ hosts: ["h"], key: { query: { sort: "keep" } } }] } });
		expect([sites.key("http://h/?b&a&gclid"), sites.key("http://i/?b&a&gclid")]).toEqual(["http://h/?b&a", "http://i/?a&b"]);
	});

	it("puts lists behind that of the profile, on its sites too, unless they are the only ones", () => {
		const [one, other] = ["one", "other"].map((name) => ({ name, params: [name], exempt: [] }));
		const listsOf = (lists: QueryRules["lists"], ofSite?: QueryRules["lists"]) => {
			const query = { ...(lists && { lists }) };
			const sites = ofSite === undefined ? [] : [{ hosts: ["h"], key: { query: { lists: ofSite } } }];
			const named = [one, other].filter((list) => JSON.stringify([lists, ofSite]).includes(`"${list?.name}"`));
			const normalizer = createNormalizer({
				policy: { base: "crawl@1", key: { query }, sites },
				lists: named as ParameterList[],
			});
			return normalizer.removals("http://h/?gclid&one&other").map(({ list }) => list);
		};
		expect(listsOf(["one"])).toEqual(["tracking@1", "one"]);
		expect(listsOf({ only: ["one"] })).toEqual(["one"]);
		expect(listsOf(["one"], ["other"])).toEqual(["tracking@1", "other"]);
		expect(listsOf(["one"], { only: [] })).toEqual([]);
		expect(listsOf({ only: ["one"] }, ["other"])).toEqual(["tracking@1", "other"]);
	});

	it("has the identity of what its lists are in the end", () => {
		const list = { name: "one", params: ["one"], exempt: [] };
		const identityOf = (base: Policy["base"], lists: QueryRules["lists"]) =>
			createNormalizer({ policy: { base, key: { query: { lists } } } as Policy, lists: [list] }).settings.identity;
		expect(identityOf("crawl@1", ["one"])).toBe(identityOf("crawl@1", ["tracking@1", "one"]));
		expect(identityOf("crawl@1", ["one"])).not.toBe(identityOf("crawl@1", { only: ["one"] }));
		expect(identityOf("crawl@1", ["one", "tracking@1"])).not.toBe(identityOf("crawl@1", ["one"]));
		expect(identityOf("whatwg", { only: ["one"] })).toBe(identityOf("whatwg", ["one"]));
	});

	it("refuses lists that would add none to that of the profile", () => {
		for (const [place, policy] of [
			["/key/query/lists", { base: "crawl@1", key: { query: { lists: [] } } }],
			[
				"/sites/1/key/query/lists",
				{
					base: "crawl@1",
					sites: [
						{ hosts: ["g"], key: {} },
						{ hosts: ["h"], key: { query: { lists: [] } } },
					],
				},
			],
		] as [string, Policy][]) {
			const message = `Invalid policy: ${place} adds no list to those of crawl@1; write { "only": [] } to leave those out.`;
			expect(() => createNormalizer({ policy })).toThrow(
				expect.objectContaining({ code: "invalid-policy", path: place, message }),
			);
		}
	});

	it("may leave the lists out, and resolves references as the profile does", () => {
		const none = createNormalizer({ policy: { base: "crawl@1", key: { query: { lists: { only: [] } } } } });
		expect(none.key("http://h/?gclid&a")).toBe("http://h/?a&gclid");
		expect(none.resolve("../g?b&a", "HTTP://h/x/y/z")).toBe("http://h/x/g?b&a");
	});
});

it("lists the known members with the nearest one", () => {
	const refusal = (policy: string) => () => readPolicy(policy);
	expect(refusal('{ "key": { "fragmnet": "drop" } }')).toThrow(
		'Invalid policy: /key/fragmnet is not a known member (did you mean "fragment"?); known: scheme, userinfo, hostDot, www, ' +
			"sessions, slashes, index, trailingSlash, query, emptyQuery, fragment, textDirective.",
	);
	expect(refusal('{ "remove": [] }')).toThrow(
		'/remove is not a known member (did you mean "/key/query/remove"?); known: $schema, policy, base, fetch, key, sites.',
	);
	expect(refusal('{ "base": "crawl@2" }')).toThrow('/base must be one of "rfc3986", "whatwg", "crawl@1", not "crawl@2"');
});

it("names the nearest member as docs/reference/profiles.md does", () => {
	const [, sentence = ""] = /`(Invalid policy: [^`]+)`/.exec(readFileSync("docs/reference/profiles.md", "utf8")) ?? [];
	expect(() => readPolicy('{ "key": { "query": { "sorted": "name" } } }')).toThrow(sentence.replaceAll("\n", " "));
});
