/** Lines of an input as strings, for commands that process text instead of octets. */

import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { withoutLineEnd } from "../../lines/line-end";
import { decoder } from "../../utf8";
import type { Input } from "./input";
import { NO_OCTETS } from "./octet-source";

const CHUNK_SIZE = 65536;

/** Octets of a line to keep: enough to reject it as too long. */
const MAX_OCTETS = Limit.REFERENCE + 1;

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Reads an input and yields the lines that end in each chunk. Lines end with LF or CR LF. A byte order mark at the start is
 * dropped, and invalid UTF-8 becomes U+FFFD. A line that is too long for a reference is truncated, and is still too long. Throws Failure.
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
	/** The unfinished line, and its size including octets beyond MAX_OCTETS. */
	#pieces: Uint8Array[] = [];
	#length = 0;
	#isFirst = true;

	/** Returns the lines that end in `chunk`. */
	push(chunk: Uint8Array): string[] {
		const lines: string[] = [];
		let start = 0;
		for (let end = chunk.indexOf(Octet.LF); end >= 0; end = chunk.indexOf(Octet.LF, start)) {
			lines.push(this.#take(chunk.subarray(start, end)));
			start = end + 1;
		}
		this.#keep(chunk.slice(start));
		return lines;
	}

	/** Returns the final line if it has no LF. */
	end(): string[] {
		return this.#length > 0 ? [this.#take(NO_OCTETS)] : [];
	}

	#keep(piece: Uint8Array): void {
		// The last octet may be the CR of a line end.
		const room = MAX_OCTETS + 1 - this.#length;
		if (room > 0 && piece.length > 0) this.#pieces.push(piece.subarray(0, room));
		this.#length += piece.length;
	}

	/** Returns the unfinished line, completed by `last`. */
	#take(last: Uint8Array): string {
		this.#keep(last);
		const line = this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#length = 0;
		const text = decoder.decode(withoutLineEnd(line));
		const isMarked = this.#isFirst && text.startsWith(BYTE_ORDER_MARK);
		this.#isFirst = false;
		return isMarked ? text.slice(1) : text;
	}
}
