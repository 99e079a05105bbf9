/** The rows of a batch in the memory of the kernel, and the records and URLs that it makes of them. */
import { Batch, Column as ColumnWord, Hash, LearnLimit } from "../../assembly/learn/layout";
import type { KeyReader } from "./key-reader";
import { type Area, type LearnMemory, NO_AREA } from "./learn-kernel";
import type { Column } from "./row-batch";

/** Number of partitions. */
export const PARTITIONS = 1 << LearnLimit.PARTITION_BITS;
/** Octets for records: they are taken out when there is no room for another. */
const RECORDS = 1 << 18;
/** Max octets of the length of a URL. */
const LENGTH_SIZE = 5;

/** The columns of a batch that the kernel reads. */
export interface KernelRows {
	readonly rows: number;
	/** 1 for rows whose status says that they count. */
	readonly marks: Uint8Array;
	readonly keys: Column;
	readonly urls: Column;
	readonly times: Column | undefined;
	readonly digests: readonly Column[];
}

/** What the kernel has made, valid during the call. */
export interface Taken {
	/** Records, each after a word: see `Batch.OUT`. */
	records(words: Uint32Array): void;
	/** URLs, each after its length. */
	urls(octets: Uint8Array): void;
}

export class BatchMemory {
	readonly #memory: LearnMemory;
	readonly #reader: KeyReader;
	readonly #batch: number;
	readonly #areas: Area[] = [];
	readonly #records: number;
	/** Records by partition, and their sizes. */
	readonly #grouped: number;
	readonly #sizes: number;

	constructor(memory: LearnMemory, reader: KeyReader) {
		this.#memory = memory;
		this.#reader = reader;
		this.#batch = memory.take(Batch.SIZE).start;
		this.#records = memory.take(RECORDS + LearnLimit.RECORD).start;
		this.#grouped = memory.take(RECORDS + LearnLimit.RECORD).start;
		this.#sizes = memory.take(4 * PARTITIONS).start;
		const last = memory.take(4 * PARTITIONS);
		memory.octets(last.start, last.octets).fill(0);
		memory.octets(this.#batch, Batch.SIZE).fill(0);
		this.#set(Batch.LAST, last.start);
		this.#set(Batch.DIGESTS, memory.take(ColumnWord.SIZE * LearnLimit.COLUMNS).start);
	}

	/** Rows without a digest, and those that are neither http nor https, of all batches. */
	get noDigest(): number {
		return this.#word(Batch.NO_DIGEST);
	}

	get notHttp(): number {
		return this.#word(Batch.NOT_HTTP);
	}

	/** Number of fetches. */
	get fetches(): number {
		return this.#word(Batch.FETCH) >>> 0;
	}

	/** Reads the rows of a batch. */
	read(rows: KernelRows, taken: Taken): void {
		this.#put(rows);
		const { kernel } = this.#memory;
		kernel.call.hashRows(this.#reader.address, this.#batch);
		for (let isDone = false; !isDone; ) {
			this.#set(Batch.OUT, this.#records);
			this.#set(Batch.OUT_LIMIT, this.#records + RECORDS + LearnLimit.RECORD);
			isDone = kernel.call.readRows(this.#reader.address, this.#batch);
			this.#reader.takeNames();
			this.#reader.prepare(0);
			const end = kernel.call.groupRecords(this.#records, this.#word(Batch.OUT), this.#grouped, this.#sizes);
			taken.records(this.#memory.words(this.#grouped, (end - this.#grouped) >> 2));
		}
		const { start } = this.#areas[0] as Area;
		taken.urls(this.#memory.octets(start, this.#word(Batch.URLS_OUT) - start));
	}

	#put({ rows, marks, keys, urls, times, digests }: KernelRows): void {
		const lengthOf = ({ ends }: Column) => ends[rows - 1] ?? 0;
		this.#reader.prepare(lengthOf(keys));
		this.#set(Batch.URLS_OUT, this.#area(0, lengthOf(urls) + LENGTH_SIZE * rows));
		this.#set(Batch.ROW, 0);
		this.#set(Batch.ROWS, rows);
		this.#set(Batch.MARKS, this.#copy(1, marks));
		this.#set(Batch.IDS, this.#area(2, Hash.SIZE * rows));
		this.#set(Batch.ROW_DIGESTS, this.#area(3, Hash.SIZE * digests.length * rows));
		this.#set(Batch.COLUMNS, digests.length);
		const columns: readonly (readonly [number, Column | undefined])[] = [
			[this.#batch + Batch.KEYS, keys],
			[this.#batch + Batch.URLS, urls],
			[this.#batch + Batch.TIMES, times],
			...digests.map((column, index) => [this.#word(Batch.DIGESTS) + ColumnWord.SIZE * index, column] as const),
		];
		for (const [index, [address, column]] of columns.entries()) this.#putColumn(address, 4 + 2 * index, column, rows);
	}

	#putColumn(address: number, area: number, column: Column | undefined, rows: number): void {
		const memory = this.#memory;
		memory.setWord(address + ColumnWord.ENDS, 0);
		if (column === undefined) return;
		const { bytes, ends } = column;
		memory.setWord(address + ColumnWord.OCTETS, this.#copy(area, bytes.subarray(0, ends[rows - 1] ?? 0)));
		const words = ends.subarray(0, rows);
		const octets = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
		memory.setWord(address + ColumnWord.ENDS, this.#copy(area + 1, octets));
	}

	/** Copies octets into an area. Returns its address. */
	#copy(index: number, octets: Uint8Array): number {
		const start = this.#area(index, octets.length);
		this.#memory.kernel.octets.set(octets, start);
		return start;
	}

	#area(index: number, octets: number): number {
		const area = this.#memory.resized(this.#areas[index] ?? NO_AREA, octets);
		this.#areas[index] = area;
		return area.start;
	}

	#word(word: Batch): number {
		return this.#memory.word(this.#batch + word);
	}

	#set(word: Batch, value: number): void {
		this.#memory.setWord(this.#batch + word, value);
	}
}
