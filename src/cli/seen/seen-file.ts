/** The file of --seen: a set kept across runs. One run at a time locks it, from before reading it until it is replaced. */
import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from "node:fs";
import { Readable } from "node:stream";
import type { Ordinals } from "../../engine/ordinals";
import { SeenTables } from "../../engine/seen-tables";
import { createKernel } from "../../engine/select";
import { UriError } from "../../errors";
import type { Seen } from "../../lines/line-sieve";
import type { LineSettings } from "../../lines/lines";
import type { Settings } from "../../options";
import { HEADER_SIZE, type Restored, readSnapshot, type Stored, snapshotChunks } from "../../seen/snapshot";
import { clause, EXIT, Failure, ioFailure } from "../failure";
import { PRIVATE_MODE } from "../open-file";
import { followLinks } from "../output/links";
import { Output } from "../output/output";
import { syncFolder } from "../output/replacement";
import type { Note } from "../report/notes";
import { Lock, type LockOptions } from "./lock";

/** How a set is read from a snapshot and written to one. */
export interface SetCodec<Rules extends LineSettings> {
	readonly settings: Rules;
	/** Throws UriError. */
	read(stream: ReadableStream<Uint8Array>, restored: Restored): Promise<Seen<Rules>>;
	chunks(stored: Stored<Rules>): Iterable<Uint8Array>;
}

/** That of normal forms by RFC 3986. */
export function coreCodec(settings: Settings): SetCodec<Settings> {
	return { settings, read: (stream, restored) => readSnapshot(stream, { settings, ...restored }), chunks: snapshotChunks };
}

export class SeenFile {
	readonly #path: string;
	readonly #lock: Lock;
	/** Suspicious properties of the file, as it was. */
	readonly notes: readonly Note[];
	#output: Output | undefined;

	private constructor(path: string, lock: Lock) {
		this.#path = path;
		this.#lock = lock;
		this.notes = statOf(path)?.size === 0 ? [emptyNote(path)] : [];
	}

	/** Locks the file, which need not exist. Throws Failure. */
	static async open(path: string, options: LockOptions): Promise<SeenFile> {
		if (statOf(path)?.isFile() === false) throw new Failure(EXIT.IO, `cannot use ${path}: not a regular file`);
		return new SeenFile(path, await Lock.acquire(targetOf(path), path, options));
	}

	/** Reads the set. Returns an empty one with a random key if the file is missing or empty. Throws Failure. */
	async read<Rules extends LineSettings>(codec: SetCodec<Rules>, ordinals: Ordinals | undefined): Promise<Seen<Rules>> {
		return this.size === 0 ? newSeen(codec.settings, ordinals) : this.#restore((stream) => codec.read(stream, { ordinals }));
	}

	/** Passes the fingerprints of the set to `tables`. Returns their key, a random one if the file is missing or empty. Throws Failure. */
	async readInto<Rules extends LineSettings>(tables: Restored["tables"], codec: SetCodec<Rules>): Promise<Uint8Array> {
		if (this.size === 0) return randomKey();
		return (await this.#restore((stream) => codec.read(stream, { tables }))).key;
	}

	/** Octets of the file, 0 if it is missing. Throws Failure. */
	get size(): number {
		return statOf(this.#path)?.size ?? 0;
	}

	async #restore<Result>(read: (stream: ReadableStream<Uint8Array>) => Promise<Result>): Promise<Result> {
		try {
			return await read(Readable.toWeb(createReadStream(this.#path)) as ReadableStream<Uint8Array>);
		} catch (error) {
			if (error instanceof Failure) throw error;
			if (error instanceof UriError)
				throw new Failure(EXIT.IO, `cannot read ${this.#path}: ${reasonOf(mismatchIn(this.#path, error))}`);
			throw ioFailure("read", this.#path, error);
		}
	}

	/** Writes the chunks of a snapshot to a temporary file. Throws Failure. */
	stage(chunks: Iterable<Uint8Array>): void {
		// The file contains the secret key of its fingerprints.
		this.#output = new Output(this.#path, PRIVATE_MODE);
		for (const chunk of chunks) this.#output.write(chunk);
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

/** A set is replaced as a whole, so that no run leaves an empty file. Those of touch and mktemp are new sets. */
function emptyNote(path: string): Note {
	const remedy = "if it was not new, restore it from a backup and repeat the run";
	return { code: "empty-set", count: 0, sentence: `${path} was empty (0 bytes), so this run began a new set; ${remedy}` };
}

/** Creates an empty set with a random key, which begins with room for `capacity` fingerprints. */
export function newSeen<Rules extends LineSettings>(settings: Rules, ordinals: Ordinals | undefined, capacity = 0): Seen<Rules> {
	return { settings, key: randomKey(), tables: new SeenTables(() => createKernel(settings.engine), { ordinals, capacity }) };
}

function randomKey(): Uint8Array {
	return crypto.getRandomValues(new Uint8Array(16));
}

/** Octets of an identity that are read: identities of profiles and policies are shorter. */
const MAX_SHOWN = 200;

/** The error of the core for a set in format 2, which has keys of a profile, with the profile in it. Returns others as they are. */
function mismatchIn(path: string, error: UriError): UriError {
	if (!error.message.includes("has format 2,")) return error;
	const head = readHead(path, HEADER_SIZE + 4);
	const length = Math.min(head.readUInt32LE(HEADER_SIZE), MAX_SHOWN);
	const identity = readHead(path, head.length + length).toString("latin1", head.length);
	return new UriError("profile-mismatch", `The set has keys of ${identity}, not of rfc3986@1.`);
}

/** The first `count` octets of a file; zeros where it has fewer. */
function readHead(path: string, count: number): Buffer {
	const head = Buffer.alloc(count);
	const file = openSync(path, "r");
	try {
		readSync(file, head, 0, count, 0);
	} finally {
		closeSync(file);
	}
	return head;
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
