/**
 * A table, from octets to octets: the values of its column go through a feed of lines, and come back into their rows.
 *
 * ```
 *   chunk ──▶ INPUT ──▶ rows ──▶ LINES ──▶ LineFeed, step ──▶ VALUES, ENDS, MARKS ──▶ rows ──▶ sink
 *                        └────────────── whatever is not the value ─────────────────────┘
 * ```
 */

import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { Table } from "../../../assembly/tables/layout";
import type { LineSettings, LineSink } from "../../lines/lines";
import { refuseFaults } from "./json-array";
import { TableBatch } from "./table-batch";
import { headerOf } from "./table-header";
import { MAX_ROWS, TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";
import type { TableCounts, TableSink } from "./table-sink";
import type { ValueRules } from "./value-rules";

export class TableFeed implements LineSink {
	readonly #memory: TableMemory;
	readonly #input: RowInput;
	readonly #settings: TableSettings<LineSettings>;
	readonly #sink: TableSink;
	readonly #batch: TableBatch;

	/** `rules` normalize the values, unless the sink takes them as they are. `rowsBefore`: rows are numbered after these. */
	constructor(settings: TableSettings<LineSettings>, rules: ValueRules | undefined, sink: TableSink, rowsBefore = 0) {
		this.#settings = settings;
		this.#sink = sink;
		this.#memory = new TableMemory(settings.settings.engine);
		this.#input = new RowInput(this.#memory, {
			begin: (start, first, end) => this.#begin(start, first, end),
			takeRows: (start, end) => this.#batch.take(start, end),
		});
		this.#batch = new TableBatch(this.#memory, settings, rules, sink, rowsBefore);
		this.#memory.set(Table.WRITE, settings.write);
		this.#memory.set(Table.MAX_ROWS, MAX_ROWS);
		this.#memory.set(Table.WIDTH, 0);
	}

	/** The counts so far. The object stays the same. */
	get counts(): TableCounts {
		return this.#batch.counts;
	}

	/** The index of the column in the text of rows, once the header is known. */
	get index(): number {
		return this.#memory.get(Table.COLUMN);
	}

	/** Number of requests with a body so far: see joined-columns.ts. */
	get requests(): number {
		return this.#batch.joined.requests;
	}

	/** Number of rows so far. */
	get lines(): number {
		return this.counts.rows;
	}

	space(): Uint8Array {
		return this.#input.space();
	}

	/** Processes the next `count` octets of `space()`. Throws TableError, or UriError under `invalid: "fail"`. */
	advance(count: number, isEnd = false): void {
		this.#input.advance(count, isEnd);
	}

	end(): void {
		this.#input.end();
		refuseFaults(this.#memory, true);
	}

	/** Reads the header, which begins at `first`, after a byte order mark if there is one. Returns where the first row begins. */
	#begin(start: number, first: number, end: number): number | undefined {
		const memory = this.#memory;
		const header = headerOf(memory, this.#settings, first, end);
		if (header === undefined) return undefined;
		this.#batch.by = header.by ?? [];
		this.#batch.joined.indexes = { joins: header.joins ?? [], urlkey: header.urlkey ?? -1 };
		if (first > start) this.#sink.write(memory.kernel.octets.slice(start, first));
		if (header.octets.length > 0) this.#sink.write(header.octets);
		this.#batch.passLines(start, header.end);
		return header.end;
	}
}

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

/** The octets of a table on their way to the kernel, window by window. A row that is not complete waits for the rest of it. */
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
		// A comma follows each element of an array.
		const rowEnd = memory.get(Table.IS_ARRAY) === 0 ? Octet.LF : Octet.COMMA;
		this.#hasLineEnd ||= memory.kernel.octets.subarray(from, from + count).includes(rowEnd);
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

	/**
	 * Whether a row may have become complete: a line has ended, and a long row has doubled since it was read last. The start of an array has
	 * no line end.
	 */
	#isWorthReading(): boolean {
		const hasDoubled = this.#waiting >= 2 * this.#tried;
		if (this.#waiting > Limit.REFERENCE || (hasDoubled && !this.#hasBegun)) return true;
		return this.#hasLineEnd && (this.#tried <= WINDOW || hasDoubled);
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
