/** What `npm run mutants` is made of. The mutants themselves are Stryker's, which that command installs. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useFolder } from "../cli/command";
import { ROOT } from "../support/packed";
import { cpu, endSession } from "./children";
import { dryKeys } from "./dry-keys";
import { planOf, selectionFor, unloadedOf } from "./dry-run";
import { LISTED } from "./listed";
import { runMutants } from "./main";
import { Loader, Modules } from "./modules";
import { filesOf, isIn, POPULATIONS, partOf } from "./populations";
import { readRows } from "./records";
import { interval, type Row, report } from "./report";
import { type Instrumenter, mutantsOfSources, switching, telling, withMutant } from "./source-mutants";
import { translate } from "./translated";
import type { DryFile } from "./worker";

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

	it("are switched by a constant, those of the sample alone", async () => {
		const [, second] = await mutantsOfSources(ROOT, [FILE, FILE], stryker);
		expect(switching(second!.instrumented, new Set([2]))).toMatch(/^ACTIVE_MUTANT === 2 \? 1 : \(0, 2\);/);
		expect(switching(second!.instrumented, new Set([3]))).toMatch(/^false \? 1 : \(0, 2\);/);
	});

	it("keep the parentheses that the printer leaves out, without which an operand would be a type", async () => {
		const printed = "(a[0] as number) | a[i + 1] as number | b[2] as number";
		const printing: Instrumenter = { instrument: async () => ({ files: [{ content: printed }], mutants: [] }) };
		const [only] = await mutantsOfSources(ROOT, [FILE], printing);
		expect(only!.instrumented).toBe("(a[0] as number) | (a[i + 1] as number) | b[2] as number");
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
		expect(await runMutants({ ...options, ...some }, { stryker, bundle: async () => {} })).toBe(2);
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
		elapsed: milliseconds,
		reached,
	});

	const slow = { file: "slow", reached: [7], tests: [test("1", [], true, 300), test("2", [], false)] };
	const quick = { file: "quick", reached: [], tests: [test("1", [7]), test("2", [8])] };
	const other = { file: "other", reached: [], tests: [test("1", [8])] };
	const filesOfPlan = (files: readonly DryFile[], foundBy?: ReadonlyMap<string, number>) =>
		planOf(selectionFor(7, files), foundBy).map(({ file, tests }) => [file, ...tests]);

	it("are those that reach it, or whose file does outside of tests; the quickest file first", () => {
		expect(filesOfPlan([slow, quick, other])).toEqual([
			["quick", "1"],
			["slow", "1"],
		]);
	});

	it("begin with the files that have found others of the same source", () => {
		const foundBy = new Map([
			["slow", 2],
			["quick", 1],
		]);
		expect(filesOfPlan([slow, quick, other], foundBy).map(([file]) => file)).toEqual(["slow", "quick"]);
	});

	it("end after 20 seconds, in a file with its quickest tests", () => {
		const many = (milliseconds: number) => Array.from({ length: 30 }, (_, at) => test(`${at}`, [7], true, milliseconds + at));
		const [first, second] = [100, 1500].map((milliseconds) => ({
			file: `${milliseconds}`,
			reached: [],
			tests: many(milliseconds),
		}));
		const planned = planOf(selectionFor(7, [second!, first!]));
		expect(planned.map(({ file, tests }) => [file, tests.length])).toEqual([
			["100", 30],
			["1500", 11],
		]);
		expect(planned[1]!.tests).toEqual(second!.tests.slice(0, 11).map(({ id }) => id));
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

	it("are none that is slow, or waits", () => {
		const waiting = { ...test("2", [7]), elapsed: 30_001 };
		expect(selectionFor(7, [{ file: "a", reached: [], tests: [test("1", [7], true, 2001), waiting] }])).toEqual([]);
	});
});

describe("what is done", () => {
	const { write } = useFolder();

	it("is read again, without a row that is torn", () => {
		const rows = readRows<{ key: string }>(write("rows.jsonl", `${JSON.stringify({ key: "a", value: 1 })}\n{"key":"b"`));
		expect(rows).toEqual([{ key: "a", value: 1 }]);
	});

	it("holds for a file of tests until the product changes, or what the file imports", () => {
		const code = {
			"src/a.ts": "1",
			"test/a.test.ts": 'require("../src/a");require("./b")',
			"test/b.ts": "2",
			"test/c.test.ts": "3",
		};
		const keyIn = (some: object, file = "test/a.test.ts") => dryKeys(new Map(Object.entries({ ...code, ...some })))(file);
		expect(keyIn({})).toBe(keyIn({ "test/c.test.ts": "4" }));
		const others = [{ "src/a.ts": "4" }, { "test/b.ts": "4" }, { "test/a.test.ts": "4" }];
		expect(new Set([{}, ...others].map((some) => keyIn(some))).size).toBe(4);
		expect(keyIn({}, "test/c.test.ts")).toBe(keyIn({ "test/b.ts": "4" }, "test/c.test.ts"));
	});
});

describe("processes that tests start", () => {
	const { write, path } = useFolder();

	it("end with their session, those with a group of their own as well", async () => {
		const command = "sleep 1000 & timeout 1000 sleep 1000 & echo started; wait";
		const leader = spawn("bash", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
		await once(leader.stdout, "data");
		const session = leader.pid as number;
		endSession(session);
		expect(leader.kill("SIGKILL")).toBe(true);
		await once(leader, "exit");
		const { stdout } = spawnSync("ps", ["-o", "stat=", "-s", `${session}`], { encoding: "utf8" });
		// What is left are zombies, until their parent waits for them.
		expect(stdout.split("\n").filter((line) => line !== "" && !line.startsWith("Z"))).toEqual([]);
	});

	it("count with the CPU time of their parent", () => {
		const before = cpu();
		spawnSync(process.execPath, ["-e", "while (process.cpuUsage().user < 100_000);"]);
		expect(cpu() - before).toBeGreaterThanOrEqual(100);
	});

	it("note what they reach, once for each run, and apart what their modules reach", () => {
		const program = write(
			"program.cjs",
			"REACHED(1, 2); REACHED.enter(); REACHED(2, 3); REACHED.leave(); REACHED(3, 4); REACHED.forget(); REACHED(4); process.kill(process.pid, 9);",
		);
		const env = { ...process.env, URLSIEVE_REACHED: path("reached") };
		spawnSync(process.execPath, ["--require", join(ROOT, "test/mutants/recorder.cjs"), program], { env });
		expect(readFileSync(path("reached"), "utf8")).toBe("1\n2\nstatic 3\n4\n4\n");
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
