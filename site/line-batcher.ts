/** Octets in chunks → batches of whole lines. */
import { isMarked, LF, LineBuffer, MARK_LENGTH } from "./octet-lines";

/** Octets of a batch, unless a line is longer. */
const BATCH_SIZE = 1 << 20;
/** A line of so many octets is too long for a reference, whatever follows. */
const TOO_LONG = 16_777_217;

/**
 * Cuts the octets of a file, chunk by chunk, into batches of whole lines, and hands each to `take`: a byte order mark, which is
 * to be dropped, then lines, each ended by LF. A byte order mark of the file is dropped here. Of a line that is too long for a
 * reference only the beginning is handed on, which is too long as well: memory is bounded, whatever the file.
 */
export class LineBatcher {
	readonly #take: (lines: Uint8Array) => void;
	readonly #waiting = new LineBuffer(BATCH_SIZE);
	#isFirst = true;
	#inLongLine = false;

	constructor(take: (lines: Uint8Array) => void) {
		this.#take = take;
	}

	push(chunk: Uint8Array): void {
		for (let taken = 0; taken < chunk.length; ) {
			if (this.#inLongLine) {
				taken = this.#skipLongLine(chunk, taken);
				continue;
			}
			const part = chunk.subarray(taken, taken + this.#room);
			this.#waiting.append(part);
			if (this.#room === 0) this.#makeRoom();
			taken += part.length;
		}
	}

	/** Ends the file: what is left is a line, with or without LF. */
	end(): void {
		if (this.#inLongLine || this.#endsInLine) this.#waiting.append(Uint8Array.of(LF));
		this.#inLongLine = false;
		this.#hand(this.#waiting.length);
		this.#isFirst = true;
	}

	/** One octet less than there is room for: that of an LF. */
	get #room(): number {
		return this.#waiting.room - 1;
	}

	get #endsInLine(): boolean {
		const octets = this.#waiting.appended;
		const text = this.#isFirst && isMarked(octets) ? octets.subarray(MARK_LENGTH) : octets;
		return text.length > 0 && text.at(-1) !== LF;
	}

	#makeRoom(): void {
		const linesEnd = this.#waiting.appended.lastIndexOf(LF) + 1;
		if (linesEnd > 0) this.#hand(linesEnd);
		else if (this.#waiting.length < TOO_LONG) this.#waiting.reserve(1);
		else this.#inLongLine = true;
	}

	/** Goes behind the LF of a line that is too long, or to the end of the chunk. Answers where that is. */
	#skipLongLine(chunk: Uint8Array, from: number): number {
		const at = chunk.indexOf(LF, from);
		if (at < 0) return chunk.length;
		this.#inLongLine = false;
		this.#waiting.append(Uint8Array.of(LF));
		this.#hand(this.#waiting.length);
		return at + 1;
	}

	#hand(length: number): void {
		const marked = this.#waiting.marked(length);
		const lines = this.#isFirst && isMarked(marked.subarray(MARK_LENGTH)) ? marked.subarray(MARK_LENGTH) : marked;
		this.#isFirst = false;
		if (lines.length > MARK_LENGTH) this.#take(lines);
		this.#waiting.drop(length);
	}
}
