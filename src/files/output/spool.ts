/** Stores lines on disk and finds them by ordinal. The file is unlinked at once, so it never outlives the process. */
import { readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { NumberList } from "../../engine/number-list";
import { ioFailure } from "../../failure";
import { PRIVATE_MODE } from "../open-file";
import { createNameless } from "./temporary";

/** Octets that are written or read at a time. */
const BUFFER_SIZE = 262144;

export class Spool {
	readonly #descriptor: number;
	/** The name of the file in messages. */
	readonly #name: string;
	readonly #buffer = new Uint8Array(BUFFER_SIZE);
	/** Octets on disk, then octets in the buffer. */
	#written = 0;
	#buffered = 0;
	/** Offsets of the ends of all lines. */
	readonly #ends = new NumberList();
	/** The last octets that were read back, and where they begin. */
	#room: Uint8Array | undefined;
	#window: Uint8Array = new Uint8Array(0);
	#windowStart = 0;

	/** Throws Failure. */
	constructor(option: string, folder = tmpdir()) {
		this.#name = `the temporary file of ${option}`;
		try {
			this.#descriptor = createNameless(folder, PRIVATE_MODE);
		} catch (error) {
			throw ioFailure("write", folder, error);
		}
	}

	/** Appends a line. Its ordinal is the number of lines before. Throws Failure. */
	append(line: Uint8Array): void {
		if (this.#buffered + line.length > BUFFER_SIZE) this.#flush();
		if (line.length > BUFFER_SIZE) {
			this.#write(line);
		} else {
			this.#buffer.set(line, this.#buffered);
			this.#buffered += line.length;
		}
		this.#ends.push(this.#written + this.#buffered);
	}

	/** Returns the line with this ordinal, valid until the next call. Fast in ascending order. Throws Failure. */
	line(ordinal: number): Uint8Array {
		const start = ordinal === 0 ? 0 : this.#ends.at(ordinal - 1);
		const end = this.#ends.at(ordinal);
		if (start >= this.#written) return this.#buffer.subarray(start - this.#written, end - this.#written);
		if (start < this.#windowStart || end > this.#windowStart + this.#window.length) this.#readWindow(start, end - start);
		return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
	}

	/** Reads at least `length` octets from `start` on. */
	#readWindow(start: number, length: number): void {
		this.#room ??= new Uint8Array(BUFFER_SIZE);
		const into = length <= BUFFER_SIZE ? this.#room : new Uint8Array(length);
		this.#window = into.subarray(0, Math.min(into.length, this.#written - start));
		this.#windowStart = start;
		this.#read(this.#window, start);
	}

	#read(octets: Uint8Array, start: number): void {
		try {
			for (let at = 0; at < octets.length; ) {
				const count = readSync(this.#descriptor, octets, at, octets.length - at, start + at);
				if (count === 0) throw Object.assign(new Error(), { code: "EIO" });
				at += count;
			}
		} catch (error) {
			throw ioFailure("read", this.#name, error);
		}
	}

	#flush(): void {
		this.#write(this.#buffer.subarray(0, this.#buffered));
		this.#buffered = 0;
	}

	#write(octets: Uint8Array): void {
		try {
			for (let at = 0; at < octets.length; )
				at += writeSync(this.#descriptor, octets, at, octets.length - at, this.#written + at);
		} catch (error) {
			throw ioFailure("write", this.#name, error);
		}
		this.#written += octets.length;
	}
}
