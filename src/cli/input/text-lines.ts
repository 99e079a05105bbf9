/** Lines of an input as strings, for commands that look at text and not at octets. */
import { Limit } from "../../../assembly/layout";
import type { Input } from "./input";

const CHUNK_SIZE = 65536;
const LF = 0x0a;
const CR = 0x0d;

/** The octets of a line that are kept: enough to tell that it is too long. */
const MOST_OCTETS = Limit.REFERENCE + 1;

const NO_OCTETS = new Uint8Array(0);
const BYTE_ORDER_MARK = "\ufeff";
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The lines of an input, those of each chunk together. LF ends a line, one CR before it belongs to the end; a byte order mark at the
 * very start is dropped; what is not UTF-8 becomes U+FFFD. What a line has beyond 16,777,217 octets is left out.
 */
export async function* textLines(input: Input): AsyncGenerator<{ lines: string[]; octets: number }> {
	await input.begin();
	const splitter = new LineSplitter();
	const chunk = new Uint8Array(CHUNK_SIZE);
	while (true) {
		const filled = input.read(chunk);
		const octets = typeof filled === "number" ? filled : await filled;
		if (octets === 0) break;
		yield { lines: splitter.push(chunk.subarray(0, octets)), octets };
	}
	yield { lines: splitter.end(), octets: 0 };
}

class LineSplitter {
	/** The line that is not ended, in pieces, and its octets, those that are left out included. */
	#pieces: Uint8Array[] = [];
	#length = 0;
	#isFirst = true;

	/** The lines that end in `chunk`. */
	push(chunk: Uint8Array): string[] {
		const lines: string[] = [];
		let start = 0;
		for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
			lines.push(this.#take(chunk.subarray(start, end)));
			start = end + 1;
		}
		this.#keep(chunk.slice(start));
		return lines;
	}

	/** What stands behind the last LF, if anything does. */
	end(): string[] {
		return this.#length > 0 ? [this.#take(NO_OCTETS)] : [];
	}

	#keep(piece: Uint8Array): void {
		const room = MOST_OCTETS + 1 - this.#length;
		if (room > 0 && piece.length > 0) this.#pieces.push(piece.subarray(0, room));
		this.#length += piece.length;
	}

	/** The line that ends with `last`. */
	#take(last: Uint8Array): string {
		this.#keep(last);
		const line = this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#length = 0;
		const text = decoder.decode(withoutCr(line));
		const isMarked = this.#isFirst && text.startsWith(BYTE_ORDER_MARK);
		this.#isFirst = false;
		return isMarked ? text.slice(1) : text;
	}
}

function withoutCr(line: Uint8Array): Uint8Array {
	return line.at(-1) === CR ? line.subarray(0, -1) : line;
}
