/**
 * Maps each duplicate to the line that was kept in its place. The second pass fills the map, the third pass queries it.
 *
 * The second pass finds duplicates partition by partition, but the log is in line order. The pairs are therefore scattered again, by
 * ranges of dropped lines.
 */
import { PairRanges } from "../output/pair-ranges";

export class Merges {
	readonly #pairs: PairRanges;
	/** The kept lines of one range, by dropped line. */
	readonly #kept: Uint32Array;
	#range = -1;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
	constructor(folder: string, lines: number, memory: number) {
		this.#pairs = new PairRanges(folder, lines, memory);
		this.#kept = new Uint32Array(Math.min(this.#pairs.size, 2 ** Math.ceil(Math.log2(lines + 2))));
	}

	/** Octets written. */
	get length(): number {
		return this.#pairs.length;
	}

	/** Adds pairs of a dropped and a kept line. Repeated pairs are harmless. Throws Failure. */
	add(pairs: Int32Array): void {
		for (let at = 0; at < pairs.length; at += 2) this.#pairs.add(pairs[at] as number, pairs[at + 1] as number);
	}

	/** The line kept in place of `dropped`; 0 stands for the old set. Fast only in line order. Throws Failure. */
	keptFor(dropped: number): number {
		const range = this.#pairs.rangeOf(dropped);
		if (range !== this.#range) this.#load(range);
		return this.#kept[dropped - range * this.#pairs.size] as number;
	}

	close(): void {
		this.#pairs.close();
	}

	#load(range: number): void {
		this.#range = range;
		const start = range * this.#pairs.size;
		for (const pairs of this.#pairs.pairsOf(range)) {
			for (let at = 0; at < pairs.length; at += 2) this.#kept[(pairs[at] as number) - start] = pairs[at + 1] as number;
		}
	}
}
