/**
 * Finds lines of the inputs by number, in a third pass that has already been there. It knows where every 16th line begins, or every
 * 2^n-th if memory is short, and reads on from there.
 */
import { Octet } from "../../../assembly/char";
import { NumberList } from "../../engine/number-list";

const MIN_STRIDE_BITS = 4;
const POSITION_SIZE = Float64Array.BYTES_PER_ELEMENT;
const CHUNK_SIZE = 4096;

/** Reads octets of an input at a position to the start of `into`. Returns their number, 0 at the end. */
export type ReadAt = (input: number, into: Uint8Array, position: number) => number;

export class LineFinder {
	readonly #readAt: ReadAt;
	readonly #stride: number;
	/** Positions of every `#stride`-th line, counted from 0. */
	readonly #positions = new NumberList();
	/** By input: its first line, and where that begins. */
	readonly #inputs: { readonly line: number; readonly position: number }[] = [];
	readonly #chunk = new Uint8Array(CHUNK_SIZE);

	/** For so many lines, in so many octets of memory. */
	constructor(lines: number, memory: number, readAt: ReadAt) {
		this.#stride = 2 ** Math.max(MIN_STRIDE_BITS, Math.ceil(Math.log2((POSITION_SIZE * (lines + 1)) / memory)));
		this.#readAt = readAt;
	}

	/** Notes that an input begins with this line. */
	beginInput(input: number, line: number, position: number): void {
		this.#inputs[input] = { line, position };
	}

	/** Notes where a line begins. Requires: all lines are noted, in order. */
	note(line: number, position: number): void {
		if (line % this.#stride === 0) this.#positions.push(position);
	}

	/** The line with this number, counted from 0, with its line end. Throws Failure. */
	find(line: number): Uint8Array {
		const input = this.#inputs.findLastIndex((start) => start.line <= line);
		const start = this.#inputs[input] as { line: number; position: number };
		const noted = line - (line % this.#stride);
		if (noted < start.line) return this.#readFrom(input, start.position, line - start.line);
		return this.#readFrom(input, this.#positions.at(noted / this.#stride), line - noted);
	}

	/** The line after `skipped` others from a position on. */
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
