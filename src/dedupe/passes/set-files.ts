/**
 * The set of --seen for a run in passes. Known keys stream from memory into the first pass, and new ones from the tables of the
 * second pass into a temporary file, from where the store takes them. Neither set is ever in memory as a whole.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { TemporaryFile } from "../../files/output/temporary-file";

const SET_BUFFER_SIZE = 1048576;

/** Receives the fingerprints of a set, 16 octets each. */
export interface FingerprintTaker {
	/** Number of fingerprints received. */
	readonly count: number;
	add(fingerprints: Uint8Array): void;
}

/** A set that can be read once. */
export interface FingerprintSource {
	readonly count: number;
	fingerprints(): Generator<Uint8Array>;
}

/** Fingerprints in a temporary file. */
export class SetSpool implements FingerprintTaker, FingerprintSource {
	readonly #file: TemporaryFile;
	readonly #buffer = new Uint8Array(SET_BUFFER_SIZE);
	#buffered = 0;

	/** `expected` is the size that the file will have, for messages. Throws Failure. */
	constructor(folder: string, expected: number) {
		this.#file = new TemporaryFile(folder, expected);
	}

	get count(): number {
		return (this.length + this.#buffered) / FINGERPRINT_SIZE;
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Throws Failure. */
	add(fingerprints: Uint8Array): void {
		for (let at = 0; at < fingerprints.length; at += SET_BUFFER_SIZE) {
			const part = fingerprints.subarray(at, at + SET_BUFFER_SIZE);
			if (this.#buffered + part.length > SET_BUFFER_SIZE) this.#flush();
			this.#buffer.set(part, this.#buffered);
			this.#buffered += part.length;
		}
	}

	/** Yields all fingerprints in batches; each is valid until the next. Throws Failure. */
	*fingerprints(): Generator<Uint8Array> {
		this.#flush();
		for (let at = 0; at < this.length; at += SET_BUFFER_SIZE) {
			const piece = this.#buffer.subarray(0, Math.min(SET_BUFFER_SIZE, this.length - at));
			this.#file.readAll(piece, at);
			yield piece;
		}
	}

	close(): void {
		this.#file.close();
	}

	#flush(): void {
		this.#file.append(this.#buffer.subarray(0, this.#buffered));
		this.#buffered = 0;
	}
}
