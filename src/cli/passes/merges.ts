/**
 * Which line each duplicate was dropped for, as the second pass finds out and the third one asks.
 *
 * The second pass finds duplicates partition by partition, but they are logged in the order of lines. So they are scattered once more,
 * by ranges of lines, each of which fits in memory:
 *
 * ```
 *   (dropped, kept) ──▶ | range 0 | range 1 | … | ──▶ temporary file ──▶ one range at a time: kept, by dropped - start of range
 * ```
 */
import { TemporaryFile } from "../output/temporary-file";

/** Octets of two words: the number of a line that was dropped, and that of the line that was kept. */
const MERGE_SIZE = 8;

/** Lines in a range and octets of its buffer, at least. */
const MIN_RANGE_BITS = 16;
const MIN_BUFFER = 1024;
const MAX_BUFFER = 16384;

export class Merges {
	readonly #file: TemporaryFile;
	readonly #rangeBits: number;
	readonly #bufferWords: number;
	/** By range. */
	readonly #buffers: Uint32Array[] = [];
	readonly #buffered: number[] = [];
	readonly #chunks: number[][] = [];
	readonly #kept: Uint32Array;
	#range = -1;

	/** For so many lines, in so many octets of memory. Throws Failure. */
	constructor(folder: string, lines: number, memory: number) {
		this.#file = new TemporaryFile(folder, 0);
		this.#rangeBits = Math.max(MIN_RANGE_BITS, Math.floor(Math.log2(memory / 2 / Uint32Array.BYTES_PER_ELEMENT)));
		this.#kept = new Uint32Array(2 ** Math.min(this.#rangeBits, Math.ceil(Math.log2(lines + 2))));
		const buffer = Math.floor(memory / 2 / Math.ceil((lines + 1) / 2 ** this.#rangeBits));
		this.#bufferWords = 2 * Math.floor(Math.min(Math.max(buffer, MIN_BUFFER), MAX_BUFFER) / MERGE_SIZE);
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Adds pairs of a dropped and a kept line. The same pair may come again. Throws Failure. */
	add(pairs: Int32Array): void {
		for (let at = 0; at < pairs.length; at += 2) {
			const dropped = pairs[at] as number;
			const range = dropped >>> this.#rangeBits;
			this.#buffers[range] ??= new Uint32Array(this.#bufferWords);
			const buffer = this.#buffers[range];
			let buffered = this.#buffered[range] ?? 0;
			buffer[buffered++] = dropped;
			buffer[buffered++] = pairs[at + 1] as number;
			this.#buffered[range] = buffered;
			if (buffered === this.#bufferWords) this.#flush(range);
		}
	}

	/** The line that `dropped` was dropped for; 0 is a set from before. Fastest in the order of lines. Throws Failure. */
	keptFor(dropped: number): number {
		const range = dropped >>> this.#rangeBits;
		if (range !== this.#range) this.#load(range);
		return this.#kept[dropped - range * 2 ** this.#rangeBits] as number;
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

	#load(range: number): void {
		this.#range = range;
		this.#take(this.#buffers[range] ?? new Uint32Array(0), this.#buffered[range] ?? 0);
		const chunk = new Uint32Array(this.#bufferWords);
		for (const position of this.#chunks[range] ?? []) {
			this.#file.readAll(new Uint8Array(chunk.buffer), position);
			this.#take(chunk, chunk.length);
		}
	}

	#take(words: Uint32Array, count: number): void {
		const start = this.#range * 2 ** this.#rangeBits;
		for (let at = 0; at < count; at += 2) this.#kept[(words[at] as number) - start] = words[at + 1] as number;
	}
}
