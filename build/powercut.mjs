/**
 * `npm run powercut -- [--every K] [WAY...]`: installs and builds if needed, then traces runs of the command line, restores
 * every state that a power failure may leave, and checks it: docs/internals/qa.md.
 *
 * ```
 *   --every K   only every K-th state; all by default
 *   WAY         only these ways, such as seen-second, partition, learn
 * ```
 *
 * For example:
 *
 * ```
 *   npm run powercut -- --every 20 seen-second partition
 * ```
 *
 * Exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used.
 */
import { join } from "node:path";
import { numberOf, readOptions } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

function optionsOf(args) {
	const { values, positionals } = parseOptions({ args, options: { every: { type: "string" } }, allowPositionals: true });
	return { root, every: numberOf("every", values.every ?? "1", 1, 10_000), kills: false, ways: positionals, cutsPower: true };
}

const options = readOptions("powercut", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/faults/main.ts" }, "build/out/powercut");
const { main } = await import(join(root, "build", "out", "powercut", "main.js"));
process.exitCode = await main(options);
