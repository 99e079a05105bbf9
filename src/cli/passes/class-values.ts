/**
 * The values of `--keep min:` and `max:` for a run in passes: the first pass writes them to temporary files.
 *
 * ```
 *   record   line, from 1 | length in octets | INLINE octets, or the position in the file of longer values
 * ```
 */
import { RecordRanges } from "../output/record-ranges";
import { TemporaryFile } from "../output/temporary-file";

/** Octets of a value in its record: a time in ISO 8601 has 25 at most. */
const INLINE = 28;
/** Words of a record, and where they are. */
export const VALUE_WORDS = 2 + INLINE / 4;
const LENGTH = 1;
const INLINE_AT = 2;

export class ClassValues {
	readonly #records: RecordRanges;
	readonly #long: TemporaryFile;
	readonly #record = new Uint32Array(VALUE_WORDS);
	readonly #inline = new Uint8Array(this.#record.buffer, 4 * INLINE_AT);
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

	/** Adds the value of the next line, if it has one. Throws Failure. */
	add(value: Uint8Array | undefined): void {
		const record = this.#record.fill(0);
		record[0] = ++this.#lines;
		record[LENGTH] = value?.length ?? 0;
		if (value !== undefined && value.length > INLINE) {
			record.set(wordsOf(this.#long.length), INLINE_AT);
			this.#long.append(value);
		} else if (value !== undefined) {
			this.#inline.set(value);
		}
		this.#records.add(record);
	}

	/** Yields the records of all lines, flat, in order, in pieces that are valid until the next. Throws Failure. */
	records(): Generator<Uint32Array> {
		return this.#records.recordsOf(0);
	}

	/** The value of a record. Throws Failure. */
	valueOf(record: Uint32Array): Uint8Array | undefined {
		const length = record[LENGTH] as number;
		if (length === 0) return undefined;
		if (length <= INLINE) return new Uint8Array(record.buffer, record.byteOffset + 4 * INLINE_AT, length);
		const value = new Uint8Array(length);
		this.#long.readAll(value, numberOf(record[INLINE_AT] as number, record[INLINE_AT + 1] as number));
		return value;
	}

	close(): void {
		this.#records.close();
		this.#long.close();
	}
}

const WORD = 2 ** 32;

/** The low and the high word of a position. */
function wordsOf(position: number): [number, number] {
	return [position % WORD, Math.floor(position / WORD)];
}

function numberOf(low: number, high: number): number {
	return high * WORD + low;
}
