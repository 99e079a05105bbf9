/**
 * The fates of references when they are read again. They are numbered in order, over all inputs, and the map of the second pass says which
 * of them are dropped; the winners, which stays of a class that is chosen or counted.
 */
import { Fate } from "../../../assembly/partition/layout";
import { FRESH } from "../../engine/seen-table";
import { MAX_RECORDS } from "../../engine/workspace";
import { type Batch, isPiece, isRejected, type Verdict } from "../../lines/batch";
import type { ClassWinners } from "../classes/class-winners";
import type { DroppedRows } from "./dropped-lines";

/** Four lines an octet. */
export const LINES_IN_OCTET = 4;

/** The fates of lines, two bits each: `Fate`. */
export interface LineMap {
	/** Number of lines of all inputs. */
	readonly lines: number;
	/** The line after the last one of the map. */
	readonly mapEnd: number;
	/** Determines the fate of the lines after `mapEnd`. */
	fillMapNow(): void;
	/** The map from the octet on that has `line`, and the place of the line there. Requires: the map has the line. */
	mapFrom(line: number): { octets: Uint8Array; place: number };
}

/** A map of all lines, in memory that threads share. */
export class SharedMap implements LineMap {
	readonly lines: number;
	readonly #octets: Uint8Array;

	constructor(lines: number, memory: SharedArrayBuffer) {
		this.lines = lines;
		this.#octets = new Uint8Array(memory);
	}

	/** Octets of the map of `lines` lines, in whole words. */
	static sizeFor(lines: number): number {
		return 4 * (Math.floor(lines / LINES_IN_OCTET / 4) + 1);
	}

	get mapEnd(): number {
		return this.lines;
	}

	fillMapNow(): void {}

	mapFrom(line: number): { octets: Uint8Array; place: number } {
		return { octets: this.#octets.subarray(Math.floor(line / LINES_IN_OCTET)), place: line % LINES_IN_OCTET };
	}
}

/** The mark of a duplicate. Only sets with ordinals say of which reference. */
const DUPLICATE = 0;

export class Fates {
	readonly #map: LineMap;
	readonly #refuse: () => never;
	readonly #dropped: DroppedRows | undefined;
	readonly #winners: ClassWinners | undefined;
	readonly #marks = new Int32Array(MAX_RECORDS);
	readonly #sizes = new Int32Array(MAX_RECORDS);
	/** Number of references so far. */
	#count = 0;

	/** `refuse`: called at a reference that the first pass did not read. */
	constructor(map: LineMap, refuse: () => never, dropped: DroppedRows | undefined, winners: ClassWinners | undefined) {
		this.#map = map;
		this.#refuse = refuse;
		this.#dropped = dropped;
		this.#winners = winners;
	}

	/** The verdict on the next batch. Throws Failure. */
	next(batch: Batch): Verdict {
		const marks = this.#marks.subarray(0, batch.records);
		const sizes = this.#sizes.subarray(0, batch.records);
		let row = this.#count;
		let fates = this.#fates();
		for (let index = 0; index < batch.records; ++index) {
			if (this.#count === fates.end) fates = this.#fates();
			const place = this.#count - fates.start;
			const fate = ((fates.octets[place >> 2] as number) >> ((place & 3) << 1)) & Fate.MASK;
			const size = this.#sizeOf(fate !== Fate.DROP, isRejected(batch, index));
			marks[index] = size > 0 ? FRESH : DUPLICATE;
			sizes[index] = size;
			if (!isPiece(batch, index)) ++this.#count;
		}
		this.#dropped?.show(batch, marks, batch.rowOf ?? (() => ++row));
		return { marks, sizes: this.#winners?.counts ? sizes : undefined };
	}

	/** The size of the class of the next reference, 0 if it does not stay. */
	#sizeOf(isFirst: boolean, isRejected: boolean): number {
		if (this.#winners === undefined || isRejected) return Number(isFirst);
		return this.#winners.sizeOf(this.#count + 1, isFirst);
	}

	/** The part of the map from the next reference on: the octets, the number of the first reference there, and that after the last. */
	#fates(): { readonly octets: Uint8Array; readonly start: number; readonly end: number } {
		const map = this.#map;
		if (this.#count >= map.lines) this.#refuse();
		if (this.#count === map.mapEnd) map.fillMapNow();
		const { octets, place } = map.mapFrom(this.#count);
		return { octets, start: this.#count - place, end: map.mapEnd };
	}
}
