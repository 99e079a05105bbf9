/**
 * Prepares a checkout: installs the packages in package-lock.json and builds. Skips each step whose inputs have not changed,
 * as told by a hash of their contents and not by timestamps.
 *
 * ```
 *   package.json             what the build needs       npm ci
 *   test/tools/package.json  tools, and libraries       npm install --workspaces, on top: one lock file, one node_modules
 *                            of tests, benches, site
 * ```
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTALLED = join(root, "node_modules", ".urlsieve-installed");
const BUILT = join(root, "build", "out", ".built");
/** The last file that a build writes. Without it the build is incomplete, whatever the stamp says. */
export const LAST_BUILT = join(root, "build", "out", "dist", "kernel.d.ts");

/** Options of npm that also install what test/tools/package.json names. By default, .npmrc leaves that out. */
const WITH_TOOLS = ["--workspaces", "--include-workspace-root"];

/** Installs and builds if needed. Reports progress on standard error. Exits with status 1 if npm fails. */
export async function prepare() {
	// Tools that are installed are kept up to date.
	install(existsSync(join(root, "node_modules", "vitest")));
	await buildIfStale();
}

/** Installs and builds if needed, with the tools and libraries of test/tools/package.json. */
export async function prepareTools() {
	install(true);
	await buildIfStale();
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

/** Builds if the build is stale, with the installed packages. */
export async function buildIfStale() {
	if (existsSync(LAST_BUILT) && isStamped(BUILT, sourcesHash())) return;
	console.error("urlsieve: building …");
	const { build } = await import("./build.mjs");
	await build();
}

/** Runs a build and, once it is complete, stamps it with the hash of its sources. Sources edited meanwhile make it stale. */
export async function stamped(build) {
	rmSync(BUILT, { force: true });
	const sources = sourcesHash();
	await build();
	writeFileSync(BUILT, sources);
}

function sourcesHash() {
	return hashOf([
		"package.json",
		"asconfig.json",
		"tsconfig.json",
		...filesBelow("assembly"),
		...filesBelow("src"),
		...readdirSync(join(root, "build"))
			.filter((name) => /\.(mjs|json)$/.test(name))
			.map((name) => `build/${name}`),
	]);
}

function isStamped(stamp, hash) {
	return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

function hashOf(files) {
	const hash = createHash("sha256");
	for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
	return hash.digest("hex");
}

function filesBelow(folder) {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
		.sort();
}
