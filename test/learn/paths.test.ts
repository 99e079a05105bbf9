/** Rules of paths: the case of letters, parameters of segments, and index names, by rules.md R2. */

import { createNormalizer } from "urlsieve/crawl";
import { type Learned, type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";
import { batchesOf, type TestRow } from "../support/row-batches";

type PathOf = (page: number) => string;

/** Pages of a site by two paths each, with equal content or not. */
function pages(host: string, count: number, one: PathOf, other: PathOf, isSame = true): TestRow[] {
	return Array.from({ length: count }, (_, page) => [
		{ url: `https://${host}${one(page)}`, digests: [`${host} ${page}`] },
		{ url: `https://${host}${other(page)}`, digests: [`${host} ${page}${isSame ? "" : "!"}`] },
	]).flat();
}

const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> =>
	learn(batchesOf(rows), { holdout: 0, ...options });
const rulesOf = ({ evidence }: Learned) => evidence.rules.map(({ rule, hosts }) => [rule, hosts]);

function keyBy({ policy, list }: Learned, url: string): string {
	return createNormalizer({ policy, lists: [list] }).key(url);
}

describe.each<[rule: string, one: PathOf, other: PathOf, url: string, key: string]>([
	["pathCase", (page) => `/docs/${page}`, (page) => `/Docs/${page}`, "/DOCS/New%2FPage", "/docs/new%2Fpage"],
	["pathCase", (page) => `/a/x${page}/`, (page) => `/a/X${page}/`, "/A", "/a"],
	["pathParam:lang", (page) => `/${page}`, (page) => `/${page};lang=de`, "/new;lang=fr;v=1/x", "/new;v=1/x"],
	["pathParam:v", (page) => `/a;v=1/${page}`, (page) => `/a;v=2/${page}`, "/new;lang=fr;v=1/x", "/new;lang=fr/x"],
	["pathParam:v", (page) => `/a/${page};x=1`, (page) => `/a/${page};x=1;v`, "/v;v;v=3", "/v"],
	["index:Default.aspx", (page) => `/${page}/`, (page) => `/${page}/Default.aspx`, "/new/Default.aspx", "/new/"],
])("%s", (rule, one, other, url, key) => {
	it.each(ENGINES)(`is learned where it makes no difference, as in ${other(7)}, on the engine %s`, async (engine) => {
		const rows = [...pages("a.com", 60, one, other), ...pages("b.com", 60, one, other, false)];
		const learned = await run(rows, { engine });
		expect(rulesOf(learned)).toEqual([[rule, ["a.com"]]]);
		expect(keyBy(learned, `https://a.com${url}`)).toBe(`https://a.com${key}`);
		expect(keyBy(learned, `https://b.com${url}`)).toBe(`https://b.com${url}`);
		expect(learned.evidence.refused).toEqual([]);
	});

	it(`is refused on contrary, few and equal pages, as in ${other(7)}`, async () => {
		expect(rulesOf(await run(pages("a.com", 60, one, other, false)))).toEqual([]);
		expect(rulesOf(await run(pages("a.com", 12, one, other)))).toEqual([]);
		const shells = pages("a.com", 60, one, other).map((row) => ({ ...row, digests: ["not found"] }));
		expect(rulesOf(await run(shells))).toEqual([]);
	});

	it(`stays if the next crawl has obeyed it, as in ${other(7)}`, async () => {
		const first = await run(pages("a.com", 60, one, other));
		const again = await run(pages("a.com", 60, one, one), { previous: first.evidence, probes: 2 });
		expect([again.policy, again.list]).toEqual([first.policy, first.list]);
		expect(again.probes.map(({ pair: [a, b] }) => a !== b && keyBy(first, a) === keyBy(first, b))).toEqual([true, true]);
	});
});

it("learns case, slashes and parameters of one path one by one", async () => {
	const rows = [
		...pages(
			"a.com",
			60,
			(page) => `/a/${page}`,
			(page) => `/A/${page}`,
		),
		...pages(
			"a.com",
			60,
			(page) => `/b//c${page}`,
			(page) => `/b/c${page}`,
		),
		...pages(
			"a.com",
			60,
			(page) => `/d/${page};p=1`,
			(page) => `/d/${page}`,
		),
	];
	const digests = rows.map((row, at) => ({ ...row, digests: [`${at >> 1}`] }));
	const learned = await run(digests);
	expect(rulesOf(learned).map(([rule]) => rule)).toEqual(["pathCase", "pathParam:p", "slashes"]);
	expect(keyBy(learned, "https://a.com/X//Y;p=1/Z;Q")).toBe("https://a.com/x/y/z;q");
});

it("finds an index name before parameters", async () => {
	const rows = pages(
		"a.com",
		60,
		(page) => `/${page}/;x=1`,
		(page) => `/${page}/index.html;x=1`,
	);
	expect(rulesOf(await run(rows))).toEqual([["index:index.html", ["a.com"]]]);
});

it("takes a redirect from one case to the other for evidence", async () => {
	const redirects = Array.from({ length: 30 }, (_, page) => ({
		url: `https://a.com/Page/${page}`,
		digests: [""],
		status: "301",
		redirect: `/page/${page}`,
	}));
	const { evidence } = await run([...redirects, { url: "https://a.com/", digests: ["1"] }]);
	expect(evidence.rules.map(({ rule, redirects: count }) => [rule, count])).toEqual([["pathCase", 30]]);
});

it("keeps the parameters of segments that would be dots, and of paths with too many", async () => {
	const many = ";p".repeat(65);
	for (const path of ["/..;p=", "/.;p=", `${many};p=`]) {
		const learned = await run(
			pages(
				"a.com",
				60,
				(page) => `/${page}${path}1`,
				(page) => `/${page}${path}2`,
			),
		);
		expect(rulesOf(learned)).toEqual([]);
	}
});

it("names a parameter with a star as itself", async () => {
	const learned = await run(
		pages(
			"a.com",
			60,
			(page) => `/${page};*=1`,
			(page) => `/${page}`,
		),
	);
	expect(keyBy(learned, "https://a.com/new;*=2;a=1")).toBe("https://a.com/new;a=1");
});
