/** --audit for a run in passes: the third pass shows each line that it reads, and dropped lines are logged. */

import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Octet } from "../../../assembly/octets/char";
import { Fate } from "../../../assembly/partition/layout";
import { FRESH } from "../../engine/seen-table";
import { MAX_RECORDS } from "../../engine/workspace";
import { TemporaryFile } from "../../files/output/temporary-file";
import type { Batch } from "../../lines/batch";
import { withoutLineEnd } from "../../lines/line-end";
import { OctetSink } from "../../lines/octet-sink";
import { textDecoder } from "../../utf8";
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
	/** For each dropped line, the line kept in its place; 0: the old set. The second pass finds them partition by partition. */
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
		this.#waiting.addDuplicate(this.kept.of(number), withoutLineEnd(dropped), number);
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

const LINE_END = Uint8Array.of(Octet.LF);
/** Octets of the numbered references of a batch, as a rule. */
const BUFFER_SIZE = 524288;
/** Digits of the number of a row: more than any has. */
const MAX_DIGITS = 16;

/**
 * --audit for tables in passes: the references that the third pass reads go to a temporary file, a line each after the number of its
 * row. There `DroppedLines` finds the one that was kept.
 */
export class DroppedRows {
	readonly #lines: DroppedLines;
	readonly #file: TemporaryFile;
	/** Number of references so far. */
	#count = 0;
	/** For each batch: the lines for the file, and the fates of its references. */
	readonly #buffer = new Uint8Array(BUFFER_SIZE);
	readonly #fates = new Uint8Array(MAX_RECORDS);
	readonly #number = new Uint8Array(MAX_DIGITS + 1);

	/** Plans for `count` references in `memory` octets. `take` receives the numbers of rows. Throws Failure. */
	constructor(folder: string, count: number, memory: number, take: TakeMerge) {
		this.#file = new TemporaryFile(folder, 0);
		this.#lines = new DroppedLines(
			folder,
			count,
			memory,
			{ readAt: (_, into, position) => this.#file.read(into, position) },
			(kept, _kept, dropped) => {
				const known = kept && rowIn(kept);
				const { reference, row } = rowIn(dropped);
				take(known?.reference, known?.row ?? 0, reference, row);
			},
		);
	}

	get kept(): LineNumbers {
		return this.#lines.kept;
	}

	/** Octets written. */
	get length(): number {
		return this.kept.length + this.#file.length;
	}

	/** Takes a batch of references and their marks. `rowOf`: the number of the row of a record. Throws Failure. */
	show({ workspace, records, first }: Batch, marks: Int32Array, rowOf: (record: number) => number): void {
		const { octets, words } = workspace.kernel;
		const text = new OctetSink(this.#buffer);
		let start = first;
		let count = 0;
		for (let index = 0; index < records; ++index) {
			const record = workspace.records + index * LineRecord.SIZE;
			const inputEnd = words[(record + LineRecord.INPUT_END) >> 2] as number;
			const end = unmark(inputEnd);
			// A piece of a reference that is too long is never looked up.
			if (!isMarked(inputEnd)) {
				const isRejected = isMarked(words[(record + LineRecord.OUTPUT_END) >> 2] as number);
				text.append(this.#numbered(rowOf(index)));
				text.append(isRejected ? LINE_END : octets.subarray(start, end));
				// The last line of an input may have no end.
				if (!isRejected && octets[end - 1] !== Octet.LF) text.append(LINE_END);
				this.#fates[count++] = !isRejected && marks[index] !== FRESH ? Fate.DROP : Fate.COPY;
			}
			start = end;
		}
		this.#file.append(text.octets());
		this.#show(text.octets(), count);
	}

	/** The number of a row and a TAB, valid until the next call. */
	#numbered(row: number): Uint8Array {
		let at = MAX_DIGITS;
		this.#number[at] = Octet.TAB;
		for (let left = row; left > 0; left = Math.floor(left / 10)) this.#number[--at] = Octet.DIGIT_0 + (left % 10);
		return this.#number.subarray(at);
	}

	#show(octets: Uint8Array, count: number): void {
		const isFirst = this.#count === 0;
		const fateOf = (line: number) => this.#fates[line] as Fate;
		const before = this.#count;
		this.#count += count;
		this.#lines.show({ octets, before, count, isInLine: false, isFirst, markLength: 0, fateOf });
	}

	/** Logs the waiting rows. Throws Failure. */
	end(): void {
		this.#lines.end();
	}

	close(): void {
		this.#lines.close();
		this.#file.close();
	}
}

/** The number of a row, and the reference after it. */
function rowIn(line: Uint8Array): { readonly row: number; readonly reference: Uint8Array } {
	const tab = line.indexOf(Octet.TAB);
	return { row: Number(textDecoder.decode(line.subarray(0, tab))), reference: line.subarray(tab + 1) };
}
