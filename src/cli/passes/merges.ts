/**
 * Maps each duplicate to the line that was kept in its place. The second pass fills the map, the third pass queries it.
 *
 * The second pass finds duplicates partition by partition, but the log is in line order. The pairs are therefore scattered again, by
 * ranges of line numbers that fit in memory:
 *
 * ```
 *   (dropped, kept) ──▶ | range 0 | range 1 | … | ──▶ temporary file ──▶ one range at a time: kept, by dropped - start of range
 * ```
 */
import { TemporaryFile } from "../output/temporary-file";

/** Size of a pair in octets: the numbers of the dropped line and of the kept line, a word each. */
const MERGE_SIZE = 8;

/** Min lines in a range, and min octets of its buffer. */
const MIN_RANGE_BITS = 16;
const MIN_BUFFER = 1024;
const MAX_BUFFER = 16384;

export class Merges {
	readonly #file: TemporaryFile;
	readonly #rangeBits: number;
	readonly #bufferWords: number;
	/** One per range. */
	readonly #buffers: Uint32Array[] = [];
	readonly #buffered: number[] = [];
	readonly #chunks: number[][] = [];
	readonly #kept: Uint32Array;
	#range = -1;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
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

	/** Adds pairs of a dropped and a kept line. Repeated pairs are harmless. Throws Failure. */
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

	/** The line kept in place of `dropped`; 0 stands for the old set. Fast only in line order. Throws Failure. */
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
