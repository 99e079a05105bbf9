/** Files of stores, on the disk. */
import {
	closeSync,
	constants,
	copyFileSync,
	fdatasync,
	fdatasyncSync,
	fstatSync,
	ftruncateSync,
	openSync,
	readSync,
	statSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { SetError } from "../../errors";
import { hasCode } from "../../failure";
import { PRIVATE_MODE } from "../../files/open-file";
import { followLinks } from "../../files/output/links";
import { Replacement } from "../../files/output/replacement";
import { syncFolder } from "../../files/output/sync-folder";
import { writeAt } from "../../files/output/write-at";
import type { Storage, StoragePlace } from "../storage";

/** An open file. */
export class FileStorage implements Storage {
	/** -1 once it is closed: the system gives the number to the next file. */
	descriptor: number;

	constructor(descriptor: number) {
		this.descriptor = descriptor;
	}

	get size(): number {
		return fstatSync(this.descriptor).size;
	}

	read(into: Uint8Array, position: number): number {
		let at = 0;
		while (at < into.length) {
			const count = readSync(this.descriptor, into, at, into.length - at, position + at);
			if (count === 0) break;
			at += count;
		}
		return at;
	}

	write(octets: Uint8Array, position: number): void {
		writeAt(this.descriptor, octets, position);
	}

	sync(): void {
		fdatasyncSync(this.descriptor);
	}

	syncLater(): Promise<void> {
		return promisify(fdatasync)(this.descriptor);
	}

	truncate(size: number): void {
		ftruncateSync(this.descriptor, size);
	}

	close(): void {
		const { descriptor } = this;
		this.descriptor = -1;
		closeSync(descriptor);
	}
}

/** A file that takes the place of another. */
class FileBeside extends FileStorage {
	readonly replacement: Replacement;

	constructor(replacement: Replacement) {
		super(replacement.descriptor);
		this.replacement = replacement;
	}
}

/** A path, at the end of any links. */
export class StorePlace implements StoragePlace {
	readonly name: string;

	constructor(path: string) {
		this.name = path;
	}

	open(isWritable: boolean): Storage | undefined {
		try {
			// Without O_NONBLOCK, a named pipe that nobody writes to would block.
			const access = isWritable ? constants.O_RDWR : constants.O_RDONLY;
			const storage = new FileStorage(openSync(this.name, access | (constants.O_NONBLOCK ?? 0)));
			if (fstatSync(storage.descriptor).isFile()) return storage;
			storage.close();
			throw new Error("not a regular file");
		} catch (error) {
			if (hasCode(error, "ENOENT")) return undefined;
			throw error;
		}
	}

	/** Throws SetError `store-failed` unless the file still has this name: nobody finds what is written to it from then on. */
	expectName(storage: Storage): void {
		const own = fstatSync((storage as FileStorage).descriptor, { bigint: true });
		const named = statSync(this.name, { bigint: true, throwIfNoEntry: false });
		if (named?.ino === own.ino && named.dev === own.dev) return;
		throw new SetError("store-failed", `The store ${this.name} was removed or replaced while it was open.`);
	}

	/** The file contains the secret key of its fingerprints. */
	createBeside(): Storage {
		return new FileBeside(new Replacement(this.name, PRIVATE_MODE));
	}

	/** The descriptor stays open: it is that of the file from now on. */
	replace(storage: Storage): void {
		const { replacement } = storage as FileBeside;
		replacement.keepAttributes();
		replacement.commit();
	}

	syncName(): void {
		syncFolder(dirname(this.name));
	}

	discard(storage: Storage): void {
		(storage as FileBeside).replacement.discard();
		try {
			storage.close();
		} catch {
			// Nobody needs what it has.
		}
	}
}

/** A path whose file is replaced by `finish`. */
export class LatePlace extends StorePlace {
	#storage: Storage | undefined;

	/** Whether a file waits for `finish`. */
	get isPending(): boolean {
		return this.#storage !== undefined;
	}

	override replace(storage: Storage): void {
		this.#storage = storage;
	}

	/** Nothing is in its place yet. */
	override syncName(): void {}

	/**
	 * Puts the file in its place. Returns the system's error if its directory cannot be synced: the file is complete, but a power failure
	 * may bring the old one back. Throws the system's error. Then nothing has changed.
	 */
	finish(): unknown {
		if (this.#storage === undefined) return undefined;
		super.replace(this.#storage);
		try {
			super.syncName();
		} catch (error) {
			return error;
		}
		return undefined;
	}

	override discard(storage: Storage): void {
		if (storage === this.#storage) this.#storage = undefined;
		super.discard(storage);
	}

	undo(): void {
		if (this.#storage !== undefined) this.discard(this.#storage);
	}
}

/** Puts a copy in the place of a file, so that whoever has it open writes to a file without a name. Throws the system's error. */
export function rewriteFile(path: string): void {
	const target = followLinks(path);
	const copy = new Replacement(target, PRIVATE_MODE);
	try {
		copyFileSync(target, copy.path, constants.COPYFILE_FICLONE);
		copy.seal();
		copy.commit();
		syncFolder(copy.folder);
	} catch (error) {
		copy.discard();
		if (!hasCode(error, "ENOENT")) throw error;
	}
}
