/**
 * The values by which a run in passes compares members of classes: the first pass writes them to temporary files.
 *
 * ```
 *   record   line, from 1 | rank of the reference, of two words, if one is preferred | the value in each column
 *   value    length in octets | up to INLINE octets
 *            length, and its bits of Long | position in the file of long values | scale
 *   long     part of PART octets | CRC-32 | … | rest | CRC-32
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { unmark } from "../../../assembly/lines/line-record";
import { crc32 } from "../../files/input/crc32";
import { RecordRanges } from "../../files/output/record-ranges";
import { TemporaryFile } from "../../files/output/temporary-file";
import { type Batch, isPiece } from "../../lines/batch";
import type { ClassChoice, ColumnOrder, Preference } from "./class-choice";
import { rankOf } from "./preference";
import { type Kind, orderOf, PART, type Sortable, sortable } from "./sortable";

/** Words of a rank. */
const RANK_WORDS = 2;
/** Octets of a value in its record: a time in ISO 8601 has at most 25. */
const INLINE = 28;
/** Words of a value in its record, and where its octets are there. */
const VALUE_WORDS = 1 + INLINE / 4;
const INLINE_AT = 1;

/** Bits of the length of a long value, which is below 2^29, as that of any string in V8. */
enum Long {
	IS_LONG = 1 << 31,
	/** The kind, from 0. */
	KIND_SHIFT = 29,
	KIND = 3,
	LENGTH = (1 << KIND_SHIFT) - 1,
}
/** The least kind. */
const FIRST_KIND = -1;
/** Octets of a part with its sum. */
const SUM = 4;
const STRIDE = PART + SUM;
/** The unit of the first word of a rank. */
const HIGH = 2 ** 32;

export class ClassValues {
	/** Words of a record. */
	readonly words: number;
	readonly #prefer: readonly Preference[];
	readonly #columns: readonly ColumnOrder[];
	readonly #keepsLast: boolean;
	/** Whether references are judged as they came, and not as they are written. */
	readonly #judgesInput: boolean;
	/** The first word of the values. */
	readonly #valuesAt: number;
	readonly #records: RecordRanges;
	readonly #long: TemporaryFile;
	readonly #record: Uint32Array;
	readonly #octets: Uint8Array;
	/** The position of a long value, and its scale. */
	readonly #place = new Float64Array(2);
	/** Number of lines so far. */
	#lines = 0;

	/** Puts files in `folder`. Throws Failure. */
	constructor(folder: string, { prefer, columns, keepsLast }: ClassChoice, judgesInput: boolean) {
		this.#prefer = prefer;
		this.#columns = columns;
		this.#keepsLast = keepsLast;
		this.#judgesInput = judgesInput;
		this.#valuesAt = 1 + (prefer.length > 0 ? RANK_WORDS : 0);
		this.words = this.#valuesAt + VALUE_WORDS * columns.length;
		this.#record = new Uint32Array(this.words);
		this.#octets = new Uint8Array(this.#record.buffer);
		this.#records = new RecordRanges(folder, 0, Number.POSITIVE_INFINITY, { words: this.words, wordsPerNumber: 0 });
		this.#long = new TemporaryFile(folder, 0);
	}

	/** Octets written. */
	get length(): number {
		return this.#records.length + this.#long.length;
	}

	/** Adds the lines of a batch. Throws Failure. */
	addAll(batch: Batch): void {
		const { workspace, first } = batch;
		const { octets, words } = workspace.kernel;
		const field = workspace.records + (this.#judgesInput ? LineRecord.INPUT_END : LineRecord.OUTPUT_END);
		let start = this.#judgesInput ? first : workspace.output;
		for (let record = 0; record < batch.records; ++record) {
			const end = unmark(words[(field + record * LineRecord.SIZE) >> 2] as number);
			if (!isPiece(batch, record)) {
				this.#record.fill(0)[0] = ++this.#lines;
				if (this.#prefer.length > 0) this.#takeRank(rankOf(this.#prefer, octets, start, end));
				for (let place = 0; place < this.#columns.length; ++place) this.#takeValue(batch.otherOf?.(record, place), place);
				this.#records.addRecord(this.#record);
			}
			start = end;
		}
	}

	#takeRank(rank: number): void {
		this.#record[1] = Math.floor(rank / HIGH);
		this.#record[2] = rank % HIGH;
	}

	#takeValue(value: Uint8Array | undefined, place: number): void {
		const at = this.#valuesAt + place * VALUE_WORDS;
		if (value !== undefined && value.length > INLINE) {
			this.#addLong(sortable(value), at);
		} else if (value !== undefined) {
			this.#record[at] = value.length;
			this.#octets.set(value, 4 * (at + INLINE_AT));
		}
	}

	#addLong(value: Sortable | undefined, at: number): void {
		if (value === undefined) return;
		this.#record[at] = value.length | Long.IS_LONG | ((value.kind - FIRST_KIND) << Long.KIND_SHIFT);
		this.#place.set([this.#long.length, value.scale]);
		this.#octets.set(new Uint8Array(this.#place.buffer), 4 * (at + INLINE_AT));
		for (let start = 0; start < value.length; start += PART) {
			const text = value.part(start);
			const part = Buffer.alloc(text.length + SUM);
			part.write(text, "latin1");
			part.writeUInt32LE(crc32(part.subarray(0, text.length), 0), text.length);
			this.#long.append(part);
		}
	}

	/** Yields the records of all lines, flat, in order, in pieces that are valid until the next. Throws Failure. */
	records(): Generator<Uint32Array> {
		return this.#records.recordsOf(0);
	}

	/** Whether a record wins against that of an earlier member of its class. Throws Failure. */
	isBetter(record: Uint32Array, before: Uint32Array): boolean {
		for (let word = 1; word < this.#valuesAt; ++word) {
			const difference = (record[word] as number) - (before[word] as number);
			if (difference !== 0) return difference < 0;
		}
		for (const [place, { which }] of this.#columns.entries()) {
			const order = orderOf(which, this.#valueOf(record, place), this.#valueOf(before, place));
			if (order !== 0) return order < 0;
		}
		return this.#keepsLast;
	}

	/** The value of a record in a column. */
	#valueOf(record: Uint32Array, place: number): Sortable | undefined {
		const at = this.#valuesAt + place * VALUE_WORDS;
		const length = record[at] as number;
		const inline = at + INLINE_AT;
		if ((length & Long.IS_LONG) === 0) return sortable(new Uint8Array(record.buffer, record.byteOffset + 4 * inline, length));
		new Uint32Array(this.#place.buffer).set(record.subarray(inline, inline + 4));
		const [position, scale] = this.#place as unknown as [number, number];
		const kind: Kind = FIRST_KIND + ((length >>> Long.KIND_SHIFT) & Long.KIND);
		return new LongValue(this.#long, position, { length: length & Long.LENGTH, kind, scale });
	}

	close(): void {
		this.#records.close();
		this.#long.close();
	}
}

/** A value in the file of long ones. */
class LongValue implements Sortable {
	readonly #file: TemporaryFile;
	readonly #position: number;
	readonly length: number;
	readonly kind: Kind;
	readonly scale: number;

	constructor(file: TemporaryFile, position: number, { length, kind, scale }: Omit<Sortable, "part">) {
		this.#file = file;
		this.#position = position;
		this.length = length;
		this.kind = kind;
		this.scale = scale;
	}

	part(start: number): string {
		const end = Math.min(PART, this.length - start);
		const part = Buffer.alloc(end + SUM);
		this.#file.readAll(part, this.#position + (start / PART) * STRIDE);
		if (crc32(part.subarray(0, end), 0) !== part.readUInt32LE(end)) throw this.#file.damaged();
		return part.toString("latin1", 0, end);
	}
}
