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
			{ name: "LC_ALL=C sort --parallel=1 -u", input: "10 lines", median: 4 },
			{ name: "urlsieve dedupe", input: "10 lines", median: 1 },
		];
		const results = [resultsOf("bulk", rows), { ...resultsOf("dedupe", sorted), unit: "s" }] as const;
		const texts = textsOf(new Map(results.map((suite) => [suite.suite, suite])));
		expect(texts.get("main")?.match(/^\| .*`.*$/gm)).toEqual([
			"| normalize a list | `new URL().href` | 300 ns | 20.0 ns | 15.0 × | 5.00 × |",
			"| deduplicate a file of 10 lines | `LC_ALL=C sort --parallel=1 -u` | 4.00 s | 1.00 s | 4.00 × | – |",
		]);
		expect(texts.get("speed")?.match(/^\| .*`.*$/gm)).toEqual([
			"| normalize a list | `new URL().href` | 300 ns | 20.0 ns | 15.0 × |",
			"| deduplicate a file of 10 lines | `LC_ALL=C sort --parallel=1 -u` | 4.00 s | 1.00 s | 4.00 × |",
		]);
	});

	it("have goals by versions of Node.js, and none where the limit is reached", () => {
		const measured = (input: string, theirs: number, ours: number, node: string) => [
			{ name: "new URL().href", input, median: theirs, node },
			{ name: "urlsieve lines, wasm", input, median: ours, node },
		];
		const rows = [
			...measured("as it is", 400, 20, "v24.1.0"),
			...measured("clean", 400, 10.5, "v24.1.0"),
			...measured("as it is", 200, 20, "v26.1.0"),
		];
		const limits = ["as it is", "clean"].map((input) => {
			return { name: "copy the octets in, classify them, copy them out", input, median: 10, node: "v24.1.0" };
		});
		const results = [resultsOf("bulk", rows), resultsOf("parts", limits)];
		const text = textsOf(new Map(results.map((suite) => [suite.suite, suite]))).get("goals") ?? "";
		const cells = text.split("\n").map((line) => line.split(" | ").slice(3));
		expect(cells.map((row) => row.slice(0, 3))).toEqual([
			["goal", "v24.1.0", "v26.1.0"],
			["---", "---", "---"],
			["24: 18.5 ×, 26: 15 ×", "20.0 ×, reached", "10.0 ×, missed"],
			["none: the limit is reached", "38.1 ×", "–"],
		]);
		expect(cells[2]?.[3]).toMatch(/^40.0 ×: `copy/);
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
