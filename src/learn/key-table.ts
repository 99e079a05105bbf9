/** The keys of partitions and the fetches of each, from records: rows with the same URL and time are one fetch. */
import { Hash, KeyColumn, LearnLimit, Part, Table } from "../../assembly/learn/layout";
import { type Area, KernelIndex, type LearnMemory, NO_AREA } from "./learn-kernel";

/** Min octets of a record, and of one of its parts. */
const LEAST_RECORD = 28;
const LEAST_PART = 9;

/** A table in the memory of a kernel. Its arrays are valid until the next call. */
export class KeyTable {
	readonly #memory: LearnMemory;
	readonly #table: number;
	/** Number of columns of digests. */
	readonly columns: number;
	readonly #keys: KernelIndex;
	readonly #fetched: KernelIndex;
	#records: Area = NO_AREA;
	#keyColumns: Area = NO_AREA;
	#parts: Area = NO_AREA;
	#fetches: Area = NO_AREA;
	#numbers: Area = NO_AREA;
	#digests: Area = NO_AREA;

	constructor(columns: number, memory: LearnMemory) {
		this.#memory = memory;
		this.columns = columns;
		this.#table = this.#memory.take(Table.SIZE).start;
		this.#keys = new KernelIndex(this.#memory);
		this.#fetched = new KernelIndex(this.#memory);
	}

	/** Replaces what there is by what records of some partitions say. */
	fill(partitions: readonly Uint32Array[]): void {
		const memory = this.#memory;
		const longest = partitions.reduce((most, { byteLength }) => Math.max(most, byteLength), 0);
		this.#makeRoom(
			longest,
			partitions.reduce((sum, { byteLength }) => sum + byteLength, 0),
		);
		for (const words of partitions) {
			const { start } = this.#records;
			memory.words(start, words.length).set(words);
			memory.kernel.call.addRecords(this.#table, start, start + words.byteLength);
		}
	}

	/** `longest`: octets of the longest partition, `all` of all. */
	#makeRoom(longest: number, all: number): void {
		const memory = this.#memory;
		const records = Math.ceil(all / LEAST_RECORD);
		this.#keys.clear();
		this.#fetched.clear();
		this.#keys.makeRoom(records);
		this.#fetched.makeRoom(records);
		this.#records = memory.resized(this.#records, longest);
		this.#keyColumns = memory.resized(this.#keyColumns, 4 * KeyColumn.COUNT * records);
		this.#parts = memory.resized(this.#parts, Part.SIZE * (Math.ceil(all / LEAST_PART) + LearnLimit.PARTS));
		this.#fetches = memory.resized(this.#fetches, 4 * records);
		this.#numbers = memory.resized(this.#numbers, 4 * records);
		this.#digests = memory.resized(this.#digests, Hash.SIZE * this.columns * records);
		for (const [word, value] of [
			[Table.KEYS, this.#keys.address],
			[Table.FETCHED, this.#fetched.address],
			[Table.KEY_COLUMNS, this.#keyColumns.start],
			[Table.CAPACITY, records],
			[Table.PARTS, this.#parts.start],
			[Table.PART_COUNT, 0],
			[Table.FETCH_KEYS, this.#fetches.start],
			[Table.FETCH_NUMBERS, this.#numbers.start],
			[Table.DIGESTS, this.#digests.start],
			[Table.COLUMNS, this.columns],
			[Table.FETCH_COUNT, 0],
			[Table.REPEATED, 0],
		] as const) {
			memory.setWord(this.#table + word, value);
		}
	}

	/** Number of keys, and of fetches. */
	get size(): number {
		return this.#keys.size;
	}

	get fetches(): number {
		return this.#word(Table.FETCH_COUNT);
	}

	/** Rows whose URL and time another row has. */
	get repeated(): number {
		return this.#word(Table.REPEATED);
	}

	/** A word of each key. */
	column(column: KeyColumn): Uint32Array {
		return this.#memory.words(this.#keyColumns.start + 4 * column * this.#word(Table.CAPACITY), this.size);
	}

	/** The hash of each key, two words each. */
	get hashes(): Uint32Array {
		return this.#memory.words(this.#keys.hashes, 2 * this.size);
	}

	/** Parts, four words each: see `Part`. */
	get parts(): Uint32Array {
		return this.#memory.words(this.#parts.start, this.#word(Table.PART_COUNT) * (Part.SIZE >> 2));
	}

	/** The key of each fetch. */
	get fetchKeys(): Uint32Array {
		return this.#memory.words(this.#fetches.start, this.fetches);
	}

	/** The digests of each fetch, two words for each column: 0 0 for none. */
	get digests(): Uint32Array {
		return this.#memory.words(this.#digests.start, 2 * this.columns * this.fetches);
	}

	#word(word: Table): number {
		return this.#memory.word(this.#table + word);
	}
}
