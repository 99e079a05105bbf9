/** A job whose results are no lines of the kernel: whole lines go to a function, which writes something for each. */
import { Octet } from "../../assembly/octets/char";
import { UriError } from "../errors";
import type { OctetWriter } from "../files/output/octet-writer";
import type { LineSink, NormalizedLines } from "../lines/lines";

const CHUNK_SIZE = 1 << 20;

export class ListSink implements LineSink {
	lines = 0;
	rejects = 0;
	comments = 0;
	readonly #listLines: (lines: Uint8Array) => NormalizedLines;
	readonly #output: OctetWriter;
	/** A line that a chunk cuts off stays in the buffer, which grows with it. */
	#buffer = new Uint8Array(CHUNK_SIZE);
	#filled = 0;

	/** `listLines` returns what to write for some lines. Throws what it throws. */
	constructor(listLines: (lines: Uint8Array) => NormalizedLines, output: OctetWriter) {
		this.#listLines = listLines;
		this.#output = output;
	}

	space(): Uint8Array {
		return this.#buffer.subarray(this.#filled);
	}

	advance(count: number): void {
		this.#filled += count;
		const end = this.#buffer.lastIndexOf(Octet.LF, this.#filled - 1) + 1;
		this.#write(end);
		this.#buffer.copyWithin(0, end, this.#filled);
		this.#filled -= end;
		if (this.#filled === this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer], 2 * this.#buffer.length);
	}

	end(): void {
		this.#write(this.#filled);
		this.#filled = 0;
	}

	/** Numbers the lines of errors across all inputs. */
	#write(end: number): void {
		try {
			const { lines, count, rejects } = this.#listLines(this.#buffer.subarray(0, end));
			this.#output.writeLater(lines);
			this.lines += count;
			const comments = rejects.filter(({ code }) => code === "comment").length;
			this.comments += comments;
			this.rejects += rejects.length - comments;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			const message = error.message.replace(/^Line (\d+)/, (_, line) => `Line ${this.lines + Number(line)}`);
			throw new UriError(error.code, message, { component: error.component, offset: error.offset });
		}
	}
}
