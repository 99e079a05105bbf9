/**
 * Makes a checkout ready to use: installs the packages that package-lock.json names, builds what is stale. Does nothing
 * when nothing has changed, which the content of files tells, not their times.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTALLED = join(root, "node_modules", ".urlsieve-installed");
const BUILT = join(root, "build", "out", ".built");
/** What a build leaves last: without it there is none, whatever the stamp says. */
const LAST_BUILT = join(root, "build", "out", "dist", "kernel.d.ts");

/** Installs and builds, each if need be. Progress goes to standard error. */
export async function prepare() {
	const packages = hashOf(["package.json", "package-lock.json"]);
	if (!isStamped(INSTALLED, packages)) {
		console.error("urlsieve: installing packages …");
		const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
			cwd: root,
			stdio: ["ignore", 2, 2],
		});
		if (status !== 0) {
			console.error("urlsieve: the packages could not be installed; npm says above why.");
			process.exit(1);
		}
		writeFileSync(INSTALLED, packages);
	}
	await buildIfStale();
}

/** Builds what is stale, with the packages that are there. */
export async function buildIfStale() {
	if (existsSync(LAST_BUILT) && isStamped(BUILT, sourcesHash())) return;
	console.error("urlsieve: building …");
	const { build } = await import("./build.mjs");
	await build();
}

/** Runs a build, and notes of which sources it is once it is complete. Sources that change meanwhile make it stale. */
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
