/** --audit for a run in passes: the third pass shows each line that it reads, and dropped lines are logged. */
import { Octet } from "../../../assembly/octets/char";
import { Fate } from "../../../assembly/partition/layout";
import { withoutLineEnd } from "../../lines/line-end";
import { LineNumbers } from "../classes/line-numbers";
import { LineFinder, type ReadAt } from "./line-finder";
import { type TakeMerge, WaitingDuplicates } from "./waiting-duplicates";

/** The lines of one chunk of the third pass. */
export interface ShownLines {
	readonly octets: Uint8Array;
	/** Number of lines before this chunk, over all inputs, and of lines that begin in it. */
	readonly before: number;
	readonly count: number;
	/** Whether a line continues from the chunk before, and whether one continues in the next. */
	readonly isInLine: boolean;
	/** Whether this is the first chunk of its input, and the length of the byte order mark before it. */
	readonly isFirst: boolean;
	readonly markLength: number;
	/** Returns the fate of line `number` of the chunk. */
	readonly fateOf: (line: number) => Fate;
}

export class DroppedLines {
	/** By dropped line, the one that was kept in its place; 0 stands for the old set. The second pass finds them partition by partition. */
	readonly kept: LineNumbers;
	readonly #finder: LineFinder;
	readonly #waiting: WaitingDuplicates;
	#input = 0;
	/** Offset of the next octet in the input. */
	#position = 0;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
	constructor(folder: string, lines: number, memory: number, source: ReadAt, take: TakeMerge) {
		this.kept = new LineNumbers(folder, lines, memory / 2);
		this.#finder = new LineFinder(memory / 4, source);
		this.#waiting = new WaitingDuplicates(memory / 4, this.#finder, take);
	}

	/** Octets written. */
	get length(): number {
		return this.kept.length;
	}

	/** Throws Failure. */
	show({ octets, before, count, isInLine, isFirst, markLength, fateOf }: ShownLines): void {
		if (isFirst) {
			this.#position = markLength;
			this.#finder.beginInput(this.#input, before, markLength);
		}
		let at = isInLine ? endOfLine(octets, 0) : 0;
		for (let index = 0; index < count; ++index) {
			const end = endOfLine(octets, at);
			this.#finder.note(before + index, this.#position + at);
			if (fateOf(index) === Fate.DROP) this.#log(octets.subarray(at, end), before + index + 1);
			at = end;
		}
		this.#position += octets.length;
	}

	#log(dropped: Uint8Array, number: number): void {
		this.#waiting.add(this.kept.of(number), withoutLineEnd(dropped), number);
	}

	/** Logs the waiting lines. Throws Failure. */
	end(): void {
		this.#waiting.flush();
	}

	endInput(): void {
		this.#input += 1;
	}

	close(): void {
		this.kept.close();
	}
}

/** The end of the line that begins or continues at `start`, LF included. */
function endOfLine(octets: Uint8Array, start: number): number {
	const end = octets.indexOf(Octet.LF, start);
	return end < 0 ? octets.length : end + 1;
}
