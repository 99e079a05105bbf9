/**
 * `npm run mutants -- [wasm] [PATH…] [--tests PATH,…] [--sample N] [--seed S] [--least P]`: tests the tests. Makes one change to the
 * sources at a time, as Stryker does, and runs the tests that reach it until one fails. Prints the share of mutants that are found, and
 * those that survive: docs/internals/reliability.md.
 *
 * ```
 *   wasm         changes instructions of the kernels instead: vector instructions, and those of sources that run in WebAssembly alone.
 *                Those that no test finds are tried by the fuzzer, with 20,000 lines
 *   PATH         only sources below PATH, such as assembly/reference or src/cli, or lines of a source, such as src/index.ts:7,12
 *   --tests P,…  only tests below these paths, such as test/assembly,test/schemes. They all run once first: all tests take minutes
 *   --sample N   number of mutants, drawn at random; 3000 by default, 500 for wasm
 *   --seed S     0 to 4,294,967,295; 3986 by default
 *   --least P    the percentage of mutants, listed ones aside, that must be found; without it, none may survive
 * ```
 *
 * For example:
 *
 * ```
 *   npm run mutants -- assembly/reference --tests test/assembly,test/schemes --sample 40
 *   npm run mutants -- wasm --sample 500
 * ```
 *
 * A stopped run resumes: its results are in build/out/mutants/.
 *
 * Exit status: 0 if each mutant, or the share that --least asks for, is found or listed in test/mutants/listed.ts, with wasm in
 * test/fuzz/equivalent.ts, 1 if not, 2 for options that cannot be used.
 */
import { createRequire } from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { npmPackages } from "./npm.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";

const SAMPLE = 3000;
const WASM = "wasm";
const WASM_SAMPLE = 500;

function optionsOf(args) {
	const string = { type: "string" };
	const options = { tests: string, sample: string, seed: string, least: string };
	const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
	const isWasm = positionals[0] === WASM;
	const paths = isWasm ? positionals.slice(1) : positionals;
	return {
		root,
		isWasm,
		paths: paths.length === 0 ? [""] : paths,
		tests: (values.tests ?? "").split(","),
		sample: numberOf("sample", values.sample ?? `${isWasm ? WASM_SAMPLE : SAMPLE}`, 1, 1e6),
		seed: numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED),
		least: values.least === undefined ? undefined : numberOf("least", values.least, 1, 100),
	};
}

const options = readOptions("mutants", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
const scratch = makeScratch();
if (scratch !== undefined) process.env.TMPDIR = scratch;
process.on("exit", () => removeScratch(scratch));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(128 + constants.signals[signal]));
const PROCESS = { worker: "test/mutants/worker.ts", watch: "test/mutants/watch.ts" };
if (options.isWasm) {
	await bundleScript({ main: "test/fuzz/main.ts" }, "build/out/fuzz");
	await bundleScript({ kernels: "test/mutants/kernels-main.ts", ...PROCESS }, "build/out/mutants");
	const { buildMap } = await import("./kernels.mjs");
	const { runKernelMutants } = await import(join(root, "build", "out", "mutants", "kernels.js"));
	process.exitCode = await runKernelMutants(options, buildMap);
} else {
	await bundleScript({ main: "test/mutants/main.ts", ...PROCESS }, "build/out/mutants");
	const { bundleCode: bundle } = await import("./bundle.mjs");
	const require = createRequire(npmPackages("mutants", join(root, "test", "mutants", "package.json")));
	const { Instrumenter } = await import(pathToFileURL(require.resolve("@stryker-mutator/instrumenter")).href);
	const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {}, error() {} };
	const { runMutants } = await import(join(root, "build", "out", "mutants", "main.js"));
	process.exitCode = await runMutants(options, { stryker: new Instrumenter(silent), bundle });
}
