/** Learning again, by section 3.15: a crawler that obeys a rule never sees its evidence again. */

import { createNormalizer } from "urlsieve/crawl";
import { type Evidence, type Learned, type LearnOptions, type LearnProgress, learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const run = (rows: readonly TestRow[], options: LearnOptions = {}): Promise<Learned> => learn(batchesOf(rows), options);
const DOMAINS = { registrableDomain: (host: string) => host.split(".").slice(-2).join(".") };

/** Pages of a site without and with a query, both with the same digest, or with different ones. */
function pages(host: string, count: number, query: string, isSame = true): TestRow[] {
	return Array.from({ length: 2 * count }, (_, row) => ({
		url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : `?${query}${row}`}`,
		digests: [`${host} ${isSame ? row >> 1 : row}`],
	}));
}

/** Fetches of a crawl that obeys the learned policy: one URL of each key. */
function obedient({ policy, list }: Learned, rows: readonly TestRow[]): TestRow[] {
	const crawler = createNormalizer({ policy, lists: [list] });
	return [...new Map(rows.map((row) => [crawler.key(row.url), row])).values()];
}

const SITES = Array.from({ length: 20 }, (_, index) => `s${index}.com`);
const EVERYWHERE = SITES.flatMap((host) => pages(host, 40, "ref="));
const FIRST = run([...EVERYWHERE, ...pages("a.com", 100, "from="), ...pages("b.com", 100, "utm=1&v=")], {
	publicSuffix: DOMAINS,
	reach: "everywhere",
});
/** The parameters of the list, as objects. */
const paramsOf = ({ list }: Learned) => list.params.flatMap((param) => (typeof param === "string" ? [] : [param]));
const namesOf = (learned: Learned) => paramsOf(learned).map(({ name }) => name);
const rulesOf = ({ evidence }: Learned) => evidence.rules.map(({ rule, hosts, age }) => [rule, hosts, age]);

describe("a rule of an earlier run", () => {
	it("stays, one run older, if a crawl has obeyed it", async () => {
		let learned = await FIRST;
		const first = rulesOf(learned).map(([rule]) => rule);
		for (const age of [1, 2]) {
			const rows = obedient(learned, [...EVERYWHERE, ...pages("a.com", 100, "from="), ...pages("b.com", 100, "utm=1&v=")]);
			learned = await run(rows, { previous: learned.evidence, publicSuffix: DOMAINS });
			expect(rulesOf(learned).map(([rule]) => rule)).toEqual(first);
			expect(learned.evidence.rules.every((rule) => rule.age === age)).toBe(true);
			expect([learned.policy, learned.list]).toEqual([(await FIRST).policy, (await FIRST).list]);
			expect(learned.counts.rulesCarried).toBe(learned.counts.rules);
		}
		const [{ rules: old }, { rules }] = [(await FIRST).evidence, learned.evidence];
		expect(rules.map(({ votes, disagree, examples }) => [votes, disagree, examples])).toEqual(
			old.map(({ votes, disagree, examples }) => [votes, disagree, examples]),
		);
	});

	it("stays if the crawl has none of its sites, and no site at all", async () => {
		const { evidence, list, policy } = await FIRST;
		const other = await run(pages("z.com", 30, "p="), { previous: evidence, publicSuffix: DOMAINS });
		expect(paramsOf(other)).toEqual(
			[...(await FIRST.then(paramsOf)), { name: "p", hosts: ["z.com"] }].sort((x, y) => (x.name < y.name ? -1 : 1)),
		);
		const none = await run([], { previous: evidence, publicSuffix: DOMAINS });
		expect([none.policy, none.list]).toEqual([policy, list]);
		expect(none.counts.sites).toBe(0);
	});

	it("is judged only by new trials, if there are at least --support", async () => {
		const { evidence } = await FIRST;
		const again = await run(pages("a.com", 50, "from="), { previous: evidence });
		expect(rulesOf(again)).toContainEqual(["param:from", ["a.com"], 0]);
		const contrary = await run(pages("a.com", 50, "from=", false), { previous: evidence });
		expect(namesOf(contrary)).not.toContain("from");
		expect(contrary.list.params).toContainEqual({ name: "ref" });
	});

	it("stays with four contrary trials, and goes with ten", async () => {
		const { evidence } = await FIRST;
		const hasFrom = async (count: number) =>
			namesOf(await run(pages("a.com", count, "from=", false), { previous: evidence, holdout: 0 })).includes("from");
		expect([await hasFrom(4), await hasFrom(10)]).toEqual([true, false]);
	});

	it("that acts everywhere ends at the site that changes its mind, and stays elsewhere", async () => {
		const { evidence } = await FIRST;
		for (const host of ["s3.com", "new.org"]) {
			const learned = await run(pages(host, 60, "ref=", false), { previous: evidence });
			expect(learned.list.params).toContainEqual({ name: "ref", exceptHosts: [host] });
			const [rule] = learned.evidence.rules.filter(({ rule: name }) => name === "param:ref");
			expect(rule).toMatchObject({
				age: 1,
				exceptHosts: [host],
				against: [{ host, pair: [expect.any(String), expect.any(String)] }],
			});
			const next = await run([], { previous: learned.evidence });
			expect(next.list.params).toContainEqual({ name: "ref", exceptHosts: [host] });
		}
	});

	it("that acts everywhere is not lost because one site confirms it", async () => {
		const learned = await run(pages("s3.com", 60, "ref="), { previous: (await FIRST).evidence });
		expect(learned.list.params).toContainEqual({ name: "ref" });
	});

	it("that acts everywhere is judged anew if enough domains have trials", async () => {
		const { evidence } = await FIRST;
		const again = await run(EVERYWHERE, { previous: evidence });
		expect(rulesOf(again)).toContainEqual(["param:ref", undefined, 0]);
		const contrary = await run(
			SITES.flatMap((host) => pages(host, 40, "ref=", false)),
			{ previous: evidence },
		);
		expect(namesOf(contrary)).not.toContain("ref");
	});

	it("of a domain stays at it, hosts that nobody has seen included, and ends at a host that contradicts it", async () => {
		const rows = ["a", "b", "c"].flatMap((name) => pages(`${name}.shop.com`, 40, "aff="));
		const hosts = ["a.shop.com", "b.shop.com", "c.shop.com"];
		expect(rulesOf(await run(rows, { publicSuffix: DOMAINS }))).toEqual([["param:aff", hosts, 0]]);
		const learned = await run(rows, { publicSuffix: DOMAINS, reach: "everywhere" });
		expect(rulesOf(learned)).toEqual([["param:aff", ["shop.com"], 0]]);
		const next = await run(pages("d.shop.com", 40, "aff=", false), { previous: learned.evidence, publicSuffix: DOMAINS });
		const crawler = createNormalizer({ policy: next.policy, lists: [next.list] });
		for (const [host, isErased] of [
			["a", true],
			["d", false],
			["x", true],
		] as const) {
			expect([host, crawler.key(`https://${host}.shop.com/?aff=1`)]).toEqual([
				host,
				`https://${host}.shop.com/${isErased ? "" : "?aff=1"}`,
			]);
		}
	});

	it("for slashes, www, scheme and index names stays, too", async () => {
		const formsOf = (page: number) => [
			`https://a.com/${page}`,
			`https://a.com/${page}/`,
			`https://a.com/${page}/index.php`,
			`http://a.com/${page}`,
			`https://www.a.com/${page}`,
			`https://a.com//${page}`,
		];
		const rows = Array.from({ length: 240 }, (_, index) => ({
			url: formsOf(index % 40)[Math.floor(index / 40)] as string,
			digests: [`${index % 40}`],
		}));
		const learned = await run(rows);
		expect(learned.evidence.rules.map(({ rule }) => rule).sort()).toEqual([
			"index:index.php",
			"scheme",
			"slashes",
			"trailingSlash",
			"www",
		]);
		const next = await run(obedient(learned, rows), { previous: learned.evidence });
		expect([next.policy, next.list]).toEqual([learned.policy, learned.list]);
	});

	it("that reaches farther than --reach is dropped", async () => {
		const learned = await run([], { previous: (await FIRST).evidence, reach: "crawl" });
		expect(namesOf(learned)).not.toContain("ref");
		expect(namesOf(learned)).toContain("from");
	});
});

describe("evidence that cannot be continued", () => {
	it.each<[string, (evidence: Evidence) => unknown, string]>([
		["another format", () => ({ format: "urlsieve-list@1" }), "The previous evidence is not in the format urlsieve-evidence@1."],
		[
			"another base policy",
			(evidence) => ({ ...evidence, base: "policy:0" }),
			"The previous run started from another policy, policy:0 instead of policy:",
		],
		["no rules", ({ rules: _, ...evidence }) => evidence, "The previous evidence has no rules."],
	])("%s", async (_, damaged, message) => {
		const previous = damaged((await FIRST).evidence) as Evidence;
		await expect(run([], { previous })).rejects.toMatchObject({
			code: "invalid-option",
			message: expect.stringContaining(message),
		});
	});

	it.each<[string, object]>([
		["without a scope", { scope: undefined }],
		["of an unknown scope", { scope: "crawl" }],
		["of an unknown reach", { reach: "domain" }],
		["of some hosts that names none", { reach: "host", hosts: undefined }],
		["of all hosts that names some", { reach: "everywhere", hosts: ["a.com"] }],
		["with a host that is no text", { reach: "host", hosts: ["a.com", 1] }],
		["with hosts in one text", { reach: "host", hosts: "a.com" }],
		["with an exception that is no text", { exceptHosts: ["\ud800.com"] }],
		["with names in one text", { names: "a" }],
		["with a number in text", { votes: "7" }],
		["with a negative number", { disagree: -1 }],
		["without what is against it", { against: undefined }],
		["with examples by name", { examples: {} }],
		["with a name of an index file that is none", { rule: "index:other.html" }],
		["without a label", { rule: undefined }],
	])("has a rule %s", async (_, members) => {
		const { evidence } = await FIRST;
		const [first, ...others] = evidence.rules as [RuleEvidence, ...RuleEvidence[]];
		const previous = { ...evidence, rules: [first, { ...first, ...members }, ...others] } as Evidence;
		await expect(run([], { previous })).rejects.toMatchObject({
			code: "invalid-option",
			message: "Rule 2 of the previous evidence cannot be read.",
		});
	});
});

describe("probes", () => {
	const paired = ({ probes }: Learned) => probes.map(({ rule, pair }) => [rule, ...pair]);

	it("are pairs that the rules merge, for the oldest rules first, enough to judge a rule", async () => {
		const { evidence } = await FIRST;
		const aged = {
			...evidence,
			rules: evidence.rules.map((rule: RuleEvidence) => ({ ...rule, age: rule.rule === "param:from" ? 5 : 0 })),
		};
		const learned = await run(obedient(await FIRST, [...EVERYWHERE, ...pages("a.com", 100, "from=")]), {
			previous: aged,
			probes: 30,
		});
		const probes = paired(learned);
		expect(probes).toHaveLength(30);
		expect(probes.map(([rule]) => rule)).toEqual([...Array(20).fill("param:from"), ...Array(10).fill("param:ref")]);
		const [base, crawler] = [
			createNormalizer({ profile: "crawl@1" }),
			createNormalizer({ policy: learned.policy, lists: [learned.list] }),
		];
		for (const [, a, b] of probes as [string, string, string][])
			expect([a, base.equivalent(a, b), crawler.equivalent(a, b)]).toEqual([a, false, true]);
		expect(new Set(probes.slice(20).map(([, a]) => new URL(a as string).host)).size).toBe(10);
	});

	it("judge the rules in the next run", async () => {
		const learned = await run(obedient(await FIRST, pages("a.com", 100, "from=")), {
			previous: (await FIRST).evidence,
			probes: 20,
		});
		const fetched = (isSame: boolean) =>
			learned.probes.flatMap(({ pair }, page) =>
				pair.map((url, side) => ({ url, digests: [isSame ? `${page}` : `${page} ${side}`] })),
			);
		const judge = (isSame: boolean) => run(fetched(isSame), { previous: learned.evidence, holdout: 0 });
		expect(rulesOf(await judge(true))).toContainEqual(["param:from", ["a.com"], 0]);
		expect(rulesOf(await judge(false)).map(([rule]) => rule)).not.toContain("param:from");
	});

	it("do not depend on the order of rows, and are none without earlier rules", async () => {
		const rows = obedient(await FIRST, EVERYWHERE);
		const { evidence } = await FIRST;
		const one = await run(rows, { previous: evidence, probes: 50 });
		expect(paired(await run([...rows].reverse(), { previous: evidence, probes: 50 }))).toEqual(paired(one));
		expect((await run(rows, { probes: 50 })).probes).toEqual([]);
	});
});

it("a rule that acts everywhere is adopted once, and the rounds end", async () => {
	const rounds = new Set<number>();
	const onProgress = ({ pass, done }: LearnProgress) => void (pass === "rounds" && rounds.add(done));
	const learned = await run(EVERYWHERE, { publicSuffix: DOMAINS, onProgress, reach: "everywhere" });
	expect(learned.list.params).toEqual([{ name: "ref" }]);
	expect([...rounds]).toEqual([1, 2]);
});

it.each(["nothing", "backward"] as const)("refuses an earlier rule that new trials contradict, without %s", async (left) => {
	const { evidence } = await FIRST;
	const { evidence: next } = await run(pages("a.com", 50, "from=", false), {
		previous: evidence,
		without: left === "nothing" ? [] : [left],
	});
	expect(next.rules.map(({ rule }) => rule)).toEqual(["param:ref", "params:utm+v"]);
	expect(next.refused.map(({ rule }) => rule)).toEqual(["param:from"]);
});
