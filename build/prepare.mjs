/**
 * Prepares a checkout: installs the packages in package-lock.json and builds. Skips each step whose inputs have not changed,
 * by a hash of their contents, not by timestamps.
 *
 * ```
 *   package.json             what the build needs       npm ci
 *   test/tools/package.json  tools, and libraries       npm install --workspaces, on top: one lock file, one node_modules
 *                            of tests, benches, site
 *   test/types/package.json  TypeScript 7                likewise
 * ```
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { hashOf, isBuilt, isStamped } from "./stamps.mjs";

const INSTALLED = join(root, "node_modules", ".urlsieve-installed");

/** Options of npm that also install what test/tools/ and test/types/ name. By default, .npmrc leaves that out. */
const WITH_TOOLS = ["--workspaces", "--include-workspace-root"];

/** Installs and builds if needed. Reports progress on standard error. Exits with status 1 if npm fails. */
export async function prepare() {
	install(hasTools());
	await buildIfStale();
}

/** The same, without the kernels for hosts without SIMD, which take half of the time. */
export async function prepareToRun() {
	install(hasTools());
	await buildIfStale("own");
}

/** Installs and builds if needed, with the tools and libraries of test/tools/ and test/types/. */
export async function prepareTools() {
	install(true);
	await buildIfStale();
}

/** Tools that are installed are kept up to date. */
function hasTools() {
	return existsSync(join(root, "node_modules", "vitest"));
}

function install(withTools) {
	// The lock file has the manifests' packages; their scripts and exports are no reason to install.
	const packages = `${withTools ? "tools" : "build"} ${hashOf(["package-lock.json"])}`;
	if (isStamped(INSTALLED, packages)) return;
	const what = withTools ? "packages of build and tests" : "packages of the build";
	console.error(`urlsieve: installing the ${what} …`);
	const start = performance.now();
	// `npm ci` would remove what is installed, and the kernels in node_modules/.cache.
	const command = existsSync(join(root, "node_modules")) ? ["install", "--no-save"] : ["ci"];
	const flags = [...(withTools ? WITH_TOOLS : []), "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
	if (!downloads("npm", [...command, ...flags, "--loglevel=error"], { cwd: root })) {
		console.error("urlsieve: cannot install the packages; see the messages of npm above.");
		process.exit(1);
	}
	writeFileSync(INSTALLED, packages);
	console.error(`urlsieve: installed the ${what}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs a program that downloads, up to three times: connections break. Returns whether it has succeeded. */
export function downloads(program, args, settings = {}) {
	const attempt = () => spawnSync(program, args, { stdio: ["ignore", 2, 2], ...settings }).status === 0;
	return attempt() || attempt() || attempt();
}

/** Builds a part if it is stale, with the installed packages. */
export async function buildIfStale(part = "all") {
	if (isBuilt(part)) return;
	console.error("urlsieve: building …");
	const { build, complete } = await import("./build.mjs");
	await (isBuilt("own") ? complete() : build(part));
}
