/** The report of `learn`: its data, and what each section of its page tells. */
import { describe, expect, it } from "vitest";
import { learnReportPage } from "../../src/dedupe/report/learn-page";
import { learnReport } from "../../src/dedupe/report/learn-report";
import type { Evidence, LearnCounts, RuleEvidence } from "../../src/learn/row-batch";

const COUNTS = {
	rows: 2000,
	fetches: 1000,
	rules: 1,
	rowsWithoutEvidence: 250,
	onceSites: 0,
	onceRows: 0,
	namesLeftOut: 0,
} as LearnCounts;

const RULE: RuleEvidence = {
	rule: "param:utm",
	scope: "everywhere",
	reach: "everywhere",
	age: 0,
	hostsFor: 3,
	votes: 1199,
	disagree: 1,
	proven: 0,
	expected: 0.0125,
	redirects: 0,
	against: [],
	savedPer1000: 12.5,
	examples: [],
} as unknown as RuleEvidence;

const EVIDENCE: Evidence = {
	format: "urlsieve-evidence@1",
	base: "crawl@1",
	rules: [],
	refused: [],
	sites: [],
	heldOut: { agreement: 0.9912, control: 0.5, quotient: 1 },
	controls: { keys: 2000, changed: 1001 },
};

const dataOf = (evidence: Partial<Evidence>, counts: Partial<LearnCounts> = {}, causes = {}) =>
	learnReport(
		{ version: "1.2.3", command: ["urlsieve", "learn"], date: "2026-01-01T00:00:00Z", counts: { ...COUNTS, ...counts }, causes },
		{ ...EVIDENCE, ...evidence },
	);

const pageOf = (...args: Parameters<typeof dataOf>) => learnReportPage(dataOf(...args));

/** The markup of a section, without its heading. */
const sectionOf = (title: string, ...args: Parameters<typeof dataOf>) =>
	new RegExp(`<h2>${title}</h2>\\n([\\s\\S]*?)\\n</section>`).exec(pageOf(...args))?.[1];

/** The same without tags, and the white space around them. */
const textOf = (title: string, ...args: Parameters<typeof dataOf>) =>
	sectionOf(title, ...args)
		?.replaceAll(/<[^>]*>/g, "|")
		.replaceAll(/[|\s]*\|[|\s]*/g, "|");

describe("the data of a report of learn", () => {
	it("has rules by what they save, those that are left out apart", () => {
		const rules = [3, 9, 5, 7].map((savedPer1000) => ({ ...RULE, savedPer1000, ...(savedPer1000 > 6 && { leftOut: true }) }));
		const { rules: written, leftOut, ...data } = dataOf({ rules: rules as readonly RuleEvidence[] });
		expect(written.map(({ savedPer1000 }) => savedPer1000)).toEqual([5, 3]);
		expect(leftOut.map(({ savedPer1000 }) => savedPer1000)).toEqual([9, 7]);
		expect(data).toMatchObject({ otherRules: 0, otherLeftOut: 0, otherRefused: 0, refused: [], sampled: [] });
		expect(data).toMatchObject({ version: "1.2.3", heldOut: EVIDENCE.heldOut, controls: EVIDENCE.controls });
	});

	it("has sites without evidence, those with most rows first, and equal ones by name", () => {
		const sites = [
			{ host: "c.org", column: null, cause: "blind", rows: 10 },
			{ host: "other.org", column: 1, cause: "absent", rows: 99 },
			{ host: "a.org", column: null, cause: "blind", rows: 10 },
			{ host: "b.org", column: null, cause: "unstable", rows: 30 },
		];
		const { withoutEvidence } = dataOf({ sites }, { onceSites: 2, onceRows: 200 });
		expect(withoutEvidence).toEqual({
			rows: 250,
			share: 0.25,
			causes: {
				blind: { sites: 2, rows: 20, share: 0.02 },
				unstable: { sites: 1, rows: 30, share: 0.03 },
				once: { sites: 2, rows: 200, share: 0.2 },
			},
			sites: [
				{ host: "b.org", cause: "unstable", rows: 30 },
				{ host: "a.org", cause: "blind", rows: 10 },
				{ host: "c.org", cause: "blind", rows: 10 },
			],
		});
	});

	it("lists two hundred of these sites, and has no share of no fetches", () => {
		const sites = Array.from({ length: 201 }, (_, index) => ({ host: `h${index}`, column: null, cause: "blind", rows: 1 }));
		const { withoutEvidence } = dataOf({ sites }, { fetches: 0 });
		expect(withoutEvidence.sites).toHaveLength(200);
		expect(withoutEvidence.share).toBe(0);
		expect(withoutEvidence.causes).toEqual({ blind: { sites: 201, rows: 201, share: 0 } });
	});
});

describe("the page of a report of learn", () => {
	it("tells first how much was read, learned, and cannot be judged", () => {
		const page = pageOf({});
		expect(page).toContain("<h1>What was learned</h1>");
		expect(page.match(/<dl class="totals">.*<\/dl>/)?.[0].replaceAll(/(<[^>]*>)+/g, "|")).toBe(
			"|rows read|2,000|rules|1|fetches that count|1,000 |100.0 %|on sites without evidence|250 |25.0 %|",
		);
	});

	it("has the sites without evidence with the meaning of each cause", () => {
		const sites = ["unstable", "blind", "absent", "other"].map((cause, index) => ({
			host: `${cause}.org`,
			column: null,
			cause,
			rows: index + 1,
		}));
		expect(textOf("Sites without evidence", { sites }, { onceSites: 2, onceRows: 200 })).toBe(
			"|25.0 % of the fetches that count are on sites of which nothing could be learned. Rules that act everywhere act there, too." +
				"|unstable|1 site, 1 fetch (0.1 %): pages change between two fetches, so that digests cannot prove that two URLs are one page" +
				"|blind|1 site, 2 fetches (0.2 %): most pages have the same digest, so that equal digests prove nothing" +
				"|absent|1 site, 3 fetches (0.3 %): no row has the first digest, and the others are of no use" +
				"|other|1 site, 4 fetches (0.4 %):" +
				"|once|2 sites, 200 fetches (20.0 %): no page was fetched twice, neither by one URL nor by two, so that there is nothing to compare" +
				"|site|fetches|other.org|other|4|absent.org|absent|3|blind.org|blind|2|unstable.org|unstable|1|",
		);
		expect(textOf("Sites without evidence", {}, { rowsWithoutEvidence: 0 })).toBe("|None.|");
	});

	it("has the rows that do not count by cause, the greatest number first", () => {
		expect(textOf("Rows that do not count", {}, {}, { status: 1, none: 0, truncated: 1000 })).toBe(
			"|cause|rows|truncated|1,000|status|1|",
		);
		expect(textOf("Rows that do not count", {}, {}, { none: 0 })).toBe("|None.|");
	});

	it("has no section for limits that nothing exceeds, and twenty sampled pages of those that exceed one", () => {
		expect(sectionOf("What was left out", {})).toBeUndefined();
		const sampled = Array.from({ length: 21 }, (_, index) => ({ url: `http://h/${index}`, rows: 200_000, kept: 131_072 }));
		const text = textOf("What was left out", { sampled });
		expect(text).toMatch(
			/^\|21 pages with very many fetches: only a sample was used\.\|one of its URLs\|rows\|http:\/\/h\/0\|200,000\|/,
		);
		expect(text).toContain("|http://h/19|");
		expect(text).not.toContain("|http://h/20|");
		expect(textOf("What was left out", {}, { namesLeftOut: 1 })).toBe(
			"|1 name of parameters are in too few URLs to be judged: no rule erases them.|",
		);
	});

	it("has what each rule saves, and its trials", () => {
		expect(textOf("Fetches saved by rule", { rules: [RULE] })).toBe("|rule|of 1,000 fetches|param:utm|everywhere|12.5|");
		expect(textOf("Fetches saved by rule", {})).toBe("|None.|");
		expect(textOf("Rules and their exceptions", { rules: [RULE] })).toBe(
			"|Search for words in rules and URLs|param:utm|everywhere|1,200 trials; 0.1 % disagree, 1.3 % expected; saves 12.5 of 1,000 fetches|",
		);
		expect(textOf("Rules and their exceptions", {})).toBe("|None.|");
		const none = { ...RULE, votes: 0, disagree: 0, proven: 1000, redirects: 1, reach: "host" as const, hosts: ["a<b"] };
		expect(textOf("Rules and their exceptions", { rules: [none] })).toContain(
			"|a&lt;b|0 trials; no trial; 1,000 proven contrary; 1 redirect; saves 12.5 of 1,000 fetches|",
		);
	});

	it("has an example of a rule, and the sites that contradict it, at most twenty", () => {
		const pair = ["http://a/?x", "http://a/"] as const;
		const against = (count: number) =>
			Array.from({ length: count }, (_, index) => ({
				host: `h${index}`,
				agree: 1000,
				disagree: 2,
				...(index === 0 && { pair }),
			}));
		const ruleOf = (count: number) => ({ ...RULE, examples: [pair, pair], against: against(count) }) as RuleEvidence;
		const item = sectionOf("Rules and their exceptions", { rules: [ruleOf(2)] });
		expect(item?.slice(item.indexOf("</p>\n<div"))).toBe(`</p>
<div class="pair kept"><span class="muted">same page</span><code dir="ltr">http://a/<mark>?x</mark></code></div>
<div class="pair dropped"><span class="muted"></span><code dir="ltr">http://a/</code></div>
<p>not at <code>h0</code> <span class="muted">1,000 agree, 2 disagree</span></p>
<div class="pair kept"><span class="muted">different pages</span><code dir="ltr">http://a/<mark>?x</mark></code></div>
<div class="pair dropped"><span class="muted"></span><code dir="ltr">http://a/</code></div>
<p>not at <code>h1</code> <span class="muted">1,000 agree, 2 disagree</span></p>
</li>
</ul>`);
		const shown = [20, 21, 22].map((count) => textOf("Rules and their exceptions", { rules: [ruleOf(count)] }));
		expect(shown.map((text) => text?.match(/not at/g)?.length)).toEqual([20, 20, 20]);
		expect(shown.map((text) => /and \d+ other hosts?/.exec(text as string)?.[0])).toEqual([
			undefined,
			"and 1 other host",
			"and 2 other hosts",
		]);
	});

	it("has refused rules and those that are left out only if there are some", () => {
		for (const title of ["Refused rules", "Left out by the limits of policies"]) expect(sectionOf(title, {})).toBeUndefined();
		expect(textOf("Refused rules", { refused: [RULE] })).toMatch(/^\|param:utm\|everywhere\|1,200 trials;/);
		const leftOut = { rules: [{ ...RULE, leftOut: true }] as readonly RuleEvidence[] };
		expect(textOf("Left out by the limits of policies", leftOut)).toMatch(/^\|param:utm\|/);
	});

	it("ends with the facts of noise", () => {
		const facts = [...pageOf({ rules: [RULE] }).matchAll(/<dt>([^<]*)<\/dt><dd><code dir="ltr">(.*?)<\/code><\/dd>/g)];
		expect(facts.map(([, name, value]) => [name, value])).toEqual([
			["command", "urlsieve learn"],
			["agreement on pages kept apart", "99.1 %"],
			["the same pages fetched twice", "50.0 %"],
			["quotient", "100.0 %"],
			["controls", "1,001 of 2,000 pages fetched twice changed"],
			["rules", "1"],
			["version", "1.2.3"],
			["date", "2026-01-01T00:00:00Z"],
		]);
	});
});
