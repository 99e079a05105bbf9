/**
 * `npm test`: installs and builds if needed, then runs all checks and tests. `npm run test:site`: only the tests of the site, in
 * Chromium. The last line counts them: every test of vitest, and one for each other check.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

const RESULTS = join(root, "build", "out", "test-results.json");

/** Checks besides the tests: title, tool and arguments. */
const CHECKS = [
	["format and lint", "biome", ["check", "--error-on-warnings"]],
	["types", "tsc", ["--noEmit"]],
	["documentation of exports", "typedoc", ["--emit", "none"]],
	["unused files, exports, packages", "knip", []],
	["package.json", "publint", ["--strict"]],
	["types as resolved by users", "attw", ["--pack", ".", "--profile", "esm-only"]],
	["size limits", "node", ["build/sizes.mjs"]],
];

await prepare();
const counts =
	process.argv[2] === "site" ? [runTests("site")] : [...CHECKS.map((args) => check(...args)), ...runTestsWithCoverage()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a tool. Shows its output only if it fails. */
function check(name, tool, args) {
	const program = tool === "node" ? process.execPath : join(root, "node_modules", ".bin", tool);
	const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
	console.log(`${status === 0 ? "✓" : "✗"} ${name} (${[tool, ...args].join(" ")})`);
	if (status !== 0) console.log(stdout + stderr);
	return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** Runs the tests of the product. Insufficient coverage counts as one more failure. */
function runTestsWithCoverage() {
	const counts = runTests("product", "--coverage");
	const isCovered = counts.status === 0 || !counts.success;
	console.log(`${isCovered ? "✓" : "✗"} coverage of the portable kernel sources`);
	return [counts, { passed: isCovered ? 1 : 0, failed: isCovered ? 0 : 1 }];
}

/** Runs the tests of one project in vitest.config.ts. */
function runTests(project, ...flags) {
	rmSync(RESULTS, { force: true });
	const args = ["run", "--project", project, ...flags, "--reporter=dot", "--reporter=json", `--outputFile.json=${RESULTS}`];
	const { status } = spawnSync(join(root, "node_modules", ".bin", "vitest"), args, { cwd: root, stdio: "inherit" });
	if (!existsSync(RESULTS)) return { passed: 0, failed: 1, status, success: false };
	const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(readFileSync(RESULTS, "utf8"));
	const brokenFiles = numFailedTests === 0 ? numFailedTestSuites : 0;
	return { passed: numPassedTests, failed: numFailedTests + brokenFiles, status, success };
}
