/** The temporary file of a run in passes: blocks of fingerprints, found by partition. It has no name, so a kill leaves nothing behind. */
import { closeSync, readSync, rmSync, writeSync } from "node:fs";
import { Block } from "../../../assembly/partition/layout";
import { Failure, hasCode, ioFailure } from "../failure";
import { createTemporary } from "../output/temporary";

const PRIVATE_MODE = 0o600;

export class BlockFile {
	readonly folder: string;
	readonly #descriptor: number;
	/** By partition: the numbers of its blocks in the file, in the order in which they were completed. */
	readonly #blocks: number[][] = [];
	/** Octets written. */
	length = 0;
	/** Octets that the file will have at the end, for messages. */
	readonly #expected: number;

	/** Throws Failure. */
	constructor(folder: string, expected: number) {
		this.folder = folder;
		this.#expected = expected;
		try {
			const { path, descriptor } = createTemporary(folder, PRIVATE_MODE);
			this.#descriptor = descriptor;
			rmSync(path, { force: true });
		} catch (error) {
			throw this.#failure("write", error);
		}
	}

	/** Appends full blocks. Throws Failure. */
	append(blocks: Uint8Array): void {
		const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
		for (let at = 0; at < blocks.length; at += Block.SIZE) {
			this.blocksOf(view.getUint32(at + Block.PARTITION, true)).push((this.length + at) / Block.SIZE);
		}
		try {
			for (let at = 0; at < blocks.length; ) at += writeSync(this.#descriptor, blocks, at, blocks.length - at, this.length + at);
		} catch (error) {
			throw this.#failure("write", error);
		}
		this.length += blocks.length;
	}

	/** The blocks of a partition, in the order in which they were completed. */
	blocksOf(partition: number): number[] {
		this.#blocks[partition] ??= [];
		return this.#blocks[partition];
	}

	/** Reads a block to the start of `into`. Throws Failure. */
	read(block: number, into: Uint8Array): void {
		try {
			for (let at = 0; at < Block.SIZE; ) {
				const count = readSync(this.#descriptor, into, at, Block.SIZE - at, block * Block.SIZE + at);
				if (count === 0) throw Object.assign(new Error(), { code: "EIO" });
				at += count;
			}
		} catch (error) {
			throw this.#failure("read", error);
		}
	}

	/** Frees the space on disk. */
	close(): void {
		closeSync(this.#descriptor);
	}

	#failure(verb: "read" | "write", error: unknown): Failure {
		const failure = ioFailure(verb, `a temporary file in ${this.folder}`, error);
		if (!["ENOSPC", "EDQUOT", "EFBIG"].some((code) => hasCode(error, code))) return failure;
		const megabytes = Math.ceil(this.#expected / 1e6);
		return new Failure(failure.status, `${failure.message}; this run needs about ${megabytes} MB there; see --temp`);
	}
}
