/** What guards a rule against chance, noise and adversaries. Numbers in titles are sections of the specification of `learn`. */

import { type Learned, type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { isAgainst, passes, type Tally } from "../../src/learn/judgement";
import { batchesOf, type TestRow } from "../support/row-batches";

const LEVELS = { support: 20, bound: 0.8, precision: 0.98 };
const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> => learn(batchesOf(rows), options);

function tally(agree: number, disagree: number, proven = 0, noise = 0, provenNoise = 0): Tally {
	return { site: 0, agree, disagree, proven, noise, provenNoise };
}

/** Pages of a site, each fetched without and with a parameter of its own. */
function pages(host: string, count: number, digestOf: (page: number, variant: number) => string[]): TestRow[] {
	return Array.from({ length: 2 * count }, (_, row) => ({
		url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : `?from=${row}`}`,
		digests: digestOf(row >> 1, row % 2),
	}));
}

const paramsOf = ({ list }: Learned) => list.params;

describe("3.5: a host supports a rule", () => {
	it.each<[string, boolean, Tally]>([
		["20 of 20", true, tally(20, 0)],
		["19 of 19, below the support", false, tally(19, 0)],
		["24 of 28, whose lower bound is below 0.8", false, tally(24, 4)],
		["the same where 20 % of the pages change by themselves", true, tally(24, 4, 0, 0.2)],
		["990 of 1,000", true, tally(990, 10)],
		["960 of 1,000, not a sample of 0.98", false, tally(960, 40)],
		["980 of 1,000, all contrary ones proven, which is one of 0.02", true, tally(980, 20, 20)],
		["970 of 1,000, all contrary ones proven, under noise", false, tally(970, 30, 30, 0.1)],
	])("%s: %s", (_, expected, trials) => {
		expect(passes(trials, LEVELS)).toBe(expected);
	});
});

describe("3.6: a site contradicts a rule", () => {
	it.each<[string, boolean, Tally]>([
		["not with four trials", false, tally(0, 4)],
		["with more contrary trials than others", true, tally(2, 3)],
		["not with 18 of 20", false, tally(18, 2)],
		["with 15 of 20", true, tally(15, 5)],
		["with 30 proven of 500, under noise", true, tally(477, 52, 30, 0.1)],
		["not so if 5 % of its own pages seem proven to differ from themselves (Choice 1)", false, tally(477, 52, 30, 0.1, 0.05)],
		["with more proven than that (Choice 1)", true, tally(477, 72, 50, 0.1, 0.05)],
		["with 30 proven of 500 if 1 % of its own pages seem so (Choice 1)", true, tally(477, 52, 30, 0.1, 0.01)],
	])("%s: %s", (_, expected, trials) => {
		expect(isAgainst(trials, LEVELS.precision)).toBe(expected);
	});
});

describe("3.7: at a domain of five hosts that are each too few alone, a rule holds (Choice 2)", () => {
	/** Nine contents of each host, at URLs that differ by a parameter. */
	const rowsOf = (variants: number): TestRow[] =>
		Array.from({ length: 5 * 9 * variants }, (_, row) => {
			const [host, content] = [`h${row % 5}.a.com`, Math.floor(row / 5) % 9];
			return { url: `https://${host}/r${content}?id=${row}`, digests: [`${host} ${content}`] };
		});
	const publicSuffix = { registrableDomain: () => "a.com" };

	it.each<[string, number, number]>([
		["if it merges three URLs a content", 3, 1],
		["not if it merges four: so do shells of apps", 4, 0],
		["not if it merges twenty", 20, 0],
	])("%s", async (_, variants, rules) => {
		const learned = await run(rowsOf(variants), { publicSuffix, holdout: 0 });
		expect(paramsOf(learned)).toEqual(rules === 1 ? [{ name: "id", hosts: ["a.com"] }] : []);
	});
});

describe("2.2: each site uses the first digest that is of use there", () => {
	const page = (number: number) => `page ${number}`;
	const use = async (rows: readonly TestRow[]) => {
		const learned = await run(rows);
		return [learned.evidence.sites.map(({ column, cause }) => [column, cause]), paramsOf(learned).length];
	};
	let fetches = 0;
	const twice = (rows: readonly TestRow[]) => [...rows, ...rows.slice(0, 20)];

	it("the first, if it is stable", async () => {
		expect(await use(pages("a.com", 40, (number) => [page(number), "text"]))).toEqual([[], 1]);
	});

	it("the second, if more than half of the pages change from fetch to fetch", async () => {
		const rows = pages("a.com", 40, (number) => [`nonce ${number}`, page(number)]);
		const changing = twice(rows).map(({ url, digests }) => ({ url, digests: [`nonce ${++fetches}`, digests[1] as string] }));
		expect(await use(changing)).toEqual([[[1, "unstable"]], 1]);
	});

	it("the second, if the first is the same for most pages", async () => {
		expect(await use(pages("a.com", 40, (number) => ["shell", page(number)]))).toEqual([[[1, "blind"]], 1]);
		expect(await use(pages("a.com", 100, (number) => [number % 10 < 5 ? "shell" : page(number), page(number)]))).toEqual([[], 1]);
	});

	it("the second, if no row of the site has the first", async () => {
		expect(await use(pages("a.com", 40, (number) => ["", page(number)]))).toEqual([[[1, "absent"]], 1]);
	});

	it("none, if none is of use", async () => {
		expect(await use(pages("a.com", 40, () => ["shell", "shell"]))).toEqual([[[null, "blind"]], 0]);
		const unstable = twice(pages("a.com", 40, (number) => [page(number)])).map(({ url }) => ({ url, digests: [`${++fetches}`] }));
		expect(await use(unstable)).toEqual([[[null, "unstable"]], 0]);
	});
});
