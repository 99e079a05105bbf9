/**
 * `npm run soak -- lists [--lines N] [--memory SIZE] [--temp DIR]`: `dedupe --memory` on generated lists whose unique lines are
 * known, of each power of ten up to N lines. `npm run soak -- process [--minutes M]`: makes and drops everything that a process can
 * make, and watches its memory and descriptors. Installs and builds if needed. More is in docs/internals/qa.md.
 *
 * ```
 *   lists      --lines N      a power of ten; 1,000,000,000 by default, which needs 43 GB of disk
 *              --memory SIZE  the limit of dedupe; 512M by default
 *              --temp DIR     where lists, outputs and temporary files go; the system's directory by default
 *   process    --minutes M    30 by default
 *   --seed S   0 to 4,294,967,295; 3986 by default
 * ```
 *
 * For example:
 *
 * ```
 *   npm run soak -- lists --lines 1000000
 *   npm run soak -- process --minutes 1
 * ```
 *
 * Exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used, or too little disk.
 */
import { tmpdir } from "node:os";
import { failOption, MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepare } from "./prepare.mjs";

const LINES = 1_000_000_000;
const MINUTES = 30;

function optionsOf(args) {
	const string = { type: "string" };
	const options = { lines: string, memory: string, temp: string, minutes: string, seed: string };
	const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
	const [what, ...rest] = positionals;
	if (!["lists", "process"].includes(what) || rest.length > 0) throw new RangeError("Name what to soak: lists or process.");
	const lines = numberOf("lines", values.lines ?? `${LINES}`, 1000, 1e10);
	if (!Number.isInteger(Math.log10(lines))) throw new RangeError(`--lines must be a power of ten, not "${values.lines}".`);
	const memory = values.memory ?? "512M";
	if (!/^\d+M$/.test(memory)) throw new RangeError(`--memory must be a size such as 512M, not "${memory}".`);
	const minutes = numberOf("minutes", values.minutes ?? `${MINUTES}`, 1, 1e5);
	const seed = numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED);
	return { what, lines, memory, folder: values.temp ?? tmpdir(), minutes, seed };
}

const options = readOptions("soak", optionsOf);
await prepare();
const { soakLists } = await import("../test/qa/soak/lists.mjs");
const { soakProcess } = await import("../test/qa/soak/process.mjs");
const { checks, failures } = await (options.what === "lists" ? soakLists : soakProcess)(options).catch((error) => {
	if (error instanceof RangeError) failOption("soak", error);
	throw error;
});
// A run that has checked nothing has failed.
const failed = checks === 0 ? 1 : failures;
console.log(`${Math.max(0, checks - failed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
