/** The tests tested: mutants of the sources, and whether a test fails on each. `build/mutants.mjs` bundles and starts this. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { random } from "../../bench/lists/random.mjs";
import { dryKeys } from "./dry-keys";
import { dryRun, FILE_TIME, planOf, type Selection, selectionFor, unloadedOf } from "./dry-run";
import { type Bundle, buildPackage } from "./package";
import { filesOf, isIn, POPULATIONS, type Population, partOf } from "./populations";
import { TestProcess } from "./process";
import { hash, hashOfTests, type Recorded, readRows } from "./records";
import { type Row, report } from "./report";
import { type Instrumenter, mutantsOfSources, type SourceMutant, switching, telling, withMutant } from "./source-mutants";
import { isTranslatable, translate, translateAll } from "./translated";
import type { DryFile, Start } from "./worker";

/** Options, checked. */
export interface MutantOptions {
	readonly root: string;
	/** Only the sources below these paths, or these lines of them: see `partOf`. */
	readonly paths: readonly string[];
	/** Only the tests below these paths. */
	readonly tests: readonly string[];
	/** Mutants in all. */
	readonly sample: number;
	readonly seed: number;
	/** The percentage that must be found, or undefined if none may survive: see `Score`. */
	readonly least: number | undefined;
}

/** What this is given, as bundles of this file have neither. */
export interface Tools {
	readonly stryker: Instrumenter;
	readonly bundle: Bundle;
}

/** Runs the tests on a sample of mutants. Returns the exit status: 0 if enough are found or listed, 1 if not, 2 for an unknown path. */
export async function runMutants(options: MutantOptions, tools: Tools): Promise<number> {
	const { root, paths, tests: wanted } = options;
	const filesIn = (some: readonly string[], tests: readonly string[]) =>
		POPULATIONS.map((population) => ({ population, ...filesOf(root, population, some.map(partOf), tests.map(partOf)) }));
	const chosen = filesIn(paths, wanted).filter(({ sources }) => sources.length > 0);
	const unknown =
		paths.find((path) => !filesIn([path], wanted).some(({ sources }) => sources.length > 0)) ??
		wanted.find((path) => !filesIn(paths, [path]).some(({ sources, tests }) => sources.length > 0 && tests.length > 0));
	if (unknown !== undefined) {
		console.error(
			`mutants: "${unknown}" has no ${paths.includes(unknown) ? "sources that are mutated" : "tests of these sources"}.`,
		);
		return 2;
	}
	const weights = chosen.reduce((sum, { population }) => sum + population.weight, 0);
	let [passed, failed] = [0, 0];
	for (const { population, sources, tests } of chosen) {
		const size = Math.round((options.sample * population.weight) / weights);
		const counts = await tryPopulation({ ...options, sample: size }, population, { sources, tests }, tools);
		passed += counts.passed;
		failed += counts.failed;
	}
	// A run that has tried nothing has failed.
	if (passed + failed === 0) failed = 1;
	console.log(`${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

interface Files {
	readonly sources: readonly string[];
	readonly tests: readonly string[];
}

/** A sample, and what is needed to try it. */
interface Prepared {
	readonly sample: readonly SourceMutant[];
	readonly total: number;
	readonly selections: ReadonlyMap<SourceMutant, readonly Selection[]>;
	readonly start: Start;
	/** Files of tests that cannot be loaded, each with the reason. */
	readonly unloaded: readonly string[];
}

async function tryPopulation(options: MutantOptions, population: Population, files: Files, tools: Tools) {
	const { root } = options;
	const folder = join(root, "build", "out", "mutants");
	const program = join(folder, "worker.js");
	const { sample, total, selections, start, unloaded } = await prepare(options, population, files, tools, program);
	// What cannot be loaded finds nothing, and would count against the tests.
	for (const reason of unloaded) console.log(`✗ ${reason}`);
	if (unloaded.length > 0) return { passed: 0, failed: unloaded.length };
	// What some tests find or miss tells nothing about others.
	const some = options.tests.includes("") ? "" : `-${hash(files.tests.join())}`;
	const record = join(folder, `${population.name.replaceAll(" ", "-")}${some}.jsonl`);
	const known = new Map(readRows(record).map((row) => [row.key, row]));
	const testsHash = hashOfTests(root, files.tests);
	const keyOf = (mutant: SourceMutant) =>
		hash(JSON.stringify([readFileSync(join(root, mutant.file), "utf8"), mutant.start, mutant.end, mutant.after]));
	const isDone = (mutant: SourceMutant) => {
		const row = known.get(keyOf(mutant));
		return row !== undefined && (row.outcome !== "survived" || row.tests === testsHash);
	};
	const waiting = sample.filter((mutant) => !isDone(mutant));
	const finders = new Finders();
	const work = async () => {
		const child = new TestProcess(program, start);
		for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
			const tried = await tryMutant(root, mutant, planOf(selections.get(mutant) ?? [], finders.of(mutant.file)), child);
			finders.add(tried);
			const row = { ...tried, key: keyOf(mutant), tests: testsHash };
			known.set(row.key, row);
			appendFileSync(record, `${JSON.stringify(row)}\n`);
		}
		child.end();
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	return report(
		root,
		population.name,
		sample.map((mutant) => known.get(keyOf(mutant)) as Recorded),
		{ total, least: options.least },
	);
}

/** Which files of tests have found mutants of a source: they are likely to find others. */
class Finders {
	readonly #counts = new Map<string, Map<string, number>>();

	of(source: string): ReadonlyMap<string, number> {
		return this.#counts.get(source) ?? new Map();
	}

	add({ file, by }: Row): void {
		const test = by.slice(0, by.indexOf(": "));
		const counts = this.#counts.get(file) ?? new Map<string, number>();
		this.#counts.set(file, counts.set(test, (counts.get(test) ?? 0) + 1));
	}
}

const CHANGES = { telling, switching };

/** Draws the sample, and runs the tests without a mutant. */
async function prepare(
	{ root, paths, sample: size, seed }: MutantOptions,
	population: Population,
	{ sources, tests }: Files,
	{ stryker, bundle }: Tools,
	program: string,
): Promise<Prepared> {
	const mutated = await mutantsOfSources(root, sources, stryker);
	const parts = paths.map(partOf);
	const all = mutated.flatMap(({ mutants }) => mutants).filter(({ file, line }) => isIn(parts, file, line));
	const next = random(seed);
	const rest = [...all];
	const sample = Array.from({ length: Math.min(size, all.length) }, () => rest.splice(next(rest.length), 1)[0] as SourceMutant);
	const wanted = new Set(sample.map(({ number }) => number));
	const changed = (change: typeof telling) =>
		new Map(mutated.map((one) => [one.file, change(one.instrumented, wanted)] as const));
	const { hasWasm, fileTime = FILE_TIME } = population;
	const settings = { root, hasWasm, fileTime };
	const save = async (kind: "telling" | "switching", inProcess: Map<string, string>): Promise<Start> => {
		const code = join(root, "build", "out", "mutants", `${kind}.json`);
		mkdirSync(join(code, ".."), { recursive: true });
		writeFileSync(code, JSON.stringify([...(await translateAll(root, inProcess))]));
		if (!population.hasPackage) return { ...settings, code };
		return { ...settings, code, dist: await buildPackage(root, kind, changed(CHANGES[kind]), bundle) };
	};
	// In this process, a mutant replaces its module, and all others are as they are written.
	const start = await save("switching", new Map());
	const telltale = await save("telling", changed(telling));
	const dry = await dryRunOnce(program, telltale, tests);
	for (const { file, tests } of dry)
		for (const { name } of tests.filter(({ id, passed }) => id !== "" && !passed))
			console.log(`  not used, as it fails: ${file}: ${name}`);
	return {
		sample,
		total: all.length,
		start,
		unloaded: unloadedOf(tests, dry),
		selections: new Map(sample.map((mutant) => [mutant, selectionFor(mutant.number, dry)])),
	};
}

/** What the files tell in a dry run. It is kept, file by file, for the same sources and tests. */
async function dryRunOnce(program: string, start: Start, tests: readonly string[]): Promise<DryFile[]> {
	const record = join(program, "..", "dry.jsonl");
	const keyOf = dryKeys(new Map(JSON.parse(readFileSync(start.code, "utf8"))));
	const known = new Map(readRows<DryRow>(record).map(({ key, dry }) => [key, dry]));
	const done = tests.flatMap((file) => known.get(keyOf(file)) ?? []);
	const rest = tests.filter((file) => !done.some((one) => one.file === file));
	const onFile = (dry: DryFile) => {
		const isLoaded = unloadedOf([dry.file], [dry]).length === 0;
		if (isLoaded) appendFileSync(record, `${JSON.stringify({ key: keyOf(dry.file), dry } satisfies DryRow)}\n`);
	};
	return [...done, ...(await dryRun(program, start, rest, availableParallelism(), [], onFile))];
}

/** A file of a dry run. The key says for which sources, and for which code of its tests. */
interface DryRow {
	readonly key: string;
	readonly dry: DryFile;
}

async function tryMutant(root: string, mutant: SourceMutant, files: readonly Selection[], child: TestProcess): Promise<Row> {
	const { file, line, before, after } = mutant;
	const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 80);
	const row = { file, line, change: `${short(before)} → ${short(after)}` };
	const source = withMutant(readFileSync(join(root, file), "utf8"), mutant);
	if (!(await isTranslatable(root, file, source))) return { ...row, outcome: "killed", by: "the compiler" };
	// A module that waits while it is evaluated is part of the package alone.
	const code = await translate(root, file, source).catch(() => undefined);
	const replacements = code === undefined ? [] : [{ file, code }];
	const outcome = await child.run({ replacements, active: mutant.number, files, isDry: false });
	if (outcome === "hung") return { ...row, outcome, by: "" };
	if (outcome === "crashed") return { ...row, outcome: "killed", by: "the process has ended" };
	return { ...row, outcome: outcome.failed === undefined ? "survived" : "killed", by: outcome.failed ?? "" };
}
