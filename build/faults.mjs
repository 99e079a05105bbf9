/**
 * `npm run faults -- [--every K] [--kills] [WAY...]`: installs and builds if needed, then runs the command line in every way,
 * makes each of its file system calls fail, and checks what is left behind: docs/internals/qa.md.
 *
 * ```
 *   --every K   only every K-th call; all by default
 *   --kills     also kills the process at each call
 *   WAY         only these ways, such as memory, seen-second, parquet
 * ```
 *
 * For example:
 *
 * ```
 *   npm run faults -- --every 10 memory seen-second
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
	const { values, positionals } = parseOptions({
		args,
		options: { every: { type: "string" }, kills: { type: "boolean" } },
		allowPositionals: true,
	});
	return {
		root,
		every: numberOf("every", values.every ?? "1", 1, 10_000),
		kills: values.kills === true,
		ways: positionals,
		cutsPower: false,
	};
}

const options = readOptions("faults", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/faults/main.ts" }, "build/out/faults");
const { main } = await import(join(root, "build", "out", "faults", "main.js"));
process.exitCode = await main(options);
