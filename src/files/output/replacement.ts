/**
 * Replaces a file as a whole or not at all.
 *
 * ```
 *   create ──▶ .urlsieve-OWNER-RANDOM.tmp ── write, seal: sync ──▶ commit: rename to the target
 *                                                      └─────────▶ discard: unlink
 * ```
 *
 * The temporary file is in the directory of its target, because a rename is atomic only within a file system. The new file
 * gets the mode of the old one, and its owner where the system allows it. A hard link is replaced under the one name given.
 */
import { closeSync, constants, fchmodSync, fchownSync, fsyncSync, renameSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { followLinks } from "./links";
import { createTemporary, removeIfPossible, type Temporary } from "./temporary";

const PERMISSIONS = constants.S_IRWXU | constants.S_IRWXG | constants.S_IRWXO;

/** Nobody else may read a file before it has its final mode. */
const PRIVATE = constants.S_IRUSR | constants.S_IWUSR;

export class Replacement {
	/** The path to replace, after following links. */
	readonly target: string;
	readonly #temporary: Temporary;
	/** The attributes of the old file, if there is one. */
	readonly #old: Stats | undefined;

	/** Creates the temporary file. Without an old file, it gets `mode`, less the umask. Throws the system's error. */
	constructor(path: string, mode: number) {
		this.target = followLinks(path);
		this.#old = statSync(this.target, { throwIfNoEntry: false });
		this.#temporary = createTemporary(this.folder, this.#old === undefined ? mode : PRIVATE);
	}

	get descriptor(): number {
		return this.#temporary.descriptor;
	}

	get folder(): string {
		return dirname(this.target);
	}

	/** The path of the temporary file. */
	get path(): string {
		return this.#temporary.path;
	}

	/**
	 * Completes the temporary file, and syncs it: if the power failed after the rename, the disk might otherwise have the new name and none
	 * of the octets. Throws the system's error.
	 */
	seal(): void {
		this.keepAttributes();
		fsyncSync(this.descriptor);
		closeSync(this.descriptor);
	}

	/** Gives the temporary file the mode and owner of the old file, if there is one. Throws the system's error. */
	keepAttributes(): void {
		if (this.#old !== undefined) keepAttributes(this.descriptor, this.#old);
	}

	/** Renames the temporary file to the target. Throws the system's error. */
	commit(): void {
		renameSync(this.#temporary.path, this.target);
	}

	/** Removes the temporary file. Its descriptor stays open: other threads may still write, and it must not be reused. */
	discard(): void {
		removeIfPossible(this.#temporary.path);
	}
}

/** Owner first: changing it clears the set-user-ID bits, and only permissions are kept. */
function keepAttributes(descriptor: number, { uid, gid, mode }: Stats): void {
	try {
		fchownSync(descriptor, uid, gid);
	} catch {
		// Only a privileged process may give files away.
	}
	fchmodSync(descriptor, mode & PERMISSIONS);
}
