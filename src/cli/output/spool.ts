/** Stores lines on disk and finds them by ordinal. The file is unlinked at once, so it never outlives the process. */
import { readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { NumberList } from "../../engine/number-list";
import { ioFailure } from "../failure";
import { PRIVATE_MODE } from "../open-file";
import { createTemporary } from "./temporary";

const BUFFER_SIZE = 1048576;
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

	/** Throws Failure. */
	constructor(option: string, folder = tmpdir()) {
		this.#name = `the temporary file of ${option}`;
		try {
			const { path, descriptor } = createTemporary(folder, PRIVATE_MODE);
			this.#descriptor = descriptor;
			rmSync(path, { force: true });
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

	/** Returns the line with this ordinal. Throws Failure. */
	line(ordinal: number): Uint8Array {
		const start = ordinal === 0 ? 0 : this.#ends.at(ordinal - 1);
		const line = new Uint8Array(this.#ends.at(ordinal) - start);
		if (start >= this.#written) {
			const at = start - this.#written;
			line.set(this.#buffer.subarray(at, at + line.length));
		} else {
			this.#read(line, start);
		}
		return line;
	}

	#read(line: Uint8Array, start: number): void {
		try {
			for (let at = 0; at < line.length; ) {
				const count = readSync(this.#descriptor, line, at, line.length - at, start + at);
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
