/** Words of descriptions and explanations: every rule with its kind, its source and its sentence, and the built-in lists by name. */

import { createNormalizer, type ProfileId, profile } from "urlsieve/crawl";
import { expect, it } from "vitest";

it.each<[ProfileId, string, string, string, string]>([
	[
		"whatwg@1",
		"url-standard",
		"lossless",
		"WHATWG URL Standard, commit 6ae84860 of 2026-07-02",
		"what browsers write alike: new URL(x).href",
	],
	[
		"surt-java@1",
		"profile",
		"lossy",
		"webarchive-commons 1.3.0 for Java, WaybackURLKeyMaker",
		"the key of Common Crawl's indexes, faults included",
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

/** The page that documents them: docs/reference/profiles.md. */
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

it("finds the removed pieces of each reference after a long one", () => {
	const crawler = createNormalizer({ profile: "crawl@1" });
	crawler.key(`http://h/${"x".repeat(200_000)}`);
	// The memory of the long one is given back in one of these uses.
	for (let use = 0; use < 150; ++use) {
		expect(crawler.removals("http://h/?gclid=1&a").map(({ piece }) => piece)).toEqual(["gclid=1"]);
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
