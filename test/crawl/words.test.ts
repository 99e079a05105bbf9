/** What descriptions and explanations say: every rule with its kind, its source and its sentence, and the built-in lists by name. */

import { createNormalizer, type Policy, type ProfileId, profile } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { describePolicy } from "../../src/crawl/explain/profile-description";
import { fetchWords, hostWords } from "../../src/crawl/explain/rule-words";

/** A policy by which every rule runs. */
const EVERYTHING: Policy = {
	key: {
		scheme: "https",
		userinfo: "drop",
		hostDot: "drop",
		www: "drop",
		sessions: "sessions@1",
		slashes: "collapse",
		index: ["index.html"],
		trailingSlash: "drop",
		textDirective: "drop",
		emptyQuery: "drop",
		fragment: "drop",
		query: {
			drop: true,
			emptyValue: "fold",
			emptyPairs: "drop",
			remove: ["a"],
			duplicates: "drop-equal",
			sort: "name",
		},
	},
};

const RULES: readonly (readonly [id: string, kind: string, source: string, does: string])[] = [
	["scheme-fold", "lossy", "RFC 9110 §4.2.2", "http without a port becomes https"],
	["userinfo-drop", "lossy", "RFC 9110 §4.2.4", "the userinfo goes, with its @"],
	["host-dot", "lossy", "RFC 3986 §3.2.2", "one final dot of the host goes"],
	["host-www", "lossy", "the policy", "leading www. labels of the host go, while two labels are left"],
	[
		"session-path",
		"lossy",
		"Jakarta Servlet 7.1.3; ASP.NET",
		"session identifiers in the path go: ;jsessionid=…, and (S(…)) before a segment that ends in .aspx",
	],
	["slashes", "lossy", "the policy", "runs of / in the path become one, up to a nested scheme://"],
	["index", "lossy", "the policy", 'a last segment of the path goes if it is "index.html"'],
	["trailing-slash", "lossy", "the policy", "a final / of the path goes, unless it is the whole path"],
	["query-drop", "lossy", "the policy", "the whole query goes"],
	["empty-value", "lossy", "URL Standard §5.1", "a= becomes a in the query"],
	["empty-pairs", "lossless", "URL Standard §5.1", "empty parameters go: a&&b becomes a&b"],
	[
		"session-query",
		"lossy",
		"sessions@1",
		"session parameters go, whatever their case: phpsessid, jsessionid, aspsessionid and eight letters, cfid if cfid and " +
			"cftoken are both there, cftoken if cfid and cftoken are both there, oscsid, zenid",
	],
	["param", "lossy", "the policy and its lists", '"a" goes'],
	["duplicates", "lossy", "the policy", "a parameter that is equal to an earlier one, with its value, goes"],
	["query-sort", "lossy", "the policy", "parameters are sorted by name"],
	["empty-query", "lossy", "RFC 3986 §6.2.3", "an empty query is removed, with its ?"],
	["text-directive", "lossless", "WICG scroll-to-text-fragment", "what follows :~: in the fragment goes"],
	["fragment", "lossy", "RFC 9110 §7.1", "the fragment goes"],
];

it("describes every rule of a policy, in order, with its kind and its source", () => {
	const { rules, ...others } = describePolicy(EVERYTHING, []);
	expect(rules.map(({ id, kind, source, does }) => [id, kind, source, ...does])).toEqual(RULES);
	expect(others).toEqual({ base: "rfc3986", fetch: [], sites: [], lists: [], idna: `URL of Node.js ${process.version}` });
});

it("describes no rule of a policy that has none", () => {
	expect(describePolicy({ policy: "mine@1", base: "whatwg" }, [])).toMatchObject({ id: "mine@1", base: "whatwg", rules: [] });
	expect(describePolicy({}, [])).not.toHaveProperty("id");
});

it("describes the only names that stay, and names that stay in any case", () => {
	const does = (query: NonNullable<NonNullable<Policy["key"]>["query"]>) =>
		describePolicy({ key: { query } }, []).rules.map((rule) => [rule.id, ...rule.does]);
	expect(does({ only: [] })).toEqual([["param", "all other parameters go"]]);
	expect(does({ only: ["a b", "c"], keep: ["d"] })).toEqual([
		["param", '"d" stays, whatever else removes it', 'all other parameters go but "a b", "c"'],
	]);
	expect(does({ remove: [{ name: "a", match: "exact" }, "b"] })).toEqual([["param", '"b" goes', '"a" goes']]);
	expect(does({ sort: "name-value" })).toEqual([["query-sort", "parameters are sorted by name, then by value"]]);
	expect(does({ sort: "keep" })).toEqual([]);
});

it.each<[NonNullable<Policy["fetch"]>, string[]]>([
	[{}, []],
	[{ fragment: "keep", textDirective: "keep" }, []],
	[{ fragment: "drop" }, ["the fragment goes"]],
	[{ fragment: "spa" }, ["the fragment goes, unless it begins with ! or /"]],
	[
		{ fragment: "spa", textDirective: "drop" },
		["what follows :~: in the fragment goes", "the fragment goes, unless it begins with ! or /"],
	],
	[{ textDirective: "drop" }, ["what follows :~: in the fragment goes"]],
])("describes what is fetched by %j", (fetch, words) => {
	expect(fetchWords(fetch)).toEqual(words);
	expect(describePolicy({ fetch }, []).fetch).toEqual(words);
});

it.each([
	["a.com", "a.com and all hosts below it"],
	["www.a.com", "www.a.com and a.com alone"],
	["WWW.a.com", "WWW.a.com and a.com alone"],
	["x.www.a.com", "x.www.a.com and all hosts below it"],
	["wwwa.com", "wwwa.com and all hosts below it"],
	["127.1", "127.1"],
	["127.0.0.1.", "127.0.0.1."],
	["0x7f.1", "0x7f.1"],
	["127.0X1", "127.0X1"],
	["0x7f000001", "0x7f000001"],
	["www.127.1", "www.127.1"],
	["[::1]", "[::1]"],
	["127.1.a", "127.1.a and all hosts below it"],
	["1a", "1a and all hosts below it"],
])("says which hosts %s covers", (name, words) => {
	expect(hostWords(name)).toBe(words);
});

it.each<[ProfileId, string, string, string, string]>([
	[
		"whatwg@1",
		"url-standard",
		"lossless",
		"WHATWG URL Standard, commit 6ae84860 of 2026-07-02",
		"what browsers write alike: new URL(x).href",
	],
	["surt@1", "profile", "lossy", "surt 0.3.1 for Python, surt.surt(url)", "the SURT of web archives, faults included"],
	[
		"safe-browsing@1",
		"profile",
		"lossy",
		"Safe Browsing v4 and v5, URLs and Hashing",
		"what Safe Browsing looks up under the same expression",
	],
	["crawlee@1", "profile", "lossy", "@apify/utilities 2.35.11, normalizeUrl", "the uniqueKey of Crawlee, faults included"],
	["w3lib@1", "profile", "lossy", "w3lib 2.5.0, canonicalize_url", "canonicalize_url of Scrapy's w3lib, faults included"],
])("describes the profile %s as one rule", (id, rule, kind, source, does) => {
	const { rules, ...others } = profile(id);
	expect(rules).toEqual([{ id: rule, kind, source, does: [does] }]);
	expect(others).toMatchObject({ id, base: source, fetch: [], sites: [], lists: [] });
});

it.each<[string, string, string, string, string]>([
	["http://h/", "https://h/", "scheme-fold", "RFC 9110 §4.2.2", "lossy"],
	["https://u@h/", "https://h/", "userinfo-drop", "RFC 9110 §4.2.4", "lossy"],
	["https://h.i./", "https://h.i/", "host-dot", "RFC 3986 §3.2.2", "lossy"],
	["https://www.h.i/", "https://h.i/", "host-www", "the policy", "lossy"],
	["https://h/a;jsessionid=1", "https://h/a", "session-path", "Jakarta Servlet 7.1.3; ASP.NET", "lossy"],
	["https://h/a//b", "https://h/a/b", "slashes", "the policy", "lossy"],
	["https://h/a/", "https://h/a", "trailing-slash", "the policy", "lossy"],
	["https://h/?a", "https://h/", "query-drop", "the policy", "lossy"],
	["https://h/#a:~:b", "https://h/#a", "text-directive", "WICG scroll-to-text-fragment", "lossless"],
	["https://H/", "https://h/", "host-case", "RFC 3986 §6.2.2.1", "lossless"],
	["https://h/%7e", "https://h/~", "percent-unreserved", "RFC 3986 §6.2.2.2", "lossless"],
])("explains that %s becomes %s by %s", (before, after, rule, section, kind) => {
	const { fragment: _, ...key } = EVERYTHING.key ?? {};
	const { steps, value } = createNormalizer({ policy: { key } }).explain(before);
	expect(steps.at(-1)).toEqual(expect.objectContaining({ after: value }));
	expect(value).toBe(after);
	const step = steps.find((one) => one.rule === rule);
	expect(step).toMatchObject({ section, kind });
});

/** Who documents them: docs/reference/profiles.md. */
const TRACKING_NAMES =
	"utm_source utm_medium utm_campaign utm_term utm_content utm_id utm_source_platform utm_creative_format utm_marketing_tactic " +
	"gad_source gad_campaignid gbraid gclid gclsrc dclid wbraid srsltid fbclid msclkid li_fat_id ttclid twclid yclid ysclid _openstat " +
	"mc_cid mc_eid _hsenc _hsmi __hstc __hssc __hsfp hsCtaTracking vero_id vero_conv _kx _bhlid mtm_campaign mtm_source mtm_medium " +
	"mtm_keyword mtm_kwd mtm_content mtm_cid mtm_group mtm_placement pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid";

it("crawl@1 removes the parameters of tracking@1 by their exact names", () => {
	const crawler = createNormalizer({ profile: "crawl@1" });
	const names = TRACKING_NAMES.split(" ");
	for (const name of names) {
		expect(crawler.removals(`http://h/?${name}=1&a`)).toEqual([
			{ piece: `${name}=1`, rule: `tracking@1:${name}`, list: "tracking@1", entry: name },
		]);
		expect(crawler.key(`http://h/?${name}x=1`)).toBe(`http://h/?${name}x=1`);
	}
	const url = `?${names.join("&")}&igsh&igshid&mkt_tok`;
	expect(crawler.key(`http://h/${url}`)).toBe("http://h/?igsh&igshid");
	expect(crawler.key(`http://instagram.com/${url}`)).toBe("http://instagram.com/");
	for (const path of ["unsubscribe", "emailwebview"])
		expect(crawler.key(`http://h/${path}?mkt_tok`)).toBe(`http://h/${path}?mkt_tok`);
	for (const host of ["urldefense.com", "urldefense.proofpoint.com"]) {
		expect(crawler.key(`http://${host}/?gclid=1`)).toBe(`http://${host}/?gclid=1`);
	}
});

it("sessions@1 removes the names of sessions in any case", () => {
	const crawler = createNormalizer({ policy: { key: { sessions: "sessions@1" } } });
	const keyOf = (query: string) => crawler.key(`http://h/?${query}`);
	for (const name of ["PHPSESSID", "jsessionid", "ASPSESSIONIDABCDEFGH", "oscsid", "zenid"]) {
		expect([name, keyOf(`${name}=1&a`)]).toEqual([name, "http://h/?a"]);
		expect(crawler.removals(`http://h/?${name}=1`)).toHaveLength(1);
	}
	for (const name of ["phpsessidx", "aspsessionid", "aspsessionidabcdefg", "aspsessionidabcdefghi", "cfid", "cftoken"]) {
		expect(keyOf(`${name}=1`)).toBe(`http://h/?${name}=1`);
	}
	expect(keyOf("CFID=1&a&CFTOKEN=2")).toBe("http://h/?a");
});
