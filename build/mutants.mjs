/**
 * `npm run mutants -- [PATH…] [--tests PATH,…] [--share P] [--seed S] [--min P]`: measures the tests. Stryker makes one change to the
 * portable sources of the kernels at a time, and runs the tests that reach it until one fails: docs/internals/qa.md.
 *
 * ```
 *   PATH         only sources below PATH, such as assembly/reference; assembly by default
 *   --tests P,…  only tests below these paths, such as test/core/rules.test.ts,test/schemes
 *   --share P    the percentage of functions that are changed, drawn at random; 100 by default
 *   --seed S     0 to 4,294,967,295; 3986 by default
 *   --min P      the percentage of mutants that must be found; 0 by default
 * ```
 *
 * For example:
 *
 * ```
 *   npm run mutants -- assembly/reference --tests test/core/rules.test.ts,test/core/differential.test.ts --share 10
 * ```
 *
 * Statements below a comment "Fast path only" or "Prefetch only" count only if a test fails: test/qa/mutants/marks.mjs. The report is
 * build/out/mutants/report.html, and report.json for a comparison with another commit.
 *
 * Exit status: 0 if enough are found, 1 if not, 2 for options that cannot be used.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { isMarked } from "../test/qa/mutants/marks.mjs";
import { MAX_SEED, numberOf, readOptions, SEED } from "./fuzz-options.mjs";
import { npmPackages } from "./npm.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

/** The tests that run the sources on the JavaScript engine, and compare no engines. */
const TESTS =
	"test/core,test/crawl,test/tables,test/documents,test/edge,test/emulations,test/learn,test/node,test/schemes,test/store";

/** A leaf that has no portable variant. */
const WASM_ONLY = "assembly/partition/six-states.ts";

const FOUND = ["Killed", "Timeout", "RuntimeError", "CompileError"];
const MISSED = ["Survived", "NoCoverage"];

function optionsOf(args) {
	const string = { type: "string" };
	const { values, positionals } = parseOptions({
		args,
		options: { tests: string, share: string, seed: string, min: string },
		allowPositionals: true,
	});
	for (const path of [...positionals, ...(values.tests ?? TESTS).split(",")])
		if (!existsSync(join(root, path))) throw new RangeError(`"${path}" does not exist.`);
	return {
		paths: positionals.length === 0 ? ["assembly"] : positionals,
		tests: values.tests ?? TESTS,
		share: numberOf("share", values.share ?? "100", 1, 100),
		seed: numberOf("seed", values.seed ?? `${SEED}`, 0, MAX_SEED),
		min: numberOf("min", values.min ?? "0", 0, 100),
	};
}

/** Stryker's packages. Its plugin runs the vitest of this checkout, which its own would not know. */
function strykerPackages() {
	const manifest = npmPackages("mutants", join(root, "test", "qa", "mutants", "package.json"));
	for (const name of ["vitest", "typescript"]) {
		const link = join(dirname(manifest), "node_modules", name);
		// The packages are shared by all checkouts, which may be gone.
		rmSync(link, { recursive: true, force: true });
		symlinkSync(join(root, "node_modules", name), link);
	}
	return createRequire(manifest);
}

/** Sources that run as TypeScript: a leaf in WebAssembly has a portable variant beside it, or none. */
function portableBelow(path) {
	const files = statSync(join(root, path)).isFile() ? [path] : filesBelow(path);
	return files.filter(
		(file) => /(?<!\.d)\.ts$/.test(file) && file !== WASM_ONLY && !existsSync(join(root, file.replace(/\.ts$/, ".host.ts"))),
	);
}

const filesBelow = (path) => readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name));

/** Runs Stryker. Returns its results, one for each mutant. */
async function tryMutants({ paths, tests, share, seed }) {
	const require = strykerPackages();
	process.env.URLSIEVE_MUTANT_TESTS = tests;
	process.env.URLSIEVE_ENGINES = "js";
	process.env.URLSIEVE_TESTED = "sources";
	process.env.URLSIEVE_MUTANT_SAMPLE = `${share},${seed}`;
	const { Stryker } = await import(pathToFileURL(require.resolve("@stryker-mutator/core")).href);
	const stryker = new Stryker({
		mutate: paths.flatMap(portableBelow),
		testRunner: "vitest",
		vitest: { configFile: "test/qa/mutants/vitest.config.ts", related: false },
		plugins: [require.resolve("@stryker-mutator/vitest-runner"), join(root, "test/qa/mutants/sample.mjs")],
		ignorers: ["sample"],
		// What a module makes when it is loaded would take a run of all tests.
		ignoreStatic: true,
		coverageAnalysis: "perTest",
		concurrency: availableParallelism(),
		// The tests without a mutant, on a busy machine.
		dryRunTimeoutMinutes: 60,
		reporters: ["html", "json", "progress-append-only"],
		htmlReporter: { fileName: join(root, "build/out/mutants/report.html") },
		jsonReporter: { fileName: join(root, "build/out/mutants/report.json") },
		tempDirName: join(root, "build/out/mutants/sandbox"),
		// Else the sandbox of a run that was ended is copied into the next one, and files that other suites remove meanwhile are missed.
		ignorePatterns: ["mutants", "planted", "platforms", "runtimes"].map((name) => `build/out/${name}`),
		// Without it, Stryker rewrites tsconfig.json by a TypeScript of its own.
		tsconfigFile: "none.json",
		disableTypeChecks: false,
		logLevel: "warn",
	});
	return await stryker.runMutationTest();
}

/** Prints the share that is found and what survives. Returns the exit status. */
function report(results, min) {
	const lines = new Map();
	const linesOf = (file) => lines.get(file) ?? lines.set(file, readFileSync(file, "utf8").split("\n")).get(file);
	const found = results.filter(({ status }) => FOUND.includes(status));
	const missed = results
		.filter(({ status }) => MISSED.includes(status))
		.filter(({ fileName, location }) => !isMarked(linesOf(fileName), location.start.line));
	for (const { fileName, location, mutatorName, replacement } of missed)
		console.log(`  survived: ${relative(root, fileName)}:${location.start.line}: ${mutatorName} → ${replacement.slice(0, 60)}`);
	const share = (100 * found.length) / (found.length + missed.length);
	const isEnough = share >= min;
	console.log(`${isEnough ? "✓" : "✗"} ${found.length + missed.length} mutants, ${share.toFixed(1)} % found, min ${min} %`);
	console.log(`${isEnough ? 1 : 0} passed, ${isEnough ? 0 : 1} failed`);
	return isEnough ? 0 : 1;
}

const options = readOptions("mutants", optionsOf);
await prepareTools();
process.exitCode = report(await tryMutants(options), options.min);
