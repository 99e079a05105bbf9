/**
 * Maps each duplicate to the line that was kept in its place. The second pass fills the map, the third pass queries it.
 *
 * The second pass finds duplicates partition by partition, but the log is in line order. The pairs are therefore scattered again, by
 * ranges of dropped lines.
 */
import { LineNumbers } from "../classes/line-numbers";

export class Merges {
	readonly #kept: LineNumbers;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
	constructor(folder: string, lines: number, memory: number) {
		this.#kept = new LineNumbers(folder, lines, memory);
	}

	/** Octets written. */
	get length(): number {
		return this.#kept.length;
	}

	/** Adds pairs of a dropped and a kept line. Throws Failure. */
	add(pairs: Int32Array): void {
		for (let at = 0; at < pairs.length; at += 2) this.#kept.set(pairs[at] as number, pairs[at + 1] as number);
	}

	/** The line kept in place of `dropped`; 0 stands for the old set. Fast only in line order. Throws Failure. */
	keptFor(dropped: number): number {
		return this.#kept.of(dropped);
	}

	close(): void {
		this.#kept.close();
	}
}
