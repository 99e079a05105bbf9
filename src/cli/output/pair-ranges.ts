/**
 * Pairs of numbers in a temporary file, scattered by ranges of the first number that fit in memory one at a time.
 *
 * ```
 *   (number, other) ──▶ | range 0 | range 1 | … | ──▶ temporary file ──▶ the pairs of one range
 * ```
 */
import { TemporaryFile } from "./temporary-file";

/** Size of a pair in octets: a word for each number. */
const PAIR_SIZE = 8;

/** Min numbers in a range, and min octets of its buffer. */
const MIN_RANGE_BITS = 16;
const MIN_BUFFER = 1024;
const MAX_BUFFER = 16384;

export class PairRanges {
	readonly #file: TemporaryFile;
	readonly #bits: number;
	readonly #bufferWords: number;
	/** One per range. */
	readonly #buffers: Uint32Array[] = [];
	readonly #buffered: number[] = [];
	readonly #chunks: number[][] = [];

	/**
	 * Plans for numbers up to `last`, below 2^32, in `memory` octets. Half of it is left for a word for each number of a range.
	 * Throws Failure.
	 */
	constructor(folder: string, last: number, memory: number) {
		this.#file = new TemporaryFile(folder, 0);
		this.#bits = Math.max(MIN_RANGE_BITS, Math.floor(Math.log2(memory / 2 / Uint32Array.BYTES_PER_ELEMENT)));
		const buffer = Math.floor(memory / 2 / Math.ceil((last + 1) / this.size));
		this.#bufferWords = 2 * Math.floor(Math.min(Math.max(buffer, MIN_BUFFER), MAX_BUFFER) / PAIR_SIZE);
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Numbers in a range. */
	get size(): number {
		return 2 ** this.#bits;
	}

	/** Number of ranges up to the last one that has a pair. */
	get count(): number {
		return this.#buffers.length;
	}

	/** The range of a number. */
	rangeOf(number: number): number {
		return number >>> this.#bits;
	}

	/** Throws Failure. */
	add(number: number, other: number): void {
		const range = this.rangeOf(number);
		this.#buffers[range] ??= new Uint32Array(this.#bufferWords);
		const buffer = this.#buffers[range];
		let buffered = this.#buffered[range] ?? 0;
		buffer[buffered++] = number;
		buffer[buffered++] = other;
		this.#buffered[range] = buffered;
		if (buffered === this.#bufferWords) this.#flush(range);
	}

	/** Yields the pairs of a range, flat, in pieces that are valid until the next. Throws Failure. */
	*pairsOf(range: number): Generator<Uint32Array> {
		yield (this.#buffers[range] ?? new Uint32Array(0)).subarray(0, this.#buffered[range] ?? 0);
		const chunk = new Uint32Array(this.#bufferWords);
		for (const position of this.#chunks[range] ?? []) {
			this.#file.readAll(new Uint8Array(chunk.buffer), position);
			yield chunk;
		}
	}

	close(): void {
		this.#file.close();
	}

	#flush(range: number): void {
		const buffer = this.#buffers[range] as Uint32Array;
		this.#chunks[range] ??= [];
		this.#chunks[range].push(this.length);
		this.#file.append(new Uint8Array(buffer.buffer));
		this.#buffered[range] = 0;
	}
}
