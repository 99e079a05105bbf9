/**
 * Other columns that join the keys of rows: those of `--by`, and in the indexes of web archives the key of a request
 * with a body, or else its method and body. Its URL is that of other requests:
 *
 * ```
 *   com,example)/api?__wb_method=post&q=1 20260101000000 {"url": "http://example.com/api"}
 *   com,example)/api 20260101000000 {"url": "http://example.com/api", "method": "POST", "requestBody": "q=1"}
 * ```
 */
import { Octet } from "../../../assembly/octets/char";
import { Kind, Row, Table } from "../../../assembly/tables/layout";
import type { Joined } from "../../lines/batch";
import { packed } from "../../lines/fingerprints";
import type { LineSettings } from "../../lines/lines";
import { hasRequest } from "../../request-marks";
import { decoder, encoder } from "../../utf8";
import { type OtherValue, otherValues } from "./other-column";
import { fieldIn, mayHaveMethod, PREFIX_FIELDS, requestIn } from "./row-fields";
import { TableError } from "./table-error";
import type { TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";
import type { JoinKeys } from "./value-rules";

/** The columns of a table that join keys: the index of each in CSV and CDX, and that of the key in CDX. */
export interface JoinIndexes {
	readonly joins: readonly number[];
	readonly urlkey: number;
}

export class JoinedColumns implements Joined {
	/** Indexes of the columns of CSV and CDX. */
	indexes: JoinIndexes = { joins: [], urlkey: 0 };
	/** Number of rows of other requests than GET so far. */
	requests = 0;
	readonly #memory: TableMemory;
	readonly #settings: TableSettings<LineSettings>;
	readonly #keys: JoinKeys;
	/** The rows that have been listed. */
	#range = { start: 0, end: 0 };
	/** By line of the batch, computed on demand. */
	#octets: readonly (Uint8Array | undefined)[] | undefined;
	/** By column, the values of the rows of a batch. */
	#values: (readonly OtherValue[])[] = [];

	constructor(memory: TableMemory, settings: TableSettings<LineSettings>, keys: JoinKeys = []) {
		this.#memory = memory;
		this.#keys = keys;
		this.#settings = settings;
	}

	get isEmpty(): boolean {
		this.#octets ??= this.#join();
		return this.#octets.length === 0;
	}

	at(line: number): Uint8Array | undefined {
		return this.#octets?.[line - 1];
	}

	/** Reads the columns of the rows between two addresses that take a reading of their own. `rowsBefore`: number of rows before them. */
	read(start: number, end: number, rowsBefore: number): void {
		const { joins = [], isCdx, delimiter } = this.#settings;
		const isJson = delimiter === 0;
		this.#values = joins.map((name, place) => {
			if (isCdx && (!isJson || PREFIX_FIELDS.includes(String(name)))) return [];
			const index = this.indexes.joins[place] ?? 0;
			return otherValues(this.#memory, this.#settings, { name, index }, start, end, (row) =>
				refuseNested(name, rowsBefore + row),
			);
		});
	}

	/** Notes that the rows between two addresses have been listed. */
	list(start: number, end: number): void {
		this.#range = { start, end };
		this.#octets = undefined;
	}

	/** Puts together the values that join the listed rows. */
	#join(): (Uint8Array | undefined)[] {
		const { joins = [], isCdx } = this.#settings;
		const { start, end } = this.#range;
		const listed = this.#memory.kernel.octets.subarray(start, end);
		const hasRequests = isCdx && (hasRequest(listed) || mayHaveMethod(listed));
		if (joins.length === 0 && !hasRequests) return [];
		const octets: (Uint8Array | undefined)[] = [];
		this.#forEachLine(start, (row, rowStart, rowEnd) => {
			const values = joins.map((name, place) =>
				this.#keyed(place, this.#values[place]?.[row] ?? this.#fieldOf(name, place, rowStart, rowEnd)),
			);
			const key = hasRequests ? this.#requestKey(rowStart, rowEnd) : undefined;
			if (key !== undefined) ++this.requests;
			octets.push(joins.length === 0 && key === undefined ? undefined : packed([key, ...values]));
		});
		return octets;
	}

	/** The key of a value in a column of references; another value as it is. */
	#keyed(place: number, value: OtherValue): OtherValue {
		const keyOf = this.#keys[place];
		return keyOf === undefined || value === undefined ? value : encoder.encode(keyOf(decoder.decode(value)));
	}

	/** Whether one of the rows that have been read has a value in a column. */
	hasValue(place: number): boolean {
		return this.#values[place]?.some((value) => value !== undefined) ?? true;
	}

	/** Passes on the index, the start and the end of each row that has a line. */
	#forEachLine(start: number, take: (row: number, start: number, end: number) => void): void {
		const { kernel, rows } = this.#memory;
		const count = this.#memory.get(Table.ROWS) / Row.SIZE;
		for (let row = 0; row < count; ++row) {
			const at = (rows + row * Row.SIZE) >> 2;
			const end = kernel.words[at + (Row.END >> 2)] as number;
			if ((kernel.words[at + (Row.KIND >> 2)] as number) <= Kind.LAST_WITH_LINE) take(row, start, end);
			start = end;
		}
	}

	/** Returns the text that distinguishes a request with a body, or of another method than GET, from others of the same URL. */
	#requestKey(start: number, end: number): Uint8Array | undefined {
		const isJson = this.#settings.delimiter === 0;
		const key = this.#field(isJson ? 0 : this.indexes.urlkey, start, end);
		if (key !== undefined && hasRequest(key)) return key;
		return isJson ? requestIn(this.#memory.kernel.octets.slice(start, end)) : undefined;
	}

	/** A column of CDX, or a field before the object of CDXJ. */
	#fieldOf(name: string | number, place: number, start: number, end: number): OtherValue {
		if (!this.#settings.isCdx) return undefined;
		if (this.#settings.delimiter !== 0) return this.#field(this.indexes.joins[place] ?? 0, start, end);
		const field = PREFIX_FIELDS.indexOf(String(name));
		return field < 0 ? undefined : this.#field(field, start, end);
	}

	/** A field of a row whose fields have no quotes, a copy. */
	#field(index: number, start: number, end: number): OtherValue {
		if (index < 0) return undefined;
		return fieldIn(this.#memory.kernel.octets.slice(start, end), index, this.#memory.get(Table.DELIMITER) || Octet.SPACE);
	}
}

function refuseNested(name: string | number, row: number): never {
	const sentence = `Row ${row}: the value in the column "${name}" is an object or an array, by which rows cannot be compared.`;
	throw new TableError("not-text", sentence, { row });
}
