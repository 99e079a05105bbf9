/** The keys of partitions and the fetches of each, from records: rows with the same URL and time are one fetch. */
import { Hash, KeyColumn, LearnLimit, Part, Table } from "../../../assembly/learn/layout";
import { type Area, KernelIndex, type LearnMemory, NO_AREA } from "./learn-kernel";

/** A table in the memory of a kernel. */
export class KeyTable {
	/** The address of `Table`. */
	readonly address: number;
	/** Number of columns of digests. */
	readonly columns: number;
	readonly #memory: LearnMemory;
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
		this.address = memory.take(Table.SIZE).start;
		this.#keys = new KernelIndex(memory);
		this.#fetched = new KernelIndex(memory);
	}

	/** Room for the words of records. */
	roomFor(words: number): Uint32Array {
		this.#records = this.#memory.resized(this.#records, 4 * words);
		return this.#memory.words(this.#records.start, words);
	}

	/** Replaces the keys by those of the records in that room, which are of some partitions, with these lengths in words. */
	fill(lengths: readonly number[]): void {
		const { call } = this.#memory.kernel;
		this.#set(Table.RECORDS, 0);
		this.#set(Table.RECORD_PARTS, 0);
		this.#forEach(lengths, (start, end) => call.countRecords(this.address, start, end));
		this.#makeRoom(this.#word(Table.RECORDS), this.#word(Table.RECORD_PARTS));
		this.#forEach(lengths, (start, end) => call.addRecords(this.address, start, end));
	}

	#forEach(lengths: readonly number[], run: (start: number, end: number) => void): void {
		let { start } = this.#records;
		for (const length of lengths) {
			run(start, start + 4 * length);
			start += 4 * length;
		}
	}

	#makeRoom(records: number, parts: number): void {
		const memory = this.#memory;
		this.#keys.clear();
		this.#fetched.clear();
		this.#keys.makeRoom(records);
		this.#fetched.makeRoom(records);
		this.#keyColumns = memory.resized(this.#keyColumns, 4 * KeyColumn.COUNT * records);
		// The parts of a key that is known are written, too, behind those of all keys.
		this.#parts = memory.resized(this.#parts, Part.SIZE * (parts + LearnLimit.PARTS));
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
			this.#set(word, value);
		}
	}

	/** Number of keys, of parts, and of fetches. */
	get size(): number {
		return this.#keys.size;
	}

	get parts(): number {
		return this.#word(Table.PART_COUNT);
	}

	get fetches(): number {
		return this.#word(Table.FETCH_COUNT);
	}

	/** Rows whose URL and time another row has. */
	get repeated(): number {
		return this.#word(Table.REPEATED);
	}

	#word(word: Table): number {
		return this.#memory.word(this.address + word);
	}

	#set(word: Table, value: number): void {
		this.#memory.setWord(this.address + word, value);
	}
}
