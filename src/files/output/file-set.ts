/**
 * Replaces several files of a directory together: after a kill at any moment, its names show the old files, or the new ones.
 *
 * ```
 *   DIR/.urlsieve-set/new/a.json             1. the new files are written, the old ones copied, and `now` points to the old
 *   DIR/.urlsieve-set/old/a.json             2. each name becomes a link through `now`: it shows the same content as before
 *   DIR/.urlsieve-set/now ─▶ old             3. `now` points to the new files: the one step that readers see
 *   DIR/a.json ─▶ .urlsieve-set/now/a.json   4. each name becomes the new file itself, and the directory of the set is removed
 * ```
 *
 * The next run completes what a killed one has left. Two runs must not replace the files of one directory at a time: see `Lock`. A
 * reader that opens one file before step 3 and the other after it has one of each, as with any two files.
 *
 * Without symbolic links, the files are renamed one after the other.
 */

import {
	closeSync,
	copyFileSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { hasCode, ioFailure } from "../../failure";
import { DEFAULT_MODE } from "./output";
import { syncFolder } from "./sync-folder";

const SET = ".urlsieve-set";
const [OLD, NEW, NOW] = ["old", "new", "now"];

/** Errors of file systems that have no symbolic links, or do not let this user make one. */
const WITHOUT_LINKS = ["EPERM", "ENOSYS", "EOPNOTSUPP", "ENOTSUP", "EINVAL"];

/**
 * Replaces these files of a directory, which exists, or makes them. Throws Failure; then, if there are symbolic links, all are the old
 * files or all are the new ones.
 */
export function replaceFiles(folder: string, files: { readonly [name: string]: Uint8Array }): void {
	const names = Object.keys(files);
	const set = join(folder, SET);
	let hasLinks = false;
	try {
		restoreFiles(folder, names);
		mkdirSync(join(set, OLD), { recursive: true });
		mkdirSync(join(set, NEW));
		for (const name of names) {
			copyIfThere(join(folder, name), join(set, OLD, name));
			writeDurably(join(set, NEW, name), files[name] as Uint8Array);
		}
		for (const each of [OLD, NEW]) syncFolder(join(set, each));
		hasLinks = linkThrough(set);
		if (hasLinks) {
			for (const name of names) replaceByLink(folder, name);
			pointTo(set, NEW);
		}
	} catch (error) {
		const failure = ioFailure("write", folder, error);
		try {
			restoreFiles(folder, names);
		} catch {
			// The names show what they showed, through `now` or without it. The next run completes it.
		}
		throw failure;
	}
	try {
		completeFiles(folder, names, hasLinks);
	} catch (error) {
		throw ioFailure("write", folder, error);
	}
}

/** Moves the new files. If the names show them already (`hasLinks`) and a step fails, a second attempt goes on as after a kill. */
function completeFiles(folder: string, names: readonly string[], hasLinks: boolean): void {
	try {
		moveFiles(folder, names, NEW);
	} catch (error) {
		if (!hasLinks) throw error;
		restoreFiles(folder, names);
	}
}

/** Completes or undoes what a killed run has begun. Throws the system's error. Requires: no other run replaces these files. */
function restoreFiles(folder: string, names: readonly string[]): void {
	const now = targetOf(join(folder, SET, NOW));
	if (now !== undefined) moveFiles(folder, names, now);
	else rmSync(join(folder, SET), { recursive: true, force: true });
}

/** Makes each name the file that it shows through `now`, or none, and removes the directory of the set. */
function moveFiles(folder: string, names: readonly string[], version: string): void {
	const set = join(folder, SET);
	const hasLinks = targetOf(join(set, NOW)) !== undefined;
	for (const name of names) {
		const path = join(folder, name);
		if (hasLinks && targetOf(path) !== linkFor(name)) continue;
		const file = join(set, version, name);
		if (lstatSync(file, { throwIfNoEntry: false }) === undefined) rmSync(path, { force: true });
		else renameSync(file, path);
	}
	syncFolder(folder);
	// Without `now`, nothing is left to complete.
	rmSync(join(set, NOW), { force: true });
	rmSync(set, { recursive: true, force: true });
}

/** Makes `now` point to the old files. Returns false where there are no symbolic links. */
function linkThrough(set: string): boolean {
	try {
		symlinkSync(OLD, join(set, NOW));
		return true;
	} catch (error) {
		if (WITHOUT_LINKS.some((code) => hasCode(error, code))) return false;
		throw error;
	}
}

/** Points `now` elsewhere in one step. */
function pointTo(set: string, version: string): void {
	const next = join(set, "next");
	symlinkSync(version, next);
	renameSync(next, join(set, NOW));
	syncFolder(set);
}

function replaceByLink(folder: string, name: string): void {
	const link = join(folder, SET, `${name}.link`);
	symlinkSync(linkFor(name), link);
	renameSync(link, join(folder, name));
}

function linkFor(name: string): string {
	return join(SET, NOW, name);
}

/** The target of a symbolic link. Undefined for anything else. */
function targetOf(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch (error) {
		if (hasCode(error, "ENOENT") || hasCode(error, "EINVAL") || hasCode(error, "UNKNOWN")) return undefined;
		throw error;
	}
}

function copyIfThere(from: string, to: string): void {
	try {
		copyFileSync(from, to);
	} catch (error) {
		if (!hasCode(error, "ENOENT")) throw error;
	}
}

/** Writes a file whose octets survive a power failure. */
function writeDurably(path: string, octets: Uint8Array): void {
	const descriptor = openSync(path, "wx", DEFAULT_MODE);
	try {
		for (let at = 0; at < octets.length; ) at += writeSync(descriptor, octets, at);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
