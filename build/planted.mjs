/**
 * `npm run planted -- [--sample N] [--seed S] [--lines N] [--min P]`: tests the fuzzer. Plants faults in each kernel by
 * replacing one instruction at a time, and runs `npm run fuzz` with `--kernels` on each. Prints the share that is found, and what survives.
 *
 * ```
 *   --sample N   number of faults for each kernel; 200 by default
 *   --seed S     0 to 4,294,967,295; 3986 by default
 *   --lines N    lines for each run of the fuzzer; 200,000 by default
 *   --kernel F   only this kernel, such as crawl.wasm
 *   --min P      the percentage of a kernel's faults that must be found; 80 by default. Faults that survive below a comment
 *                "Fast path only" or "Prefetch only" do not count
 * ```
 *
 * For example:
 *
 * ```
 *   npm run planted -- --kernel store.simd.wasm --sample 12 --lines 2000
 * ```
 *
 * A stopped run resumes: its results are in build/out/planted/.
 *
 * Exit status: 0 if that percentage is found for every kernel, 1 if not, 2 for options that cannot be used.
 */
import { join } from "node:path";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const SAMPLE = 200;
const LINES = 200_000;
const MIN = 80;

function optionsOf(args) {
	const string = { type: "string" };
	const { values } = parseOptions({
		args,
		options: { sample: string, seed: string, lines: string, kernel: string, min: string },
	});
	return {
		root,
		sample: numberOf("sample", values.sample ?? `${SAMPLE}`, 1, 10_000),
		seed: numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED),
		lines: numberOf("lines", values.lines ?? `${LINES}`, 1000, 1e12),
		kernel: values.kernel,
		min: numberOf("min", values.min ?? `${MIN}`, 0, 100),
	};
}

const options = readOptions("planted", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/fuzz/main.ts", planted: "test/qa/planted/planted.ts" }, "build/out/fuzz");
const { buildMap } = await import("./kernels.mjs");
const { runPlanted } = await import(join(root, "build", "out", "fuzz", "planted.js"));
process.exitCode = await runPlanted(options, buildMap);
