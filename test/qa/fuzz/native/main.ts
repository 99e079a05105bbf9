/**
 * Coverage-guided fuzzing of the kernels: wasm2c makes C of a scalar build, libFuzzer looks for inputs that reach something new, and each
 * input that it keeps is played on all builds. `build/fuzz-native.mjs` bundles and starts this.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../../../bench/lists/random.mjs";
import { corpusOf, writeCorpus } from "../corpus";
import { Generator } from "../generator";
import { KERNEL_FILES } from "../kernel-files";
import { ANY } from "../pieces";
import { inputFor, layoutOf, MAX_INPUT, type NativeKernel, nativeCorpus, programsOf } from "./inputs";
import { replay } from "./replay";

/** Options, checked. */
export interface NativeOptions {
	readonly root: string;
	readonly kernels: readonly NativeKernel[];
	/** For each kernel. */
	readonly minutes: number;
	readonly seed: number;
	/** The folder of wasm2c's runtime. */
	readonly runtime: string;
}

/** Generated inputs to begin with. */
const SEEDS = 2000;

/** Fuzzes the kernels. Returns the exit status: 0 if no input shows a fault. */
export function main(options: NativeOptions): number {
	let [passed, failed] = [0, 0];
	for (const kernel of options.kernels) {
		const { inputs, faults } = fuzzKernel(kernel, options);
		for (const fault of faults) console.log(`✗ ${fault}`);
		// A run without inputs has checked nothing.
		failed += inputs === 0 ? Math.max(1, faults.length) : faults.length;
		passed += inputs - Math.min(inputs, faults.length);
	}
	console.log(`${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

function fuzzKernel(kernel: NativeKernel, options: NativeOptions): { inputs: number; faults: string[] } {
	const folder = join(options.root, "build", "out", "native", kernel);
	rmSync(folder, { recursive: true, force: true });
	for (const part of ["corpus", "merged", "faults"]) mkdirSync(join(folder, part), { recursive: true });
	const fuzzer = compile(kernel, folder, options);
	const known = corpusOf(options.root, nativeCorpus(kernel));
	for (const [index, input] of [...known, ...seedInputs(options.seed)].entries())
		writeFileSync(join(folder, "corpus", `${index}`), input);
	const run = (...args: string[]) => {
		const environment = { ...process.env, URLSIEVE_PROGRAMS: join(folder, "programs") };
		return spawnSync(fuzzer, args, { encoding: "utf8", env: environment, maxBuffer: 2 ** 28 }).stderr;
	};
	const output = run(
		`-max_total_time=${60 * options.minutes}`,
		`-seed=${options.seed}`,
		`-max_len=${MAX_INPUT}`,
		`-dict=${join(folder, "words")}`,
		`-artifact_prefix=${join(folder, "faults")}/`,
		"-timeout=10",
		"-rss_limit_mb=4096",
		"-print_final_stats=1",
		join(folder, "corpus"),
	);
	run(
		"-merge=1",
		"-use_counters=0",
		`-artifact_prefix=${join(folder, "faults")}/`,
		join(folder, "merged"),
		join(folder, "corpus"),
	);
	const inputs = inputsIn(join(folder, "merged"));
	const faults = [
		...inputsIn(join(folder, "faults")).map((input) => JSON.stringify([reasonIn(output), Buffer.from(input).toString("base64")])),
		...replay(options.root, kernel, inputs),
	];
	const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
	if (runs === undefined) faults.push(`${kernel}: ${reasonIn(output)}`);
	console.log(
		`${kernel}: ${runs ?? "no"} inputs run, ${inputs.length} of them reach all that was reached, ${known.length} were known`,
	);
	if (faults.length === 0) writeCorpus(options.root, nativeCorpus(kernel), inputs);
	return { inputs: inputs.length, faults };
}

/** What ended the fuzzer. */
function reasonIn(output: string): string {
	return /^(?:failed: .*|.*ERROR: libFuzzer: .*)$/m.exec(output)?.[0] ?? output.trim().split("\n").at(-1) ?? "no output";
}

/** Translates and compiles a kernel with its driver. Returns the path of the fuzzer. */
function compile(kernel: NativeKernel, folder: string, { root, runtime }: NativeOptions): string {
	const [source, fuzzer] = [join(folder, "kernel.c"), join(folder, "fuzzer")];
	const programs = programsOf(kernel).flatMap((program) => [
		Uint8Array.from(new Uint8Array(Uint32Array.of(program.length).buffer)),
		program,
	]);
	writeFileSync(join(folder, "layout.h"), layoutOf(kernel));
	writeFileSync(join(folder, "programs"), Buffer.concat(programs));
	writeFileSync(
		join(folder, "words"),
		ANY.filter((word) => word.length > 0)
			.map((word) => `"${escaped(word)}"\n`)
			.join(""),
	);
	execFileSync("wasm2c", [join(root, "build", "out", KERNEL_FILES[`${kernel}.scalar`] as string), "-n", "kernel", "-o", source]);
	const sources = [join(root, "test", "qa", "fuzz", "native", "driver.c"), source, join(runtime, "wasm-rt-impl.c")];
	const flags = ["-O1", "-w", "-fsanitize=fuzzer", "-DWASM_RT_TRAP_HANDLER=kernel_trap", `-I${folder}`, `-I${runtime}`, "-lm"];
	execFileSync("clang", [...sources, ...flags, "-o", fuzzer], { stdio: "inherit" });
	return fuzzer;
}

function escaped(word: Uint8Array): string {
	return [...word].map((octet) => `\\x${octet.toString(16).padStart(2, "0")}`).join("");
}

/** Lines of the generator, each few with any options. */
function seedInputs(seed: number): Uint8Array[] {
	const [next, generator] = [random(seed), new Generator({ seed })];
	return Array.from({ length: SEEDS }, () => inputFor(next, generator.batch(1 + next(3))).subarray(0, MAX_INPUT));
}

function inputsIn(folder: string): Uint8Array[] {
	return existsSync(folder) ? readdirSync(folder).map((name) => new Uint8Array(readFileSync(join(folder, name)))) : [];
}
