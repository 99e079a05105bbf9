/** Evidence for rules, by the members that docs/guide/learn.md lists. */

import { type Evidence, type LearnOptions, learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const evidenceOf = async (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Evidence> =>
	(await learn(batchesOf(rows), { holdout: 0, ...options })).evidence;

/** Pages without and with a parameter: both with the same digest, or with different ones. */
function pages(host: string, count: number, name: string, isSame = true): TestRow[] {
	return Array.from({ length: 2 * count }, (_, row) => ({
		url: `https://${host}/${name}/${row >> 1}${row % 2 === 0 ? "" : `?${name}=${row}`}`,
		digests: [`${host} ${name} ${isSame ? row >> 1 : row}`],
	}));
}

const SITES = Array.from({ length: 20 }, (_, index) => `s${index}.com`).sort();
const AGREEING = SITES.flatMap((host) => pages(host, 40, "ref"));
const pair = (host: string) => [
	expect.stringMatching(`^https://${host}/ref/\\d+$`),
	expect.stringMatching(`^https://${host}/ref/\\d+\\?ref=\\d+$`),
];

describe("the evidence of a rule", () => {
	it("that acts everywhere counts the sites at which it acts", async () => {
		const { rules, refused } = await evidenceOf(AGREEING, { reach: "everywhere" });
		expect(refused).toEqual([]);
		expect(rules).toEqual([
			{
				rule: "param:ref",
				scope: "everywhere",
				reach: "everywhere",
				age: 0,
				hostsFor: 20,
				votes: 800,
				disagree: 0,
				proven: 0,
				expected: 0.02,
				redirects: 0,
				against: [],
				savedPer1000: 500,
				examples: SITES.slice(0, 3).map(pair),
			},
		]);
	});

	it("of some hosts names these, and one that contradicts it with its trials and a pair", async () => {
		const { rules } = await evidenceOf([...AGREEING, ...pages("a.com", 40, "ref", false)]);
		expect(rules).toMatchObject([
			{
				reach: "crawl",
				hosts: SITES,
				hostsFor: 20,
				votes: 800,
				disagree: 0,
				against: [{ host: "a.com", agree: 0, disagree: 40, pair: pair("a.com") }],
			},
		]);
		expect(rules[0]).not.toHaveProperty("exceptHosts");
		expect(rules[0]?.savedPer1000).toBeCloseTo((1000 * 800) / 1680, 1);
	});

	it("expects the disagreement of noise, whether the rule is adopted or refused", async () => {
		// A quarter of the pages change by themselves.
		const noisy = Array.from({ length: 800 }, (_, row) => ({
			url: `https://a.com/${row >> 1}`,
			time: `${row % 2}`,
			digests: [`${row >> 1} ${(row >> 1) % 4 === 0 ? row % 2 : ""}`],
		}));
		const { rules, refused } = await evidenceOf([...noisy, ...pages("a.com", 40, "ref"), ...pages("a.com", 40, "id", false)]);
		expect(rules).toMatchObject([{ rule: "param:ref", hosts: ["a.com"], votes: 40, expected: 0.265 }]);
		expect(refused).toMatchObject([
			{ rule: "param:id", votes: 0, disagree: 20, expected: 0.265, against: [{ host: "a.com", agree: 0, disagree: 40 }] },
		]);
	});

	it("says whether the evidence of an earlier run fit", async () => {
		// 4,500 hosts of 250 octets are more than 1 MiB.
		const labels = ["a", "b", "c", "d"].map((letter) => letter.repeat(58)).join(".");
		const hosts = Array.from({ length: 4500 }, (_, site) => `${String(site).padStart(5, "0")}.${labels}.com`);
		const evidence = await evidenceOf(pages("a.com", 40, "ref"));
		const [rule] = evidence.rules as [RuleEvidence];
		const previous = { ...evidence, rules: [rule, { ...rule, rule: "param:zone", hosts }] };
		const next = await evidenceOf([], { previous });
		expect(next.rules.map(({ leftOut, age, rule: name, hosts: of }) => [name, leftOut, age, of?.length])).toEqual([
			["param:ref", undefined, 1, 1],
			["param:zone", true, 1, 4500],
		]);
		expect(next.rules[0]).toEqual({ ...rule, age: 1 });
	});
});
