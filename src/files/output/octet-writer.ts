/** Writes octets to a descriptor, immediately or buffered. Handles short writes and full pipes. */
import { writeSync } from "node:fs";
import { hasCode, ioFailure, OutputClosed, pause } from "../../failure";
import { type OpenFile, STDOUT } from "../open-file";

const BUFFER_SIZE = 65536;

export class OctetWriter implements OpenFile {
	readonly descriptor: number;
	readonly name: string;
	/** Whether the run goes on without it once its reader has closed the pipe. */
	readonly #isLog: boolean;
	#isClosed = false;
	/** Octets written so far. */
	length = 0;
	#buffer: Uint8Array | undefined;
	#buffered = 0;

	/** `isLog`: the octets are not the purpose of the run. If their reader has closed the pipe, the rest is dropped. */
	constructor(descriptor: number, name: string, isLog = false) {
		this.descriptor = descriptor;
		this.name = name;
		this.#isLog = isLog;
	}

	/** Writes all of `octets` without copying. Throws Failure, or OutputClosed if the reader has closed the pipe. */
	write(octets: Uint8Array): void {
		this.flush();
		this.#writeNow(octets);
	}

	/** Buffers `octets`. Throws what `write` throws. */
	writeLater(octets: Uint8Array): void {
		if (octets.length > BUFFER_SIZE - this.#buffered) this.flush();
		if (octets.length > BUFFER_SIZE) {
			this.#writeNow(octets);
		} else {
			this.#buffer ??= new Uint8Array(BUFFER_SIZE);
			this.#buffer.set(octets, this.#buffered);
			this.#buffered += octets.length;
		}
	}

	/** Writes the buffer. */
	flush(): void {
		if (this.#buffered === 0 || this.#buffer === undefined) return;
		const octets = this.#buffer.subarray(0, this.#buffered);
		this.#buffered = 0;
		this.#writeNow(octets);
	}

	#writeNow(octets: Uint8Array): void {
		for (let at = 0; at < octets.length && !this.#isClosed; ) {
			try {
				at += writeSync(this.descriptor, octets, at, octets.length - at);
			} catch (error) {
				if (hasCode(error, "EPIPE")) this.#close();
				else if (hasCode(error, "EAGAIN")) pause();
				else throw ioFailure("write", this.name, error);
			}
		}
		this.length += octets.length;
	}

	#close(): void {
		if (!this.#isLog) throw new OutputClosed();
		this.#isClosed = true;
	}
}

/** Writes a text to standard output. Throws Failure, or OutputClosed if the reader has closed the pipe. */
export function printText(text: string): void {
	new OctetWriter(STDOUT, "standard output").write(new TextEncoder().encode(text));
}
