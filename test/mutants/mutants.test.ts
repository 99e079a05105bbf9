/** What `npm run mutants` is made of. The mutants themselves are Stryker's, which that command installs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/packed";
import { selectionFor, unloadedOf } from "./dry-run";
import { LISTED } from "./listed";
import { runMutants } from "./main";
import { Loader, Modules } from "./modules";
import { filesOf, isIn, POPULATIONS, partOf } from "./populations";
import { interval, type Row, report } from "./report";
import { type Instrumenter, mutantsOfSources, telling, withMutant } from "./source-mutants";
import { translate } from "./translated";

const FILE = "assembly/octets/char.ts";

/** One switch, as Stryker writes it. */
const stryker: Instrumenter = {
	instrument: async ([file]) => ({
		files: [{ content: `stryMutAct_9fa48("0") ? 1 : (stryCov_9fa48("0", "1"), 2); ${file?.content.length}` }],
		mutants: [0, 1].map((id) => ({
			id: `${id}`,
			location: { start: { line: 1, column: id }, end: { line: 1, column: 2 } },
			replacement: "?",
		})),
	}),
};

describe("mutants of sources", () => {
	it("have their own numbers, places and text in every file", async () => {
		const [first, second] = await mutantsOfSources(ROOT, [FILE, FILE], stryker);
		const content = readFileSync(join(ROOT, FILE), "utf8");
		const start = content.indexOf("\n") + 1;
		expect([...first!.mutants, ...second!.mutants].map(({ number }) => number)).toEqual([0, 1, 2, 3]);
		expect(second!.mutants[1]).toMatchObject({
			file: FILE,
			line: 2,
			start: start + 1,
			end: start + 2,
			before: content[start + 1],
		});
		expect(withMutant(content, second!.mutants[1]!)).toBe(`${content.slice(0, start + 1)}?${content.slice(start + 2)}`);
	});

	it("tell that they are reached, and change nothing meanwhile", async () => {
		const [, second] = await mutantsOfSources(ROOT, [FILE, FILE], stryker);
		expect(telling(second!.instrumented, new Set([3]))).toMatch(/^false \? 1 : \(REACHED\(3\), 2\);/);
		expect(telling(second!.instrumented, new Set([0, 1]))).toMatch(/^false \? 1 : \(0, 2\);/);
	});

	it("are those of all portable sources, without the leaves in WebAssembly", () => {
		const { sources, tests } = filesOf(ROOT, POPULATIONS[0]!, [partOf("assembly/octets/")], [partOf("")]);
		expect(sources).toContain("assembly/octets/span.host.ts");
		expect(sources).not.toContain("assembly/octets/span.ts");
		expect(tests).toContain("test/assembly/scan.test.ts");
		expect(filesOf(ROOT, POPULATIONS[0]!, [partOf("assembly/nowhere")], [partOf("")]).sources).toEqual([]);
	});

	it("are those of the paths and lines that are asked for", () => {
		const parts = ["assembly/octets", "assembly/index.ts:3,12", "src/index.ts"].map(partOf);
		const { sources } = filesOf(ROOT, POPULATIONS[0]!, parts, [partOf("")]);
		expect([sources.includes("assembly/index.ts"), sources.includes("src/index.ts")]).toEqual([true, false]);
		const isAsked = ([file, line]: readonly [string, number]) => isIn(parts, file, line);
		expect((["assembly/octets/char.ts", "assembly/octets.ts"] as const).map((file) => isAsked([file, 1]))).toEqual([true, false]);
		expect(([3, 4, 12] as const).map((line) => isAsked(["assembly/index.ts", line]))).toEqual([true, false, true]);
	});
});

describe("a run", () => {
	const options = { root: ROOT, paths: ["assembly/octets"], tests: [""], sample: 1, seed: 1, least: undefined };

	it.each([
		{ paths: ["assembly/nowhere"] },
		{ paths: ["assembly/octets", "src/nowhere.ts"] },
		{ tests: ["test/nowhere"] },
		// It is a test of `src` alone.
		{ tests: ["test/assembly", "test/text"] },
	])("refuses a path without sources or tests: %o", async (some) => {
		expect(await runMutants({ ...options, ...some }, stryker)).toBe(2);
	});

	it("tries those tests alone that are asked for", () => {
		const { sources, tests } = filesOf(ROOT, POPULATIONS[0]!, [partOf("assembly/octets")], ["test/assembly", FILE].map(partOf));
		expect(sources).toContain(FILE);
		expect(tests).toContain("test/assembly/scan.test.ts");
		expect(tests.filter((file) => !file.startsWith("test/assembly/"))).toEqual([]);
	});

	const rows = (killed: number, survived: number) =>
		Array.from({ length: killed + survived }, (_, at): Row => {
			return { file: FILE, line: 1, change: `${at} → 0`, outcome: at < killed ? "killed" : "survived", by: "" };
		});

	it.each([
		["no mutant", rows(0, 0), undefined, 0, 1],
		["no mutant of a share", rows(0, 0), 1, 0, 1],
		["all found", rows(4, 0), undefined, 4, 0],
		["one survivor", rows(3, 1), undefined, 3, 1],
		["a share that is just enough", rows(3, 1), 75, 3, 0],
		["a share that is too small", rows(3, 1), 76, 3, 1],
		["none found", rows(0, 2), 1, 0, 2],
	])("passes or fails: %s", (_, tried, least, passed, failed) => {
		const lines: string[] = [];
		expect(report(ROOT, "sources", tried, { total: 9, least }, (line: string) => lines.push(line))).toEqual({ passed, failed });
		expect(lines.at(-1)?.[0]).toBe(failed === 0 ? "✓" : "✗");
		expect(lines.filter((line) => line.startsWith("  survived: ")).length).toBe(tried.length - passed);
	});
});

describe("the loader", () => {
	it("evaluates modules once, anew for each loader, with one of them replaced", async () => {
		const code = new Map([
			["src/a.ts", await translate(ROOT, "src/a.ts", 'import { b } from "./b"; export const a = [b];')],
			["src/b.ts", await translate(ROOT, "src/b.ts", "export const b = 1;")],
			["src/b.host.ts", await translate(ROOT, "src/b.host.ts", "export const b = 2;")],
		]);
		const modules = new Modules(ROOT, code, new Map());
		const [loader, other] = [[], [{ file: "src/b.host.ts", code: "exports.b = 3;" }]].map((some) => new Loader(modules, some));
		expect(loader!.load("src/a.ts")).toMatchObject({ a: [2] });
		expect(loader!.load("src/a.ts")).toBe(loader!.load("src/a.ts"));
		expect(other!.load("src/a.ts")).toMatchObject({ a: [3] });
	});

	it("adapts the exports of a module before another one sees them", async () => {
		const code = new Map([
			["src/a.ts", await translate(ROOT, "src/a.ts", 'import { B } from "./b"; export const a = new B().name();')],
			["src/b.ts", await translate(ROOT, "src/b.ts", "export class B { name() { return 1; } }")],
		]);
		const adapt = new Map([["src/b.ts", ({ B }: { B: { prototype: { name(): number } } }) => (B.prototype.name = () => 2)]]);
		expect(new Loader(new Modules(ROOT, code, new Map(), adapt), []).load("src/a.ts")).toMatchObject({ a: 2 });
	});
});

describe("the tests for a mutant", () => {
	const test = (id: string, reached: number[], passed = true, milliseconds = 1) => ({
		id,
		name: id,
		passed,
		milliseconds,
		reached,
	});

	it("are those that reach it, or whose file does outside of tests; the quickest file first", () => {
		const slow = { file: "slow", reached: [7], tests: [test("1", [], true, 300), test("2", [], false)] };
		const quick = { file: "quick", reached: [], tests: [test("1", [7]), test("2", [8])] };
		const other = { file: "other", reached: [], tests: [test("1", [8])] };
		expect(selectionFor(7, [slow, quick, other])).toMatchObject([
			{ file: "quick", tests: ["1"] },
			{ file: "slow", tests: ["1"] },
		]);
	});

	it("are missed if their file cannot be loaded, does not end or has none", () => {
		const broken = { ...test("", [], false), name: "the file: no engine" };
		const files = [
			{ file: "a", reached: [], tests: [broken] },
			{ file: "b", reached: [], tests: [test("1", []), broken] },
			{ file: "c", reached: [], tests: [] },
		];
		expect(unloadedOf(["a", "b", "c", "d"], files)).toEqual([
			"a: the file: no engine",
			"c: it has no test",
			"d: it does not end",
		]);
	});

	it("are none that is slow", () => {
		expect(selectionFor(7, [{ file: "a", reached: [], tests: [test("1", [7], true, 2001)] }])).toEqual([]);
	});
});

it("the interval is that of Wilson", () => {
	const [low, high] = interval(90, 100);
	expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.8256", "0.9448"]);
	expect(interval(10, 10)[1]).toBeCloseTo(1);
});

it.each(LISTED)("$file has the line of a survivor: $line", ({ file, line }) => {
	const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
	expect(lines.map((text) => text.trim())).toContain(line);
});
