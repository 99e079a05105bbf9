/** Pairs of numbers in a temporary file, by ranges of the first one. */
import { RecordRanges } from "./record-ranges";

export class PairRanges {
	readonly #records: RecordRanges;
	readonly #pair = new Uint32Array(2);

	/**
	 * Plans for numbers up to `last`, below 2^31, in `memory` octets. Half of it is left for the words of a range that the reader keeps,
	 * `wordsPerNumber` words for each number. Throws Failure.
	 */
	constructor(folder: string, last: number, memory: number, wordsPerNumber = 1) {
		this.#records = new RecordRanges(folder, last, memory, { words: 2, wordsPerNumber });
	}

	/** Octets written. */
	get length(): number {
		return this.#records.length;
	}

	/** Numbers in a range. */
	get size(): number {
		return this.#records.size;
	}

	/** Number of ranges up to the last one that has a pair. */
	get count(): number {
		return this.#records.count;
	}

	/** The range of a number. */
	rangeOf(number: number): number {
		return this.#records.rangeOf(number);
	}

	/** Throws Failure. */
	add(number: number, other: number): void {
		this.#pair[0] = number;
		this.#pair[1] = other;
		this.#records.add(this.#pair);
	}

	/** Yields the pairs of a range, flat, in pieces that are valid until the next. Throws Failure. */
	pairsOf(range: number): Generator<Uint32Array> {
		return this.#records.recordsOf(range);
	}

	close(): void {
		this.#records.close();
	}
}
