/**
 * `npm run fuzz -- [options]`: installs and builds if needed, then generates lines and checks on each what docs/internals/reliability.md
 * promises, on every engine.
 *
 * ```
 *   --lines N      number of lines; 1,000,000 by default, with --time as many as it allows
 *   --seed S       0 to 4,294,967,295; 3986 by default
 *   --time MIN     stops after MIN minutes
 *   --scenes N     scenes of a hostile host for each kernel; by default one for every 2,000 lines
 *   --kernels DIR  tests the .wasm files of DIR instead of the built ones
 *   --digest       checks nothing, but prints one SHA-256 of all answers for each engine; --lines is 100,000 by default
 *   --readers N    tests readers instead: N damaged files for each of snapshots, policies, lists, tables, gzip, Zstandard
 * ```
 *
 * For example:
 *
 * ```
 *   npm run fuzz -- --lines 200000 --seed 21
 *   npm run fuzz -- --digest --lines 10000
 * ```
 *
 * Exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used.
 */
import { join } from "node:path";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const LINES = 1_000_000;
/** The lines that fit a single call of each normalizer. */
const DIGEST_LINES = 100_000;

function optionsOf(args) {
	const string = { type: "string" };
	const { values } = parseOptions({
		args,
		options: {
			lines: string,
			seed: string,
			time: string,
			scenes: string,
			kernels: string,
			readers: string,
			digest: { type: "boolean" },
		},
	});
	const hasTime = values.time !== undefined;
	const usual = values.digest ? DIGEST_LINES : hasTime ? Number.POSITIVE_INFINITY : LINES;
	return {
		root,
		lines: values.lines !== undefined ? numberOf("lines", values.lines, 1, values.digest ? 1e6 : 1e12) : usual,
		seed: values.seed === undefined ? SEED : numberOf("seed", values.seed, 0, MAX_SEED),
		minutes: hasTime ? numberOf("time", values.time, 1, 1e6) : Number.POSITIVE_INFINITY,
		scenes: values.scenes === undefined ? undefined : numberOf("scenes", values.scenes, 1, 1e9),
		kernels: values.kernels,
		isDigest: values.digest === true,
		readers: values.readers === undefined ? undefined : numberOf("readers", values.readers, 1, 1e9),
	};
}

const options = readOptions("fuzz", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/fuzz/main.ts" }, "build/out/fuzz");
const { main } = await import(join(root, "build", "out", "fuzz", "main.js"));
process.exitCode = await main(options);
