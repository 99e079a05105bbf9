/** The output of the benches: numbers, picture, pages and table. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Machine } from "../../bench/measure/machine";
import { type Results, type Row, readResults, shown, summarize } from "../../bench/measure/results";
import { filled, PAGES, textsOf } from "../../bench/pages/pages";
import { pictureOf } from "../../bench/pages/picture";
import { dotPlot, linePlot, logScale } from "../../bench/pages/plot";
import { element, picture, text } from "../../bench/pages/svg";
import { tableOf } from "../../bench/pages/table";

const ROOT = new URL("../../", import.meta.url);
const MACHINE: Machine = { processor: "P", cores: 2, memory: 8, platform: "linux x64", date: "2005-01-31" };

function resultsOf(suite: string, rows: readonly Partial<Row>[]): Results {
	const whole = rows.map((row): Row => ({ input: "clean", node: "v20.0.0", name: "one", best: 1, median: 2, ...row }));
	return { suite, title: "T", unit: "ns", against: "one", corpus: "list, 3 lines", machine: MACHINE, missing: [], rows: whole };
}

describe("numbers", () => {
	it("are summarized by minimum and median", () => {
		expect(summarize([3, 1, 10, 2, 9])).toEqual({ best: 1, median: 3 });
	});

	it.each([
		[26022.4, "26,022"],
		[35.26, "35.3"],
		[8.04, "8.04"],
		[0.0123, "0.012"],
	])("%d is formatted as %s", (value, written) => expect(shown(value)).toBe(written));
});

describe("the picture", () => {
	it("escapes text and attributes", () => {
		const made = picture(10, 20, "a & b", element("g", { id: 'x"y' }, text(1, 2.345, "<script>")));
		expect(made).toContain('viewBox="0 0 10 20"');
		expect(made).toContain("<title>a &amp; b</title>");
		expect(made).toContain('<g id="x&quot;y"><text x="1" y="2.3">&lt;script&gt;</text></g>');
	});

	it("ends each axis at powers of ten", () => {
		const scale = logScale([20, 3000], 0, 300);
		expect(scale.ticks).toEqual([10, 100, 1000, 10_000]);
		expect(scale.ticks.map(scale.at)).toEqual([0, 100, 200, 300]);
	});

	it("has an axis even for a single value", () => {
		expect(logScale([100], 0, 10).ticks).toEqual([100, 1000]);
	});

	it("draws proportional growth as a straight line", () => {
		const points = [10, 100, 1000].map((x) => [x, x / 5] as const);
		const plot = linePlot({ x: 0, y: 0, width: 272, height: 296 }, "T", "x", "y", [{ name: "c", points }]);
		const centres = [...plot.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].slice(1).map(([, x, y]) => [Number(x), Number(y)]);
		expect(centres).toHaveLength(3);
		const [[x1, y1], [x2, y2], [x3, y3]] = centres as [[number, number], [number, number], [number, number]];
		expect(x2 - x1).toBeCloseTo(x3 - x2, 0);
		expect(y2 - y1).toBeCloseTo(y3 - y2, 0);
		expect(y3).toBeLessThan(y1);
	});

	it("marks each value with the shape of its series", () => {
		const plot = dotPlot(
			{ x: 0, y: 0, width: 600, height: 100 },
			"T",
			"ns",
			["a", "b"],
			[
				{ name: "both", values: [10, 20] },
				{ name: "one", values: [undefined, 30] },
			],
		);
		expect(plot.match(/<circle /g)).toHaveLength(1 + 1);
		expect(plot.match(/<rect /g)).toHaveLength(1 + 2);
	});

	it("shows the available suites, and is undefined without any", () => {
		expect(pictureOf(new Map())).toBeUndefined();
		const rows = [
			{ name: "a < b", median: 30 },
			{ input: "all dirty", median: 300 },
		];
		const made = pictureOf(new Map([["bulk", resultsOf("bulk", rows)]])) ?? "";
		expect(made).toContain(">a &lt; b<");
		expect(made).toContain(">all dirty<");
		const opened = made.match(/<[a-z]+[ >][^>]*[^/]>|<[a-z]+>/g) ?? [];
		expect(opened.length).toBe((made.match(/<\/[a-z]+>/g) ?? []).length);
	});

	it("omits values lost in noise from a curve", () => {
		const rows = [-0.001, 0.1].map((best, index) => ({ input: "lines", at: 10 ** (4 + index), best, memory: 50 }));
		const made = pictureOf(new Map([["growth", resultsOf("growth", [...rows, { input: "octets a line", at: 16, memory: 50 }])]]));
		expect(made).not.toContain("NaN");
	});
});

describe("pages", () => {
	const page = "before\n<!-- bench: bulk -->\nold\n<!-- end of bench -->\nafter\n";
	const bulk = resultsOf("bulk", [
		{ ratio: 1 },
		{ name: "two", median: 1, ratio: 2, note: "a|b" },
		{ input: "list", median: 1234 },
	]);

	it("are filled only between markers", () => {
		expect(filled(page, new Map([["bulk", "new"]]))).toBe(
			"before\n<!-- bench: bulk -->\n\nnew\n\n<!-- end of bench -->\nafter\n",
		);
	});

	it("do not change when filled again", () => {
		const once = filled(page, textsOf(new Map([["bulk", bulk]])));
		expect(filled(once, textsOf(new Map([["bulk", bulk]])))).toBe(once);
	});

	it("reject a marker without a text or without an end", () => {
		expect(() => filled(page, new Map())).toThrow('"bulk"');
		expect(() => filled("<!-- bench: bulk -->\n", new Map([["bulk", "new"]]))).toThrow("no end");
	});

	it("have a row per name, a column per input, and the ratio in brackets", () => {
		const written = textsOf(new Map([["bulk", bulk]])).get("bulk");
		expect(written).toContain("|  | clean | list | what it computes |\n| --- | --- | --- | --- |");
		expect(written).toContain("| `one` | 2.00 (1.00 ×) | 1,234 |  |\n| `two` | 1.00 (2.00 ×) | – | a\\|b |");
		expect(written).toContain("`npm run bench -- --suite bulk`");
	});

	it("have a row per input if there are more inputs than names", () => {
		const rows = [
			{ input: "the list", ratio: 1 },
			{ input: "all %", ratio: 3 },
		];
		const written = textsOf(new Map([["hostile", resultsOf("hostile", rows)]])).get("hostile");
		expect(written).toContain("|  | `one` |\n| --- | --- |\n| the list | 2.00 (1.00 ×) |\n| all % | 2.00 (3.00 ×) |");
	});

	it("name the version of Node.js if there are several", () => {
		const written = textsOf(new Map([["bulk", resultsOf("bulk", [{}, { node: "v24.0.0" }])]]));
		expect(written.get("bulk")).toContain("| `one`, v20.0.0 | 2.00 |\n| `one`, v24.0.0 | 2.00 |");
		expect(written.get("speed")).not.toContain("| `one`, v24.0.0");
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

	it("name the machine of a suite that was measured on another one", () => {
		const other = { ...MACHINE, processor: "Q", date: "2005-02-01" };
		const lines = resultsOf("bulk", [{ name: "new URL().href" }]);
		const sorted = ["LC_ALL=C sort -u", "urlsieve dedupe"].map((name) => ({ name, input: "10 lines" }));
		const texts = (machine: Machine) =>
			textsOf(new Map([lines, { ...resultsOf("dedupe", sorted), machine }].map((suite) => [suite.suite, suite])));
		expect(texts(other).get("dedupe")).toContain("Measured on 2005-02-01: Q, 2 cores, 8 GB, linux x64; list: list, 3 lines.");
		expect(texts(other).get("speed")).toContain("| deduplicate a file of 10 lines (Q) |");
		for (const text of texts({ ...MACHINE, date: other.date }).values()) expect(text).not.toContain(other.date);
	});

	it("name the peers that no suite has measured", () => {
		const lines = { ...resultsOf("bulk", [{}]), missing: ["a, not on PATH", "b, not on PATH"] };
		const texts = textsOf(new Map([lines, resultsOf("dedupe", [{ name: "a" }])].map((suite) => [suite.suite, suite])));
		expect(texts.get("machine")).toMatch(/ Left out: b, not on PATH\.$/);
	});

	it("have five main rows in bench/results, and three for the README", () => {
		const texts = textsOf(readResults(new URL("bench/results", ROOT).pathname));
		expect(texts.get("main")?.match(/^\| .*`.*$/gm)).toHaveLength(5);
		expect(texts.get("speed")?.match(/^\| .*`.*$/gm)).toHaveLength(3);
	});

	it("have a table for each curve of growth", () => {
		const rows = [
			{ input: "lines", at: 10_000, best: 0.5, memory: 60 },
			{ input: "octets a line", at: 16, best: 3 },
		];
		const written = textsOf(new Map([["growth", resultsOf("growth", rows)]])).get("growth");
		expect(written).toContain("ns, bests.");
		expect(written).toContain("| lines | `one` |\n| --- | --- |\n| 10,000 | 0.50 s, 60.0 MB |");
		expect(written).toContain("| octets a line | `one` |\n| --- | --- |\n| 16 | 3.00 s |");
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

describe("the table", () => {
	it("has a line per row and explains its numbers", () => {
		const written = tableOf([resultsOf("bulk", [{ ratio: 1 }, { name: "two", median: 1234, ratio: 0.5 }])]);
		expect(written).toContain("T, ns; ratio against one");
		expect(written).toMatch(/bulk +clean +v20\.0\.0 +two +1\.00 +1,234 +0\.50 ×/);
	});
});
