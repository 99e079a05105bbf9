/**
 * `npm run fuzz:native -- [--minutes M] [--kernel K] [--seed S]`: coverage-guided fuzzing of the scalar kernels. wasm2c translates a
 * kernel to C, clang's libFuzzer searches for inputs that reach new code, and each input that it keeps also runs on the SIMD and JavaScript
 * engines. Writes the inputs to test/qa/fuzz/corpus/, which `npm test` runs. Requires Debian's packages wabt and clang.
 *
 * ```
 *   --minutes M  for each kernel; 10 by default
 *   --kernel K   only this one: core or crawl
 *   --seed S     0 to 4,294,967,295; 3986 by default
 * ```
 *
 * For example:
 *
 * ```
 *   npm run fuzz:native -- --minutes 1 --kernel core
 * ```
 *
 * Exit status: 0 if no input shows a fault, 1 if one does, 2 for options that cannot be used, or a compiler that is missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const MINUTES = 10;
const KERNELS = ["core", "crawl"];
/** Where packages have the runtime of wasm2c. */
const RUNTIMES = ["/usr/share/wabt/wasm2c", "/usr/include", "/usr/local/share/wabt/wasm2c"];

function optionsOf(args) {
	const string = { type: "string" };
	const { values } = parseOptions({ args, options: { minutes: string, kernel: string, seed: string } });
	if (values.kernel !== undefined && !KERNELS.includes(values.kernel))
		throw new RangeError(`--kernel must be ${KERNELS.join(" or ")}, not "${values.kernel}".`);
	return {
		root,
		kernels: KERNELS.filter((kernel) => values.kernel === undefined || values.kernel === kernel),
		minutes: numberOf("minutes", values.minutes ?? `${MINUTES}`, 1, 1e5),
		seed: numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED),
		runtime: toolsOf(),
	};
}

/** The folder of wasm2c's runtime. Throws RangeError if a tool is missing. */
function toolsOf() {
	for (const [program, name] of [
		["wasm2c", "wabt"],
		["clang", "clang"],
	]) {
		if (spawnSync(program, ["--version"]).error !== undefined)
			throw new RangeError(`The program ${program} is missing: install the package ${name}.`);
	}
	const runtime = RUNTIMES.find((folder) => existsSync(join(folder, "wasm-rt-impl.c")));
	if (runtime === undefined) throw new RangeError("The runtime of wasm2c, wasm-rt-impl.c, is missing: install the package wabt.");
	return runtime;
}

const options = readOptions("fuzz:native", optionsOf);
await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
await bundleScript({ main: "test/qa/fuzz/native/main.ts" }, "build/out/native");
const { main } = await import(join(root, "build", "out", "native", "main.js"));
process.exitCode = main(options);
