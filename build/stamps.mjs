/** Stamps: files with the hash of what a step was made from, so that it is repeated only if that has changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const BUILT = join(root, "build", "out", ".built");
/** The last file that a build writes. Without it the build is incomplete, whatever the stamp says. */
export const LAST_BUILT = join(root, "build", "out", "dist", "kernel.d.ts");

/** Whether a part of the build is complete, and made from these sources: `all`, or `own`, without kernels for hosts without SIMD. */
export function isBuilt(part) {
	const sources = sourcesHash();
	return existsSync(LAST_BUILT) && ["all", part].some((built) => isStamped(BUILT, `${built} ${sources}`));
}

/** Runs a build of a part and, once it is complete, stamps it with the hash of its sources. Sources edited meanwhile make it stale. */
export async function stamped(part, build) {
	rmSync(BUILT, { force: true });
	const stamp = `${part} ${sourcesHash()}`;
	await build();
	writeFileSync(BUILT, stamp);
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

export function isStamped(stamp, hash) {
	return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

export function hashOf(files) {
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
