/**
 * The compile cache of Node.js 22.8 and later: what V8 has compiled of this package is kept for the next process.
 *
 * Node.js verifies that an entry belongs to a file and to this build, not who wrote it: whoever can write to the folder chooses the code
 * that runs. The folder is therefore used only if nobody else can write to it, or replace it.
 */
import { lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasCode } from "../failure";

/** Variables by which users choose a cache or none, or measure coverage, which needs all functions compiled anew. */
const DECIDED_BY = ["NODE_COMPILE_CACHE", "NODE_DISABLE_COMPILE_CACHE", "NODE_V8_COVERAGE"];

const ROOT = 0;
/** Permission bits: others than the owner may write; they may do anything; only owners rename or remove what is in a folder. */
const WRITABLE = 0o022;
const ACCESSIBLE = 0o077;
const STICKY = 0o1000;

/** A function that Node.js before 22.8 lacks. It returns a status, and never throws. */
interface Module {
	enableCompileCache?(folder: string): unknown;
}

/** Enables the cache of this thread, in a folder of the user beside other temporary files. Without such a folder, nothing is cached. */
export function enableCompileCache(): void {
	const nodeModule = process.getBuiltinModule("node:module") as Module;
	const user = process.getuid?.();
	if (nodeModule.enableCompileCache === undefined || user === undefined) return;
	if (DECIDED_BY.some((name) => process.env[name] !== undefined)) return;
	const folder = ownFolder(user);
	if (folder !== undefined) nodeModule.enableCompileCache(folder);
}

/** The folder, which is created if it is missing. Undefined if it cannot be, or if others could write to it or replace it. */
function ownFolder(user: number): string | undefined {
	const parent = tmpdir();
	const folder = join(parent, `urlsieve-cache-${user}`);
	try {
		if (!keepsOwners(statSync(parent), user)) return undefined;
		createFolder(folder);
		// Not followed: another user's link would lead to a folder of this user that is meant for something else.
		return isPrivate(lstatSync(folder), user) ? folder : undefined;
	} catch {
		return undefined;
	}
}

/** Not "recursive", with which Node.js tries forever where a file system creates nothing, such as /proc. */
function createFolder(folder: string): void {
	try {
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		if (!hasCode(error, "EEXIST")) throw error;
	}
}

/** Whether nobody but root and this user can rename what this user has in a folder. */
function keepsOwners({ uid, mode }: Stats, user: number): boolean {
	return (uid === ROOT || uid === user) && ((mode & WRITABLE) === 0 || (mode & STICKY) !== 0);
}

function isPrivate(stats: Stats, user: number): boolean {
	return stats.isDirectory() && stats.uid === user && (stats.mode & ACCESSIBLE) === 0;
}
