/** Crawls with more names of parameters, or more fetches of a page, than `urlsieve learn` looks at: through the command line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { IS_LONG } from "../support/extent";

const { path, write } = useFolder();
const NAMES = ["evidence.json", "learned.json", "policy.json"];
let made = 0;

/** Learns from rows of URL and digest. Returns the texts of the files, the evidence, the list, the report and the summary. */
function learned(rows: readonly string[], ...args: string[]) {
	const file = write(`rows-${++made}.csv`, `url,digest\n${rows.join("")}`);
	const into = path(`rules-${made}`);
	const report = path(`report-${made}.html`);
	const { status, stderr } = run(["learn", file, "-o", into, "--report", report, ...args]);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve learn: [\d,]+ rows, /)]);
	const texts = NAMES.map((name) => readFileSync(join(into, name), "utf8"));
	const [evidence, list] = texts.slice(0, 2).map((text) => JSON.parse(text as string));
	return { texts, evidence, params: list.params, report: readFileSync(report, "utf8"), stderr };
}

/** In another order: that of a step that has no divisor in common with the number of rows. */
function shuffled(rows: readonly string[]): string[] {
	const step = [7919, 7907].find((prime) => rows.length % prime !== 0) as number;
	return Array.from(rows, (_, index) => rows[(index * step) % rows.length] as string);
}

const row = (host: string, rest: string, digest: string) => `http://${host}/${rest},${digest}\n`;

/** Pages of a host, each without and with `ref`. */
const pages = (host: string, count: number) =>
	Array.from({ length: 2 * count }, (_, index) =>
		row(host, `p${index >> 1}${index % 2 ? `?ref=${index}` : ""}`, `${host} ${index >> 1}`),
	);

/** Pages of a host, each with a name of its own. */
const named = (host: string, count: number) =>
	Array.from({ length: count }, (_, index) => row(host, `n${index}?n${host.length}x${index}=1`, `${host} name ${index}`));

it("erases names that many keys have, and counts the others, whatever the order of rows and the memory", () => {
	const rows = [...pages("a.example", 60), ...named("a.example", 3000), ...named("bb.example", 50)];
	const { texts, evidence, params, report, stderr } = learned(rows);
	expect(params).toEqual([{ name: "ref", hosts: ["a.example"] }]);
	// 1,024 of the 3,001 names of the first site, and all 50 of the other one.
	expect(evidence.namesLeftOut).toBe(3001 - 1024);
	expect(report).toContain("1,977 parameter names");
	expect(stderr).toContain("note: 1,977 parameter names are in too few URLs to be judged, and stay");
	expect(learned(shuffled(rows)).texts).toEqual(texts);
	expect(learned(shuffled(rows).reverse(), "--memory", "16M").texts).toEqual(texts);
});

/** Searches, each without and with `ref`. */
const searches = (count: number) =>
	Array.from({ length: 2 * count }, (_, index) =>
		row("a.example", `search?q=${index >> 1}${index % 2 ? `&ref=${index}` : ""}`, `result ${index >> 1}`),
	);

// test/learn/scale.test.ts tests the same without the command line.
if (IS_LONG)
	describe("a crawl of full size", () => {
		it("is learned from by a sample of a page with too many fetches, whatever the order of rows and the memory", () => {
			const rows = [...searches(100_000), ...pages("b.example", 60)];
			const { texts, evidence, params, report, stderr } = learned(rows);
			expect(params).toEqual([{ name: "ref", hosts: ["a.example", "b.example"] }]);
			expect(evidence.sampled).toEqual([
				{ url: expect.stringMatching(/^http:\/\/a\.example\/search\?q=/), rows: 200_000, kept: expect.any(Number) },
			]);
			expect(evidence.sampled[0].kept).toBeGreaterThan(130_000);
			expect(evidence.sampled[0].kept).toBeLessThanOrEqual(1 << 17);
			expect(report).toContain("/search?q=");
			expect(stderr).toMatch(/[\d,]+ {2}are beyond the sample of a page with more than 131,072 fetches/);
			expect(learned(shuffled(rows)).texts).toEqual(texts);
			expect(learned(shuffled(rows).reverse(), "--memory", "16M").texts).toEqual(texts);
		});

		it("keeps the most frequent names of all sites", () => {
			const hosts = Array.from({ length: 70 }, (_, index) => `${"x".repeat(index + 1)}.example`);
			const rows = hosts.flatMap((host) => [...named(host, 1000), ...pages(host, 30)]);
			const { texts, evidence, params } = learned(rows, "--reach", "everywhere");
			expect(params).toEqual([{ name: "ref" }]);
			expect(evidence.namesLeftOut).toBe(70_001 - 65_536);
			expect(learned(shuffled(rows), "--memory", "16M", "--reach", "everywhere").texts).toEqual(texts);
		});

		// What limits the other rules of hosts is 1 MiB: cli-learn-input.test.ts.
		it.each<[string, () => string[], string, string]>([
			["names of index pages", indexNames, "http://h1.example/p0/main.ad", "index"],
			["matches of sites", chainOfHosts, `http://${"a.".repeat(99)}com/p0`, "scheme"],
		])("writes no more %s than other commands load, and counts the others", (_, rowsOf, url, rule) => {
			const { evidence, texts, stderr } = learned(rowsOf(), "--support", "1", "--bound", "0.2", "--holdout", "0");
			const leftOut = evidence.rules.filter((rule: { leftOut?: true }) => rule.leftOut).length;
			expect(leftOut).toBeGreaterThan(0);
			expect(leftOut).toBeLessThan(evidence.rules.length / 2);
			expect(stderr).toContain(`${leftOut.toLocaleString("en")} rules did not fit the limits of policies`);
			expect(texts[2]?.length).toBeLessThan(1 << 20);
			const rules = ["--policy", path(`rules-${made}/policy.json`), "--lists", path(`rules-${made}/learned.json`)];
			expect(run(["explain", ...rules, url])).toMatchObject({ status: 0, stdout: expect.stringContaining(rule) });
		});
	});

/** Hosts of 1,024 pages, each without and with an index name of its own: more than 100,000 names, in less than 1 MiB. */
function indexNames(): string[] {
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	const endings = letters.flatMap((first) => letters.map((second) => first + second));
	const names = ["main", "home"].flatMap((name) => endings.map((ending) => `${name}.${ending}`));
	return Array.from({ length: 99 }, (_, host) =>
		Array.from({ length: 1024 }, (_each, page) =>
			["", names[(3 * host + page) % names.length] as string].map((name) =>
				row(`h${host}.example`, `p${page}/${name}`, `${host} ${page}`),
			),
		).flat(),
	).flat(2);
}

/** A hundred hosts, one below the other, of which every other one contradicts five rules, and 1,100 below all of them. */
function chainOfHosts(): string[] {
	const chain = Array.from({ length: 100 }, (_, level) => `${"a.".repeat(level + 1)}com`);
	const ofChain = chain.flatMap((host, level) =>
		Array.from({ length: 6 }, (_, page) =>
			[
				`//${host}/p${page}?o=`,
				`//${host}/p${page}?o`,
				`//www.${host}/p${page}?o`,
				`//${host}//p${page}?o`,
				`//${host}/p${page}/?o`,
			]
				.flatMap((rest, form) => (form === 1 ? [`http:${rest}`, `https:${rest}`] : [`https:${rest}`]))
				.map((url, form) => `${url},${level} ${page} ${level % 2 ? form : ""}\n`),
		).flat(),
	);
	const below = Array.from({ length: 1100 }, (_, host) =>
		["http", "https"].map((scheme) => `${scheme}://${host}.${chain.at(-1)}/p,below ${host}\n`),
	);
	const rows = [...ofChain, ...below.flat()];
	// Each fetched twice: pages of these sites do not change by themselves.
	return [...rows, ...rows];
}
