/** Temporary files, named after their owner so that leftovers of killed runs can be removed. */
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { currentOwner, lifeOf, OWNER_PATTERN } from "./owner";

/** In milliseconds. */
const DAY = 86_400_000;

/** Independent of the target's name, which may already have the maximum length. */
const NAME = new RegExp(`^\\.urlsieve-(${OWNER_PATTERN})-[0-9a-f]{16}\\.tmp$`);

/** Directories already swept by this process. */
const swept = new Set<string>();

export interface Temporary {
	readonly path: string;
	readonly descriptor: number;
}

/** Creates an empty file in a directory, open for reading and writing. Throws the system's error. */
export function createTemporary(folder: string, mode: number): Temporary {
	sweep(folder);
	const path = newPath(folder);
	return { path, descriptor: openSync(path, "wx+", mode) };
}

/** The same without a name: only its descriptor is left, so that a kill leaves nothing behind. Throws the system's error. */
export function createNameless(folder: string, mode: number): number {
	const { path, descriptor } = createTemporary(folder, mode);
	try {
		unlinkSync(path);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		removeIfPossible(path);
		throw error;
	}
}

/** Creates an empty directory in a directory. Returns its path. Throws the system's error. */
export function createTemporaryFolder(folder: string): string {
	sweep(folder);
	const path = newPath(folder);
	mkdirSync(path);
	return path;
}

function newPath(folder: string): string {
	return join(folder, `.urlsieve-${currentOwner()}-${randomToken()}.tmp`);
}

/** Returns 16 hex digits that no other process is likely to choose. Creation is exclusive, so that a clash is an error at worst. */
export function randomToken(): string {
	const half = () =>
		Math.floor(Math.random() * 2 ** 32)
			.toString(16)
			.padStart(8, "0");
	return half() + half();
}

/** Removes the leftovers of killed runs from a directory, once per process. Ignores failures: leftovers are harmless. */
export function sweep(folder: string): void {
	if (swept.has(folder)) return;
	swept.add(folder);
	for (const name of namesIn(folder)) {
		const owner = NAME.exec(name)?.[1];
		if (owner !== undefined && isAbandoned(join(folder, name), owner)) removeIfPossible(join(folder, name), true);
	}
}

/** The entries of a directory, or none if it cannot be listed. */
export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Removes a file or, with `recursive`, a directory as well. Ignores failures. */
export function removeIfPossible(path: string, recursive = false): void {
	try {
		// One call for a file: rmSync asks for its kind first, which may fail on its own.
		if (recursive) rmSync(path, { force: true, recursive });
		else unlinkSync(path);
	} catch {
		// It is gone, or belongs to another user.
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
