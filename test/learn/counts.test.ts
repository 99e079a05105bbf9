/** A crawl with rows of every kind: their counts, the rules learned, and the passes reported. */

import type { Policy } from "urlsieve/crawl";
import { type LearnProgress, learn } from "urlsieve/learn";
import { expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const pages = (host: string, count: number): TestRow[] =>
	Array.from({ length: 2 * count }, (_, row) => ({
		url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : `?from=${row}`}`,
		digests: [`${host} ${row >> 1}`],
		time: `${row}`,
	}));
const ROWS: TestRow[] = [
	...pages("a.com", 60),
	...pages("b.com", 3),
	{ url: "https://a.com/1", digests: ["a.com 1"], time: "again" },
	{ url: "https://a.com/2", digests: ["changed"], time: "again" },
	{ url: "https://a.com/2", digests: ["changed"], time: "again" },
	{ url: "https://c.com/", digests: ["c"], time: "1" },
	{ url: "http://[", digests: ["x"] },
	{ url: "ftp://a.com/", digests: ["x"] },
	{ url: "https://a.com/404", digests: ["x"], status: "404" },
	{ url: "https://a.com/cut", digests: ["x"], truncated: "length" },
	{ url: "https://a.com/none", digests: [""] },
	{ url: "http://a.com/1", digests: [""], status: "301", redirect: "https://a.com/1" },
	{ url: "http://a.com/1", digests: [""], status: "302", redirect: "https://b.com/1" },
];

const COUNTS = {
	rows: 137,
	fetches: 129,
	invalidUrl: 1,
	notHttp: 1,
	method: 0,
	status: 2,
	truncated: 1,
	noDigest: 1,
	repeated: 1,
	notSampled: 0,
	redirects: 1,
	keys: 127,
	sites: 3,
	unstableSites: 0,
	blindSites: 0,
	onceSites: 1,
	onceRows: 1,
	rowsWithoutEvidence: 1,
	namesLeftOut: 0,
	rules: 1,
	rulesLeftOut: 0,
	rulesCarried: 0,
};

it.each([5000, 7, 1])("counts rows of every kind, in batches of %i", async (size) => {
	const { counts, evidence, list, probes } = await learn(batchesOf(ROWS, size), { engine: "js" });
	expect(counts).toEqual(COUNTS);
	expect(list).toEqual({
		format: "urlsieve-list@1",
		name: "learned",
		version: "1",
		params: [{ name: "from", hosts: ["a.com"] }],
		exempt: [],
	});
	expect(probes).toEqual([]);
	expect(evidence).toEqual({
		format: "urlsieve-evidence@1",
		base: expect.stringMatching(/^policy:[0-9a-f]{64}$/),
		rules: [
			{
				rule: "param:from",
				scope: "host",
				reach: "host",
				hosts: ["a.com"],
				age: 0,
				hostsFor: 1,
				votes: 59,
				disagree: 0,
				proven: 0,
				expected: 0.02,
				redirects: 0,
				against: [],
				savedPer1000: 465.1,
				examples: [["https://a.com/40", "https://a.com/40?from=81"]],
				heldOut: { agree: 11, disagree: 0 },
			},
		],
		refused: [
			{
				rule: "scheme",
				scope: "everywhere",
				reach: "everywhere",
				age: 0,
				hostsFor: 0,
				votes: 1,
				disagree: 0,
				proven: 0,
				expected: 0.02,
				redirects: 1,
				against: [],
				savedPer1000: 0,
				examples: [],
			},
		],
		sites: [],
		heldOut: { agreement: 1, control: 0.5, quotient: 2 },
		controls: { keys: 2, changed: 1 },
	});
});

it("reports each pass in order, with the rows so far and the number of the round", async () => {
	const told: [LearnProgress["pass"], number][] = [];
	await learn(batchesOf(ROWS, 100), { engine: "js", onProgress: ({ pass, done }) => told.push([pass, done]) });
	expect(told).toEqual([
		["read", 100],
		["read", 137],
		["sort", 0],
		["rounds", 1],
		["rounds", 2],
		["backward", 0],
		["holdout", 0],
		["write", 0],
	]);
	const once: LearnProgress["pass"][] = [];
	await learn(batchesOf(ROWS), { engine: "js", without: ["rounds"], onProgress: ({ pass }) => once.push(pass) });
	expect(once).toEqual(["read", "sort", "rounds", "backward", "holdout", "write"]);
});

it.each(["read", "sort", "rounds", "backward", "holdout", "write"])(
	"ends with the reason of its signal after the pass %s began",
	async (pass) => {
		const controller = new AbortController();
		const reason = new Error("enough");
		const onProgress = (progress: LearnProgress) => {
			if (progress.pass === pass) controller.abort(reason);
		};
		const run = learn(batchesOf(ROWS, 100), { engine: "js", signal: controller.signal, onProgress });
		if (pass === "write") await expect(run).resolves.toMatchObject({ counts: COUNTS });
		else await expect(run).rejects.toBe(reason);
	},
);

it("learns nothing of no rows", async () => {
	const { counts, evidence, list } = await learn([], { engine: "js" });
	expect(Object.values(counts)).toEqual(Object.keys(COUNTS).map(() => 0));
	expect([list.params, evidence.rules, evidence.refused, evidence.controls]).toEqual([[], [], [], { keys: 0, changed: 0 }]);
	expect(evidence.heldOut).toEqual({ agreement: null, control: null, quotient: null });
});

it("counts sites whose digests say nothing, by cause, with their rows", async () => {
	const shells = Array.from({ length: 40 }, (_, page) => ({
		url: `https://shell.com/${page >> 1}?q=${page}`,
		digests: ["shell"],
	}));
	const changing = Array.from({ length: 40 }, (_, row) => ({
		url: `https://new.com/${row >> 1}`,
		digests: [`${row}`],
		time: `${row}`,
	}));
	const { counts, evidence } = await learn(batchesOf([...shells, ...changing]), { engine: "js" });
	const { unstableSites, blindSites, onceSites, rowsWithoutEvidence, sites } = counts;
	expect([sites, unstableSites, blindSites, onceSites, rowsWithoutEvidence]).toEqual([2, 1, 1, 0, 80]);
	expect(evidence.sites).toEqual([
		{ host: "new.com", column: null, cause: "unstable", rows: 40 },
		{ host: "shell.com", column: null, cause: "blind", rows: 40 },
	]);
});

it("takes the order of parameters for a part of keys, unless the base policy sorts them", async () => {
	const rows = ["x=1&y=2", "y=2&x=1"].map((query) => ({ url: `https://a.com/?${query}`, digests: ["a"] }));
	const keysOf = async (policy?: Policy) => (await learn(batchesOf(rows), { engine: "js", policy })).counts.keys;
	expect(await keysOf({})).toBe(2);
	expect(await keysOf({ key: { query: { sort: "keep" } } })).toBe(2);
	expect(await keysOf({ key: { query: { sort: "name" } } })).toBe(1);
	expect(await keysOf()).toBe(1);
});
