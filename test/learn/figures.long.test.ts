/**
 * Rules that `learn` finds on generated webs, by truth. Small webs show less: the figures for 200,000 rows are those of
 * `npm run bench -- learn`.
 */

import { learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { everyNth, size } from "../support/extent";
import { figuresOf, merges } from "../support/learn-figures";
import { LearnWeb } from "../support/learn-web";
import { batchesOf } from "../support/row-batches";

const ROWS = size(30_000, 15_000);
const DOMAINS = { registrableDomain: (host: string) => host.split(".").slice(-2).join(".") };

describe("on a generated web", () => {
	// Among so few sites, a domain of apps would be much of the web: docs/guide/learn.md, What cannot be learned.
	const web = new LearnWeb({ seed: 5, hosts: 100, hasAppDomain: false }, ROWS);
	const rows = web.rows(ROWS);
	const fresh = web.fresh(ROWS / 4);
	const learned = learn(batchesOf(rows), { publicSuffix: DOMAINS });

	it("merges pages that are the same, unstable sites included, and few others", async () => {
		const { precision, recall } = figuresOf(web, rows, await learned, fresh);
		expect(precision).toBeGreaterThanOrEqual(0.99);
		expect(recall).toBeGreaterThanOrEqual(0.5);
	});

	it("merges few others of 240 sites, of which one domain has five apps", async () => {
		const count = size(30_000, 12_000);
		const wide = new LearnWeb({ seed: 5 }, count);
		const { precision } = merges(await learn(batchesOf(wide.rows(count)), { publicSuffix: DOMAINS }), wide.fresh(count / 4));
		expect(precision).toBeGreaterThanOrEqual(0.99);
	});

	it("finds the rules that can be seen, and hardly any that is contradicted", async () => {
		const { must, mustOf, never, neverOf } = figuresOf(web, rows, await learned, fresh);
		expect(mustOf).toBeGreaterThan(50);
		expect(must / mustOf).toBeGreaterThanOrEqual(0.7);
		expect(neverOf).toBeGreaterThan(10);
		expect(never).toBeLessThanOrEqual(0.05 * neverOf);
	});

	it("merges different pages without the guards", async () => {
		const without = await learn(batchesOf(rows), { publicSuffix: DOMAINS, without: ["hosts", "backward", "vote", "reach"] });
		expect(merges(without, fresh).precision).toBeLessThan(merges(await learned, fresh).precision);
	});

	it("returns the same for rows in another order and in batches of another size", async () => {
		const shuffled = [...rows.filter((_, row) => row % 3 === 0), ...rows.filter((_, row) => row % 3 !== 0).reverse()];
		const again = await learn(batchesOf(shuffled, 777), { publicSuffix: DOMAINS });
		expect(JSON.stringify(again) === JSON.stringify(await learned)).toBe(true);
	});
});

it("finds rules of hosts, paths and default values where they hold, and none where they do not", async () => {
	const web = new LearnWeb({ seed: 3, hosts: 12, hasMore: true }, ROWS);
	const rows = web.rows(ROWS);
	const learned = await learn(batchesOf(rows), { publicSuffix: DOMAINS });
	const { precision, never, neverOf } = figuresOf(web, rows, learned, web.fresh(ROWS / 4));
	expect(precision).toBeGreaterThanOrEqual(0.99);
	expect(neverOf).toBeGreaterThan(3);
	expect(never).toBe(0);
	const found = new Set(learned.evidence.rules.map(({ rule }) => rule.replace(/^hostAlias:.*/, "hostAlias")));
	expect([...found]).toEqual(expect.arrayContaining(["pathCase", "pathParam:v", "value:start=0", "hostAlias"]));
});

it.each(
	everyNth(
		[
			[60, 3, 10_000],
			[30, 7, 20_000],
		] as const,
		2,
	),
)("uses the text digest where payloads never repeat: %i sites, seed %i", async (hosts, seed, count) => {
	const web = new LearnWeb({ seed, hosts, dynamic: 0.5 }, size(30_000, count));
	const rows = web.rows(size(30_000, count));
	const [both, payload] = await Promise.all([
		learn(batchesOf(rows)),
		learn(batchesOf(rows.map((row) => ({ ...row, digests: row.digests.slice(0, 1) })))),
	]);
	const [withText, without] = [both, payload].map((learned) => merges(learned, web.fresh(3000)));
	expect(withText?.precision).toBeGreaterThanOrEqual(0.99);
	expect(withText?.recall).toBeGreaterThan((without?.recall ?? 1) + 0.1);
	expect(both.evidence.sites.some(({ column }) => column === 1)).toBe(true);
	expect(both.counts.blindSites + both.counts.unstableSites).toBeGreaterThan(0);
});

// Shells on subdomains of its domain outvote a site, or its contrary trials are few.
const SEEDS: readonly (readonly [seed: number, shells: number])[] = [
	[8, 60],
	[6, 0],
	[5, 100],
	[9, 0],
	[13, 0],
];

it.each(SEEDS.slice(0, size(SEEDS.length, 2)))(
	"has no contradicted rule act at a site: seed %i, %i shells a domain",
	async (seed, shells) => {
		const count = size(30_000, 20_000);
		const web = new LearnWeb({ seed, hosts: 100, shells }, count);
		const rows = web.rows(count);
		const { neverOf, wrong } = figuresOf(web, rows, await learn(batchesOf(rows), { publicSuffix: DOMAINS }), []);
		expect(neverOf).toBeGreaterThan(3);
		expect(wrong.filter((text) => text.startsWith("false"))).toEqual([]);
	},
);

it("does not take changing pages of a thousand subdomains of one domain for the noise of others", async () => {
	const fetched = (url: string, digest: string) => ({ url, digests: [digest] });
	// Half of the pages of each subdomain change between two fetches; those of 20 honest sites do not.
	const changing = Array.from({ length: 1000 }, (_, host) =>
		[0, 1, 2, 3].flatMap((page) => {
			const url = `https://x${host}.hostile.com/${page}`;
			return [fetched(url, `${url} 0`), fetched(url, `${url} ${page % 2}`)];
		}),
	).flat();
	const honest = Array.from({ length: 20 }, (_, host) =>
		Array.from({ length: 20 }, (_page, page) => {
			const url = `https://s${host}.com/${page}`;
			return [fetched(url, url), fetched(url, url)];
		}).flat(),
	).flat();
	// `id` matters on half of the pages of a site where nothing was fetched twice.
	const victim = Array.from({ length: 200 }, (_, row) => {
		const page = row >> 1;
		return fetched(`https://victim.com/${page}${row % 2 ? `?id=${row}` : ""}`, `${page} ${page % 20 < 9 ? row % 2 : 0}`);
	});
	const { list } = await learn(batchesOf([...changing, ...honest, ...victim]), { publicSuffix: DOMAINS });
	expect(list.params).toEqual([]);
});

it("is not bought by a thousand subdomains of one domain", async () => {
	const web = new LearnWeb({ seed: 4, hosts: 5, hostile: 1000 }, 1000);
	const { list } = await learn(batchesOf(web.rows(1000)), { publicSuffix: DOMAINS });
	for (const parameter of list.params) expect(parameter).toMatchObject({ hosts: expect.anything() });
});
