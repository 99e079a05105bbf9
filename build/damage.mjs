/**
 * `npm run damage -- [--every K] [FILE...]`: installs and builds if needed, then flips each bit of small Parquet and Arrow files, cuts
 * them at each octet, and reads what is left: docs/internals/qa.md.
 *
 * ```
 *   --every K   only every K-th flip and cut; all by default
 *   FILE        only these files, such as stream.arrow
 * ```
 *
 * For example:
 *
 * ```
 *   npm run damage -- --every 61 stream.arrow
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
	return { every: numberOf("every", values.every ?? "1", 1, 100_000), files: positionals };
}

const options = readOptions("damage", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ damage: "test/qa/faults/damage.ts" }, "build/out/damage");
const { main } = await import(join(root, "build", "out", "damage", "damage.js"));
process.exitCode = await main(options);
