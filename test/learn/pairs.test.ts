/** Rules of hosts and of values: aliases, labels and defaults, by rules.md R2 and R3. */

import { createNormalizer } from "urlsieve/crawl";
import { type Learned, type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> => learn(batchesOf(rows), options);
const rulesOf = ({ evidence }: Learned) => evidence.rules.map(({ rule }) => rule);
const refusedOf = ({ evidence }: Learned) => evidence.refused.map(({ rule, against }) => [rule, against[0]?.pair !== undefined]);

function keyBy({ policy, list }: Learned, url: string): string {
	return createNormalizer({ policy, lists: [list] }).key(url);
}

/** Pages of a host. Hosts with the same content have the same pages. */
function pages(host: string, count: number, content: string, from = 0): TestRow[] {
	return Array.from({ length: count }, (_, page) => ({
		url: `https://${host}/${page + from > 0 ? `${page + from}?id=1` : ""}`,
		digests: [`${content} ${page + from}`],
	}));
}

describe("hosts with equal pages", () => {
	it("are one, which is the host above all others", async () => {
		const learned = await run([...pages("m.a.com", 60, "a"), ...pages("a.com", 30, "a"), ...pages("b.com", 60, "b")]);
		expect(learned.policy.key?.hostAlias).toEqual({ "m.a.com": "a.com" });
		expect([learned.counts.onceSites, learned.counts.rowsWithoutEvidence]).toEqual([1, 60]);
		expect(keyBy(learned, "https://m.a.com/new?x=1")).toBe("https://a.com/new?x=1");
		const [rule] = learned.evidence.rules;
		expect(rule).toMatchObject({
			rule: "hostAlias:m.a.com=a.com",
			scope: "host",
			reach: "host",
			hosts: ["m.a.com"],
			disagree: 0,
		});
		expect(rule?.examples[0]?.map((url) => new URL(url).host).sort()).toEqual(["a.com", "m.a.com"]);
		expect((rule?.votes ?? 0) + (rule?.heldOut?.agree ?? 0)).toBe(30);
	});

	it("are one, which is that with most pages, if none is above the others", async () => {
		const mirrors = ["a.org", "b.net", "www.c.com"].flatMap((host, index) => pages(host, 60 + index, "a"));
		const learned = await run(mirrors);
		expect(learned.policy.key?.hostAlias).toEqual({ "a.org": "www.c.com", "b.net": "www.c.com" });
		expect(keyBy(learned, "https://c.com/")).toBe("https://c.com/");
	});

	it.each<[string, TestRow[]]>([
		["have few pages in common", [...pages("m.a.com", 15, "a"), ...pages("a.com", 60, "a")]],
		["have one page in common, and nothing else", [...pages("a.com", 1, "a"), ...pages("b.com", 1, "a")]],
		[
			"answer everything alike",
			["m.a.com", "a.com"].flatMap((host) => pages(host, 60, "a").map((row) => ({ ...row, digests: ["none"] }))),
		],
		["have other pages of the same paths", [...pages("m.a.com", 60, "m"), ...pages("a.com", 60, "a")]],
		[
			"have the same contents at other paths",
			[
				...pages("m.a.com", 60, "a", 1),
				...pages("a.com", 60, "a", 1).map((row) => ({ ...row, url: row.url.replace(".com/", ".com/x") })),
			],
		],
		["share files with many others", ["a.com", "b.com", "c.com", "d.com", "e.com"].flatMap((host) => pages(host, 60, "wp", 1))],
		[
			"are strangers whose roots differ",
			[...pages("a.com", 60, "wp", 1), ...pages("b.com", 60, "wp", 1), ...pages("a.com", 1, "a"), ...pages("b.com", 1, "b")],
		],
		["have pages that change", ["m.a.com", "a.com"].flatMap((host) => [...pages(host, 60, "a"), ...pages(host, 60, "b")])],
	])("stay apart if they %s", async (_, rows) => {
		const learned = await run(rows, { holdout: 0 });
		expect([learned.policy.key?.hostAlias, rulesOf(learned)]).toEqual([undefined, []]);
	});

	it("stay apart if pages contradict it, and the report has two of them", async () => {
		const other = pages("m.a.com", 20, "m", 40);
		const learned = await run([...pages("m.a.com", 40, "a"), ...other, ...pages("a.com", 60, "a")]);
		expect([rulesOf(learned), refusedOf(learned)]).toEqual([[], [["hostAlias:m.a.com=a.com", true]]]);
	});

	it("stay apart if only pages kept apart contradict it", async () => {
		const rows = [...pages("m.a.com", 400, "a"), ...pages("a.com", 400, "a")];
		const { heldOut } = (await run(rows)).evidence.rules[0] ?? {};
		expect(heldOut?.agree).toBeGreaterThan(40);
		expect(heldOut?.disagree).toBe(0);
	});

	it("stay apart from a third one that one of them differs from", async () => {
		const rows = [
			...pages("a.com", 60, "a"),
			...pages("b.com", 60, "a"),
			...pages("a.com", 60, "x", 60),
			...pages("c.com", 60, "y", 60),
			...pages("b.com", 60, "z", 120),
			...pages("c.com", 60, "z", 120),
		];
		const { policy, evidence } = await run(rows, { holdout: 0 });
		expect(Object.keys(policy.key?.hostAlias ?? {})).toHaveLength(1);
		expect(evidence.refused.map(({ rule }) => rule)).toEqual(["hostAlias:c.com=a.com"]);
	});

	it("take a learned www of a site along, which becomes an alias", async () => {
		const rows = [...pages("m.a.com", 60, "a"), ...pages("www.a.com", 60, "a"), ...pages("a.com", 60, "a")];
		const learned = await run(rows);
		expect(learned.policy.key?.hostAlias).toEqual({ "m.a.com": "a.com", "www.a.com": "a.com" });
		expect(learned.policy.sites).toBeUndefined();
	});

	it("are left out beside a base whose sites have www", async () => {
		const policy = { sites: [{ hosts: ["b.com"], key: { www: "drop" } }] } as const;
		const {
			policy: written,
			evidence,
			counts,
		} = await run([...pages("m.a.com", 60, "a"), ...pages("a.com", 60, "a")], { policy });
		expect([written.key?.hostAlias, counts.rules, counts.rulesLeftOut]).toEqual([undefined, 0, 1]);
		expect(evidence.rules.map(({ rule, leftOut }) => [rule, leftOut])).toEqual([["hostAlias:m.a.com=a.com", true]]);
	});
});

describe("a first label of hosts", () => {
	const many = Array.from({ length: 17 }, (_, index) => `s${index}.com`);
	const mobile = many.flatMap((host) => [...pages(`m.${host}`, 40, host), ...pages(host, 40, host)]);

	it("becomes a rule of all hosts with --reach everywhere, if enough domains have it", async () => {
		const learned = await run(mobile, { reach: "everywhere" });
		expect([learned.policy.key?.hostLabels, learned.policy.key?.hostAlias]).toEqual([["m"], undefined]);
		expect(keyBy(learned, "https://m.new.example/x")).toBe("https://new.example/x");
		expect(rulesOf(learned)).toEqual(["hostLabel:m"]);
	});

	it("is aliases by default, and if a host contradicts it", async () => {
		expect((await run(mobile)).policy.key).toMatchObject({ hostAlias: { "m.s0.com": "s0.com" } });
		const contrary = [...pages("m.t.com", 40, "m"), ...pages("t.com", 40, "t")];
		const { policy } = await run([...mobile, ...contrary], { reach: "everywhere" });
		expect([policy.key?.hostLabels, Object.keys(policy.key?.hostAlias ?? {}).length]).toEqual([undefined, 17]);
	});
});

/** Pages without a parameter, with the value 1, and with others. */
function paged(host: string, count: number, one: string, other: string): TestRow[] {
	return Array.from({ length: count }, (_, page) => [
		{ url: `https://${host}/${page}`, digests: [`${host} ${page}`] },
		{ url: `https://${host}/${page}?page=1`, digests: [`${host} ${page}${one}`] },
		{ url: `https://${host}/${page}?page=2`, digests: [`${host} ${page}${other}`] },
	]).flat();
}

describe("a default value", () => {
	it("is learned where it makes no difference and others do", async () => {
		const learned = await run([...paged("a.com", 60, "", "!"), ...paged("b.com", 60, "!", "!")]);
		expect(learned.list.params).toEqual([{ name: "page", values: ["1"], hosts: ["=a.com"] }]);
		expect(rulesOf(learned)).toEqual(["value:page=1"]);
		expect(keyBy(learned, "https://a.com/new?page=1")).toBe("https://a.com/new");
		expect(keyBy(learned, "https://a.com/new?page=2")).toBe("https://a.com/new?page=2");
		expect(keyBy(learned, "https://x.a.com/new?page=1")).toBe("https://x.a.com/new?page=1");
	});

	it("is none if the parameter makes no difference at all, on few pages, and of one content", async () => {
		expect(rulesOf(await run(paged("a.com", 60, "", "")))).toEqual(["param:page"]);
		expect(rulesOf(await run(paged("a.com", 15, "", "!")))).toEqual([]);
		const shells = paged("a.com", 60, "", "!").map((row) => ({
			...row,
			digests: [row.url.includes("page=2") ? `${row.digests}` : "none"],
		}));
		expect(rulesOf(await run(shells))).toEqual([]);
	});

	it("is decoded, and none without a value or with another piece of its name", async () => {
		const rows = (query: string, other = "page=2") =>
			paged("a.com", 60, "", "!").map((row) => ({ ...row, url: row.url.replace("page=1", query).replace("page=2", other) }));
		expect((await run(rows("a%26b*=c%20d+e", "a%26b*=2"))).list.params).toEqual([
			{ name: "a&b*", values: ["c d e"], hosts: ["=a.com"] },
		]);
		for (const query of ["page=", "page", "page=1&page=3"]) expect(rulesOf(await run(rows(query)))).toEqual([]);
	});
});

describe("in the next crawl", () => {
	const FIRST = run([...pages("m.a.com", 60, "a"), ...pages("a.com", 60, "a"), ...paged("b.com", 60, "", "!")]);

	it("rules stay if it has obeyed them, one run older", async () => {
		const { evidence, policy, list } = await FIRST;
		const rows = [...pages("a.com", 60, "a"), ...paged("b.com", 60, "", "!").filter(({ url }) => !url.includes("page=1"))];
		const again = await run(rows, { previous: evidence, probes: 30 });
		for (const {
			pair: [a, b],
		} of again.probes)
			expect(keyBy(again, a)).toBe(keyBy(again, b));
		expect(new Set(again.probes.map(({ rule }) => rule))).toEqual(new Set(evidence.rules.map(({ rule }) => rule)));
		expect([again.policy, again.list, again.counts.rulesCarried]).toEqual([policy, list, 2]);
		expect(again.evidence.rules.map(({ age }) => age)).toEqual([1, 1]);
		const none = await run([], { previous: again.evidence });
		expect([none.policy, none.list]).toEqual([policy, list]);
	});

	it("rules are judged by it if it has enough trials, and go if it contradicts them", async () => {
		const { evidence } = await FIRST;
		const again = await run([...pages("m.a.com", 60, "a"), ...pages("a.com", 60, "a"), ...paged("b.com", 60, "", "!")], {
			previous: evidence,
		});
		expect(again.evidence.rules.map(({ age }) => age)).toEqual([0, 0]);
		for (const count of [8, 60]) {
			const rows = [...pages("m.a.com", count, "m"), ...pages("a.com", count, "a"), ...paged("b.com", count, "!", "!")];
			expect(rulesOf(await run(rows, { previous: evidence, holdout: 0 }))).toEqual([]);
		}
	});
});

it("finds the same in any order of rows and under any memory", async () => {
	const rows = [
		...pages("m.a.com", 60, "a"),
		...pages("a.com", 60, "a"),
		...paged("b.com", 60, "", "!"),
		...pages("c.com", 60, "a"),
	];
	const [one, other] = [await run(rows), await run([...rows].reverse(), { memory: 1 << 24 })];
	expect(JSON.stringify(other.policy) + JSON.stringify(other.list)).toBe(JSON.stringify(one.policy) + JSON.stringify(one.list));
	expect(rulesOf(other)).toEqual(rulesOf(one));
});
