/** The temporary file of a run in passes: blocks of fingerprints, found by partition. */
import { Block } from "../../../assembly/partition/layout";
import type { Failure } from "../failure";
import { TemporaryFile } from "../output/temporary-file";

export class BlockFile {
	readonly #file: TemporaryFile;
	/** By partition: the numbers of its blocks in the file, in the order in which they were completed. */
	readonly #blocks: number[][] = [];

	/** `expected` is the size that the file will have, for messages. Throws Failure. */
	constructor(folder: string, expected: number) {
		this.#file = new TemporaryFile(folder, expected);
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Appends full blocks. Throws Failure. */
	append(blocks: Uint8Array): void {
		const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
		for (let at = 0; at < blocks.length; at += Block.SIZE) {
			this.blocksOf(view.getUint32(at + Block.PARTITION, true)).push((this.length + at) / Block.SIZE);
		}
		this.#file.append(blocks);
	}

	/** The blocks of a partition, in the order in which they were completed. */
	blocksOf(partition: number): number[] {
		this.#blocks[partition] ??= [];
		return this.#blocks[partition];
	}

	/** Reads a block to the start of `into`. Throws Failure. */
	read(block: number, into: Uint8Array): void {
		this.#file.readAll(into.subarray(0, Block.SIZE), block * Block.SIZE);
	}

	/** The failure for a block that is not what was written. */
	damaged(): Failure {
		return this.#file.damaged();
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file.close();
	}
}
