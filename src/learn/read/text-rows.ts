/**
 * Several columns of CSV, TSV, JSON lines, CDX or CDXJ, in one pass.
 *
 * ```
 *   chunk ──▶ INPUT ──▶ rows ──▶ records of the first column ─┐
 *                         └────▶ records of the others ───────┴──▶ packColumn, a column each ──▶ take(batch)
 *
 *   behind the areas of TableMemory:   names and columns │ records │ ENDS │ PACKED … margin
 * ```
 */

import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { Keys, Row, Table } from "../../../assembly/tables/layout";
import type { Engine } from "../../engine/kernel";
import { align } from "../../engine/workspace";
import { OptionError } from "../../errors";
import { isJsonFormat, knowsColumn, type TextFormat } from "../../formats";
import type { LineSink } from "../../lines/lines";
import { hasRequest } from "../../request-marks";
import { type Column, type ColumnBatch, columnOf } from "../../tables/column-batch";
import { type ColumnPath, columnPath } from "../../tables/text/column-path";
import { fieldIn } from "../../tables/text/row-fields";
import { RowInput } from "../../tables/text/table-feed";
import { legendAt, namesAt } from "../../tables/text/table-header";
import { MAX_ROWS, namesOf, TableMemory } from "../../tables/text/table-memory";
import { asciiOctets } from "../../utf8";

/** Max characters of a column's name in JSON. */
const MAX_NAME = 4096;

/** The time of CDXJ, which precedes the object. */
export const TIME: unique symbol = Symbol("time");
/** POST, where the key of CDX or CDXJ has `__wb_method` or `__wb_post_data`: the URL of such a row is that of other requests. */
export const METHOD: unique symbol = Symbol("method");

/** A column: its index for formats with a header, a key or a path of keys for JSON. Undefined: the table does not have it. */
export type ChosenColumn = number | string | typeof TIME | typeof METHOD | undefined;

/** The columns that the kernel reads. */
type ReadColumn = Exclude<ChosenColumn, typeof METHOD | undefined>;

const POST = asciiOctets("POST");
const NOTHING = new Uint8Array(0);

export interface TextRowSettings {
	readonly format: TextFormat;
	/** The octet between two fields of CSV or TSV. */
	readonly delimiter: number;
	readonly hasHeader: boolean;
	/** Chooses columns, by the names of all unless the format or the table has none. The first one must be there. */
	readonly choose: (names: readonly string[] | undefined) => readonly ChosenColumn[];
	readonly engine: Engine;
}

/** Takes the octets of a table, and calls `take` with batches, which are valid during the call. */
export class TextRows implements LineSink {
	/** Number of rows so far. */
	lines = 0;
	readonly #settings: TextRowSettings;
	readonly #take: (batch: ColumnBatch) => void;
	readonly #memory: TableMemory;
	readonly #input: RowInput;
	readonly #isJson: boolean;
	/** Those that the table has, the first one apart, and for each place in a batch the number of its column here, or -1. */
	#first: ChosenColumn;
	#others: readonly ReadColumn[] = [];
	/** The place of the methods in a batch, or -1, and the index of the key in CDX. */
	#methodPlace = -1;
	#urlkey = 0;
	#places: readonly number[] = [];

	constructor(settings: TextRowSettings, take: (batch: ColumnBatch) => void) {
		this.#settings = settings;
		this.#take = take;
		this.#isJson = isJsonFormat(settings.format);
		this.#memory = new TableMemory(settings.engine);
		this.#memory.set(Table.MAX_ROWS, MAX_ROWS);
		this.#memory.set(Table.WIDTH, 0);
		this.#input = new RowInput(this.#memory, {
			begin: (_, first, end) => this.#begin(first, end),
			takeRows: (start, end) => this.#takeRows(start, end),
		});
	}

	space(): Uint8Array {
		return this.#input.space();
	}

	/** Processes the next `count` octets of `space()`. Throws TableError, or what `choose` throws. */
	advance(count: number): void {
		this.#input.advance(count, false);
	}

	end(): void {
		this.#input.end();
	}

	/** Reads the header. Returns where the first row begins, or undefined if the header is not complete. */
	#begin(start: number, end: number): number | undefined {
		const memory = this.#memory;
		const { format, delimiter, hasHeader, choose } = this.#settings;
		memory.set(Table.DELIMITER, this.#isJson ? 0 : delimiter);
		memory.set(Table.IS_CDX, knowsColumn(format) ? 1 : 0);
		if (this.#isJson || (format !== "cdx" && !hasHeader)) {
			this.#place(choose(undefined));
			return start;
		}
		if (format === "cdx") {
			const legend = legendAt(memory, start, end);
			if (legend === undefined) return undefined;
			this.#place(choose(legend.letters));
			this.#urlkey = legend.letters.indexOf("N");
			return legend.end;
		}
		const names = namesAt(memory, start, end);
		if (names === undefined) return undefined;
		this.#place(choose(names));
		memory.set(Table.WIDTH, names.length);
		return memory.get(Table.CONSUMED);
	}

	#place([first, ...others]: readonly ChosenColumn[]): void {
		this.#first = first;
		const isRead = (column: ChosenColumn): column is ReadColumn => column !== undefined && column !== METHOD;
		this.#others = others.filter(isRead);
		let count = 0;
		this.#places = [0, ...others.map((column) => (isRead(column) ? ++count : -1))];
		this.#methodPlace = others.indexOf(METHOD) + 1 || -1;
	}

	/** Lists the rows of [start, end), and passes on their columns. Returns where the next row begins. */
	#takeRows(start: number, end: number): number {
		const memory = this.#memory;
		const { kernel, structure, rows, lines } = memory;
		const records = this.#placeColumns();
		if (this.#isJson) kernel.call.listJsonRows(start, end, rows, lines);
		else kernel.call.listCsvRows(start, end, structure, rows, lines);
		memory.set(Table.OTHERS, 0);
		const count = memory.get(Table.ROWS) / Row.SIZE;
		const next = memory.get(Table.CONSUMED);
		if (count === 0) return start;
		const stride = this.#others.length * Row.SIZE;
		const ends = align(records + MAX_ROWS * stride);
		const packed = align(ends + 4 * MAX_ROWS);
		kernel.reserve(packed + (next - start) + Limit.MARGIN);
		const columns = [this.#pack(rows, count, Row.SIZE, packed, ends)];
		for (const index of this.#others.keys()) {
			columns.push(this.#pack(records + index * Row.SIZE, count, stride, packed, ends));
		}
		this.lines += count;
		const methods = this.#methods(start, next, count);
		this.#take({
			rows: count,
			columns: this.#places.map((place, index) => (index === this.#methodPlace ? methods : columns[place])),
			faults: memory.get(Table.FAULTS),
		});
		return next;
	}

	/** The methods of the rows between two addresses, if one of them has the key of a request with a body. */
	#methods(start: number, end: number, count: number): Column | undefined {
		const { kernel, rows } = this.#memory;
		const isAsked = this.#methodPlace >= 0 && this.#urlkey >= 0;
		if (!isAsked || !hasRequest(kernel.octets.subarray(start, end))) return undefined;
		const methods: Uint8Array[] = [];
		for (let row = 0, at = start; row < count; ++row) {
			const next = kernel.words[(rows + row * Row.SIZE + Row.END) >> 2] as number;
			const key = fieldIn(kernel.octets.subarray(at, next), this.#urlkey, Octet.SPACE);
			methods.push(hasRequest(key) ? POST : NOTHING);
			at = next;
		}
		return columnOf(methods);
	}

	/** The values of records that are `stride` octets apart, as a copy. */
	#pack(record: number, count: number, stride: number, packed: number, ends: number): Column {
		const { kernel } = this.#memory;
		const end = kernel.call.packColumn(record, record + count * stride, stride, packed, ends);
		return {
			bytes: kernel.octets.slice(packed, end),
			ends: new Uint32Array(kernel.words.subarray(ends >> 2, (ends >> 2) + count)),
		};
	}

	/** Passes the columns to the kernel. Areas may have moved since the last batch. Returns the address for records of the others. */
	#placeColumns(): number {
		const memory = this.#memory;
		const { kernel } = memory;
		const count = this.#others.length;
		const columns = memory.values;
		const keys = this.#isJson ? this.#others.map((column) => keyParts(column as string | typeof TIME)) : [];
		const names = columns + count * Keys.SET;
		const namesSize = keys.flat().reduce((sum, { length }) => sum + length, 0);
		const records = align(names + namesSize);
		kernel.reserve(records + MAX_ROWS * count * Row.SIZE);
		if (this.#isJson) {
			memory.placeNames(pathOf(this.#first as string));
			this.#placeKeys(keys, columns, names);
		} else {
			memory.set(Table.COLUMN, this.#first as number);
			kernel.words.set(this.#others as number[], columns >> 2);
		}
		memory.set(Table.OTHERS, count === 0 ? 0 : records);
		memory.set(Table.OTHER_COLUMNS, columns);
		memory.set(Table.OTHER_COUNT, count);
		return records;
	}

	/** Writes the pairs of `Keys` for each column, and their names. */
	#placeKeys(columns: readonly (readonly Uint8Array[])[], at: number, names: number): void {
		const { words, octets } = this.#memory.kernel;
		for (const [index, keys] of columns.entries()) {
			const pairs = (at + index * Keys.SET) >> 2;
			words[pairs + (Keys.COUNT >> 2)] = keys.length - 1;
			for (const [part, key] of keys.entries()) {
				octets.set(key, names);
				const pair = pairs + ((part === 0 ? Keys.WHOLE : Keys.PATH + Keys.SIZE * (part - 1)) >> 2);
				words[pair] = names;
				names += key.length;
				words[pair + 1] = names;
			}
		}
	}
}

/** The name as a whole, then the keys of its path. Nothing for the time. Throws OptionError for a column that cannot be read. */
function keyParts(column: string | typeof TIME): Uint8Array[] {
	return column === TIME ? [] : namesOf(pathOf(column));
}

function pathOf(column: string): ColumnPath {
	if (column.length > MAX_NAME)
		throw new OptionError("invalid-option", `The name of a column must have at most ${MAX_NAME} characters.`);
	const path = columnPath(column);
	if (!path.hasElements) return path;
	throw new OptionError("invalid-option", `The column "${column}" has several values in a row, and learning needs one.`);
}
