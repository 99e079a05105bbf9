/** Guards of a rule against chance, noise and adversaries. Numbers in titles are sections of the specification of `learn`. */

import { createNormalizer } from "urlsieve/crawl";
import { type Learned, type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> => learn(batchesOf(rows), options);

/** Pages of a site, each fetched without and with a parameter of its own. */
function pages(host: string, count: number, digestOf: (page: number, variant: number) => string[]): TestRow[] {
	return Array.from({ length: 2 * count }, (_, row) => ({
		url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : `?from=${row}`}`,
		digests: digestOf(row >> 1, row % 2),
	}));
}

const paramsOf = ({ list }: Learned) => list.params;

/** Pages of a site with a parameter, of which `agree` agree and `disagree` do not. */
const trials = (host: string, agree: number, disagree: number) =>
	pages(host, agree + disagree, (page, variant) => [`${host} ${page}${page < agree || variant === 0 ? "" : " other"}`]);

describe("3.5: a host supports a rule", () => {
	it.each<[string, boolean, number, number]>([
		["20 of 20", true, 20, 0],
		["19 of 19, below the support", false, 19, 0],
		["23 of 28, whose lower bound is below 0.8", false, 23, 5],
		["990 of 1,000", true, 990, 10],
	])("by %s: %s", async (_, expected, agree, disagree) => {
		expect(paramsOf(await run(trials("a.com", agree, disagree), { holdout: 0 })).length).toBe(Number(expected));
	});
});

describe("3.6: a site contradicts a rule that others support", () => {
	const others = Array.from({ length: 16 }, (_, site) => trials(`s${site}.com`, 40, 0)).flat();

	it.each<[string, boolean, number, number]>([
		["with more contrary trials than others", true, 2, 3],
		["not with 18 of 20", false, 18, 2],
		["with 15 of 20", true, 15, 5],
	])("%s: %s", async (_, expected, agree, disagree) => {
		const { policy, list } = await run([...others, ...trials("a.com", agree, disagree)], { holdout: 0 });
		const crawler = createNormalizer({ policy, lists: [list] });
		expect(crawler.key("https://s1.com/?from=1")).toBe("https://s1.com/");
		expect(crawler.key("https://a.com/?from=1")).toBe(`https://a.com/${expected ? "?from=1" : ""}`);
	});
});

describe("3.9: each rule is tested under all others", () => {
	it("by keys that differ only by it: what a session identifier has hidden", async () => {
		const sites = Array.from({ length: 20 }, (_, index) => `s${index}.com`);
		const page = (host: string, number: number, query: string, content: string): TestRow => ({
			url: `https://${host}/${number}?${query}`,
			digests: [`${host} ${number} ${content}`],
		});
		let session = 0;
		const numbers = Array.from({ length: 80 }, (_, number) => number);
		const rows = [
			...sites.flatMap((host) => numbers.flatMap((number) => ["ref=1", "ref=2"].map((query) => page(host, number, query, "")))),
			// Here, `ref` matters, and no two URLs differ only by it.
			...numbers.flatMap((number) =>
				["1", "2", "1", "2"].map((ref) => page("x.com", number, `ref=${ref}&sess=${++session}`, ref)),
			),
		];
		const exceptionsOf = async (options: LearnOptions) =>
			(await run(rows, { reach: "everywhere", ...options })).evidence.rules.find(({ rule }) => rule === "param:ref")?.exceptHosts;
		expect(await exceptionsOf({})).toEqual(["x.com"]);
		expect(await exceptionsOf({ without: ["backward"] })).toBeUndefined();
	});
});

describe("3.7: at a domain of five hosts, each too small by itself, a rule holds (Choice 2)", () => {
	/** Nine contents of each host, at URLs that differ by a parameter. */
	const rowsOf = (variants: number): TestRow[] =>
		Array.from({ length: 5 * 9 * variants }, (_, row) => {
			const [host, content] = [`h${row % 5}.a.com`, Math.floor(row / 5) % 9];
			return { url: `https://${host}/r${content}?id=${row}`, digests: [`${host} ${content}`] };
		});
	const publicSuffix = { registrableDomain: () => "a.com" };
	const HOSTS = Array.from({ length: 5 }, (_, host) => `h${host}.a.com`);

	it.each<[string, number, number]>([
		["if it merges three URLs a content", 3, 1],
		["not if it merges four: so do shells of apps", 4, 0],
		["not if it merges twenty", 20, 0],
	])("%s", async (_, variants, rules) => {
		const learned = await run(rowsOf(variants), { publicSuffix, holdout: 0 });
		expect(paramsOf(learned)).toEqual(rules === 1 ? [{ name: "id", hosts: HOSTS }] : []);
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
