/** A temporary file without a name: it is removed from its directory as soon as it is open, so that a kill leaves nothing behind. */
import { closeSync, readSync } from "node:fs";
import { EXIT, Failure, hasCode, ioFailure } from "../../failure";
import { PRIVATE_MODE } from "../open-file";
import { createNameless } from "./temporary";
import { writeAt } from "./write-at";

/** The errors of a disk that is full. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

export class TemporaryFile {
	readonly folder: string;
	readonly descriptor: number;
	/** Octets that the file is expected to need, for messages; 0 if unknown. */
	readonly expected: number;
	/** Octets written. */
	length = 0;

	/** Creates a file or, with a descriptor, a view of one that another thread has created. Throws Failure. */
	constructor(folder: string, expected: number, descriptor?: number) {
		this.folder = folder;
		this.expected = expected;
		if (descriptor !== undefined) {
			this.descriptor = descriptor;
			return;
		}
		try {
			this.descriptor = createNameless(folder, PRIVATE_MODE);
		} catch (error) {
			throw this.#failure("write", error);
		}
	}

	/** Throws Failure. */
	append(octets: Uint8Array): void {
		this.write(octets, this.length);
		this.length += octets.length;
	}

	/** Writes at a position without changing `length`. Throws Failure. */
	write(octets: Uint8Array, position: number): void {
		try {
			writeAt(this.descriptor, octets, position);
		} catch (error) {
			throw this.#failure("write", error);
		}
	}

	/** Reads the octets from `position` on to the start of `into`. Returns their number, 0 at the end. Throws Failure. */
	read(into: Uint8Array, position: number): number {
		try {
			return readSync(this.descriptor, into, 0, into.length, position);
		} catch (error) {
			throw this.#failure("read", error);
		}
	}

	/** Fills `into` with the octets from `position` on. Throws Failure. */
	readAll(into: Uint8Array, position: number): void {
		for (let at = 0; at < into.length; ) {
			const count = this.read(into.subarray(at), position + at);
			if (count === 0) throw this.damaged();
			at += count;
		}
	}

	/** The failure for content that differs from the octets written. */
	damaged(): Failure {
		return new Failure(EXIT.IO, `the temporary file in ${this.folder} is damaged; check the disk, and repeat the run`);
	}

	/** Frees the space on disk. */
	close(): void {
		closeSync(this.descriptor);
	}

	#failure(verb: "read" | "write", error: unknown): Failure {
		const failure = ioFailure(verb, `a temporary file in ${this.folder}`, error);
		if (!FULL.some((code) => hasCode(error, code))) return failure;
		const need = this.expected === 0 ? "" : `; this run needs about ${Math.ceil(this.expected / 1e6)} MB there`;
		return new Failure(failure.status, `${failure.message}${need}; see --temp`);
	}
}
