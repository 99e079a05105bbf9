/**
 * Records of words in a temporary file, scattered by ranges of their first word that fit in memory one at a time.
 *
 * ```
 *   (number, …) ──▶ | range 0 | range 1 | … | ──▶ chunks, a sum at the end of each ──▶ temporary file ──▶ the records of one range
 * ```
 */
import { TemporaryFile } from "./temporary-file";

/** Min and max of log2 of the numbers in a range. Numbers have 31 bits, or one range would not have them all. */
const MIN_RANGE_BITS = 16;
const MAX_RANGE_BITS = 31;
/** Min and max octets of the buffer of a range. */
const MIN_BUFFER = 1024;
const MAX_BUFFER = 16384;
/** Words at the end of a chunk: a Fletcher sum of the others. */
const SUM_WORDS = 2;

/** The shape of records, in words of four octets. */
interface RecordShape {
	readonly words: number;
	/** Words that the reader keeps for each number of a range. 0: it keeps none, so that one range has all numbers. */
	readonly wordsPerNumber: number;
}

export class RecordRanges {
	readonly #file: TemporaryFile;
	readonly #words: number;
	readonly #bits: number;
	readonly #bufferWords: number;
	/** One per range. */
	readonly #buffers: Uint32Array[] = [];
	readonly #buffered: number[] = [];
	readonly #chunks: number[][] = [];

	/**
	 * Plans for numbers up to `last`, below 2^31, in `memory` octets. Half of it is left for the words of a range that the reader keeps.
	 * Throws Failure.
	 */
	constructor(folder: string, last: number, memory: number, { words, wordsPerNumber }: RecordShape) {
		this.#file = new TemporaryFile(folder, 0);
		this.#words = words;
		const bits = Math.floor(Math.log2(memory / 2 / Uint32Array.BYTES_PER_ELEMENT / wordsPerNumber));
		this.#bits = Math.min(Math.max(MIN_RANGE_BITS, bits), MAX_RANGE_BITS);
		const buffer = Math.floor(memory / 2 / Math.ceil((last + 1) / this.size));
		const octets = Math.min(Math.max(buffer, MIN_BUFFER), MAX_BUFFER);
		this.#bufferWords = words * Math.floor((octets / Uint32Array.BYTES_PER_ELEMENT - SUM_WORDS) / words);
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Numbers in a range. */
	get size(): number {
		return 2 ** this.#bits;
	}

	/** Number of ranges up to the last one that has a record. */
	get count(): number {
		return this.#buffers.length;
	}

	/** The range of a number. */
	rangeOf(number: number): number {
		return number >>> this.#bits;
	}

	/** Adds a record, whose first word is its number. Throws Failure. */
	addRecord(record: ArrayLike<number>): void {
		const range = this.rangeOf(record[0] as number);
		this.#buffers[range] ??= new Uint32Array(this.#bufferWords + SUM_WORDS);
		const buffer = this.#buffers[range];
		let buffered = this.#buffered[range] ?? 0;
		for (let word = 0; word < this.#words; ++word) buffer[buffered++] = record[word] as number;
		this.#buffered[range] = buffered;
		if (buffered === this.#bufferWords) this.#flush(range);
	}

	/** Yields the records of a range, flat, in the order in which they were added, in pieces that are valid until the next. Throws Failure. */
	*recordsOf(range: number): Generator<Uint32Array> {
		const chunk = new Uint32Array(this.#bufferWords + SUM_WORDS);
		for (const position of this.#chunks[range] ?? []) {
			this.#file.readAll(octetsOf(chunk), position);
			const [first, second] = chunk.subarray(this.#bufferWords);
			this.#sum(chunk);
			if (chunk[this.#bufferWords] !== first || chunk[this.#bufferWords + 1] !== second) throw this.#file.damaged();
			yield chunk.subarray(0, this.#bufferWords);
		}
		yield (this.#buffers[range] ?? chunk).subarray(0, this.#buffered[range] ?? 0);
	}

	close(): void {
		this.#file.close();
	}

	#flush(range: number): void {
		const buffer = this.#buffers[range] as Uint32Array;
		this.#chunks[range] ??= [];
		this.#chunks[range].push(this.length);
		this.#sum(buffer);
		this.#file.append(octetsOf(buffer));
		this.#buffered[range] = 0;
	}

	/** Writes the sum of a chunk to its end. It finds damage, which nobody intends: the file has no name. */
	#sum(chunk: Uint32Array): void {
		let first = 1;
		let second = 0;
		for (let index = 0; index < this.#bufferWords; ++index) {
			first = (first + (chunk[index] as number)) | 0;
			second = (second + first) | 0;
		}
		chunk[this.#bufferWords] = first;
		chunk[this.#bufferWords + 1] = second;
	}
}

function octetsOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Pairs of numbers in a temporary file, by ranges of the first one. */
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
		this.#records.addRecord(this.#pair);
	}

	/** Yields the pairs of a range, flat, in pieces that are valid until the next. Throws Failure. */
	pairsOf(range: number): Generator<Uint32Array> {
		return this.#records.recordsOf(range);
	}

	close(): void {
		this.#records.close();
	}
}
