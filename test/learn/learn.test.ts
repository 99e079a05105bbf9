/** Rules that `learn` finds in rows, and which rows count. */

import { createNormalizer } from "urlsieve/crawl";
import { type Learned, type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

/** Pages of a site, each fetched with and without a parameter that makes no difference. */
function pages(host: string, count: number, variant: string, page = (index: number) => `${host} ${index}`): TestRow[] {
	return Array.from({ length: count }, (_, index) => [
		{ url: `https://${host}/${index}?id=1`, digests: [page(index)] },
		{ url: `https://${host}/${index}?id=1&${variant}=${index}`, digests: [page(index)] },
	]).flat();
}

/** Pages that differ by a parameter. */
function different(host: string, count: number, name: string): TestRow[] {
	return pages(host, count, name).map((row, index) => ({ ...row, digests: [`${row.digests} ${index}`] }));
}

const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> => learn(batchesOf(rows, 50), options);

/** A function that makes keys as the policy does. */
function keysBy({ policy, list }: Learned): (url: string) => string {
	const crawler = createNormalizer({ policy, lists: [list] });
	return (url) => crawler.key(url);
}

it("learns a parameter that makes no difference on a site, and keeps one that does", async () => {
	const learned = await run([...pages("a.com", 100, "from"), ...different("b.com", 100, "from")]);
	const key = keysBy(learned);
	expect(key("https://a.com/new?from=x&id=1")).toBe("https://a.com/new?id=1");
	expect(key("https://b.com/new?from=x&id=1")).toBe("https://b.com/new?from=x&id=1");
	expect(learned.evidence.rules.map(({ rule, hosts }) => [rule, hosts])).toEqual([["param:from", ["a.com"]]]);
});

it("tries a rule at each site that it acts at, also at the one that follows an exception", async () => {
	const sites = Array.from({ length: 20 }, (_, index) => `s${index}.com`);
	// a.com is the first site in octet order, and no rule acts there.
	const rows = [...different("a.com", 60, "from"), ...sites.flatMap((host) => pages(host, 60, "from"))];
	const { list, evidence, counts } = await run(rows, { holdout: 0 });
	expect(list.params).toEqual([{ name: "from", hosts: sites.sort() }]);
	const saved = rows.length - different("a.com", 60, "from").length - 20 * 60;
	expect(evidence.rules[0]?.savedPer1000).toBeCloseTo((1000 * saved) / counts.fetches, 1);
});

describe("a rule of a host", () => {
	const acting = async (below: readonly TestRow[]) => {
		const { list } = await run([...pages("a.com", 200, "from"), ...below], { holdout: 0 });
		return list.params;
	};

	it("acts below it as well, where trials are few", async () => {
		expect(await acting(pages("x.a.com", 3, "from"))).toEqual([{ name: "from", hosts: ["a.com"] }]);
		expect(await acting(pages("y.x.a.com", 3, "from"))).toEqual([{ name: "from", hosts: ["a.com"] }]);
	});

	it.each([1, 4, 5])("has an exception for a site below with %i contrary trials, and none that agrees", async (count) => {
		const rule = { name: "from", hosts: ["a.com"], exceptHosts: ["x.a.com"] };
		expect(await acting(different("x.a.com", count, "from"))).toEqual([rule]);
	});
});

it("learns nothing of hosts that no policy can name, which would stand for others, and all of the rest", async () => {
	const hosts = ["*.a.com", "=a.com", ".a.com", "a..com", "a*b.com", "*"];
	const learned = await run([...hosts.flatMap((host) => pages(host, 60, "from")), ...pages("a.com", 60, "from")]);
	expect(learned.list.params).toEqual([{ name: "from", hosts: ["a.com"] }]);
	expect(learned.evidence.sites.map(({ host, cause }) => [host, cause])).toEqual(
		hosts.toSorted().map((host) => [host, "unnamed"]),
	);
	expect(keysBy(learned)("https://x.a.com/new?id=1&from=2")).toBe("https://x.a.com/new?id=1");
});

it("takes 63 columns of digests, and no more", async () => {
	const rowsWith = (count: number) => [{ url: "https://a.com/", digests: Array.from({ length: count }, () => "a") }];
	expect((await run(rowsWith(63))).counts.fetches).toBe(1);
	await expect(run(rowsWith(64))).rejects.toMatchObject({
		code: "invalid-option",
		message: "There can be at most 63 columns of digests.",
	});
});

describe("rows that count", () => {
	const row = { url: "https://a.com/", digests: ["1"] };
	it.each<[string, TestRow[], object]>([
		["another status", [{ ...row, status: "404" }], { status: 1 }],
		["a revisit without status", [{ ...row, status: "-", type: "warc/revisit" }], { fetches: 1 }],
		["a revisit with status 304", [{ ...row, status: "304", type: "warc/revisit" }], { fetches: 1 }],
		["a revisit without digest", [{ ...row, digests: [""], type: "warc/revisit" }], { noDigest: 1 }],
		["truncated content", [{ ...row, truncated: "length" }], { truncated: 1 }],
		["a placeholder for a digest", [{ ...row, digests: ["-"] }], { noDigest: 1 }],
		["an empty page", [{ ...row, digests: ["sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"] }], { noDigest: 1 }],
		[
			"the same URL and time",
			[
				{ ...row, time: "1" },
				{ ...row, time: "1" },
				{ ...row, time: "2" },
			],
			{ fetches: 2, repeated: 1 },
		],
		["no times", [row, row], { fetches: 2, repeated: 0 }],
		["another scheme", [{ ...row, url: "ftp://a.com/" }], { notHttp: 1 }],
		["another method", [{ ...row, method: "POST" }], { method: 1 }],
		["the key of a request with a body", [{ ...row, url: "http://a.com/?__wb_method=post&b=1" }], { method: 1 }],
		["no URL", [{ ...row, url: "no" }], { invalidUrl: 1 }],
	])("%s", async (_, rows, counts) => {
		expect((await run(rows)).counts).toMatchObject({ rows: rows.length, ...counts });
	});
});
