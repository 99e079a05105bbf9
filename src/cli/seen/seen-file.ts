/** The file of --seen: a set kept across runs. One run at a time locks it, from before reading it until it is replaced. */
import { createReadStream, type Stats, statSync } from "node:fs";
import { Readable } from "node:stream";
import type { Ordinals } from "../../engine/ordinals";
import { SeenTables } from "../../engine/seen-tables";
import { createKernel } from "../../engine/select";
import { UriError } from "../../errors";
import type { Seen } from "../../lines/line-sieve";
import type { Settings } from "../../options";
import { type Expected, readSnapshot, type Stored, snapshotChunks } from "../../seen/snapshot";
import { clause, EXIT, Failure, ioFailure } from "../failure";
import { PRIVATE_MODE } from "../open-file";
import { followLinks } from "../output/links";
import { Output } from "../output/output";
import { syncFolder } from "../output/replacement";
import { Lock, type LockOptions } from "./lock";

export class SeenFile {
	readonly #path: string;
	readonly #lock: Lock;
	#output: Output | undefined;

	private constructor(path: string, lock: Lock) {
		this.#path = path;
		this.#lock = lock;
	}

	/** Locks the file, which need not exist. Throws Failure. */
	static async open(path: string, options: LockOptions): Promise<SeenFile> {
		if (statOf(path)?.isFile() === false) throw new Failure(EXIT.IO, `cannot use ${path}: not a regular file`);
		return new SeenFile(path, await Lock.acquire(targetOf(path), path, options));
	}

	/** Reads the set. Returns an empty one with a random key if the file is missing or empty. Throws Failure. */
	async read(settings: Settings, ordinals: Ordinals | undefined): Promise<Seen> {
		return this.size === 0 ? newSeen(settings, ordinals) : this.#restore({ settings, ordinals });
	}

	/** Passes the fingerprints of the set to `tables`. Returns their key, a random one if the file is missing or empty. Throws Failure. */
	async readInto(tables: Expected["tables"], settings: Settings): Promise<Uint8Array> {
		return this.size === 0 ? randomKey() : (await this.#restore({ settings, tables })).key;
	}

	/** Octets of the file, 0 if it is missing. Throws Failure. */
	get size(): number {
		return statOf(this.#path)?.size ?? 0;
	}

	async #restore(expected: Expected): Promise<Seen> {
		try {
			const stream = Readable.toWeb(createReadStream(this.#path)) as ReadableStream<Uint8Array>;
			return await readSnapshot(stream, expected);
		} catch (error) {
			if (error instanceof Failure) throw error;
			if (error instanceof UriError) throw new Failure(EXIT.IO, `cannot read ${this.#path}: ${reasonOf(error)}`);
			throw ioFailure("read", this.#path, error);
		}
	}

	/** Writes the set to a temporary file. Throws Failure. */
	stage(seen: Stored): void {
		// The file contains the secret key of its fingerprints.
		this.#output = new Output(this.#path, PRIVATE_MODE);
		for (const chunk of snapshotChunks(seen)) this.#output.write(chunk);
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

/** Creates an empty set with a random key. */
export function newSeen(settings: Settings, ordinals: Ordinals | undefined): Seen {
	return { settings, key: randomKey(), tables: new SeenTables(() => createKernel(settings.engine), { ordinals }) };
}

function randomKey(): Uint8Array {
	return crypto.getRandomValues(new Uint8Array(16));
}

/** Why a snapshot cannot be used, and what to do. Only a file without the magic at its start fails at octet 0. */
function reasonOf({ message, offset }: UriError): string {
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
