/** Input and output of the benches: the dirty list, numbers, pages and tables. */
import { readFileSync } from "node:fs";
import { normalize } from "urlsieve";
import { describe, expect, it } from "vitest";
import { conditionsOf, loadCorpus } from "../../bench/lists/corpus";
import { dirtyList } from "../../bench/lists/dirty";
import type { Machine } from "../../bench/measure/machine";
import { type Results, type Row, readResults } from "../../bench/measure/results";
import { filled, PAGES, textsOf } from "../../bench/pages/pages";

const ROOT = new URL("../../", import.meta.url);
const MACHINE: Machine = { processor: "P", cores: 2, memory: 8, platform: "linux x64", date: "2005-01-31" };

function resultsOf(suite: string, rows: readonly Partial<Row>[]): Results {
	const whole = rows.map((row): Row => ({ input: "clean", node: "v20.0.0", name: "one", best: 1, median: 2, ...row }));
	return { suite, title: "T", unit: "ns", against: "one", corpus: "list, 3 lines", machine: MACHINE, missing: [], rows: whole };
}

describe("pages", () => {
	const page = "before\n<!-- bench: bulk -->\nold\n<!-- end of bench -->\nafter\n";

	it("are filled only between markers", () => {
		expect(filled(page, new Map([["bulk", "new"]]))).toBe(
			"before\n<!-- bench: bulk -->\n\nnew\n\n<!-- end of bench -->\nafter\n",
		);
	});

	it("have the main rows: times of the first Node.js, and how many times as fast, all dirty too", () => {
		const rows = [
			{ name: "new URL().href", input: "as it is", median: 300 },
			{ name: "urlsieve lines, wasm", input: "as it is", median: 20, ratio: 15 },
			{ name: "urlsieve lines, wasm", input: "as it is", median: 10, ratio: 9.04, node: "v24.0.0" },
			{ name: "urlsieve lines, js", input: "as it is", median: 100, ratio: 3 },
			{ name: "new URL().href", input: "all dirty", median: 400 },
			{ name: "urlsieve lines, wasm", input: "all dirty", median: 80 },
		];
		const sorted = [
			{ name: "LC_ALL=C sort -u", input: "10 lines", median: 4 },
			{ name: "urlsieve dedupe", input: "10 lines", median: 1 },
		];
		const results = [resultsOf("bulk", rows), { ...resultsOf("dedupe", sorted), unit: "s" }] as const;
		const texts = textsOf(new Map(results.map((suite) => [suite.suite, suite])));
		expect(texts.get("main")?.match(/^\| .*`.*$/gm)).toEqual([
			"| normalize a list | `new URL().href` | 300 ns | 20.0 ns | 15.0 × | 5.00 × |",
			"| deduplicate a file of 10 lines | `LC_ALL=C sort -u` | 4.00 s | 1.00 s | 4.00 × | – |",
		]);
		expect(texts.get("speed")?.match(/^\| .*`.*$/gm)).toEqual([
			"| normalize a list | `new URL().href` | 300 ns | 20.0 ns | 15.0 × |",
			"| deduplicate a file of 10 lines | `LC_ALL=C sort -u` | 4.00 s | 1.00 s | 4.00 × |",
		]);
	});

	it("have five main rows in bench/results, and three for the README", () => {
		const texts = textsOf(readResults(new URL("bench/results", ROOT).pathname));
		expect(texts.get("main")?.match(/^\| .*`.*$/gm)).toHaveLength(5);
		expect(texts.get("speed")?.match(/^\| .*`.*$/gm)).toHaveLength(3);
	});

	it("match the results in bench/results (to fix: npm run bench -- --fill)", () => {
		const texts = textsOf(readResults(new URL("bench/results", ROOT).pathname));
		for (const path of PAGES) {
			const content = readFileSync(new URL(path, ROOT), "utf8");
			expect(content).toContain("<!-- bench: ");
			expect(filled(content, texts)).toBe(content);
		}
	});
});

it("the dirty list has no normal line, states the normal form of each, and depends only on the seed", () => {
	const { lines } = conditionsOf(loadCorpus(undefined, 5000)).get("clean") ?? { lines: [] };
	const dirty = dirtyList(lines, 1);
	expect(dirty).toHaveLength(lines.length);
	expect(dirty.filter(({ line, normal }) => normalize(line) !== normal || line === normal)).toEqual([]);
	expect(dirtyList(lines, 1)).toEqual(dirty);
	expect(dirtyList(lines, 2)).not.toEqual(dirty);
});
