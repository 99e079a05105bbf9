/** The report of `learn` lists what there is room for, and counts the rest. */
import { expect, it } from "vitest";
import { learnReportPage } from "../../src/dedupe/report/learn-page";
import { learnReport } from "../../src/dedupe/report/learn-report";
import { type Evidence, learn, type RuleEvidence } from "../../src/learn/index";
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
