/**
 * `npm test`: installs and builds if needed, then runs the checks, and all tests in their short form. `npm run test:long`: the tests
 * that have a long form, in that, the types as users resolve them, and the documentation as a site.
 * `npm run test:site`: the tests of the site, in Chromium. test/support/extent.ts says what the forms differ in.
 *
 * A failure is one line that begins with ✗. The last but one line has the CPU time of all processes of the machine meanwhile, on Linux,
 * with installation and build. The last line counts all: every test of vitest, and one for each other check.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { cpuSeconds } from "./cpu-time.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";

const RESULTS = join(root, "build", "out", "test-results.json");

/** What ends the tests before their end. Their temporary files go then, too. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Characters that are shown of the name and of the message of a failed test. */
const MESSAGE = 200;

/** TypeScript 7, the native compiler: a sixth of the time. The tools of the build and of typedoc need TypeScript 6. */
const NATIVE_TSC = join(root, "test", "types", "node_modules", "typescript", "bin", "tsc");

/** Checks beside the tests: title, tool and arguments. Their low priority leaves them the time in which tests wait. */
const CHECKS = [
	["format and lint", "biome", ["check", "--error-on-warnings"]],
	["types", "node", [NATIVE_TSC, "--noEmit"]],
	["size limits", "node", ["build/sizes.mjs"]],
];
/** Checks of the long form: those that take longest and change least. */
const LONG_CHECKS = [
	["unused files, exports, packages", "knip", []],
	["package.json", "publint", ["--strict"]],
	["documentation as a site, its links", "node", ["build/docs.mjs"]],
	["types as resolved by users", "attw", ["--pack", ".", "--profile", "esm-only"]],
];
/** Ends the name of a file of which the short form has nothing. */
const ONLY_LONG = ".long.test.ts";
/** What a test imports that has a long form. */
const LONG = /\/support\/(?:extent|long-it)"/;
/** Tests of sets in files, whose runs have processes of their own in the long form: test/cli/command.ts. */
const OF_SETS = /\/(?:cli|dedupe)\/seen[^/]*\.test\.ts$/;

const RUNS = {
	short: () => Promise.all([checks(CHECKS), runTests(["--project", "!site"], { URLSIEVE_SHORT: "1" })]),
	long: () => Promise.all([checks(LONG_CHECKS), runTests(["--project", "!site", ...longTests()], { URLSIEVE_LONG: "1" })]),
	site: () => Promise.all([runTests(["--project", "site"])]),
};

const cpuStart = cpuSeconds();
await prepareTools();
const counts = (await RUNS[process.argv[2] ?? "short"]()).flat();
const sum = (name) => counts.reduce((total, count) => total + (count[name] ?? 0), 0);
if (sum("left") > 0)
	console.log(`${sum("left")} left out: they need real lists in ../shared, or a program that is not installed`);
if (cpuStart !== undefined) console.log(`${Math.round(cpuSeconds() - cpuStart)} s of CPU time of all processes of this machine`);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;

/** Runs checks one after another. */
async function checks(all) {
	const counts = [];
	for (const one of all) counts.push(await check(...one));
	return counts;
}

/** Runs a tool. Shows its output only if it fails. */
async function check(name, tool, args) {
	const start = performance.now();
	const program = tool === "node" ? process.execPath : join(root, "node_modules", ".bin", tool);
	const { failed, output } = await new Promise((resolve) => {
		const { pid } = execFile(program, args, { cwd: root, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
			resolve({ failed: error !== null, output: stdout + stderr }),
		);
		if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
	});
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	// The tests print dots meanwhile.
	console.log(`\n${failed ? "✗" : "✓"} ${name} (${[tool, ...args].join(" ")}), ${seconds} s`);
	if (failed) console.log(output);
	return { passed: failed ? 0 : 1, failed: failed ? 1 : 0 };
}

/** The files of tests that have a long form. */
function longTests() {
	const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).map((name) => `test/${name}`);
	const isLong = (file) => file.endsWith(ONLY_LONG) || OF_SETS.test(file) || LONG.test(readFileSync(join(root, file), "utf8"));
	return files.filter((file) => file.endsWith(".test.ts") && !file.startsWith("test/site/") && isLong(file));
}

/** Runs vitest. A file that cannot be loaded counts as one failure. */
async function runTests(args, variables = {}) {
	rmSync(RESULTS, { force: true });
	const reporters = ["--reporter=dot", "--reporter=test/support/slowest.ts", "--reporter=json", `--outputFile.json=${RESULTS}`];
	const status = await runVitest(["run", ...args, ...reporters], variables);
	if (!existsSync(RESULTS)) return { passed: 0, failed: 1, status, success: false };
	const results = JSON.parse(readFileSync(RESULTS, "utf8"));
	const failures = failuresIn(results);
	// An error outside of all tests.
	if (status !== 0 && results.success) failures.push(`vitest: status ${status}`);
	for (const name of failures) console.log(`✗ ${name}`);
	const { numPassedTests, numPendingTests, success } = results;
	return { passed: numPassedTests, failed: failures.length, left: numPendingTests, status, success };
}

/** Runs vitest to its end, or to that of a signal, which then ends this process too. Returns the status. */
async function runVitest(args, variables) {
	const scratch = makeScratch();
	const env = { ...process.env, ...variables, ...(scratch && { TMPDIR: scratch }) };
	const vitest = spawn(join(root, "node_modules", ".bin", "vitest"), args, { cwd: root, stdio: "inherit", env });
	let received;
	const stop = (signal) => {
		received = signal;
		vitest.kill(signal);
	};
	// A shell and npm may both send the signal.
	for (const signal of SIGNALS) process.on(signal, stop);
	const [status] = await once(vitest, "exit");
	for (const signal of SIGNALS) process.off(signal, stop);
	removeScratch(scratch);
	if (received !== undefined) process.kill(process.pid, received);
	return status;
}

/** One line for each failed test: file, test and the first line of the error; or the file, if it cannot be loaded. */
function failuresIn({ testResults }) {
	const first = (text = "") => stripVTControlCharacters(text).trim().split("\n")[0].slice(0, MESSAGE);
	const inOneLine = (title) => title.replace(/\s+/g, " ").slice(0, MESSAGE);
	return testResults.flatMap(({ name, status, message, assertionResults }) => {
		const file = relative(root, name);
		const failed = assertionResults.filter((test) => test.status === "failed");
		if (failed.length > 0) return failed.map((test) => `${file}: ${inOneLine(test.fullName)}: ${first(test.failureMessages[0])}`);
		return status === "failed" ? [`${file}: ${first(message)}`] : [];
	});
}
