/** The temporary file of a run in passes: blocks of fingerprints, found by partition. Several threads may append to it at a time. */
import { Block } from "../../../assembly/partition/layout";
import type { Failure } from "../../failure";
import { TemporaryFile } from "../../files/output/temporary-file";

/** By partition: the numbers of its blocks in the file, in the order in which one thread completed them. */
export type BlockLists = readonly (readonly number[])[];

/** Everything that another thread needs to append to the file. */
export interface SharedBlockFile {
	readonly folder: string;
	readonly expected: number;
	readonly descriptor: number;
	/** One i32: the number of blocks in the file. */
	readonly count: SharedArrayBuffer;
}

export class BlockFile {
	readonly #file: TemporaryFile;
	readonly #count: Int32Array;
	readonly #blocks: number[][];
	/** The blocks of each thread, by its number. */
	readonly #lists: BlockLists[] = [];
	readonly shared: SharedBlockFile;

	/** `expected` is the size that the file will have, for messages. Throws Failure. */
	constructor(folder: string, expected: number, thread = 0, shared?: SharedBlockFile) {
		this.#file = new TemporaryFile(folder, expected, shared?.descriptor);
		const count = shared?.count ?? new SharedArrayBuffer(4);
		this.#count = new Int32Array(count);
		this.#blocks = [];
		this.#lists[thread] = this.#blocks;
		this.shared = { folder, expected, descriptor: this.#file.descriptor, count };
	}

	/** Octets written by all threads. */
	get length(): number {
		return Block.SIZE * Atomics.load(this.#count, 0);
	}

	/** The blocks that this thread has written, for others. */
	get blocks(): BlockLists {
		return this.#blocks;
	}

	/** Appends full blocks. Throws Failure. */
	append(blocks: Uint8Array): void {
		const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
		const first = Atomics.add(this.#count, 0, blocks.length / Block.SIZE);
		for (let at = 0; at < blocks.length; at += Block.SIZE) {
			const partition = view.getUint32(at + Block.PARTITION, true);
			this.#blocks[partition] ??= [];
			this.#blocks[partition].push(first + at / Block.SIZE);
		}
		this.#file.write(blocks, first * Block.SIZE);
	}

	/** Takes the blocks that another thread has written. */
	adopt(thread: number, blocks: BlockLists): void {
		this.#lists[thread] = blocks;
	}

	/** The blocks of all threads. */
	get lists(): readonly BlockLists[] {
		return this.#lists;
	}

	/** Number of blocks of a partition. */
	countOf(partition: number): number {
		return this.#lists.reduce((sum, blocks) => sum + (blocks?.[partition]?.length ?? 0), 0);
	}

	/** Yields the blocks of a partition, those of each thread in the order in which it completed them. Each contains its `number`. */
	*blocksOf(partition: number): Generator<{ readonly number: number; readonly position: number }> {
		for (const [thread, blocks] of this.#lists.entries()) {
			const first = firstNumber(thread);
			for (const [index, position] of (blocks?.[partition] ?? []).entries()) yield { number: first + index, position };
		}
	}

	/** Reads a block to the start of `into`. Throws Failure. */
	read(block: number, into: Uint8Array): void {
		this.#file.readAll(into.subarray(0, Block.SIZE), block * Block.SIZE);
	}

	/** The failure for a block that differs from the one written. */
	damaged(): Failure {
		return this.#file.damaged();
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file.close();
	}
}

/** A thread's blocks of each partition are numbered from here. */
export function firstNumber(thread: number): number {
	return thread << 24;
}
