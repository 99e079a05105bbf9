/**
 * The parts of a list: files in a directory that appears as a whole, or not at all.
 *
 * ```
 *   DIR is new or empty ──▶ .urlsieve-OWNER-RANDOM.tmp/ beside it: part-0000.txt … ──▶ seal ──▶ commit: one rename to DIR
 * ```
 *
 * With a rename for each part, a kill between two of them would leave a directory that looks complete. A directory that has files is
 * refused for the same reason: parts of two runs, or of two numbers of parts, must not mix.
 */

import {
	chmodSync,
	closeSync,
	fsyncSync,
	openSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	type Stats,
	statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EXIT, Failure, hasCode, ioFailure } from "../../failure";
import { began, finished, handleSignals, type Unfinished } from "./interrupts";
import { followLinks } from "./links";
import { OctetWriter } from "./octet-writer";
import { DEFAULT_MODE } from "./output";
import { syncFolder } from "./sync-folder";
import { createTemporaryFolder } from "./temporary";

const DIGITS = 4;
const PERMISSIONS = 0o777;

export class PartFiles implements Unfinished {
	/** The directory as the user named it, and where it is. */
	readonly #name: string;
	readonly #target: string;
	/** The attributes of the empty directory, if there is one. */
	readonly #old: Stats | undefined;
	/** Undefined until it is created. */
	#temporary: string | undefined;
	readonly #files: OctetWriter[] = [];
	/** The open ones. */
	readonly #open: OctetWriter[] = [];

	/** Opens `count` parts. Throws Failure if the directory has files, or cannot be replaced. */
	constructor(folder: string, count: number) {
		this.#name = folder;
		// Before there is anything to remove: a signal in between would leave it.
		handleSignals();
		try {
			this.#target = resolve(followLinks(folder));
			this.#old = statSync(this.#target, { throwIfNoEntry: false });
			this.#refuseUnusable();
			this.#temporary = createTemporaryFolder(dirname(this.#target));
			began(this);
			for (let part = 0; part < count; ++part) this.#add(part);
		} catch (error) {
			throw this.#failure(error);
		}
	}

	/** Octets of all parts. */
	get length(): number {
		return this.#files.reduce((sum, { length }) => sum + length, 0);
	}

	/** Appends lines to a part. They are buffered. Throws Failure. */
	write(part: number, lines: Uint8Array): void {
		this.#files[part]?.writeLater(lines);
	}

	/** Writes the buffered octets, syncs and closes all parts. Throws Failure. */
	seal(): void {
		for (const file of this.#files) file.flush();
		try {
			// The rename must not reach the disk before the parts do.
			for (const { descriptor } of this.#files) fsyncSync(descriptor);
			this.#close();
			syncFolder(this.#temporary as string);
		} catch (error) {
			throw this.#failure(error);
		}
	}

	/** Moves the sealed parts into place, all at once. Throws Failure. */
	commit(): void {
		try {
			const temporary = this.#temporary as string;
			if (this.#old !== undefined) chmodSync(temporary, this.#old.mode & PERMISSIONS);
			// Elsewhere, the rename itself replaces an empty directory.
			if (this.#old !== undefined && process.platform === "win32") rmdirSync(this.#target);
			renameSync(temporary, this.#target);
		} catch (error) {
			throw this.#failure(error);
		}
		finished(this);
	}

	/** Removes all parts. */
	abandon(): void {
		try {
			try {
				// Removing a directory takes a descriptor, too.
				this.#close();
			} finally {
				if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
			}
		} catch {
			// The next run in this directory removes the rest.
		}
	}

	#close(): void {
		let failure: unknown;
		for (let file = this.#open.pop(); file !== undefined; file = this.#open.pop()) {
			try {
				closeSync(file.descriptor);
			} catch (error) {
				failure ??= error;
			}
		}
		if (failure !== undefined) throw failure;
	}

	/** Throws Failure unless one rename can replace the directory. */
	#refuseUnusable(): void {
		if (this.#old === undefined) return;
		const refuse = (reason: string): never => {
			throw new Failure(EXIT.IO, `cannot write ${this.#name}: ${reason}`);
		};
		if (!this.#old.isDirectory()) refuse("it is not a directory");
		if (readdirSync(this.#target).length > 0) refuse(NOT_EMPTY);
		if (realpathSync(this.#target) === realpathSync(".")) refuse("it is the current directory; name a new one");
		const isMountPoint = statSync(dirname(this.#target)).dev !== this.#old.dev;
		if (isMountPoint) refuse("it is a mount point; name a directory in it");
	}

	#add(part: number): void {
		const name = `part-${String(part).padStart(DIGITS, "0")}.txt`;
		const descriptor = openSync(join(this.#temporary as string, name), "wx", DEFAULT_MODE);
		const file = new OctetWriter(descriptor, join(this.#name, name));
		this.#files.push(file);
		this.#open.push(file);
	}

	#failure(error: unknown): Failure {
		if (hasCode(error, "ENOTEMPTY") || hasCode(error, "EEXIST")) {
			return new Failure(EXIT.IO, `cannot write ${this.#name}: ${NOT_EMPTY}`);
		}
		const failure = ioFailure("write", this.#name, error);
		if (!hasCode(error, "EMFILE")) return failure;
		return new Failure(failure.status, `${failure.message}; each part is one: take fewer, or raise the limit with ulimit -n`);
	}
}

const NOT_EMPTY = "it is not empty; remove it, or name a new directory";
