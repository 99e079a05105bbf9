/**
 * `npm run fuzz -- [options]`: installs and builds if needed, then generates lines and checks on each what docs/internals/reliability.md
 * promises, on every engine.
 *
 * ```
 *   --lines N      so many lines; 1,000,000 by default, as many as fit with --time
 *   --seed S       0 to 4,294,967,295; 3986 by default
 *   --time MIN     ends after so many minutes
 *   --scenes N     so many scenes of a hostile host for each kernel; by default one for 2,000 lines
 *   --kernels DIR  the kernels of this folder in place of those that are built
 *   --digest       instead of checks: prints one SHA-256 of all answers about N lines, 100,000 by default, for each engine
 *   --readers N    instead of lines: N damaged files for each reader of snapshots, stores, policies, lists, tables, gzip, Zstandard
 *   --guided       with --readers: damages the files that reach something new, and writes the corpora in test/fuzz/corpus/
 * ```
 *
 * Exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const LINES = 1_000_000;
/** So many fit a single call of each normalizer. */
const DIGEST_LINES = 100_000;

function optionsOf(args) {
	const string = { type: "string" };
	const { values } = parseArgs({
		args,
		options: {
			lines: string,
			seed: string,
			time: string,
			scenes: string,
			kernels: string,
			readers: string,
			digest: { type: "boolean" },
			guided: { type: "boolean" },
		},
	});
	if (values.guided && values.readers === undefined) throw new RangeError("--guided needs --readers N.");
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
		isGuided: values.guided === true,
		readers: values.readers === undefined ? undefined : numberOf("readers", values.readers, 1, 1e9),
	};
}

const options = readOptions("fuzz", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/fuzz/main.ts" }, "build/out/fuzz");
const { main } = await import(join(root, "build", "out", "fuzz", "main.js"));
process.exitCode = await main(options);
