/** The octets of a table on their way to the kernel, window by window. A row that is not complete waits for the rest of it. */

import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { Table } from "../../../assembly/tables/layout";
import type { TableMemory } from "./table-memory";

/** A byte order mark at the start of a table does not belong to the first field. */
export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Octets of input to index at a time. A call indexes all that it is given but lists MAX_ROWS rows at most. After a very long row the
 * buffer is large: given all of it, each call would index the rest once more.
 */
const WINDOW = 131072;

/** Takes the rows of a table. */
export interface RowTaker {
	/**
	 * Reads the header of an input that begins at `start`, and its header at `first`, after the byte order mark if there is one. Returns
	 * where the first row begins, or undefined if the header does not end before `end`.
	 */
	begin(start: number, first: number, end: number): number | undefined;
	/** Takes the rows of [start, end). Returns where the next row begins. */
	takeRows(start: number, end: number): number;
}

export class RowInput {
	readonly #memory: TableMemory;
	readonly #taker: RowTaker;
	/** Octets at the start of the input that wait for the rest of their row. */
	#waiting = 0;
	/** The number of them that were read without finding the end of a row. */
	#tried = 0;
	/** Whether the others have a line end. */
	#hasLineEnd = false;
	#hasBegun = false;

	constructor(memory: TableMemory, taker: RowTaker) {
		this.#memory = memory;
		this.#taker = taker;
	}

	space(): Uint8Array {
		const memory = this.#memory;
		if (this.#waiting === memory.capacity) memory.grow(Math.min(2 * memory.capacity, 2 * Limit.REFERENCE));
		const start = memory.input + this.#waiting;
		return memory.kernel.octets.subarray(start, memory.input + memory.capacity);
	}

	/** Processes the next `count` octets of `space()`. Throws what the taker throws. */
	advance(count: number, isEnd: boolean): void {
		const memory = this.#memory;
		const from = memory.input + this.#waiting;
		this.#hasLineEnd ||= memory.kernel.octets.subarray(from, from + count).includes(Octet.LF);
		this.#waiting += count;
		if (!isEnd && !this.#isWorthReading()) return;
		const end = memory.input + this.#waiting;
		let start = memory.input;
		if (!this.#hasBegun) start = this.#begin(start, end, isEnd);
		for (let size = WINDOW; start < end && this.#hasBegun; ) {
			const windowEnd = Math.min(end, start + size);
			memory.set(Table.IS_END, isEnd && windowEnd === end ? 1 : 0);
			const next = this.#taker.takeRows(start, windowEnd);
			if (next === start && windowEnd === end) break;
			size = next === start ? 2 * size : WINDOW;
			start = next;
		}
		memory.kernel.octets.copyWithin(memory.input, start, end);
		this.#waiting = Math.max(end - start, 0);
		this.#tried = this.#waiting;
		this.#hasLineEnd = false;
	}

	end(): void {
		this.advance(0, true);
		this.#waiting = 0;
	}

	/** Whether a row may have become complete: a line has ended, and a long row has doubled since it was read last. */
	#isWorthReading(): boolean {
		if (this.#waiting > Limit.REFERENCE) return true;
		return this.#hasLineEnd && (this.#tried <= WINDOW || this.#waiting >= 2 * this.#tried);
	}

	/** Reads the byte order mark and the header. Returns where the first row begins, or `start` if the header is not complete. */
	#begin(start: number, end: number, isEnd: boolean): number {
		const memory = this.#memory;
		if (!isEnd && end - start < BYTE_ORDER_MARK.length) return start;
		const hasMark = BYTE_ORDER_MARK.every((octet, index) => memory.kernel.octets[start + index] === octet);
		memory.set(Table.IS_END, isEnd ? 1 : 0);
		const first = this.#taker.begin(start, hasMark ? start + BYTE_ORDER_MARK.length : start, end);
		this.#hasBegun = first !== undefined;
		return first ?? start;
	}
}
