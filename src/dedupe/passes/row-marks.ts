/**
 * Tables in passes. The references of rows take the place of lines: they are numbered in order, across all tables, and the map of the
 * second pass says which of them are dropped. The third pass marks those as a set in memory would.
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked } from "../../../assembly/lines/line-record";
import { Fate } from "../../../assembly/partition/layout";
import { FRESH } from "../../engine/seen-table";
import { type LineWorkspace, MAX_RECORDS } from "../../engine/workspace";
import type { PassName, ShowShare } from "../../job/pace";
import type { Batch, LineSink } from "../../lines/lines";
import type { ClassWinners } from "../classes/class-winners";
import type { PassSource } from "../ends";
import type { DroppedRows } from "./dropped-rows";
import type { FirstPass } from "./first-pass";
import type { LineMap } from "./line-map";

/** Reads tables, or lines that are chosen or counted by class. */
export interface PassRows {
	readonly isTable: boolean;
	/** Creates the reader of the tables, which passes their references to the first pass. */
	reader(first: Pick<FirstPass, "feed" | "valueRules">): LineSink;
	/** Creates the sink that reads them again and writes the rows that stay. `workspace` is that of the rules, and free. */
	writer(workspace: LineWorkspace, marks: RowMarks): LineSink;
	/** Reads all rows by a library, in place of the source. `show` takes the share that is done. Throws Failure. */
	readAll?(pass: PassName, show: ShowShare): Promise<void>;
}

/** The mark of a duplicate. Only sets with ordinals say of which row. */
const DUPLICATE = 0;

export class RowMarks {
	readonly #map: LineMap;
	readonly #source: Pick<PassSource, "refuse">;
	readonly #dropped: DroppedRows | undefined;
	readonly #winners: ClassWinners | undefined;
	readonly #marks = new Int32Array(MAX_RECORDS);
	/** Number of references so far. */
	#count = 0;
	/** Sizes for `nextSize`, and the number of those returned. */
	readonly #sizes: number[] = [];
	#size = 0;

	/** Refuses a source with a reference that the first pass did not read. */
	constructor(map: LineMap, source: Pick<PassSource, "refuse">, dropped?: DroppedRows, winners?: ClassWinners) {
		this.#map = map;
		this.#source = source;
		this.#dropped = dropped;
		this.#winners = winners;
	}

	/**
	 * Returns the marks of a batch, which are valid until the next one: FRESH, or that of a duplicate. Meaningless for rejected
	 * references. `rowOf`: the number of the row of a record; by default, that of the reference. Throws Failure.
	 */
	marksOf(batch: Batch, rowOf?: (record: number) => number): Int32Array {
		const { kernel, records } = batch.workspace;
		const marks = this.#marks.subarray(0, batch.records);
		let row = this.#count;
		let fates = this.#fates();
		for (let index = 0; index < batch.records; ++index) {
			if (this.#count === fates.end) fates = this.#fates();
			const place = this.#count - fates.start;
			const fate = ((fates.octets[place >> 2] as number) >> ((place & 3) << 1)) & Fate.MASK;
			const isFirst = fate !== Fate.DROP;
			marks[index] = this.#stays(isFirst, isRejected(batch, index)) ? FRESH : DUPLICATE;
			const inputEnd = kernel.words[(records + index * LineRecord.SIZE + LineRecord.INPUT_END) >> 2] as number;
			// A record that is a piece of a long reference has the complement of its end.
			if (!isMarked(inputEnd)) ++this.#count;
		}
		this.#dropped?.show(batch, marks, rowOf ?? (() => ++row));
		return marks;
	}

	/**
	 * The size of the class of the next reference that is not rejected, in the order of batches; 0 if it does not stay. Requires: lines
	 * are counted by class.
	 */
	nextSize(): number {
		return this.#sizes[this.#size++] as number;
	}

	/** Whether the next reference stays. */
	#stays(isFirst: boolean, isRejected: boolean): boolean {
		if (this.#winners === undefined || isRejected) return isFirst;
		const size = this.#winners.sizeOf(this.#count + 1, isFirst);
		if (this.#winners.counts) this.#keepSize(size);
		return size > 0;
	}

	#keepSize(size: number): void {
		if (this.#size === this.#sizes.length) this.#sizes.length = this.#size = 0;
		this.#sizes.push(size);
	}

	/** The part of the map from the next reference on: the octets, the number of the first reference there, and that after the last. */
	#fates(): { readonly octets: Uint8Array; readonly start: number; readonly end: number } {
		const map = this.#map;
		if (this.#count >= map.lines) this.#source.refuse();
		if (this.#count === map.mapEnd) map.fillMapNow();
		const { octets, place } = map.mapFrom(this.#count);
		return { octets, start: this.#count - place, end: map.mapEnd };
	}
}

function isRejected({ workspace: { kernel, records } }: Batch, index: number): boolean {
	return isMarked(kernel.words[(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
}
