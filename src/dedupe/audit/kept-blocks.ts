/** The kept lines of a run, in blocks of records (`KeptLine`) in a temporary file. */
import { NumberList } from "../../engine/number-list";
import { TemporaryFile } from "../../files/output/temporary-file";

export class KeptBlocks {
	readonly #file: TemporaryFile;
	/** By block: the ordinal of its first line, and where it begins. */
	readonly #firsts = new NumberList();
	readonly #positions = new NumberList();
	/** Number of lines in all blocks. */
	#lines = 0;

	/** Puts the file in `folder`. Throws Failure. */
	constructor(folder: string) {
		this.#file = new TemporaryFile(folder, 0);
	}

	/** Number of lines in all blocks. */
	get lines(): number {
		return this.#lines;
	}

	/** Number of blocks. */
	get count(): number {
		return this.#firsts.length;
	}

	/** Appends a block of `lines` lines. Throws Failure. */
	append(block: Uint8Array, lines: number): void {
		this.#firsts.push(this.#lines);
		this.#positions.push(this.#file.length);
		this.#file.append(block);
		this.#lines += lines;
	}

	/** The ordinal of the first line of a block, and that after the last one of the block before. */
	firstOf(block: number): number {
		return block < this.count ? this.#firsts.at(block) : this.#lines;
	}

	/** Reads a block to the start of `into`. Returns its octets. Throws Failure. */
	read(block: number, into: Uint8Array): Uint8Array {
		const position = this.#positions.at(block);
		const end = block + 1 < this.count ? this.#positions.at(block + 1) : this.#file.length;
		const octets = into.subarray(0, end - position);
		this.#file.readAll(octets, position);
		return octets;
	}

	close(): void {
		this.#file.close();
	}
}
