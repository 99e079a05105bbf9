/**
 * The file of requests that are not done yet: a line of JSON for each checkpoint, which counts as a whole or not at all.
 *
 * ```
 *   {"added":[[1,{"url":"http://a/"}],[2,{"url":"http://b/"}]],"done":[],"handled":0}
 *   {"added":[[3,{"url":"http://c/"}]],"done":[1],"handled":1}
 *   {"added":[[4,{"ur                                                                   left by a kill, and cut off
 * ```
 */
import type { FileHandle } from "node:fs/promises";
import { SetError } from "../errors";

/** Changes since the last checkpoint. */
export interface Checkpoint {
	/** Requests as JSON values by their numbers. A number that was added before stands for the new one. */
	readonly added: readonly (readonly [number: number, request: unknown])[];
	readonly done: readonly number[];
	/** Total number of handled requests. */
	readonly handled: number;
}

/** An opened journal with its content. */
interface Opened {
	readonly journal: RequestJournal;
	readonly requests: ReadonlyMap<number, unknown>;
	readonly handled: number;
}

/** A journal is rewritten once it exceeds four times its last rewritten size by these octets. */
const LEAST_REWRITTEN = 4_194_304;
const JOURNAL_MODE = 0o600;

export class RequestJournal {
	/** Absolute: a program may change its folder. */
	readonly #path: string;
	#file: FileHandle;
	#size: number;
	#limit: number;

	private constructor(path: string, file: FileHandle, size: number) {
		this.#path = path;
		this.#file = file;
		this.#size = size;
		this.#limit = LEAST_REWRITTEN + 4 * size;
	}

	/** Opens a file, or creates it. Throws SetError `invalid-store` if it is no journal, or the system's error. */
	static async open(path: string): Promise<Opened> {
		const { constants, open } = await import("node:fs/promises");
		const { resolve } = await import("node:path");
		const file = await open(path, constants.O_RDWR | constants.O_CREAT, JOURNAL_MODE);
		try {
			const text = await file.readFile();
			const size = text.lastIndexOf("\n") + 1;
			const state = replayed(path, text.subarray(0, size).toString());
			await file.truncate(size);
			await syncName(path);
			return { journal: new RequestJournal(resolve(path), file, size), ...state };
		} catch (error) {
			await file.close();
			throw error;
		}
	}

	/** Whether most of the file is dead. */
	get isWasteful(): boolean {
		return this.#size > this.#limit;
	}

	/** Appends a checkpoint, and syncs it. Throws the system's error. Then nothing has changed. */
	async append(checkpoint: Checkpoint): Promise<void> {
		const octets = lineOf(checkpoint);
		try {
			await writeAll(this.#file, octets, this.#size);
			await this.#file.datasync();
		} catch (error) {
			// The next checkpoint overwrites any octets that are left.
			await this.#file.truncate(this.#size).catch(() => {});
			throw error;
		}
		this.#size += octets.length;
	}

	/** Writes a file of one checkpoint in the place of this one. Throws the system's error. Then nothing has changed. */
	async rewrite(checkpoint: Checkpoint): Promise<void> {
		const { open, rename } = await import("node:fs/promises");
		const path = `${this.#path}.new`;
		const file = await open(path, "w+", JOURNAL_MODE);
		const octets = lineOf(checkpoint);
		try {
			await writeAll(file, octets, 0);
			await file.sync();
			await rename(path, this.#path);
		} catch (error) {
			await file.close();
			throw error;
		}
		await this.#file.close();
		this.#file = file;
		this.#size = octets.length;
		// Until its name is durable, the old file may come back, which lacks all records appended from here on.
		this.#limit = 0;
		await syncName(this.#path);
		this.#limit = LEAST_REWRITTEN + 4 * this.#size;
	}

	async close(): Promise<void> {
		await this.#file.close();
	}
}

/** Makes the name of a file durable. Throws the system's error. */
async function syncName(path: string): Promise<void> {
	const { dirname } = await import("node:path");
	const { syncFolder } = await import("../files/output/sync-folder");
	syncFolder(dirname(path));
}

function lineOf(checkpoint: Checkpoint): Uint8Array {
	return new TextEncoder().encode(`${JSON.stringify(checkpoint)}\n`);
}

async function writeAll(file: FileHandle, octets: Uint8Array, position: number): Promise<void> {
	for (let at = 0; at < octets.length; ) {
		const { bytesWritten } = await file.write(octets, at, octets.length - at, position + at);
		at += bytesWritten;
	}
}

/** Returns the requests that are left after all checkpoints. */
function replayed(path: string, text: string): Omit<Opened, "journal"> {
	const requests = new Map<number, unknown>();
	let handled = 0;
	for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
		const checkpoint = parsed(path, index, line);
		for (const [number, request] of checkpoint.added) requests.set(number, request);
		for (const number of checkpoint.done) requests.delete(number);
		handled = checkpoint.handled;
	}
	return { requests, handled };
}

function parsed(path: string, index: number, line: string): Checkpoint {
	try {
		const checkpoint = JSON.parse(line);
		if (isCheckpoint(checkpoint)) return checkpoint;
	} catch {
		// It is no JSON.
	}
	throw new SetError("invalid-store", `Line ${index + 1} of ${path} is not a checkpoint of a queue.`);
}

function isCheckpoint(value: Partial<Record<keyof Checkpoint, unknown>>): value is Checkpoint {
	const { added, done, handled } = value;
	const isList = Array.isArray(added) && added.every((each) => Array.isArray(each) && Number.isSafeInteger(each[0]));
	return isList && Array.isArray(done) && Number.isSafeInteger(handled);
}
