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
import { TemporaryFile } from "../files/output/temporary-file";

/** Octets of memory for each octet of a block: the last blocks of all partitions are in memory. */
const MEMORY_PER_BLOCK = 2048;
const LEAST_BLOCK = 4096;
const MOST_BLOCK = 1 << 16;
const FIRST_WORDS = 64;
const LENGTH_MASK = (1 << LearnLimit.LENGTH_BITS) - 1;

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
	/** What partitions are read into. */
	#room: Uint32Array = new Uint32Array(0);

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

	/** Adds records to their partitions. Each follows a word: see `Batch.OUT` of the learn kernel. Throws Failure. */
	scatter(records: Uint32Array): void {
		for (let at = 0; at < records.length; ) {
			const header = records[at++] as number;
			const partition = header >>> LearnLimit.LENGTH_BITS;
			const count = (header & LENGTH_MASK) >> 2;
			const words = this.room(partition, count);
			const to = this.#lengths[partition] as number;
			for (let word = 0; word < count; ++word) words[to + word] = records[at + word] as number;
			at += count;
			this.advance(partition, count);
		}
	}

	/** All words of a partition, which is empty then. Throws Failure. */
	take(partition: number): Uint32Array {
		const words = this.#read(partition, (length) => new Uint32Array(length));
		this.#free.push(...(this.#blocks[partition] as number[]).splice(0));
		this.#lengths[partition] = 0;
		this.#capacity -= (this.#words[partition] as Uint32Array).length;
		this.#words[partition] = new Uint32Array(0);
		return words;
	}

	/** All words of a partition, valid until the next call. Throws Failure. */
	words(partition: number): Uint32Array {
		return this.#read(partition, (length) => {
			if (length > this.#room.length) this.#room = new Uint32Array(length);
			return this.#room.subarray(0, length);
		});
	}

	/** The words of a partition: those in memory if it is there as a whole, else in what `roomFor` returns. */
	#read(partition: number, roomFor: (length: number) => Uint32Array): Uint32Array {
		const last = (this.#words[partition] as Uint32Array).subarray(0, this.#lengths[partition]);
		const blocks = this.#blocks[partition] as number[];
		if (this.#file === undefined || blocks.length === 0) return last;
		const words = roomFor(blocks.length * this.#block + last.length);
		for (const [index, block] of blocks.entries()) {
			const octets = new Uint8Array(words.buffer, words.byteOffset + 4 * index * this.#block, 4 * this.#block);
			this.#file.readAll(octets, 4 * block * this.#block);
		}
		words.set(last, blocks.length * this.#block);
		return words;
	}

	/** Replaces a partition. In memory, the words are its own then. Throws Failure. */
	put(partition: number, words: Uint32Array): void {
		this.#free.push(...(this.#blocks[partition] as number[]).splice(0));
		const written = this.#file === undefined ? 0 : this.#writeBlocks(partition, words);
		this.#words[partition] = this.#file === undefined ? words : words.slice(written);
		this.#lengths[partition] = words.length - written;
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
