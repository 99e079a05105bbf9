/**
 * Columns of values, batch by batch: the values go through a feed of lines, and the fate of each row comes back.
 *
 * ```
 *   values ──▶ a line each ──▶ LineFeed ──▶ forms, a line each or packed; the fate of each row
 *   nulls, empty values ──────────────────▶ nothing: their rows stay as they are
 * ```
 */

import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Write } from "../../../assembly/tables/layout";
import { isSpace } from "../../../assembly/tables/white-space";
import { FRESH } from "../../engine/seen-table";
import type { LineWorkspace } from "../../engine/workspace";
import { UriError } from "../../errors";
import { type Batch, isPiece, rejectedLine, rejectsOf } from "../../lines/batch";
import { LineFeed } from "../../lines/lines";
import { OctetSink } from "../../lines/octet-sink";
import { countRules, type RowCounts, type RowReject } from "../text/table-sink";
import { judge, type ValueRules } from "../text/value-rules";
import { type Columns, JoinedValues } from "./joined-values";
import { type ValueLists, valuesIn } from "./value-lists";

/** The fate of a row. All but ABSENT have a line among the forms. */
export enum RowFate {
	/** It has no reference, and stays as it is. */
	ABSENT,
	/** Its reference is only white space. It stays as it is. */
	BLANK,
	/** Its reference has a normal form. */
	FORM,
	/** Its reference has a normal form that an earlier row has. */
	DUPLICATE,
	/** Its reference has no normal form. The line is empty. */
	REJECTED,
}

/** Whether the line of a row is a normal form. */
export function hasForm(fate: RowFate): boolean {
	return fate === RowFate.FORM || fate === RowFate.DUPLICATE;
}

/** Values of consecutive rows. */
export interface ValueBatch {
	readonly rows: number;
	/**
	 * Yields a line for each row that has a value, some whole lines at a time. No value has an LF. A workspace makes it faster: its input,
	 * marks and fingerprints are overwritten in between.
	 */
	readonly lines: (workspace?: LineWorkspace) => Iterable<Uint8Array>;
	/** Size of the lines in octets, more or less. */
	readonly size: number;
	/** By row, whether it has no value: 0 or 1. */
	readonly lacks: Uint8Array;
	/** By column, the values that join the keys of rows, as texts. */
	readonly joins?: Columns;
	/** If the values are elements of lists: their rows. */
	readonly lists?: ValueLists | undefined;
}

/** The fates of the rows of a batch. Valid until the next one. */
export interface RowFates {
	/** A RowFate for each row. */
	readonly fates: Uint8Array;
	/** By row, whether it stays: 0 or 1. */
	readonly stays: Uint8Array;
	/** By row, the size of its class; 0 for a row in none. Meaningless if they are not asked for. */
	readonly sizes: Int32Array;
	/** A line for each row that has one; if they are packed, the forms without LF. */
	readonly forms: Uint8Array;
	/** By row, the end of its line or form in `forms`, LF included. That of a row without a line is the end of the line before. */
	readonly ends: Int32Array;
	/** Keys, a line for each row that has one, if the feed makes them. */
	readonly keys: Uint8Array | undefined;
	/** Parts, for each row that has a line, a line each, if there are columns for them. */
	readonly parts: Uint8Array | undefined;
}

export class ValueRows {
	readonly counts: RowCounts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	readonly #rules: ValueRules;
	readonly #packs: boolean;
	readonly #write: number;
	readonly #label: string;
	readonly #feed: LineFeed;
	readonly #reject: ((reject: RowReject) => void) | undefined;
	/** The rows of this batch that have lines, from 0, and how many lines have come back. */
	#valued: Int32Array = new Int32Array(0);
	#lines = 0;
	#fates = new Uint8Array(0);
	#stays = new Uint8Array(0);
	#sizes = new Int32Array(0);
	/** The values of the rows in the columns `by`. */
	#others: Columns = [];
	#ends = new Int32Array(0);
	#forms = new OctetSink(0);
	/** The buffer of the forms, which each batch overwrites. */
	#buffer: Uint8Array = new Uint8Array(0);
	#keys = new OctetSink(0);
	#hasKeys = false;
	readonly #parts = new OctetSink(0);
	readonly #joined: JoinedValues;
	/** The rows of this batch, if a row has several values. */
	#lists: ValueLists | undefined;

	/** `packs`: whether the forms are packed, as in a column of Arrow. `write`: which rows do not stay. `label`: the column in messages. */
	constructor(
		rules: ValueRules,
		{ packs, write, label }: { readonly packs: boolean; readonly write: number; readonly label: string },
		reject?: (reject: RowReject) => void,
	) {
		this.#rules = rules;
		this.#joined = new JoinedValues(rules.joinKeys);
		this.#packs = packs;
		this.#write = write;
		this.#label = label;
		this.#reject = reject;
		this.#feed = new LineFeed(rules.workspace(), rules.settings, (batch) => this.#take(batch));
	}

	/** Whether rows may be dropped although they are no duplicates. */
	get drops(): boolean {
		return (this.#write & (Write.DROP_INVALID | Write.DROP_EMPTY)) !== 0;
	}

	/** Normalizes values. `others`: those in the columns that choose a row. Throws UriError under `invalid: "fail"`. */
	takeValues({ rows, lines, size, lacks, joins = [], lists }: ValueBatch, others: Columns = []): RowFates {
		this.#valued = valuedRows(rows, lacks);
		this.#lists = lists;
		this.#joined.take(joins, this.#valued);
		this.#fates = new Uint8Array(rows);
		this.#stays = (this.#write & Write.DROP_EMPTY) === 0 ? new Uint8Array(rows).fill(1) : lacks.map((isMissing) => 1 - isMissing);
		this.#sizes = new Int32Array(rows);
		this.#others = others;
		this.#ends = new Int32Array(rows);
		this.#lines = 0;
		this.#forms = new OctetSink(this.#buffer.length < size ? size : this.#buffer);
		this.#keys = new OctetSink(0);
		this.#parts.clear();
		this.#feed.goOn(0, false);
		for (const part of lines(this.#feed.workspace)) this.#push(part);
		this.#count(rows);
		const forms = this.#forms.octets();
		this.#buffer = new Uint8Array(forms.buffer);
		const keys = this.#hasKeys ? this.#keys.octets() : undefined;
		const parts = this.#rules.parts && this.#parts.octets();
		for (let row = 1; row < rows; ++row) this.#ends[row] ||= this.#ends[row - 1] as number;
		return { fates: this.#fates, stays: this.#stays, sizes: this.#sizes, ends: this.#ends, forms, keys, parts };
	}

	/** The number of the row of a line of this batch, from 1. */
	#rowOf(line: number): number {
		const value = this.#valued[line - 1] as number;
		return this.counts.rows + (this.#lists === undefined ? value : (this.#lists.owners[value] as number)) + 1;
	}

	#count(values: number): void {
		const { counts } = this;
		const lists = this.#lists;
		counts.rows += lists?.rows ?? values;
		const all = valuesIn(values, lists);
		if (lists !== undefined) counts.values = (counts.values ?? 0) + all;
		counts.empty += all - this.#valued.length;
	}

	#push(lines: Uint8Array): void {
		try {
			this.#feed.push(this.#rules.prepare?.(lines) ?? lines);
		} catch (error) {
			if (!(error instanceof UriError) || error.line === undefined) throw error;
			const row = this.#rowOf(error.line);
			const { code, component, offset, message } = error;
			throw new UriError(code, message.replace(/^Line \d+/, `Row ${row}${this.#label}`), { component, offset, line: row });
		}
	}

	#take(read: Batch): void {
		this.#report(read);
		const rowOf = (record: number) => this.#rowOf(read.linesBefore + record + 1);
		const otherOf = (record: number, place: number) => this.#otherOf(read.linesBefore + record, place);
		const { verdict, keys, parts, outputEnd } = judge({ ...read, rowOf, otherOf, joined: this.#joined }, this.#rules);
		this.#hasKeys = keys !== undefined;
		if (keys !== undefined) this.#keys.append(keys);
		if (parts !== undefined) this.#parts.append(parts);
		const batch = { ...read, outputEnd };
		const ends = this.#packs ? this.#appendPacked(batch) : this.#appendLines(batch);
		let start = batch.workspace.output;
		for (let index = 0; index < batch.records; ++index) {
			if (isPiece(batch, index)) continue;
			const recorded = outputEndAt(batch.workspace, index);
			const row = this.#valued[this.#lines++] as number;
			const fate = this.#fateOf(recorded, start, verdict?.marks[index]);
			this.#fates[row] = fate;
			if (!this.#keeps(fate)) this.#stays[row] = 0;
			if (verdict?.sizes !== undefined && hasForm(fate)) this.#sizes[row] = verdict.sizes[index] as number;
			start = unmark(recorded);
			this.#ends[row] = ends[index] as number;
		}
	}

	#keeps(fate: RowFate): boolean {
		if (fate === RowFate.REJECTED) return (this.#write & Write.DROP_INVALID) === 0;
		if (fate === RowFate.BLANK) return (this.#write & Write.DROP_EMPTY) === 0;
		return fate !== RowFate.DUPLICATE;
	}

	#otherOf(line: number, place: number): Uint8Array | undefined {
		const other = this.#others[place]?.[this.#valued[line] as number] ?? null;
		return other === null ? undefined : Buffer.from(other);
	}

	/** Appends the forms as lines. Returns the end of each. */
	#appendLines({ workspace, records, outputEnd }: Batch): Int32Array {
		const { kernel, output } = workspace;
		const shift = this.#forms.octets().length - output;
		this.#forms.append(kernel.octets.subarray(output, outputEnd));
		return Int32Array.from({ length: records }, (_, index) => unmark(outputEndAt(workspace, index)) + shift);
	}

	/** Appends the forms, packed. Returns the end of each, valid until the next batch. */
	#appendPacked(batch: Batch): Int32Array {
		const { workspace, records: count } = batch;
		const { kernel, records, output, result, marks } = workspace;
		const length = this.#forms.octets().length;
		if (hasPieces(batch)) return this.#appendPieces(batch);
		const end = kernel.call.gather(records, records + count * LineRecord.SIZE, output, result, marks, length - result);
		this.#forms.append(kernel.octets.subarray(result, end));
		return kernel.words.subarray(marks >> 2, (marks >> 2) + count);
	}

	/** The same of a batch with pieces of a long line, which have no line end. */
	#appendPieces(batch: Batch): Int32Array {
		const { workspace, records } = batch;
		let start = workspace.output;
		return Int32Array.from({ length: records }, (_, index) => {
			const end = unmark(outputEndAt(workspace, index));
			if (!isPiece(batch, index)) this.#forms.append(workspace.kernel.octets.subarray(start, end - 1));
			start = end;
			return this.#forms.octets().length;
		});
	}

	/** Returns the fate of a row whose form is between `start` and a recorded end. Counts it. */
	#fateOf(recorded: number, start: number, mark: number | undefined): RowFate {
		if (isMarked(recorded)) return RowFate.REJECTED;
		if (recorded - start === 1) {
			++this.counts.empty;
			return RowFate.BLANK;
		}
		const isNew = mark === undefined || mark === FRESH;
		++this.counts[isNew ? "unique" : "duplicates"];
		return isNew ? RowFate.FORM : RowFate.DUPLICATE;
	}

	#report(batch: Batch): void {
		this.counts.rejects += batch.rejects;
		countRules(this.counts, batch);
		if (this.#reject === undefined) return;
		for (const [index, { line, code, component, offset }] of rejectsOf(batch).entries()) {
			this.#reject({ row: this.#rowOf(line), code, component, offset, reference: rejectedLine(batch, index).slice() });
		}
	}
}

function hasPieces(batch: Batch): boolean {
	let index = 0;
	while (index < batch.records && !isPiece(batch, index)) ++index;
	return index < batch.records;
}

function outputEndAt({ kernel, records }: LineWorkspace, index: number): number {
	return kernel.words[(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number;
}

function valuedRows(rows: number, lacks: Uint8Array): Int32Array {
	const valued = new Int32Array(rows);
	let count = 0;
	for (let row = 0; row < rows; ++row) if (lacks[row] === 0) valued[count++] = row;
	return valued.subarray(0, count);
}

/** Whether the octets [start, end) are only white space. */
export function isBlank(octets: Uint8Array, start: number, end: number): boolean {
	let at = start;
	while (at < end && isSpace(octets[at] as number)) ++at;
	return at === end;
}
