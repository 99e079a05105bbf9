/**
 * Finds lines by number among those that the third pass has already read. It stores the offset of every 16th line, or of every
 * 2^n-th if memory is short, and scans forward from there.
 */
import { Octet } from "../../../assembly/char";
import { NumberList } from "../../engine/number-list";

const MIN_STRIDE_BITS = 4;
const POSITION_SIZE = Float64Array.BYTES_PER_ELEMENT;
const CHUNK_SIZE = 4096;

/** Reads an input from `position` into the start of `into`. Returns the number of octets read, 0 at the end. */
export type ReadAt = (input: number, into: Uint8Array, position: number) => number;

export class LineFinder {
	readonly #readAt: ReadAt;
	readonly #stride: number;
	/** Positions of every `#stride`-th line, counted from 0. */
	readonly #positions = new NumberList();
	/** For each input, the number and offset of its first line. */
	readonly #inputs: { readonly line: number; readonly position: number }[] = [];
	readonly #chunk = new Uint8Array(CHUNK_SIZE);

	/** Plans for `lines` lines in `memory` octets. */
	constructor(lines: number, memory: number, readAt: ReadAt) {
		this.#stride = 2 ** Math.max(MIN_STRIDE_BITS, Math.ceil(Math.log2((POSITION_SIZE * (lines + 1)) / memory)));
		this.#readAt = readAt;
	}

	/** Records the first line of an input and its offset. */
	beginInput(input: number, line: number, position: number): void {
		this.#inputs[input] = { line, position };
	}

	/** Records the offset of a line. Requires: every line is recorded, in order. */
	note(line: number, position: number): void {
		if (line % this.#stride === 0) this.#positions.push(position);
	}

	/** Reads line `number`, counted from 0, line end included. Throws Failure. */
	find(line: number): Uint8Array {
		const input = this.#inputs.findLastIndex((start) => start.line <= line);
		const start = this.#inputs[input] as { line: number; position: number };
		const noted = line - (line % this.#stride);
		if (noted < start.line) return this.#readFrom(input, start.position, line - start.line);
		return this.#readFrom(input, this.#positions.at(noted / this.#stride), line - noted);
	}

	/** Skips `skipped` lines from `position` and reads the next. */
	#readFrom(input: number, position: number, skipped: number): Uint8Array {
		const parts: Uint8Array[] = [];
		for (let at = position, left = skipped; ; ) {
			const chunk = this.#chunk.subarray(0, this.#readAt(input, this.#chunk, at));
			at += chunk.length;
			let start = 0;
			for (; left > 0 && start < chunk.length; --left) {
				const end = chunk.indexOf(Octet.LF, start);
				if (end < 0) break;
				start = end + 1;
			}
			if (left > 0 && chunk.length > 0) continue;
			const end = chunk.indexOf(Octet.LF, start);
			parts.push(chunk.slice(start, end < 0 ? chunk.length : end + 1));
			if (end >= 0 || chunk.length === 0) return parts.length === 1 ? (parts[0] as Uint8Array) : joined(parts);
		}
	}
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
	const octets = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		octets.set(part, at);
		at += part.length;
	}
	return octets;
}
