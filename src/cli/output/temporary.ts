/** Temporary files: written beside the file they will replace, and named after their owner so that leftovers can be removed. */
import { randomBytes } from "node:crypto";
import { lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { currentOwner, lifeOf, OWNER_PATTERN } from "./owner";

const DAY = 86_400_000;

/** Its length does not depend on the file that it will replace, whose name may be as long as the system allows. */
const NAME = new RegExp(`^\\.urlsieve-(${OWNER_PATTERN})-[0-9a-f]{16}\\.tmp$`);

/** Directories that this process has swept. */
const swept = new Set<string>();

export interface Temporary {
	readonly path: string;
	readonly descriptor: number;
}

/** Creates an empty file in a directory, open for reading and writing. Throws the system's error. */
export function createTemporary(folder: string, mode: number): Temporary {
	sweep(folder);
	const path = join(folder, `.urlsieve-${currentOwner()}-${randomBytes(8).toString("hex")}.tmp`);
	return { path, descriptor: openSync(path, "wx+", mode) };
}

/** Removes what killed runs left in a directory, once per process. What cannot be removed stays: it is in nobody's way. */
export function sweep(folder: string): void {
	if (swept.has(folder)) return;
	swept.add(folder);
	for (const name of namesIn(folder)) {
		const owner = NAME.exec(name)?.[1];
		if (owner !== undefined && isAbandoned(join(folder, name), owner)) removeIfPossible(join(folder, name));
	}
}

/** The entries of a directory. None when it cannot be listed. */
export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

export function removeIfPossible(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// Another user's file in a shared directory.
	}
}

/** Whether the owner is provably dead, or cannot be checked and has not written for a day. */
function isAbandoned(path: string, owner: string): boolean {
	const life = lifeOf(owner);
	if (life !== "unknown") return life === "dead";
	try {
		const stat = lstatSync(path);
		return stat.isFile() && Date.now() - Math.max(stat.mtimeMs, stat.ctimeMs) > DAY;
	} catch {
		return false;
	}
}
