/**
 * The values of `--keep min:` and `max:` for a run in passes: the first pass writes them to temporary files.
 *
 * ```
 *   record   line, from 1 | length in octets | up to INLINE octets
 *                         | length, and its bits of Long | position in the file of long values | scale
 *   long     part of PART octets | CRC-32 | … | rest | CRC-32
 * ```
 */
import { crc32 } from "../../files/input/crc32";
import { RecordRanges } from "../../files/output/record-ranges";
import { TemporaryFile } from "../../files/output/temporary-file";
import { type Batch, isPiece } from "../../lines/batch";
import { type Kind, PART, type Sortable, sortable } from "./sortable";

/** Octets of a value in its record: a time in ISO 8601 has at most 25. */
const INLINE = 28;
/** Words of a record, and where they are. */
export const VALUE_WORDS = 2 + INLINE / 4;
const LENGTH = 1;
const INLINE_AT = 2;

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

export class ClassValues {
	readonly #records: RecordRanges;
	readonly #long: TemporaryFile;
	readonly #record = new Uint32Array(VALUE_WORDS);
	readonly #inline = new Uint8Array(this.#record.buffer, 4 * INLINE_AT);
	/** The position of a long value, and its scale. */
	readonly #place = new Float64Array(2);
	/** Number of lines so far. */
	#lines = 0;

	/** Puts files in `folder`. Throws Failure. */
	constructor(folder: string) {
		this.#records = new RecordRanges(folder, 0, Number.POSITIVE_INFINITY, { words: VALUE_WORDS, wordsPerNumber: 0 });
		this.#long = new TemporaryFile(folder, 0);
	}

	/** Octets written. */
	get length(): number {
		return this.#records.length + this.#long.length;
	}

	/** Adds the values of a batch. Throws Failure. */
	addAll(batch: Batch): void {
		for (let record = 0; record < batch.records; ++record) if (!isPiece(batch, record)) this.takeValue(batch.otherOf?.(record));
	}

	/** Adds the value of the next line, if it has one. Throws Failure. */
	takeValue(value: Uint8Array | undefined): void {
		const record = this.#record.fill(0);
		record[0] = ++this.#lines;
		if (value !== undefined && value.length > INLINE) {
			this.#addLong(sortable(value));
		} else if (value !== undefined) {
			record[LENGTH] = value.length;
			this.#inline.set(value);
		}
		this.#records.addRecord(record);
	}

	#addLong(value: Sortable | undefined): void {
		if (value === undefined) return;
		this.#record[LENGTH] = value.length | Long.IS_LONG | ((value.kind - FIRST_KIND) << Long.KIND_SHIFT);
		this.#place.set([this.#long.length, value.scale]);
		this.#inline.set(new Uint8Array(this.#place.buffer));
		for (let at = 0; at < value.length; at += PART) {
			const text = value.part(at);
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

	/** The value of a record. */
	valueOf(record: Uint32Array): Sortable | undefined {
		const length = record[LENGTH] as number;
		if ((length & Long.IS_LONG) === 0) return sortable(new Uint8Array(record.buffer, record.byteOffset + 4 * INLINE_AT, length));
		new Uint32Array(this.#place.buffer).set(record.subarray(INLINE_AT, INLINE_AT + 4));
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
