/** The pieces of the benches that are not timing. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { conditionsOf, corpusOf, drawnLines, loadCorpus } from "../bench/corpus";
import { type Dirt, dirtyList } from "../bench/dirty";
import { hostileLines } from "../bench/hostile";
import { LEAST_LENGTH, linesOfLength } from "../bench/long-lines";
import type { Machine } from "../bench/machine";
import { filled, PAGES, textsOf } from "../bench/pages";
import { pictureOf } from "../bench/picture";
import { dotPlot, linePlot, logScale } from "../bench/plot";
import { BASE, relativeReferences } from "../bench/references";
import { type Results, type Row, readResults, shown, summarize } from "../bench/results";
import { element, picture, text } from "../bench/svg";
import { tableOf } from "../bench/table";
import { normalize, resolve } from "../src/index";

const ROOT = new URL("../", import.meta.url);
const MACHINE: Machine = { processor: "P", cores: 2, memory: 8, platform: "linux x64", date: "2005-01-31" };

function resultsOf(suite: string, rows: readonly Partial<Row>[]): Results {
	const whole = rows.map((row): Row => ({ input: "clean", node: "v20.0.0", name: "one", best: 1, median: 2, ...row }));
	return { suite, title: "T", unit: "ns", against: "one", corpus: "list, 3 lines", machine: MACHINE, missing: [], rows: whole };
}

describe("the dirty list", () => {
	const { lines } = conditionsOf(loadCorpus(undefined, 5000)).get("clean") ?? { lines: [] };
	const dirty = dirtyList(lines, 1);

	it("has a line for each line of the clean list", () => expect(dirty).toHaveLength(lines.length));

	it("has no line in normal form", () => {
		expect(dirty.filter(({ line }) => normalize(line) === line)).toEqual([]);
	});

	it("says what the normal form of each line is", () => {
		expect(dirty.filter(({ line, normal }) => normalize(line) !== normal)).toEqual([]);
	});

	it("has every kind of dirt, and about as much of each", () => {
		const kinds = new Map<Dirt, number>();
		for (const { dirt } of dirty) kinds.set(dirt, (kinds.get(dirt) ?? 0) + 1);
		expect(kinds.size).toBe(8);
		for (const count of kinds.values()) expect(count).toBeGreaterThan(dirty.length / 16);
	});

	it("is the same for the same seed, and another for another", () => {
		expect(dirtyList(lines, 1)).toEqual(dirty);
		expect(dirtyList(lines, 2)).not.toEqual(dirty);
	});

	it("leaves out what is not of the schemes http and https", () => {
		expect(dirtyList(["ftp://h/", "mailto:a@h.example", "/a"], 1)).toEqual([]);
	});

	it.each([
		["http://127.0.0.1:81/1", "a host without letters, a port, a path without letters"],
		["http://u@h.example/#f", "userinfo, which has a case; a fragment"],
		["http://[::1]/", "an address in brackets"],
	])("finds something to do to %s (%s)", (normal) => {
		for (let seed = 0; seed < 30; ++seed) {
			const [made] = dirtyList([normal], seed);
			expect(made?.line).not.toBe(made?.normal);
			expect(normalize(made?.line ?? "")).toBe(made?.normal);
		}
	});
});

describe("the conditions of a list", () => {
	const list = corpusOf("list", ["HTTP://h.example", "http://[", "http://h.example/a"]);
	const conditions = conditionsOf(list);

	it("has each line in normal form when clean; what has none is left out", () => {
		expect(conditions.get("clean")?.lines).toEqual(["http://h.example/", "http://h.example/a"]);
	});

	it("has the list itself as it is", () => expect(conditions.get("as it is")).toBe(list));

	it("has as many dirty lines as clean ones, the same in octets as in strings", () => {
		const dirty = conditions.get("all dirty");
		expect(dirty?.lines).toHaveLength(2);
		expect(new TextDecoder().decode(dirty?.octets)).toBe(dirty?.lines.map((line) => `${line}\n`).join(""));
	});

	it("draws as many lines as are asked for", () => {
		const drawn = [...drawnLines(list, 250_001, 1)].join("").split("\n");
		expect(drawn).toHaveLength(250_002);
	});
});

describe("the references of a page", () => {
	const lines = Array.from({ length: 400 }, (_, index) => `http://h${index}.example//a/b-${index}?q`);
	const references = relativeReferences(lines, 1);

	it("are the same for the same seed, and others for another", () => {
		expect(relativeReferences(lines, 1)).toEqual(references);
		expect(relativeReferences(lines, 2)).not.toEqual(references);
	});

	it("are whole ones, and ones that begin with //, /, .., ? and #", () => {
		const kinds = [/^http:\/\/h/, /^\/\/h/, /^\/[^/]/, /^\.\.\/[^/]/, /^\?/, /^#/];
		for (const kind of kinds) expect(references.filter((reference) => kind.test(reference)).length).toBeGreaterThan(10);
		expect(references.filter((reference) => !kinds.some((kind) => kind.test(reference)))).toEqual([]);
	});

	it("resolve against the base as RFC 3986 §5.2 has it", () => {
		expect(resolve("/a/b", BASE)).toBe("http://www.example.com/a/b");
		expect(resolve("../a", BASE)).toBe("http://www.example.com/articles/2005/a");
		for (const reference of references) expect(resolve(reference, BASE)).toMatch(/^http:\/\/(www\.example\.com|h\d+\.example)\//);
	});
});

describe("hostile lines", () => {
	const lines = [...hostileLines(100)];

	it("has what the names say", () => {
		expect(lines.map(([name]) => name)).toEqual([
			"100 times ../",
			"100 times %2e",
			"100 times a/../",
			"10 parameters",
			"a host of 100 octets",
			"100 times %",
		]);
	});

	it("makes work: none is in normal form but the one with parameters", () => {
		expect(lines.map(([, line]) => normalize(line))).toEqual([
			"http://h.example/",
			`http://h.example/${".".repeat(100)}`,
			"http://h.example/",
			"http://h.example/?p0=0&p1=1&p2=2&p3=3&p4=4&p5=5&p6=6&p7=7&p8=8&p9=9",
			`http://${"a".repeat(100)}/`,
			`http://h.example/${"%25".repeat(100)}`,
		]);
	});
});

describe("lines of one length", () => {
	it.each([LEAST_LENGTH, 100, 3000])("have %i octets each, and are all different", (length) => {
		const lines = [...linesOfLength(length, 2_500_000)].join("").split("\n").slice(0, -1);
		expect(lines).toHaveLength(Math.ceil(2_500_000 / (length + 1)));
		expect(new Set(lines).size).toBe(lines.length);
		expect(lines.filter((line) => line.length !== length)).toEqual([]);
	});

	it("are in normal form by turns", () => {
		const lines = [...linesOfLength(50, 200)].join("").split("\n");
		expect(lines.slice(0, 2).map((line) => normalize(line) === line)).toEqual([true, false]);
	});

	it("cannot be shorter than their number", () => {
		expect(() => [...linesOfLength(15, 100)]).toThrow(RangeError);
	});
});

describe("numbers", () => {
	it("are summarized by the least and the median", () => {
		expect(summarize([3, 1, 10, 2, 9])).toEqual({ best: 1, median: 3 });
	});

	it.each([
		[26022.4, "26,022"],
		[35.26, "35.3"],
		[8.04, "8.04"],
		[0.0123, "0.012"],
	])("%d is shown as %s", (value, written) => expect(shown(value)).toBe(written));
});

describe("the picture", () => {
	it("is SVG without scripts, whose text is encoded", () => {
		const made = picture(10, 20, "a & b", element("g", { id: 'x"y' }, text(1, 2.345, "<script>")));
		expect(made).toContain('viewBox="0 0 10 20"');
		expect(made).toContain("<title>a &amp; b</title>");
		expect(made).toContain('<g id="x&quot;y"><text x="1" y="2.3">&lt;script&gt;</text></g>');
	});

	it("has a power of ten at each end of an axis", () => {
		const scale = logScale([20, 3000], 0, 300);
		expect(scale.ticks).toEqual([10, 100, 1000, 10_000]);
		expect(scale.ticks.map(scale.at)).toEqual([0, 100, 200, 300]);
	});

	it("has an axis for a single value too", () => {
		expect(logScale([100], 0, 10).ticks).toEqual([100, 1000]);
	});

	it("draws what grows in proportion as a straight line", () => {
		const points = [10, 100, 1000].map((x) => [x, x / 5] as const);
		const plot = linePlot({ x: 0, y: 0, width: 272, height: 296 }, "T", "x", "y", [{ name: "c", points }]);
		const centres = [...plot.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].slice(1).map(([, x, y]) => [Number(x), Number(y)]);
		expect(centres).toHaveLength(3);
		const [[x1, y1], [x2, y2], [x3, y3]] = centres as [[number, number], [number, number], [number, number]];
		expect(x2 - x1).toBeCloseTo(x3 - x2, 0);
		expect(y2 - y1).toBeCloseTo(y3 - y2, 0);
		expect(y3).toBeLessThan(y1);
	});

	it("marks a dot for each series that has a value, in a form of its own", () => {
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

	it("shows the suites that there are, and is none when there is none", () => {
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

	it("leaves out of a curve what was lost in noise", () => {
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

	it("are filled between markers, and nowhere else", () => {
		expect(filled(page, new Map([["bulk", "new"]]))).toBe(
			"before\n<!-- bench: bulk -->\n\nnew\n\n<!-- end of bench -->\nafter\n",
		);
	});

	it("do not change when they are filled again", () => {
		const once = filled(page, textsOf(new Map([["bulk", bulk]])));
		expect(filled(once, textsOf(new Map([["bulk", bulk]])))).toBe(once);
	});

	it("cannot have a marker without a text, nor one without an end", () => {
		expect(() => filled(page, new Map())).toThrow('"bulk"');
		expect(() => filled("<!-- bench: bulk -->\n", new Map([["bulk", "new"]]))).toThrow("no end");
	});

	it("have a line for each name, a column for each input, the ratio in brackets", () => {
		const written = textsOf(new Map([["bulk", bulk]])).get("bulk");
		expect(written).toContain("|  | clean | list | what it computes |\n| --- | --- | --- | --- |");
		expect(written).toContain("| `one` | 2.00 (1.00 ×) | 1,234 |  |\n| `two` | 1.00 (2.00 ×) | – | a\\|b |");
		expect(written).toContain("`npm run bench -- --suite bulk`");
	});

	it("tell versions of Node.js apart where there are several", () => {
		const written = textsOf(new Map([["bulk", resultsOf("bulk", [{}, { node: "v24.0.0" }])]]));
		expect(written.get("bulk")).toContain("| `one`, v20.0.0 | 2.00 |\n| `one`, v24.0.0 | 2.00 |");
		expect(written.get("speed")).not.toContain("| `one`, v24.0.0");
	});

	it("have a table for each curve of growth", () => {
		const rows = [
			{ input: "lines", at: 10_000, best: 0.5, memory: 60 },
			{ input: "octets a line", at: 16, best: 3 },
		];
		const written = textsOf(new Map([["growth", resultsOf("growth", rows)]])).get("growth");
		expect(written).toContain("| lines | `one` |\n| --- | --- |\n| 10,000 | 0.50 s, 60.0 MB |");
		expect(written).toContain("| octets a line | `one` |\n| --- | --- |\n| 16 | 3.00 s |");
	});

	it("say what the results in bench/results say: npm run bench -- --fill", () => {
		const texts = textsOf(readResults(new URL("bench/results", ROOT).pathname));
		for (const path of PAGES) {
			const content = readFileSync(new URL(path, ROOT), "utf8");
			expect(content).toContain("<!-- bench: ");
			expect(filled(content, texts)).toBe(content);
		}
	});
});

describe("the table", () => {
	it("has a line for each row, and says what its numbers are", () => {
		const written = tableOf([resultsOf("bulk", [{ ratio: 1 }, { name: "two", median: 1234, ratio: 0.5 }])]);
		expect(written).toContain("T, ns; ratio: against one");
		expect(written).toMatch(/bulk +clean +v20\.0\.0 +two +1\.00 +1,234 +0\.50 ×/);
	});
});
