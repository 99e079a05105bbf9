/**
 * Words by partition: in memory while they fit, else in blocks of a temporary file.
 *
 * ```
 *   in memory    partition 0 ██████████      1 ███████        2 ████████████
 *   on disk      partition 0 ██ + blocks 0 3   1 █ + block 1    2 ████ + blocks 2 4     the last words are in memory
 *
 *   file         | 0 of 0 | 0 of 1 | 0 of 2 | 1 of 0 | 1 of 2 |
 * ```
 *
 * What replaces a partition takes up blocks that are free, so that the file hardly grows.
 */
import { LearnLimit } from "../../assembly/learn/layout";
import type { Failure } from "../failure";
import { TemporaryFile } from "../files/output/temporary-file";

/** Octets of memory for each octet of a block: the last blocks of all partitions are in memory. */
const MEMORY_PER_BLOCK = 1024;
const LEAST_BLOCK = 4096;
const MOST_BLOCK = 1 << 16;
const FIRST_WORDS = 64;
/** Words from which a view costs less than a loop. */
const MANY = 32;

export class Partitions {
	readonly count: number;
	/** Octets of memory. */
	readonly limit: number;
	readonly #folder: string;
	/** Words of a block. */
	readonly #block: number;
	readonly #words: Uint32Array[];
	readonly #lengths: Uint32Array;
	/** Words in memory, in use or not. */
	#capacity = 0;
	#file: TemporaryFile | undefined;
	/** The blocks of each partition, those of none, and the number of all. */
	readonly #blocks: number[][];
	readonly #free: number[] = [];
	#blockCount = 0;

	/** `memory`: octets; what is more goes into files in `folder`. */
	constructor(count: number, memory: number, folder: string) {
		this.count = count;
		this.limit = memory;
		this.#folder = folder;
		this.#block = Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, memory / MEMORY_PER_BLOCK)) >> 2;
		this.#words = Array.from({ length: count }, () => new Uint32Array(0));
		this.#lengths = new Uint32Array(count);
		this.#blocks = Array.from({ length: count }, () => []);
	}

	/** Whether words are on disk. */
	get isSpilled(): boolean {
		return this.#file !== undefined;
	}

	/** Octets on disk. */
	get spilled(): number {
		return this.#file?.length ?? 0;
	}

	/** Where the next word of a partition goes in what `room` returns. */
	lengthOf(partition: number): number {
		return this.#lengths[partition] as number;
	}

	/** The last words of a partition, with room for `count` more. Valid until the next call. */
	room(partition: number, count: number): Uint32Array {
		const words = this.#words[partition] as Uint32Array;
		const needed = (this.#lengths[partition] as number) + count;
		if (needed <= words.length) return words;
		const grown = new Uint32Array(Math.max(FIRST_WORDS, needed + (needed >> 1)));
		grown.set(words);
		this.#words[partition] = grown;
		this.#capacity += grown.length - words.length;
		return grown;
	}

	/** Takes up the next words of what `room` returned. Throws Failure. */
	advance(partition: number, count: number): void {
		this.#lengths[partition] = (this.#lengths[partition] as number) + count;
		if (this.#file !== undefined) this.#flush(partition);
		else if (this.#capacity << 2 > this.limit) this.#spill();
	}

	/** Adds groups of records to their partitions. A word precedes each group: see `Batch.OUT` of the learn kernel. Throws Failure. */
	scatter(records: Uint32Array): void {
		for (let at = 0; at < records.length; ) {
			const header = records[at++] as number;
			const partition = header >>> LearnLimit.LENGTH_BITS;
			const count = (header & LearnLimit.LENGTH_MASK) >> 2;
			const words = this.room(partition, count);
			const to = this.#lengths[partition] as number;
			if (count > MANY) words.set(records.subarray(at, at + count), to);
			else for (let word = 0; word < count; ++word) words[to + word] = records[at + word] as number;
			at += count;
			this.advance(partition, count);
		}
	}

	/** Number of all words of a partition. */
	sizeOf(partition: number): number {
		return (this.#blocks[partition] as number[]).length * this.#block + this.lengthOf(partition);
	}

	/** Copies words of a partition, from word `from` on, to `words`: as many as it has. Throws Failure. */
	copyTo(partition: number, words: Uint32Array, from = 0): void {
		const blocks = this.#blocks[partition] as number[];
		const onDisk = blocks.length * this.#block;
		let done = 0;
		while (done < words.length && from + done < onDisk) {
			const at = (from + done) % this.#block;
			const count = Math.min(words.length - done, this.#block - at);
			const block = blocks[(from + done - at) / this.#block] as number;
			const octets = new Uint8Array(words.buffer, words.byteOffset + 4 * done, 4 * count);
			(this.#file as TemporaryFile).readAll(octets, 4 * (block * this.#block + at));
			done += count;
		}
		const start = from + done - onDisk;
		words.set((this.#words[partition] as Uint32Array).subarray(start, start + words.length - done), done);
	}

	/** Replaces a partition. Throws Failure. */
	put(partition: number, words: Uint32Array): void {
		this.#free.push(...(this.#blocks[partition] as number[]).splice(0));
		const written = this.#file === undefined ? 0 : this.#writeBlocks(partition, words);
		this.#words[partition] = words.slice(written);
		this.#lengths[partition] = words.length - written;
	}

	/** The failure for a partition that differs from what was written. */
	damaged(): Failure {
		return (this.#file as TemporaryFile).damaged();
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file?.close();
		this.#file = undefined;
	}

	#spill(): void {
		this.#file = new TemporaryFile(this.#folder, 0);
		for (let partition = 0; partition < this.count; ++partition) this.#flush(partition);
	}

	/** Writes the whole blocks of a partition that are in memory. */
	#flush(partition: number): void {
		const words = this.#words[partition] as Uint32Array;
		const length = this.#lengths[partition] as number;
		const written = this.#writeBlocks(partition, words.subarray(0, length));
		if (written === 0) return;
		this.#lengths[partition] = length - written;
		if (words.length <= 2 * this.#block) words.copyWithin(0, written, length);
		else this.#words[partition] = words.slice(written, length);
	}

	/** Writes the whole blocks of `words`. Returns how many words they have. */
	#writeBlocks(partition: number, words: Uint32Array): number {
		let at = 0;
		for (; at + this.#block <= words.length; at += this.#block) this.#write(partition, words.subarray(at, at + this.#block));
		return at;
	}

	#write(partition: number, words: Uint32Array): void {
		const block = this.#free.pop() ?? this.#blockCount++;
		const octets = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
		const file = this.#file as TemporaryFile;
		file.write(octets, 4 * block * this.#block);
		file.length = Math.max(file.length, 4 * (block + 1) * this.#block);
		this.#blocks[partition]?.push(block);
	}
}
