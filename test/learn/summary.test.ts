/** The summary of `learn`: the rows by what became of them, and the notes. */
import { expect, it } from "vitest";
import { summaryOf } from "../../src/cli/commands/learn-summary";
import { causesOf } from "../../src/job/causes";
import type { LearnCounts, Learned } from "../../src/learn/row-batch";

const COUNTS: LearnCounts = {
	...{ rows: 2000, fetches: 1000, invalidUrl: 0, notHttp: 0, status: 0, truncated: 0, noDigest: 0, repeated: 0, notSampled: 0 },
	...{ redirects: 0, keys: 0, sites: 0, unstableSites: 0, blindSites: 0, onceSites: 0, onceRows: 0, rowsWithoutEvidence: 0 },
	...{ namesLeftOut: 0, rules: 2, rulesLeftOut: 0, rulesCarried: 0 },
};
const HELD_OUT = { agreement: 0.5, control: 0.75, quotient: 0.6667 };

const summary = (counts: Partial<LearnCounts>, refused = 0, asJson = false) => {
	const evidence = { heldOut: HELD_OUT, refused: Array.from({ length: refused }) };
	const learned = { counts: { ...COUNTS, ...counts }, evidence } as unknown as Learned;
	return summaryOf({ folder: "out", learned, causes: { "are truncated": 1234 }, seconds: 1.239, inputOctets: 5 }, asJson);
};

const notesOf = (counts: Partial<LearnCounts>, refused = 0) =>
	summary(counts, refused)
		.split("\n")
		.slice(2, -1)
		.map((row) => row.replace("urlsieve learn: note: ", ""));

const AGREE = "pages kept apart agree in 50.0 %, pages fetched twice in 75.0 %: quotient 66.7 %";
const NOTHING = "nothing was learned: out has the base policy.";

it("sums up the rows, the causes and the quality of the rules", () => {
	const note = `urlsieve learn: note: ${AGREE}\n`;
	const causes = "       1,234  are truncated\n";
	expect(summary({})).toBe(`urlsieve learn: 2,000 rows, 1,000 count, 2 rules, 1.24 s\n${causes}${note}`);
	expect(summary({ rows: 1, redirects: 1, rules: 1 })).toBe(
		`urlsieve learn: 1 row, 1,000 count, 1 redirect, 1 rule, 1.24 s\n${causes}${note}`,
	);
});

it("has the same as JSON", () => {
	const text = summary({}, 0, true);
	expect(text.endsWith("}\n")).toBe(true);
	expect(JSON.parse(text)).toEqual({
		...{ command: "learn", ...COUNTS, causes: { "are truncated": 1234 }, heldOut: HELD_OUT, inputOctets: 5, seconds: 1.239 },
		notes: [AGREE],
	});
});

it.each<[counts: Partial<LearnCounts>, refused: number, notes: string[]]>([
	[
		{ rowsWithoutEvidence: 1, unstableSites: 1000, blindSites: 2, onceSites: 3 },
		0,
		["0.1 % of the fetches are on sites without evidence (1,000 unstable, 2 blind, 3 never fetched twice)", AGREE],
	],
	[{ rulesCarried: 1 }, 0, [AGREE, "1 rule of the earlier run could not be judged, and stays"]],
	[{ rulesCarried: 2 }, 0, [AGREE, "2 rules of the earlier run could not be judged, and stay"]],
	[{ namesLeftOut: 1000 }, 0, [AGREE, "1,000 names of parameters are in too few URLs to be judged, and stay"]],
	[{ rulesLeftOut: 1 }, 0, [AGREE, "1 rule did not fit the limits of policies; see evidence.json"]],
	[{ rules: 0 }, 0, [`${NOTHING} No two URLs differ by something that could be erased.`]],
	[{ rules: 0 }, 1, [`${NOTHING} 1 candidate failed the tests; see "refused" in evidence.json.`]],
	[{ rules: 0, onceRows: 999 }, 2, [`${NOTHING} 2 candidates failed the tests; see "refused" in evidence.json.`]],
	[{ rules: 0, onceRows: 1000 }, 2, [`${NOTHING} No page was fetched twice, neither by one URL nor by two.`]],
	[{ rules: 0, fetches: 0 }, 2, [`${NOTHING} 2 candidates failed the tests; see "refused" in evidence.json.`]],
])("notes on %j, with %d refused: %j", (counts, refused, notes) => {
	expect(notesOf(counts, refused)).toEqual(notes);
});

it("says that no site has evidence", () => {
	expect(notesOf({ rules: 0, rowsWithoutEvidence: 1000 }, 1).at(-1)).toBe(
		`${NOTHING} No site has digests that prove anything; see --digest.`,
	);
	expect(notesOf({ rules: 0, rowsWithoutEvidence: 999 }, 1).at(-1)).toContain("1 candidate failed");
});

it("names the causes that there are, and counts a row that cannot be read once", () => {
	const counts = { ...COUNTS, invalidUrl: 6, notHttp: 1, status: 2, truncated: 3, noDigest: 4, repeated: 5, notSampled: 7 };
	const causes = causesOf(counts, { rows: 9, empty: 1, faults: 2 });
	expect(Object.entries(causes)).toEqual([
		["cannot be read", 2],
		["have no URL", 1],
		["have no valid URL", 3],
		["are neither http nor https", 1],
		["have another status than 200", 2],
		["are truncated", 3],
		["have no digest, or that of an empty page", 4],
		["repeat the URL and the time of another row", 5],
		["are beyond the sample of a page with more than 131,072 fetches", 7],
	]);
	expect(causesOf({ ...COUNTS, invalidUrl: 3 }, { rows: 9, empty: 1, faults: 2 })).toEqual({
		"cannot be read": 2,
		"have no URL": 1,
	});
});
