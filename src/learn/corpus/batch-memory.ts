/** The rows of a batch in the memory of the kernel, and the records and URLs that it makes of them. */
import { Batch, Column as ColumnWord, Hash, LearnLimit } from "../../../assembly/learn/layout";
import type { Column } from "../row-batch";
import type { KeyReader } from "./key-reader";
import { type Area, type LearnMemory, NO_AREA } from "./learn-kernel";
import { PARTITIONS, type Partitions } from "./partitions";

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

/** The destinations of the kernel's results. */
export interface Taken {
	readonly records: Pick<Partitions, "space" | "advance">;
	/** URLs, each after its length. They are valid during the call. */
	urls(octets: Uint8Array): void;
}

export class BatchMemory {
	readonly #memory: LearnMemory;
	readonly #reader: KeyReader;
	readonly #batch: number;
	readonly #areas: Area[] = [];

	constructor(memory: LearnMemory, reader: KeyReader) {
		this.#memory = memory;
		this.#reader = reader;
		this.#batch = memory.take(Batch.SIZE).start;
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

	/** Reads the rows of a batch. Throws Failure. */
	read(rows: KernelRows, { records, urls }: Taken): void {
		this.#put(rows);
		const { call } = this.#memory.kernel;
		call.hashRows(this.#reader.address, this.#batch);
		for (let isDone = false; !isDone; ) {
			const { start, end } = records.space(LearnLimit.RECORD + Hash.SIZE * LearnLimit.COLUMNS);
			this.#set(Batch.OUT, start);
			this.#set(Batch.OUT_LIMIT, end);
			isDone = call.readRows(this.#reader.address, this.#batch);
			this.#reader.takeNames();
			this.#reader.prepare(0);
			records.advance(this.#word(Batch.OUT));
		}
		const { start } = this.#areas[0] as Area;
		urls(this.#memory.octets(start, this.#word(Batch.URLS_OUT) - start));
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
