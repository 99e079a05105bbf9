/**
 * `npm run same -- OLD NEW [--cases N] [--seed S]`: runs two builds of the command line on the same inputs, under random options, and compares
 * all that they leave: outputs, exit statuses, messages, temporary files. The net under a change that must change nothing.
 *
 * ```
 *   OLD, NEW    folders that have build/out/dist/urlsieve.js, such as a checkout that is built
 *   --cases N   runs N cases; 300 by default
 *   --seed S    draws other cases
 * ```
 *
 * For example:
 *
 * ```
 *   git worktree add ../before HEAD~1 && (cd ../before && npm ci && npm run build)
 *   npm run same -- ../before . --cases 2000
 * ```
 *
 * Exit status: 0 if all cases are the same, 1 if one is not, 2 for options that cannot be used.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const PROGRAM = "build/out/dist/urlsieve.js";

function optionsOf(args) {
	const options = { cases: { type: "string" }, seed: { type: "string" } };
	const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
	if (positionals.length !== 2) throw new RangeError("give two folders, OLD and NEW; try: npm run same -- --help");
	return {
		programs: positionals.map(programIn),
		cases: numberOf("cases", values.cases ?? "300", 1, 1_000_000),
		seed: numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED),
	};
}

function programIn(folder) {
	const program = resolve(folder, PROGRAM);
	if (existsSync(program)) return program;
	throw new RangeError(`${folder} has no ${PROGRAM}; run "npm ci && npm run build" there`);
}

const options = readOptions("same", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/same/main.ts" }, "build/out/same");
const { main } = await import(join(root, "build", "out", "same", "main.js"));
process.exitCode = await main(options);
