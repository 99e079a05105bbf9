/** A number for some of the lines, in a temporary file: set in any order, then queried in the order of lines. */
import { PairRanges } from "../../files/output/record-ranges";

export class LineNumbers {
	readonly #pairs: PairRanges;
	/** The numbers of one range, by line. */
	readonly #numbers: Uint32Array;
	#range = -1;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
	constructor(folder: string, lines: number, memory: number) {
		this.#pairs = new PairRanges(folder, lines, memory);
		this.#numbers = new Uint32Array(Math.min(this.#pairs.size, 2 ** Math.ceil(Math.log2(lines + 2))));
	}

	/** Octets written. */
	get length(): number {
		return this.#pairs.length;
	}

	/** Setting the same again is harmless. Throws Failure. */
	set(line: number, number: number): void {
		this.#pairs.add(line, number);
	}

	/** Sets the numbers of lines, in pairs. Throws Failure. */
	takePairs(pairs: Int32Array): void {
		for (let at = 0; at < pairs.length; at += 2) this.set(pairs[at] as number, pairs[at + 1] as number);
	}

	/** The number of a line, or 0. Fast only in line order. Throws Failure. */
	of(line: number): number {
		const range = this.#pairs.rangeOf(line);
		if (range !== this.#range) this.#load(range);
		return this.#numbers[line - range * this.#pairs.size] as number;
	}

	close(): void {
		this.#pairs.close();
	}

	#load(range: number): void {
		this.#range = range;
		this.#numbers.fill(0);
		const start = range * this.#pairs.size;
		for (const pairs of this.#pairs.pairsOf(range)) {
			for (let at = 0; at < pairs.length; at += 2) this.#numbers[(pairs[at] as number) - start] = pairs[at + 1] as number;
		}
	}
}
