/** The tests tested: mutants of what runs in WebAssembly alone, and whether a test or the fuzzer finds each. `build/mutants.mjs` starts this. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type BuildMap, reasonFor } from "../fuzz/instruction-places";
import { fuzzKernel, limitOf } from "../fuzz/trials";
import type { ReplacedKernel } from "./compiled-kernels";
import { dryRun } from "./dry-run";
import { type KernelMutant, mutantsOfKernels, readKernel, withKernelMutant } from "./kernel-mutants";
import { Selections } from "./kernel-selections";
import type { MutantOptions } from "./main";
import { filesOf, KERNEL_TESTS, partOf } from "./populations";
import { TestProcess } from "./process";
import { tellingReached } from "./reached-instructions";
import { hash, hashOfTests, type Recorded, readRows } from "./records";
import { report } from "./report";
import { translateAll } from "./translated";
import type { DryFile, Start } from "./worker";

const NAME = "WebAssembly halves";
/** Lines of the fuzzer for what no test finds. */
const LINES = 20_000;

/** A row of the record. */
interface KernelRow extends Recorded, KernelMutant {}

/** What all trials share. */
interface Trial {
	readonly options: MutantOptions;
	/** A folder for kernels, of this run alone. */
	readonly folder: string;
	/** The bundle of worker.ts, and what a process of it is started with. */
	readonly program: string;
	readonly start: Start;
	readonly selections: Selections;
	/** Seconds of CPU time that the fuzzer may take for a kernel. */
	readonly limitFor: (kernel: string) => Promise<number>;
}

/** Runs the tests, and then the fuzzer, on a sample of mutants. Returns the exit status: as `runMutants` does. */
export async function runKernelMutants(options: MutantOptions, buildMap: BuildMap): Promise<number> {
	const { root, paths, tests: wanted, sample: size, seed } = options;
	const { sample, total } = await mutantsOfKernels(root, paths.map(partOf), size, seed, buildMap);
	const { tests } = filesOf(root, KERNEL_TESTS, [], wanted.map(partOf));
	if (total === 0 || tests.length === 0) {
		const [some, what] = total === 0 ? [paths, "instructions of WebAssembly alone"] : [wanted, "tests of kernels"];
		console.error(`mutants: "${some.join(" ")}" has no ${what}.`);
		return 2;
	}
	const folder = join(root, "build", "out", "mutants", `kernels-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	const rows = await trySample(options, sample, tests, folder);
	rmSync(folder, { recursive: true });
	const byFuzzer = rows.filter(({ by }) => by.startsWith(FUZZER)).length;
	const found = rows.filter(({ outcome }) => outcome !== "survived").length;
	console.log(`${found - byFuzzer} by tests, ${byFuzzer} by ${LINES} lines of the fuzzer`);
	const score = { total, least: options.least, reasonFor: (_: string, row: object) => reasonFor(root, row as KernelRow) };
	const { passed, failed } = report(root, NAME, rows, score);
	console.log(`${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

/** Tries those mutants of a sample that no earlier run has. Returns a row for each of all. */
async function trySample(options: MutantOptions, sample: readonly KernelMutant[], tests: readonly string[], folder: string) {
	const { root } = options;
	const record = join(root, "build", "out", "mutants", `wasm${options.tests.includes("") ? "" : `-${hash(tests.join())}`}.jsonl`);
	const known = new Map(readRows(record).map((row) => [row.key, row]));
	const testsHash = hashOfTests(root, [...tests, "build/out/fuzz/main.js"]);
	const keyOf = ({ kernel, at, after }: KernelMutant) =>
		hash(JSON.stringify([Buffer.from(readKernel(root, kernel)).toString("latin1"), at, after]));
	const waiting = sample.filter((mutant) => {
		const row = known.get(keyOf(mutant));
		return row === undefined || (row.outcome === "survived" && row.tests !== testsHash);
	});
	const trial = waiting.length === 0 ? undefined : await startTrial(options, sample, tests, folder);
	const work = async (worker: number) => {
		if (trial === undefined) return;
		const child = new TestProcess(trial.program, trial.start);
		for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
			const row = { ...(await tryMutant(trial, mutant, child, worker)), key: keyOf(mutant), tests: testsHash };
			known.set(row.key, row);
			appendFileSync(record, `${JSON.stringify(row)}\n`);
		}
		child.end();
	};
	await Promise.all(Array.from({ length: availableParallelism() }, (_, worker) => work(worker)));
	// Earlier versions recorded no caller.
	return sample.map((mutant): KernelRow => ({ ...(known.get(keyOf(mutant)) as KernelRow), ...mutant }));
}

/** Runs the tests without a mutant. */
async function startTrial(
	options: MutantOptions,
	sample: readonly KernelMutant[],
	tests: readonly string[],
	folder: string,
): Promise<Trial> {
	const { root, seed } = options;
	const code = join(root, "build", "out", "mutants", "kernels-code.json");
	writeFileSync(code, JSON.stringify([...(await translateAll(root, new Map()))]));
	const start: Start = { root, code, hasWasm: true };
	const program = join(root, "build", "out", "mutants", "worker.js");
	const dry = await dryRunOn(program, start, tests, writeTelling(root, sample, folder));
	const limits = new Map<string, Promise<number>>();
	const limitFor = (kernel: string) => {
		const limit = limits.get(kernel) ?? limitOf(kernel, { root, seed, lines: LINES });
		limits.set(kernel, limit);
		return limit;
	};
	return { options, folder, program, start, selections: new Selections(dry), limitFor };
}

/** The tests with kernels that tell what is reached. What has run is kept, file by file, for this code and these kernels. */
async function dryRunOn(program: string, start: Start, tests: readonly string[], telling: readonly ReplacedKernel[]) {
	const contents = [start.code, ...telling.map(({ file }) => file)].map((file) => readFileSync(file, "latin1"));
	const record = join(start.root, "build", "out", "mutants", `dry-${hash(contents.join(""))}.jsonl`);
	const known = readRows<DryFile>(record).filter(({ file }) => tests.includes(file));
	const rest = tests.filter((test) => !known.some(({ file }) => file === test));
	const keep = (file: DryFile) => appendFileSync(record, `${JSON.stringify(file)}\n`);
	return [...known, ...(await dryRun(program, start, rest, availableParallelism(), telling, keep))];
}

/** Writes the kernels that tell which mutants of the sample are reached. */
function writeTelling(root: string, sample: readonly KernelMutant[], folder: string) {
	return [...new Set(sample.map(({ kernel }) => kernel))].map((name) => {
		const own = sample.filter(({ kernel }) => kernel === name);
		const file = join(folder, `telling-${name}`);
		writeFileSync(file, tellingReached(readKernel(root, name), new Map(own.map(({ at, number }) => [at, number]))));
		return { name, file };
	});
}

/** What found a mutant that no test has found. */
const FUZZER = "the fuzzer";

async function tryMutant(trial: Trial, mutant: KernelMutant, child: TestProcess, worker: number) {
	const { root, seed } = trial.options;
	const { kernel, kind, at, before, after, place } = mutant;
	const [source = "", line] = place.split(":");
	const row = { ...mutant, file: source, line: Number(line), change: `${kernel}, ${kind} at ${at}: ${before} → ${after}` };
	const module = withKernelMutant(root, mutant);
	const file = join(trial.folder, `${worker}-${kernel}`);
	writeFileSync(file, module);
	const files = trial.selections.of(mutant);
	const outcome =
		files.length === 0 ? {} : await child.run({ replacements: [], kernels: [{ name: kernel, file }], files, isDry: false });
	if (outcome === "hung") return { ...row, outcome, by: "" };
	if (outcome === "crashed") return { ...row, outcome: "killed" as const, by: "the process has ended" };
	trial.selections.learn(mutant, files, outcome.failed);
	if (outcome.failed !== undefined) return { ...row, outcome: "killed" as const, by: outcome.failed };
	const limit = await trial.limitFor(kernel);
	const fuzzed = await fuzzKernel(kernel, module, { root, seed, lines: LINES }, worker, limit);
	if (fuzzed.outcome === "survived") return { ...row, outcome: "survived" as const, by: "" };
	return { ...row, outcome: fuzzed.outcome === "hung" ? ("hung" as const) : ("killed" as const), by: FUZZER };
}
