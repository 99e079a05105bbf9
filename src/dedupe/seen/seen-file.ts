/** The file of --seen: a set kept across runs. One run at a time locks it, from before reading it until it is replaced. */
import { createReadStream, type Stats, statSync } from "node:fs";
import type { Ordinals } from "../../engine/ordinals";
import { SeenTables } from "../../engine/seen-tables";
import { UriError } from "../../errors";
import { clause, EXIT, Failure, ioFailure } from "../../failure";
import { PRIVATE_MODE } from "../../files/open-file";
import { followLinks } from "../../files/output/links";
import { Output } from "../../files/output/output";
import { syncFolder } from "../../files/output/replacement";
import type { Keys } from "../../keys/keys";
import type { Seen } from "../../lines/line-sieve";
import { type Expected, type ReadSet, type Restored, readSnapshot, type Stored, snapshotChunks } from "../../seen/snapshot";
import { Lock, type LockOptions } from "./lock";

export class SeenFile {
	readonly #path: string;
	readonly #lock: Lock;
	/** The path, if the file was there and had no octets. No run leaves such a file: the set is replaced as a whole. */
	readonly emptyPath: string | undefined;
	#output: Output | undefined;

	private constructor(path: string, lock: Lock) {
		this.#path = path;
		this.#lock = lock;
		this.emptyPath = statOf(path)?.size === 0 ? path : undefined;
	}

	/** Locks the file, which need not exist. Throws Failure. */
	static async open(path: string, options: LockOptions): Promise<SeenFile> {
		if (statOf(path)?.isFile() === false) throw new Failure(EXIT.IO, `cannot use ${path}: not a regular file`);
		return new SeenFile(path, await Lock.acquire(targetOf(path), path, options));
	}

	/** Reads the set. Returns an empty one with a random key if the file is missing or empty. Throws Failure. */
	async read(keys: Keys, ordinals: Ordinals | undefined): Promise<Seen> {
		if (this.size === 0) return newSeen(keys, ordinals);
		const { key, tables } = await this.#restore({ keys, ordinals });
		return { settings: keys.settings, key, tables };
	}

	/** Passes the fingerprints of the set to `tables`. Returns their key, a random one if the file is missing or empty. Throws Failure. */
	async readInto(tables: Restored["tables"], keys: Keys): Promise<Uint8Array> {
		if (this.size === 0) return randomKey();
		return (await this.#restore({ keys, tables })).key;
	}

	/** Octets of the file, 0 if it is missing. Throws Failure. */
	get size(): number {
		return statOf(this.#path)?.size ?? 0;
	}

	async #restore(expected: Expected): Promise<ReadSet> {
		try {
			return await readSnapshot(createReadStream(this.#path), expected);
		} catch (error) {
			if (error instanceof Failure) throw error;
			if (error instanceof UriError) throw new Failure(EXIT.IO, `cannot read ${this.#path}: ${reasonOf(error)}`);
			throw ioFailure("read", this.#path, error);
		}
	}

	/** Writes a snapshot to a temporary file. Throws Failure. */
	stage(keys: Keys, set: Stored): void {
		// The file contains the secret key of its fingerprints.
		this.#output = new Output(this.#path, PRIVATE_MODE);
		for (const chunk of snapshotChunks(keys, set)) this.#output.write(chunk);
		this.#output.seal(true);
	}

	/**
	 * Runs `commitOutputs`, then replaces the file with the staged set and releases the lock, which no other run can take over
	 * meanwhile. Throws Failure and leaves the file as it was.
	 */
	commit(commitOutputs: () => void): void {
		this.#lock.release(() => {
			commitOutputs();
			this.#output?.commit();
			if (this.#output?.folder !== undefined) syncFolder(this.#output.folder);
		});
	}
}

/** Creates an empty set with a random key, which begins with room for `capacity` fingerprints. */
export function newSeen(keys: Keys, ordinals: Ordinals | undefined, capacity = 0): Seen {
	const tables = new SeenTables(() => keys.createKernel(), { ordinals, capacity });
	return { settings: keys.settings, key: randomKey(), tables };
}

function randomKey(): Uint8Array {
	return crypto.getRandomValues(new Uint8Array(16));
}

/** Why a snapshot cannot be used, and what to do. Only a file without the magic at its start is unusable at octet 0. */
function reasonOf({ code, message, offset }: UriError): string {
	if (code === "profile-mismatch") return `${clause(message)}; use that profile or another file (${code})`;
	return `${clause(message)}${offset === 0 ? "; pass a file written by --seen" : ""}`;
}

function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

function targetOf(path: string): string {
	try {
		return followLinks(path);
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}
