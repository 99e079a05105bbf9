/**
 * Records by partition. They are appended to a log. When it is full, the kernel groups them, and each group goes to its partition: in
 * memory while all fit, else in a temporary file.
 *
 * ```
 *   log       of 2 | of 0 | of 2 | of 1 | …         in the memory of the kernel, each after a word with its partition and length
 *   grouped   of 0     | of 1   | of 2       |
 *   file      0 of 0 | 0 of 2 | 0 of 1 | 1 of 0     blocks: those of a partition are filled one after the other
 * ```
 *
 * New contents of a partition reuse free blocks, so that the file hardly grows.
 */
import { LearnLimit } from "../../../assembly/learn/layout";
import type { Failure } from "../../failure";
import { TemporaryFile } from "../../files/output/temporary-file";
import { type Area, type LearnMemory, NO_AREA } from "./learn-kernel";

/**
 * Max octets of a log, and those of the first one, which is enough for a small crawl. Grouping needs the same again. A full log has some
 * 8 KiB for each of 512 partitions, which one write takes.
 */
const LOG = 1 << 22;
const FIRST_LOG = 1 << 16;
/** Words of a block. */
const BLOCK = 1 << 14;
/** Number of partitions of the kernel. */
export const PARTITIONS = 1 << LearnLimit.PARTITION_BITS;

/** The memory and the directory for records. */
export interface PartitionRoom {
	readonly memory: LearnMemory;
	/** Octets of memory. */
	readonly octets: number;
	/** The directory for words that do not fit. */
	readonly folder: string;
}

export class Partitions {
	readonly count: number;
	/** Octets of memory. */
	readonly limit: number;
	readonly #memory: LearnMemory;
	readonly #folder: string;
	#log: Area = NO_AREA;
	/** The address of the next record. */
	#end = 0;
	/** Words of each partition, but for those in the log. */
	readonly #sizes: Float64Array;
	/** The words of each partition in memory, and octets of all: none if there is a file. */
	readonly #groups: Uint32Array[][];
	#kept = 0;
	#file: TemporaryFile | undefined;
	/** The blocks of each partition, those of none, and the number of all. */
	readonly #blocks: number[][];
	readonly #free: number[] = [];
	#blockCount = 0;

	/** `count`: at most the number of partitions of the kernel. */
	constructor(count: number, { memory, octets, folder }: PartitionRoom) {
		this.count = count;
		this.limit = octets;
		this.#memory = memory;
		this.#folder = folder;
		this.#sizes = new Float64Array(count);
		this.#groups = Array.from({ length: count }, () => []);
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

	/**
	 * Returns the room for records in the log, from `start` to `end`: at least `least` octets. Each record follows a word like those of
	 * `Batch.OUT`. Throws Failure.
	 */
	space(least: number): { start: number; end: number } {
		if (this.#end + least > this.#log.start + this.#log.octets) this.#makeRoom(least);
		return { start: this.#end, end: this.#log.start + this.#log.octets };
	}

	/** Accepts the records that were written from the start of `space()` to `end`. */
	advance(end: number): void {
		this.#end = end;
	}

	/** Adds records that are in the memory of the kernel, each after such a word. Throws Failure. */
	add(address: number, octets: number): void {
		const { start } = this.space(octets);
		this.#memory.kernel.octets.copyWithin(start, address, address + octets);
		this.#end = start + octets;
	}

	/** Groups the records of the log and frees its memory, as the first read of a partition does. Throws Failure. */
	settle(): void {
		if (this.#log === NO_AREA) return;
		this.#empty();
		this.#memory.give(this.#log);
		this.#log = NO_AREA;
		this.#end = 0;
	}

	/** Number of words of a partition. Throws Failure. */
	sizeOf(partition: number): number {
		this.settle();
		return this.#sizes[partition] as number;
	}

	/** Fills `words` with words of a partition, from word `from` on. Throws Failure. */
	copyTo(partition: number, words: Uint32Array, from = 0): void {
		if (this.#file === undefined) {
			copyFrom(this.#groups[partition] as Uint32Array[], words, from);
			return;
		}
		const blocks = this.#blocks[partition] as number[];
		for (let done = 0; done < words.length; ) {
			const at = (from + done) % BLOCK;
			const count = Math.min(words.length - done, BLOCK - at);
			const block = blocks[(from + done - at) / BLOCK] as number;
			const octets = new Uint8Array(words.buffer, words.byteOffset + 4 * done, 4 * count);
			this.#file.readAll(octets, 4 * (block * BLOCK + at));
			done += count;
		}
	}

	/** Replaces a partition. Throws Failure. */
	put(partition: number, words: Uint32Array): void {
		this.settle();
		for (const group of (this.#groups[partition] as Uint32Array[]).splice(0)) this.#kept -= group.byteLength;
		this.#free.push(...(this.#blocks[partition] as number[]).splice(0).reverse());
		this.#sizes[partition] = 0;
		this.#append(partition, words);
	}

	/** The failure for a partition that differs from the one written. */
	damaged(): Failure {
		return (this.#file as TemporaryFile).damaged();
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file?.close();
		this.#file = undefined;
	}

	/** Makes the log larger, or empties it. Requires: it has no room for `least` octets. */
	#makeRoom(least: number): void {
		const memory = this.#memory;
		const most = Math.max(FIRST_LOG, Math.min(LOG, this.limit >> 1));
		if (this.#log.octets >= most) this.#empty();
		const kept = this.#end - this.#log.start;
		if (kept + least <= this.#log.octets) return;
		const isFirst = this.#log === NO_AREA && least <= FIRST_LOG;
		const grown = memory.take(Math.max(kept + least, isFirst ? FIRST_LOG : most));
		memory.kernel.octets.copyWithin(grown.start, this.#log.start, this.#end);
		memory.give(this.#log);
		this.#log = grown;
		this.#end = grown.start + kept;
	}

	/** Moves the words of the log to their partitions: to the file as soon as they do not fit in memory. */
	#empty(): void {
		const octets = this.#end - this.#log.start;
		if (this.#file === undefined && this.#kept + 2 * octets > this.limit) this.#spill();
		this.#group((partition, words) => this.#append(partition, words));
		this.#end = this.#log.start;
	}

	/** Moves the words in memory to a file. */
	#spill(): void {
		this.#file = new TemporaryFile(this.#folder, 0);
		this.#sizes.fill(0);
		this.#kept = 0;
		for (const [partition, groups] of this.#groups.entries())
			for (const words of groups.splice(0)) this.#append(partition, words);
	}

	/** Calls `run` with the words of each partition that has any in the log. They are valid during the call. */
	#group(run: (partition: number, words: Uint32Array) => void): void {
		const memory = this.#memory;
		const grouped = memory.take(this.#end - this.#log.start);
		const ends = memory.take(4 * PARTITIONS);
		memory.kernel.call.groupRecords(this.#log.start, this.#end, grouped.start, ends.start);
		for (let partition = 0, { start } = grouped; partition < this.count; ++partition) {
			const end = memory.word(ends.start + 4 * partition);
			if (start < end) run(partition, memory.words(start, (end - start) >> 2));
			start = end;
		}
		memory.give(ends);
		memory.give(grouped);
	}

	/** Adds words to a partition. */
	#append(partition: number, words: Uint32Array): void {
		if (this.#file === undefined) {
			this.#groups[partition]?.push(words.slice());
			this.#kept += words.byteLength;
			this.#sizes[partition] = (this.#sizes[partition] as number) + words.length;
			return;
		}
		const blocks = this.#blocks[partition] as number[];
		let size = this.#sizes[partition] as number;
		for (let done = 0; done < words.length; ) {
			const at = size % BLOCK;
			if (at === 0) blocks.push(this.#free.pop() ?? this.#blockCount++);
			const count = Math.min(words.length - done, BLOCK - at);
			this.#write(words.subarray(done, done + count), 4 * ((blocks.at(-1) as number) * BLOCK + at));
			done += count;
			size += count;
		}
		this.#sizes[partition] = size;
	}

	#write(words: Uint32Array, position: number): void {
		const file = this.#file as TemporaryFile;
		file.write(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), position);
		file.length = Math.max(file.length, position + words.byteLength);
	}
}

/** Fills `words` from word `from` of some groups on. */
function copyFrom(groups: readonly Uint32Array[], words: Uint32Array, from: number): void {
	let start = -from;
	for (const group of groups) {
		const end = start + group.length;
		if (end > 0 && start < words.length)
			words.set(group.subarray(Math.max(0, -start), group.length - Math.max(0, end - words.length)), Math.max(0, start));
		start = end;
	}
}
