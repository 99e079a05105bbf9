/**
 * A table, from octets to octets: the values of its column go through a feed of lines, and come back into their rows.
 *
 * ```
 *   chunk ──▶ INPUT ──▶ rows ──▶ LINES ──▶ LineFeed or LineSieve ──▶ VALUES, ENDS, MARKS ──▶ rows ──▶ take(octets)
 *                        └────────────── whatever is not the value ────────────────────────────┘
 * ```
 */

import { Limit, LineRecord, MARK_SIZE } from "../../../assembly/layout/addresses";
import { Flag } from "../../../assembly/layout/options";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Octet } from "../../../assembly/octets/char";
import { Kind, Row, Table } from "../../../assembly/tables/layout";
import { align, LINES_CAPACITY } from "../../engine/workspace";
import { type Component, UriError, type UriErrorCode } from "../../errors";
import type { Batch, LineFeed, LineSettings, LineSink } from "../../lines/lines";
import { rejectedLine, rejectsOf } from "../../lines/lines";
import { OctetSink } from "../../lines/octet-sink";
import { RowInput } from "./row-input";
import { faultOf, type RowFaultCode, rowError, type TableError } from "./table-error";
import { headerOf, placeKeys } from "./table-header";
import { MAX_ROWS, TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";

/** A row whose reference could not be normalized, or that could not be read. */
export interface RowReject {
	/** Number of the row, from 1; the header does not count. */
	readonly row: number;
	readonly code: UriErrorCode | RowFaultCode;
	readonly component: Component | undefined;
	/** Offset of the error in the reference, in octets; 0 for a row that could not be read. */
	readonly offset: number;
	/** The reference in octets, with TAB for LF; the first ones of a very long one, none of a row that could not be read. */
	readonly reference: Uint8Array;
}

/** What a table has had so far: rows = unique + duplicates + rejects + empty. */
export interface TableCounts {
	readonly rows: number;
	/** Rows with another reference than the rows before; without a set, all with a normal form. */
	readonly unique: number;
	readonly duplicates: number;
	/** Rows whose reference has no normal form, and rows that could not be read. */
	readonly rejects: number;
	/** Rows without a reference: they stay, and are never duplicates. */
	readonly empty: number;
}

/** A row as it is written. `octets` are valid during the call. */
export interface WrittenRow {
	readonly octets: Uint8Array;
	/** Octets after the place where another value may be appended. Undefined if none may be: the row could not be read. */
	readonly tail: number | undefined;
	/** The mark of its reference (`LineSieve`); undefined for a row in no class. */
	readonly mark: number | undefined;
	/** Whether it has no reference. White space alone is none, but has a mark. */
	readonly isEmpty: boolean;
	/** Its value in the column `by` of the settings, a copy; undefined if it has none. Numbers of JSON are as they are written. */
	readonly value: Uint8Array | undefined;
}

/**
 * Takes a batch of values; with a set, their marks as well. If the settings have a column for keys, these come with them, a line each.
 * Marks and keys are valid during the call.
 */
type TakeValues = (batch: Batch, marks?: Int32Array, keys?: Uint8Array) => void;

/** Creates the feed of lines, which passes its batches to `take`. `rowOf`: the row of a line of the feed, both from 1. */
export type BeginLines = (take: TakeValues, rowOf: (line: number) => number) => Pick<LineFeed, "push" | "goOn">;

/**
 * Settings for the feed of a table that has no set: it omits values in normal form, whose rows have them. Only the core kernel can do
 * that.
 */
export function omittingPlain<Rules extends LineSettings>(settings: Rules): Rules {
	return { ...settings, linesWord: settings.linesWord | Flag.OMIT_PLAIN };
}

/** The end of the output of a batch, of which fingerprints may have left the fetch forms alone. */
export function outputEndOf({ workspace, records }: Batch): number {
	if (records === 0) return workspace.output;
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return unmark(workspace.kernel.words[last >> 2] as number);
}

export class TableFeed implements LineSink {
	readonly counts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	readonly #memory: TableMemory;
	readonly #input: RowInput;
	readonly #settings: TableSettings<LineSettings>;
	readonly #feed: ReturnType<BeginLines>;
	readonly #take: (octets: Uint8Array) => void;
	readonly #onReject: ((reject: RowReject) => void) | undefined;
	/** Takes the rows, duplicates included; `take` then gets the header alone. */
	readonly #takeRow: ((row: WrittenRow) => void) | undefined;
	/** Whether no rows are written, and no values come back. */
	readonly #readsOnly: boolean;
	/** If no rows are written, takes the value in the column `by` of each row that has a reference. */
	readonly #takeOther: ((value: Uint8Array | undefined) => void) | undefined;
	/** Index of the column `by`. */
	#by = 0;
	/** Number of values that have come back for the rows of this batch, and where the next one goes. */
	#values = 0;
	#valuesEnd = 0;
	/** The keys of this batch. */
	#keys = new OctetSink(0);
	/** The first row that could not be read, under `invalid: "fail"`. */
	#fault: TableError | undefined;
	/** Rows before this batch, and the end of its rows. */
	#rowsBefore = 0;
	#rowsEnd = 0;
	/** Numbers of the rows of this batch that have a value, once one is needed. */
	#valued: readonly number[] | undefined;
	#rejects: RowReject[] = [];

	constructor(
		settings: TableSettings<LineSettings>,
		begin: BeginLines,
		take: (octets: Uint8Array) => void,
		onReject?: (reject: RowReject) => void,
		takeRow?: (row: WrittenRow) => void,
		readsOnly = false,
		takeOther?: (value: Uint8Array | undefined) => void,
	) {
		this.#settings = settings;
		this.#takeOther = takeOther;
		this.#readsOnly = readsOnly;
		this.#takeRow = takeRow;
		this.#memory = new TableMemory(settings.settings.engine);
		this.#input = new RowInput(this.#memory, {
			begin: (start, first, end) => this.#begin(start, first, end),
			takeRows: (start, end) => this.#takeRows(start, end),
		});
		this.#feed = begin(
			(batch, marks, keys) => this.#takeValues(batch, marks, keys),
			(line) => this.#rowOf(line),
		);
		this.#take = take;
		this.#onReject = onReject;
		this.#memory.set(Table.WRITE, settings.write);
		this.#memory.set(Table.MAX_ROWS, MAX_ROWS);
		this.#memory.set(Table.WIDTH, 0);
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
		this.#by = header.by ?? 0;
		if (first > start) this.#take(memory.kernel.octets.slice(start, first));
		if (header.octets.length > 0) this.#take(header.octets);
		return header.end;
	}

	/** Lists rows, has their values normalized, and writes them. Returns where the next row begins. */
	#takeRows(start: number, end: number): number {
		const memory = this.#memory;
		const { call } = memory.kernel;
		const values = this.#settings.by === undefined ? [] : this.#valuesBy(this.#settings.by, start, end);
		this.#listRows(start, end);
		const rowsEnd = memory.rows + memory.get(Table.ROWS);
		const next = memory.get(Table.CONSUMED);
		if (rowsEnd === memory.rows) return start;
		this.#rowsEnd = rowsEnd;
		this.#countRows();
		this.#values = 0;
		this.#valuesEnd = memory.values;
		if (this.#settings.keys !== undefined) this.#keys = new OctetSink(0);
		memory.set(Table.MARKS, 0);
		memory.set(Table.KEYS, 0);
		this.#feed.goOn(0, false);
		this.#pushLines();
		this.#reportRejects();
		if (this.#takeOther !== undefined) this.#passOthers(this.#takeOther, values);
		if (this.#readsOnly) return next;
		if (this.#takeRow !== undefined) memory.set(Table.MARKS, 0);
		this.#placeKeyLines();
		const output = memory.outputFor(next - start, (rowsEnd - memory.rows) / Row.SIZE, this.#valuesEnd);
		const outputEnd = call.writeRows(memory.rows, rowsEnd, start, memory.ends, memory.values, output);
		if (this.#takeRow !== undefined) this.#passRows(this.#takeRow, rowsEnd, output, values);
		else if (outputEnd > output) this.#take(memory.kernel.octets.subarray(output, outputEnd));
		return next;
	}

	/** Copies the keys of the batch to the kernel, after its values, if there is a column for them. */
	#placeKeyLines(): void {
		if (this.#settings.keys === undefined) return;
		const memory = this.#memory;
		const lines = this.#keys.octets();
		const start = align(this.#valuesEnd + Limit.MARGIN);
		this.#valuesEnd = start + lines.length;
		memory.kernel.reserve(this.#valuesEnd + Limit.MARGIN);
		memory.kernel.octets.set(lines, start);
		memory.set(Table.KEYS, start);
		memory.set(Table.KEYS_END, this.#valuesEnd);
	}

	#listRows(start: number, end: number): void {
		const { kernel, structure, rows, lines } = this.#memory;
		if (this.#settings.delimiter === 0) kernel.call.listJsonRows(start, end, rows, lines);
		else kernel.call.listCsvRows(start, end, structure, rows, lines);
	}

	/** The value of each row in another column. */
	#valuesBy(by: string | number, start: number, end: number): (Uint8Array | undefined)[] {
		const memory = this.#memory;
		const { column, delimiter } = this.#settings;
		const [inLongRow, index] = [memory.get(Table.IN_LONG_ROW), memory.get(Table.COLUMN)];
		if (delimiter === 0) placeKeys(memory, this.#settings, by as string);
		else memory.set(Table.COLUMN, this.#by);
		this.#listRows(start, end);
		const values = this.#listedValues();
		if (delimiter === 0) placeKeys(memory, this.#settings, column as string);
		memory.set(Table.COLUMN, index);
		memory.set(Table.IN_LONG_ROW, inLongRow);
		return values;
	}

	#listedValues(): (Uint8Array | undefined)[] {
		const { kernel, rows, lines } = this.#memory;
		const { words, octets } = kernel;
		const values: (Uint8Array | undefined)[] = [];
		const rowsEnd = rows + this.#memory.get(Table.ROWS);
		let line = lines;
		for (let row = rows; row < rowsEnd; row += Row.SIZE) {
			const kind = words[(row + Row.KIND) >> 2] as number;
			let [from, to] = [line, line];
			if (kind <= Kind.LAST_WITH_LINE) {
				to = octets.indexOf(Octet.LF, line);
				line = to + 1;
			} else if (kind === Kind.NOT_TEXT) {
				[from, to] = [words[(row + Row.VALUE_START) >> 2] as number, words[(row + Row.VALUE_END) >> 2] as number];
			}
			values.push(from === to ? undefined : octets.slice(from, to));
		}
		return values;
	}

	#passOthers(take: (value: Uint8Array | undefined) => void, values: readonly (Uint8Array | undefined)[]): void {
		const { kernel, rows } = this.#memory;
		for (const [index, value] of values.entries()) {
			const kind = kernel.words[(rows + index * Row.SIZE + Row.KIND) >> 2] as number;
			if (kind <= Kind.LAST_WITH_LINE) take(value);
		}
	}

	/** Passes on each row that `writeRows` has written. */
	#passRows(take: (row: WrittenRow) => void, rowsEnd: number, output: number, values: readonly (Uint8Array | undefined)[]): void {
		const { kernel, rows, ends, marks } = this.#memory;
		const { words, octets } = kernel;
		let start = output;
		let valueStart = this.#memory.values;
		let index = 0;
		for (let row = rows; row < rowsEnd; row += Row.SIZE) {
			const word = (field: Row) => words[(row + field) >> 2] as number;
			const kind = word(Row.KIND);
			let mark: number | undefined;
			let isEmpty = kind === Kind.EMPTY;
			if (kind <= Kind.LAST_WITH_LINE) {
				const recorded = words[(ends >> 2) + index] as number;
				if (!isMarked(recorded)) {
					mark = words[(marks >> 2) + index] as number;
					isEmpty = recorded - valueStart === 1;
				}
				valueStart = unmark(recorded);
				++index;
			}
			const end = word(Row.WRITTEN);
			const tail = kind <= Kind.EMPTY ? word(Row.END) - word(Row.CLOSE) : undefined;
			const value = values[(row - rows) / Row.SIZE];
			take({ octets: octets.subarray(start, end), tail, mark, isEmpty, value });
			start = end;
		}
	}

	/** Normalizes the values. Throws the error of the first row that has one, under `invalid: "fail"`. */
	#pushLines(): void {
		const { kernel, lines } = this.#memory;
		const octets = kernel.octets.subarray(lines, this.#memory.get(Table.LINES_END));
		try {
			// Room for the values may move the memory. The feed reads whole lines at once, unless they are too many for it.
			this.#feed.push(octets.length > LINES_CAPACITY ? octets.slice() : octets);
		} catch (error) {
			if (!(error instanceof UriError) || error.line === undefined) throw error;
			const row = this.#rowOf(error.line);
			if (row > (this.#fault?.row ?? row)) throw this.#fault;
			const { code, component, offset } = error;
			throw new UriError(code, error.message.replace(/^Line \d+/, `Row ${row}`), { component, offset, line: row });
		}
		if (this.#fault !== undefined) throw this.#fault;
	}

	/** Counts rows without a value, and reports those that could not be read. */
	#countRows(): void {
		const memory = this.#memory;
		const rows = memory.get(Table.ROWS) / Row.SIZE;
		const faults = memory.get(Table.FAULTS);
		this.#rowsBefore = this.counts.rows;
		this.#valued = undefined;
		this.counts.rows += rows - faults;
		this.counts.empty += rows - faults - memory.get(Table.LINES);
		if (faults > 0) this.#takeFaults();
	}

	#takeFaults(): void {
		let row = this.#rowsBefore;
		this.#forEachKind((kind) => {
			++row;
			if (kind <= Kind.EMPTY) return;
			if (this.#settings.settings.invalid === "fail") this.#fault ??= rowError(kind, row);
			this.#rejects.push({ row, code: faultOf(kind), component: undefined, offset: 0, reference: new Uint8Array(0) });
		});
		this.counts.rows = row;
	}

	/** Passes on the kind of each row of this batch. The rest of a row that is too long is no row. */
	#forEachKind(take: (kind: number) => void): void {
		const { words } = this.#memory.kernel;
		for (let at = (this.#memory.rows + Row.KIND) >> 2; at < this.#rowsEnd >> 2; at += Row.SIZE >> 2) {
			const kind = words[at] as number;
			if (kind !== Kind.CONTINUED) take(kind);
		}
	}

	/** The row of a line of this batch. */
	#rowOf(line: number): number {
		this.#valued ??= this.#valuedRows();
		return this.#valued[line - 1] as number;
	}

	#valuedRows(): number[] {
		const valued: number[] = [];
		let row = this.#rowsBefore;
		this.#forEachKind((kind) => {
			++row;
			if (kind <= Kind.LAST_WITH_LINE) valued.push(row);
		});
		return valued;
	}

	/** Reports the rejects of a batch, in the order of rows. */
	#reportRejects(): void {
		this.counts.rejects += this.#rejects.length;
		for (const reject of this.#rejects.sort((a, b) => a.row - b.row)) this.#onReject?.(reject);
		this.#rejects = [];
	}

	/** Takes normal forms, in the order of their rows. */
	#takeValues(batch: Batch, marks: Int32Array | undefined, keys: Uint8Array | undefined): void {
		const memory = this.#memory;
		const { kernel, records, output } = batch.workspace;
		const start = this.#valuesEnd;
		this.#valuesEnd += batch.outputEnd - output;
		memory.kernel.reserve(this.#valuesEnd + Limit.MARGIN);
		memory.kernel.octets.set(kernel.octets.subarray(output, batch.outputEnd), start);
		const { words } = memory.kernel;
		words.set(kernel.words.subarray(records >> 2, (records + batch.records * LineRecord.SIZE) >> 2), memory.records >> 2);
		const offset = MARK_SIZE * this.#values;
		const marksAt = marks === undefined ? 0 : memory.marks + offset;
		if (marks !== undefined) {
			memory.set(Table.MARKS, memory.marks);
			words.set(marks, marksAt >> 2);
		}
		memory.kernel.call.placeValues(memory.records, batch.records, output, start, memory.ends + offset, marksAt);
		this.#values += batch.records;
		if (keys !== undefined) this.#keys.append(keys);
		this.#countValues(batch);
	}

	#countValues(batch: Batch): void {
		const { counts } = this;
		counts.empty += this.#memory.get(Table.EMPTY);
		counts.duplicates += this.#memory.get(Table.DUPLICATES);
		counts.unique += this.#memory.get(Table.UNIQUE);
		for (const [index, { line, code, component, offset }] of rejectsOf(batch).entries()) {
			const reference = rejectedLine(batch, index).slice();
			this.#rejects.push({ row: this.#rowOf(line), code, component, offset, reference });
		}
	}
}
