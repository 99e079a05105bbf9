/** The files of a lock and its guards: their names, and what they say about their holders. See lock.ts. */
import { closeSync, existsSync, linkSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, ioFailure } from "../../failure";
import { currentOwner, lifeOf, OWNER_PATTERN, processOf } from "../../files/output/owner";
import { randomToken, removeIfPossible } from "../../files/output/temporary";

/** The names of locks, without those of guards. */
export const LOCK_NAME = /^\.urlsieve-[0-9a-f]{16}\.lock$/;

const TEXT = new RegExp(`^([0-9a-f]{16}) (${OWNER_PATTERN}) ([0-9]{8})\n$`);

/** The content of a lock. `token` and `owner` are undefined if it is incomplete: still being written, or its writer died. */
export interface Holder {
	readonly text: string;
	readonly token: string | undefined;
	readonly owner: string | undefined;
}

/** The lock's name has a fixed length, because the file's name may already have the maximum length. */
export async function lockPathOf(file: string): Promise<string> {
	// Imported here because loading it takes 3 ms, which only --seen needs to spend.
	const { createHash } = await import("node:crypto");
	const hash = createHash("sha256").update(basename(file)).digest("hex").slice(0, 16);
	return join(dirname(file), `.urlsieve-${hash}.lock`);
}

export function guardOf(path: string, token: string | undefined): string {
	return `${path}.${token ?? "torn"}`;
}

/** The content of a lock. Every beat has the same length, so that it can be overwritten in place. */
export function textOf(token: string, beat: number): string {
	return `${token} ${currentOwner()} ${String(beat).padStart(8, "0")}\n`;
}

/** Creates an empty file. Returns its descriptor, or undefined if it exists. Throws the system's error. */
function openExclusively(path: string): number | undefined {
	try {
		return openSync(path, "wx");
	} catch (error) {
		if (hasCode(error, "EEXIST")) return undefined;
		throw error;
	}
}

/** Codes of a file system that has no hard links. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"];

/**
 * Creates a lock. Returns false if it exists. Throws the system's error; then there is no lock, not even a torn one.
 *
 * It is written under another name and linked: a process that is killed halfway must not leave a torn lock, which others respect until it
 * has been silent for long. The next holder removes that other name, and the link then fails with ENOENT.
 */
export function createLock(path: string, token: string): boolean {
	if (existsSync(path)) return false;
	const unlinked = `${path}.${token}.new`;
	if (!createWhole(unlinked, token)) return false;
	try {
		linkSync(unlinked, path);
		return true;
	} catch (error) {
		if (hasCode(error, "EEXIST") || hasCode(error, "ENOENT")) return false;
		if (NO_LINKS.some((code) => hasCode(error, code))) return createWhole(path, token);
		throw error;
	} finally {
		removeIfPossible(unlinked);
	}
}

/** Creates and fills a lock in two steps. */
function createWhole(path: string, token: string): boolean {
	const descriptor = openExclusively(path);
	if (descriptor === undefined) return false;
	try {
		writeAndClose(descriptor, textOf(token, 0));
	} catch (error) {
		removeIfPossible(path);
		throw error;
	}
	return true;
}

/**
 * Creates a guard, which is a lock with a token of its own. On a full disk it is empty: its existence matters more than its content.
 * Returns false if it exists. Throws Failure.
 */
export function createGuard(path: string): boolean {
	try {
		return createLock(path, randomToken());
	} catch {
		return createEmptyGuard(path);
	}
}

/** An empty guard can be removed like any other, after some silence. */
function createEmptyGuard(path: string): boolean {
	const descriptor = openGuard(path);
	if (descriptor === undefined) return false;
	try {
		closeSync(descriptor);
	} catch {
		// The guard exists all the same.
	}
	return true;
}

function openGuard(path: string): number | undefined {
	try {
		return openExclusively(path);
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

/** Some file systems report a failed write only when the file is closed. */
function writeAndClose(descriptor: number, text: string): void {
	try {
		writeSync(descriptor, text);
	} finally {
		closeSync(descriptor);
	}
}

/** Reads a lock. Returns undefined if there is none. Throws Failure. */
export function readHolder(path: string): Holder | undefined {
	try {
		const text = readFileSync(path, "latin1");
		const [, token, owner] = TEXT.exec(text) ?? [];
		return { text, token, owner };
	} catch (error) {
		if (hasCode(error, "ENOENT")) return undefined;
		throw ioFailure("read", path, error);
	}
}

/** Milliseconds since the last beat, by the clock. */
export function ageOf(path: string): number {
	return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

export function holderName({ owner }: Holder): string {
	if (owner === undefined) return "another run";
	return lifeOf(owner) === "alive" ? `process ${processOf(owner)}` : `process ${processOf(owner)} elsewhere`;
}
