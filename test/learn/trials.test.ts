/** Bundles, trials and redirects, by sections 3.3, 3.4 and 3.13. */

import { type Learned, learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

/** A fetch of a path of one site: a digest, or a target that it redirects to. */
type Fetched = readonly [path: string, digest: string];

const rowOf = ([path, digest]: Fetched): TestRow => ({ url: `https://a.com${path}`, digests: [digest] });
const run = (rows: readonly TestRow[]): Promise<Learned> => learn(batchesOf(rows), { holdout: 0 });

function ruleOf({ evidence }: Learned, label: string): RuleEvidence | undefined {
	return [...evidence.rules, ...evidence.refused].find(({ rule }) => rule === label);
}

/** Trials of `p`. */
async function trialsOf(fetches: readonly Fetched[]) {
	const { votes, disagree, proven } = ruleOf(await run(fetches.map(rowOf)), "param:p") ?? { votes: 0, disagree: 0, proven: 0 };
	return [votes, disagree, proven];
}

/** Pages that each value of `p` has: one digest, then the next, each `times` times. */
const valued = (digests: number, times: number): Fetched[] =>
	Array.from({ length: digests * times }, (_, value) => [`/x?p=${value}`, `D${Math.floor(value / times)}`]);

describe("a trial", () => {
	it.each<[string, string | readonly Fetched[], readonly number[]]>([
		["agrees if all digests are equal", "/x A, /x?p=1 A, /x?p=2 A", [1, 0, 0]],
		["has the key of the erased form among its keys", "/x A, /x?p=1 A", [1, 0, 0]],
		["takes an empty value away with its parameter", "/x A, /x?p= A", [1, 0, 0]],
		["is none with a single key", "/x?p=1 A", [0, 0, 0]],
		["is of keys with the same other parts", "/x?p=1&q=1 A, /x?p=2&q=2 A", [0, 0, 0]],
		["counts once for each digest", "/x A, /x?p=1 A, /y A, /y?p=1 A", [1, 0, 0]],
		[
			"counts once for each digest of one skeleton",
			"/x?p=1&q=1 A, /x?p=2&q=1 A, /x?p=1&q=2 A, /x?p=2&q=2 A, /x?p=1&q=3 A, /x?p=2&q=3 A",
			[1, 0, 0],
		],
		["counts for each other digest", "/x A, /x?p=1 A, /y B, /y?p=1 B", [2, 0, 0]],
		["disagrees, unproven if no digest came twice", "/x A, /x?p=1 B", [0, 1, 0]],
		["disagrees, proven if a digest came twice", "/x A, /x?p=1 A, /x?p=2 B", [0, 1, 1]],
		["weighs 1 with two digests that came twice", valued(2, 2), [0, 1, 1]],
		["weighs one less than there are digests that came twice", valued(5, 2), [0, 4, 4]],
		["weighs no more for digests that came more often", valued(5, 3), [0, 4, 4]],
		["weighs 20 at most", valued(30, 2), [0, 20, 20]],
		["drops volatile keys", "/x A, /x B, /x?p=1 C, /x?p=2 C", [1, 0, 0]],
		["is none if only one key is not volatile", "/x A, /x B, /x?p=1 A", [0, 0, 0]],
		["with a volatile key disagrees only if two digests came twice", "/x A, /x B, /x?p=1 A, /x?p=2 C", [0, 0, 0]],
		["with a volatile key and two such digests disagrees", "/x A, /x B, /x?p=1 A, /x?p=2 B", [0, 1, 1]],
	])("%s", async (_, fetches, expected) => {
		const all = typeof fetches === "string" ? fetches.split(", ").map((fetch) => fetch.split(" ") as [string, string]) : fetches;
		expect(await trialsOf(all)).toEqual(expected);
	});
});

it("takes an empty value for none if pages agree", async () => {
	const learned = await run([rowOf(["/x?p=", "A"]), rowOf(["/x?p", "A"])]);
	expect(ruleOf(learned, "emptyValue")?.votes).toBe(1);
});

it("makes no trial of a single key, from which a rule erases one of two empty values", async () => {
	const agreeing = Array.from({ length: 40 }, (_, page) => [
		rowOf([`/${page}`, `D${page}`]),
		rowOf([`/${page}?p=1`, `D${page}`]),
	]);
	const learned = await run([...agreeing.flat(), rowOf(["/x?p=&q=", "A"]), rowOf(["/x", "B"])]);
	expect(ruleOf(learned, "param:p")?.votes).toBe(40);
	expect(ruleOf(learned, "emptyValue")).toBeUndefined();
});

it("makes no trial of a parameter without a name, which no policy can express", async () => {
	const learned = await run([rowOf(["/x", "A"]), rowOf(["/x?=1", "A"]), rowOf(["/x?=2&p=1", "B"]), rowOf(["/x?=2", "B"])]);
	expect([ruleOf(learned, "param:"), ruleOf(learned, "param:p")?.votes]).toEqual([undefined, 1]);
});

it.each([2, 20, 100])("counts a page with another digest in each of %i fetches as one that changed", async (fetches) => {
	const learned = await run(Array.from({ length: fetches }, (_, fetch) => rowOf(["/x", `D${fetch}`])));
	expect(learned.evidence.controls).toEqual({ keys: 1, changed: 1 });
});

it("names two URLs that disagree, even if the page of neither stays the same", async () => {
	const fetches = ["/x", "/x?p=1"].flatMap((path): Fetched[] => ["A", "B"].map((digest) => [path, digest]));
	const [against] = ruleOf(await run(fetches.map(rowOf)), "param:p")?.against ?? [];
	expect(against?.pair?.toSorted()).toEqual(["https://a.com/x", "https://a.com/x?p=1"]);
});

it.each([2, 3, 9])("names two URLs that agree, of %i", async (count) => {
	const urls = Array.from({ length: count }, (_, value) => `https://a.com/x?p=${value}`);
	const learned = await run(urls.map((url) => ({ url, digests: ["A"] })));
	const [pair = []] = ruleOf(learned, "param:p")?.examples ?? [];
	expect([new Set(pair).size, pair.every((url) => urls.includes(url))]).toEqual([2, true]);
});

/** Pages without and with a query. */
const pages = (count: number, query: (page: number) => string): TestRow[] =>
	Array.from({ length: count }, (_, page) => [
		rowOf([`/${page}`, `D${page}`]),
		rowOf([`/${page}?${query(page)}`, `D${page}`]),
	]).flat();

const rulesOf = async (rows: readonly TestRow[]) => (await run(rows)).evidence.rules.map(({ rule }) => rule);

describe("parameters that stand together", () => {
	it.each<[string, TestRow[], string[]]>([
		["are one rule", pages(60, (page) => `a=${page}&b=1`), ["params:a+b"]],
		["are one rule in any order", pages(60, (page) => (page % 2 ? `a=${page}&b=1` : `b=1&a=${page}`)), ["params:a+b"]],
		["are one rule if one of them is rarely missing", pages(60, (page) => (page < 3 ? "a=1" : `a=${page}&b=1`)), ["params:a+b"]],
		[
			"are none if one of them is often missing",
			pages(60, (page) => (page < 20 ? "a=1" : `a=${page}&b=1`)),
			["param:a", "param:b"],
		],
		["are none on fewer than 20 keys", [...pages(19, (page) => `a=${page}&b=1`)], []],
		[
			"are eight at most",
			pages(60, (page) => Array.from({ length: 9 }, (_, name) => `${"abcdefghi"[name]}=${page}`).join("&")),
			[],
		],
	])("%s", async (_, rows, rules) => {
		expect((await rulesOf(rows)).sort()).toEqual(rules);
	});
});

describe("a redirect", () => {
	const redirect = (status: string, path: string, target: string): TestRow => ({
		...rowOf([path, ""]),
		url: `http://a.com${path}`,
		status,
		redirect: target,
	});
	const votesOf = async (rows: readonly TestRow[], label: string) => ruleOf(await run(rows), label)?.votes ?? 0;

	it.each(["301", "302", "303", "307", "308"])("of status %s is a vote", async (status) => {
		expect(await votesOf([redirect(status, "/x", "https://a.com/x")], "scheme")).toBe(1);
	});

	it.each(["300", "304", "305", "404"])("of status %s is not a fetch", async (status) => {
		const { counts } = await run([redirect(status, "/x", "https://a.com/x")]);
		expect([counts.redirects, counts.status]).toEqual([0, 1]);
	});

	it("is a vote of each rule that it takes", async () => {
		const rows = [redirect("301", "//x", "https://www.a.com/x/")];
		const learned = await run(rows);
		const labels = ["scheme", "www", "slashes", "trailingSlash"];
		expect(labels.map((label) => ruleOf(learned, label)?.votes)).toEqual([1, 1, 1, 1]);
	});

	it("is one vote a skeleton, and 20 a site at most", async () => {
		const times = (count: number, pathOf: (row: number) => string) =>
			Array.from({ length: count }, (_, row) => redirect("301", pathOf(row), `https://a.com${pathOf(row)}`));
		expect(
			await votesOf(
				times(9, () => "/x"),
				"scheme",
			),
		).toBe(1);
		expect(
			await votesOf(
				times(19, (row) => `/${row}`),
				"scheme",
			),
		).toBe(19);
		expect(ruleOf(await run(times(50, (row) => `/${row}`)), "scheme")).toMatchObject({ votes: 20, redirects: 50 });
	});

	it.each([
		["to another page", "/x", "https://a.com/y"],
		["to the root", "/x", "https://a.com/"],
		["that drops a parameter", "/x?p=1", "https://a.com/x"],
		["to the same key", "/x", "http://a.com/x#top"],
		["to another host", "/x", "https://b.com/x"],
	])("%s is no vote", async (_, path, target) => {
		expect((await run([redirect("301", path, target)])).counts).toMatchObject({ redirects: 0, status: 1 });
	});
});

it("distinguishes keys by an & at the end of a query, if the base policy keeps it", async () => {
	const rows = ["/x?p=1", "/x?p=1&", "/x?p=1&&"].map((path, digest) => rowOf([path, `D${digest}`]));
	const { evidence } = await learn(batchesOf(rows), { holdout: 0, policy: { policy: "own@1", base: "rfc3986" } });
	expect(evidence.controls).toEqual({ keys: 0, changed: 0 });
});
