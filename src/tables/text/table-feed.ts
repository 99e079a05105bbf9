/**
 * A table, from octets to octets: the values of its column go through a feed of lines, and come back into their rows.
 *
 * ```
 *   chunk ──▶ INPUT ──▶ rows ──▶ LINES ──▶ LineFeed, step ──▶ VALUES, ENDS, MARKS ──▶ rows ──▶ sink
 *                        └────────────── whatever is not the value ─────────────────────┘
 * ```
 */
import { Table } from "../../../assembly/tables/layout";
import type { LineSettings, LineSink } from "../../lines/lines";
import { RowInput } from "./row-input";
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
	}

	/** Reads the header, which begins at `first`, after a byte order mark if there is one. Returns where the first row begins. */
	#begin(start: number, first: number, end: number): number | undefined {
		const memory = this.#memory;
		const header = headerOf(memory, this.#settings, first, end);
		if (header === undefined) return undefined;
		this.#batch.by = header.by ?? 0;
		this.#batch.joined.indexes = { joins: header.joins ?? [], urlkey: header.urlkey ?? -1 };
		if (first > start) this.#sink.write(memory.kernel.octets.slice(start, first));
		if (header.octets.length > 0) this.#sink.write(header.octets);
		this.#batch.passLines(start, header.end);
		return header.end;
	}
}
