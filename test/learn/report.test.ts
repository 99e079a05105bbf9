/** The report of `learn` lists what there is room for, and counts the rest. */

import { type Evidence, learn, type RuleEvidence } from "urlsieve/learn";
import { expect, it } from "vitest";
import { learnReportPage } from "../../src/dedupe/report/learn-page";
import { learnReport } from "../../src/dedupe/report/learn-report";
import { batchesOf } from "../support/row-batches";

const ROWS = Array.from({ length: 200 }, (_, row) => ({
	url: `https://a.com/${row >> 1}${row % 2 ? `?from=${row}` : ""}`,
	digests: [`page ${row >> 1}`],
}));

it("counts rules, those that exceed the limits, and refused ones beyond the first 200", async () => {
	const { evidence, counts } = await learn(batchesOf(ROWS));
	const [rule] = evidence.rules as [RuleEvidence];
	const copies = (count: number, name: string, more: object = {}) =>
		Array.from({ length: count }, (_, index) => ({ ...rule, rule: `param:${name}${index}`, ...more }));
	const many: Evidence = {
		...evidence,
		rules: [...copies(203, "kept"), ...copies(250, "limit", { leftOut: true })],
		refused: copies(207, "refused"),
	};
	const run = { version: "1", command: ["urlsieve", "learn"], date: "2026-01-01T00:00:00Z", counts, causes: {} };
	const data = learnReport(run, many);
	expect([data.rules, data.leftOut, data.refused].map(({ length }) => length)).toEqual([200, 200, 200]);
	expect([data.otherRules, data.otherLeftOut, data.otherRefused]).toEqual([3, 50, 7]);
	const page = learnReportPage(data);
	for (const text of ["and 3 rules that save less", "and 50 others", "and 7 others"]) expect(page).toContain(text);
	expect(learnReportPage(learnReport(run, evidence))).not.toContain("others");
});

it("names the first host of a rule, and what the limits of memory have left out", async () => {
	const { evidence, counts } = await learn(batchesOf(ROWS));
	const [rule] = evidence.rules as [RuleEvidence];
	const run = { version: "1", command: ["urlsieve", "learn"], date: "2026-01-01T00:00:00Z", counts, causes: {} };
	const pageOf = (more: Partial<RuleEvidence>, some: Partial<Evidence> = {}, namesLeftOut = 0) =>
		learnReportPage(
			learnReport({ ...run, counts: { ...counts, namesLeftOut } }, { ...evidence, rules: [{ ...rule, ...more }], ...some }),
		);
	const hosts = ["a.com", "b.com", "c.com"];
	const shown = hosts.map((_, count) => pageOf({ reach: "host", hosts: hosts.slice(0, count + 1) }));
	expect(shown.map((page) => /<span class="muted">(a\.com[^<]*)</.exec(page)?.[1])).toEqual([
		"a.com",
		"a.com and 1 other host",
		"a.com and 2 other hosts",
	]);
	expect(pageOf({ reach: "everywhere" })).toContain('<span class="muted">everywhere</span>');

	const sampled = [1, 2].map((index) => ({ url: `http://a.com/search?q=${index}`, rows: 200_000 * index, kept: 131_072 }));
	const left = (some: Partial<Evidence>, names = 0) =>
		/What was left out[\s\S]*?<\/section>/.exec(pageOf({}, some, names))?.[0].replaceAll(/<[^>]*>/g, " ");
	expect(left({})).toBeUndefined();
	expect(left({}, 1)).toContain("1 name of parameters are in too few URLs to be judged: no rule erases them.");
	expect(left({}, 1)).not.toContain("fetches");
	const pages = left({ sampled: sampled.slice(0, 1) });
	expect(pages).toContain("1 page with very many fetches: only a sample was used.");
	expect(pages).toContain("http://a.com/search?q=1");
	expect(pages).toContain("200,000");
	expect(pages).not.toContain("names");
	expect(left({ sampled }, 2)).toMatch(/2 names of[\s\S]*2 pages with very many fetches/);
});

it("counts sites without evidence by cause, with their share of the rows", async () => {
	const once = Array.from({ length: 60 }, (_, row) => ({ url: `https://s${row % 3}.org/${row}`, digests: [`${row}`] }));
	// Two variants of a page are two fetches of it, whatever they show.
	const variants = ["", "?a=1"].map((query) => ({ url: `https://v.org/${query}`, digests: [`content ${query}`] }));
	const blind = Array.from({ length: 38 }, (_, row) => ({ url: `https://b.org/${row}`, digests: ["shell"] }));
	const { evidence, counts } = await learn(batchesOf([...ROWS, ...once, ...variants, ...blind]));
	expect(counts).toMatchObject({ onceSites: 3, onceRows: 60, blindSites: 1, rowsWithoutEvidence: 98, fetches: 300 });
	const run = { version: "1", command: ["urlsieve", "learn"], date: "2026-01-01T00:00:00Z", counts, causes: {} };
	const data = learnReport(run, evidence);
	expect(data.withoutEvidence.causes).toEqual({
		once: { sites: 3, rows: 60, share: 0.2 },
		blind: { sites: 1, rows: 38, share: 38 / 300 },
	});
	expect(learnReportPage(data)).toContain("3 sites, 60 fetches (20.0 %)");
	expect(learnReportPage(data)).toContain("no page was fetched twice");
});
