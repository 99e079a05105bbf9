/**
 * The memory of assembly/partition/merges.ts. All areas have a fixed size, unless a batch is longer than any before.
 *
 * ```
 *   RECORDS │ MARKS │ NUMBERS │ DUPLICATES │ ORDER │ ORDINALS │ REASONS │ ROWS │ INPUT │ BLOCK │ BLOCK read back │ TEXT
 * ```
 */

import { Limit, LineRecord, MARK_SIZE } from "../../../assembly/layout/addresses";
import { unmark } from "../../../assembly/lines/line-record";
import { Octet } from "../../../assembly/octets/char";
import { Decimal, Duplicate, KeptLine, Merging, PartitionAddress } from "../../../assembly/partition/layout";
import type { Engine, Kernel } from "../../engine/kernel";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import { align, LINES_CAPACITY, MAX_RECORDS } from "../../engine/workspace";
import { encoder } from "../../utf8";

/** A duplicate: texts without line ends; undefined if only an earlier run knows the kept line. */
export interface MergeRow {
	readonly kept: Uint8Array | undefined;
	readonly keptLine: number;
	readonly dropped: Uint8Array;
	readonly droppedLine: number;
	readonly reason: string;
}

/** Duplicates that wait for their kept lines. */
export const MAX_DUPLICATES = 262144;
/** Octets of their texts, and of those of their kept lines. */
const TEXT_SIZE = 16777216;
/** Octets of lines that are read at a time. */
export const BLOCK_SIZE = 262144;
/** Octets of rows that are written at a time, and of their reasons. */
export const ROWS_SIZE = 1048576;
export const REASONS_SIZE = 262144;
/** Octets of an i32. */
export const WORD = 4;

export class MergeMemory {
	readonly kernel: Kernel<ListFunctions>;
	readonly records: number;
	readonly marks: number;
	readonly numbers: number;
	readonly duplicates: number;
	readonly order: number;
	readonly ordinals: number;
	readonly reasons: number;
	readonly rows: number;
	readonly input: number;
	block = 0;
	/** The address to which a block is read back, and the maximum size of a block. */
	reading = 0;
	blockSize = 0;
	text = 0;
	/** Octets of the longest batch. */
	#capacity = 0;
	#textSize = 0;
	/** The whole memory, for words at any address. */
	view = new DataView(new ArrayBuffer(0));

	constructor(engine: Engine) {
		this.kernel = createListKernel(engine);
		this.records = align(this.kernel.call.heapBase());
		this.marks = this.records + MAX_RECORDS * LineRecord.SIZE;
		this.numbers = this.marks + MAX_RECORDS * MARK_SIZE;
		this.duplicates = this.numbers + MAX_RECORDS * Decimal.SIZE;
		this.order = this.duplicates + MAX_DUPLICATES * Duplicate.SIZE;
		this.ordinals = this.order + MAX_DUPLICATES * WORD;
		this.reasons = this.ordinals + MAX_DUPLICATES * WORD;
		this.rows = this.reasons + REASONS_SIZE + Limit.MARGIN;
		this.input = this.rows + ROWS_SIZE + Limit.MARGIN;
		this.set(Merging.MARKS, this.marks);
		this.set(Merging.RECORDS, this.records);
		this.set(Merging.DUPLICATES, this.duplicates);
		this.set(Merging.MAX_COUNT, MAX_DUPLICATES);
		this.set(Merging.ORDER, this.order);
		this.set(Merging.ORDINALS, this.ordinals);
		this.#writeNumber(PartitionAddress.MERGES + Merging.LINE, 1);
		this.reserve(LINES_CAPACITY);
	}

	/** Whether there is room for a batch of `octets` octets. */
	hasRoomFor(octets: number): boolean {
		return octets <= this.#capacity;
	}

	/** Makes room for batches of `octets` octets. Requires: nothing waits. Throws RangeError if memory cannot be allocated. */
	reserve(octets: number): void {
		this.#capacity = Math.max(octets, 2 * this.#capacity);
		const longest = KeptLine.TEXT + this.#capacity;
		this.blockSize = Math.max(BLOCK_SIZE, longest);
		this.#textSize = Math.max(TEXT_SIZE, longest);
		this.block = align(this.input + this.#capacity + Limit.MARGIN);
		this.reading = align(this.block + this.blockSize + Limit.MARGIN);
		this.text = align(this.reading + this.blockSize + Limit.MARGIN);
		this.kernel.reserve(this.text + 2 * this.#textSize + Limit.MARGIN);
		this.view = new DataView(this.kernel.octets.buffer);
		this.beginBlock();
		this.beginDuplicates();
	}

	beginBlock(): void {
		this.set(Merging.KEPT_COUNT, 0);
		this.set(Merging.KEPT_AT, this.block);
		this.set(Merging.KEPT_LIMIT, this.block + this.blockSize);
	}

	beginDuplicates(): void {
		this.set(Merging.COUNT, 0);
		this.set(Merging.TEXT_AT, this.text);
		this.set(Merging.TEXT_LIMIT, this.text + this.#textSize);
	}

	/** Lets kept lines have the rest of the text. */
	openText(): void {
		this.set(Merging.TEXT_LIMIT, this.text + 2 * this.#textSize);
	}

	field(field: Merging): number {
		return this.kernel.words[(PartitionAddress.MERGES + field) >> 2] as number;
	}

	set(field: Merging, value: number): void {
		this.kernel.words[(PartitionAddress.MERGES + field) >> 2] = value;
	}

	/** Sets the number of a record of the batch, which is otherwise that of its line. */
	setNumber(record: number, number: number): void {
		this.set(Merging.NUMBERS, this.numbers);
		this.#writeNumber(this.numbers + record * Decimal.SIZE, number);
	}

	#writeNumber(to: number, number: number): void {
		const { octets } = this.kernel;
		octets[to + Decimal.LENGTH] = encoder.encodeInto(String(number), octets.subarray(to, to + Decimal.LENGTH)).written;
	}

	#readNumber(at: number): number {
		const { octets } = this.kernel;
		const end = at + (octets[at + Decimal.LENGTH] as number);
		let number = 0;
		for (let place = at; place < end; ++place) number = 10 * number + (octets[place] as number) - Octet.DIGIT_0;
		return number;
	}

	/** A word of a duplicate. */
	of(duplicate: number, word: Duplicate): number {
		return this.kernel.words[(this.duplicates + duplicate * Duplicate.SIZE + word) >> 2] as number;
	}

	dropped(duplicate: number): Uint8Array {
		return this.kernel.octets.subarray(this.of(duplicate, Duplicate.START), this.of(duplicate, Duplicate.END));
	}

	/** The text of a kept line at its record. */
	keptAt(kept: number): Uint8Array {
		const record = unmark(kept);
		const start = record + KeptLine.TEXT;
		return this.kernel.octets.subarray(start, start + this.view.getInt32(record + KeptLine.LENGTH, true));
	}

	/** A duplicate. Texts are valid until the next batch. */
	mergeOf(duplicate: number, reason: string): MergeRow {
		const kept = this.of(duplicate, Duplicate.KEPT);
		return {
			reason,
			kept: kept === 0 ? undefined : this.keptAt(kept),
			keptLine: kept === 0 ? 0 : this.#readNumber(unmark(kept) + KeptLine.NUMBER),
			dropped: this.dropped(duplicate),
			droppedLine: this.#readNumber(this.duplicates + duplicate * Duplicate.SIZE + Duplicate.NUMBER),
		};
	}

	/** The kept line of a duplicate or, if it is not known, the duplicate. */
	keptOrDropped(duplicate: number): Uint8Array {
		const kept = this.of(duplicate, Duplicate.KEPT);
		return kept === 0 ? this.dropped(duplicate) : this.keptAt(kept);
	}

	/**
	 * Start and end of the host for which each of the duplicates [from, count) counts, in this memory; 0 if `hostOf` has to find it.
	 * Lines with more than `most` octets have none. Valid until the next call. Overwrites the rows and the order.
	 */
	hostsOf(most: number, from: number, count: number): Int32Array {
		const { kernel, order, rows } = this;
		kernel.call.findHosts(most, from, count, order, rows);
		return kernel.words.subarray(order >> 2, (order >> 2) + 2 * (count - from));
	}

	/** Writes records of the duplicates [from, count), with at most `most` octets of each text. Overwrites the rows. */
	writeMembers(most: number, from: number, count: number, take: (records: Uint8Array) => void): void {
		const { kernel, rows } = this;
		for (let next = from; next < count; ) {
			next = kernel.call.writeMembers(most, next, count, rows, rows + ROWS_SIZE);
			take(kernel.octets.subarray(rows, this.field(Merging.REST)));
		}
	}
}
