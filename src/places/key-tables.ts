/**
 * Fingerprints that are looked up: keys of 96 bits in hash tables of the store kernel, 12 octets each and 8 to 16 for its slot. Each table
 * takes twice as many keys as the one before.
 */
import { Key, KeyRecord, StoreLimit, KeyTable as Table } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { StoreMemory } from "../store/store-kernel";

/** Fingerprints that a call takes. */
const BATCH = 4096;
/** Bounds of the keys of a table: more would not fit its memory. */
export const MIN_KEYS = 4096;
const MAX_KEYS = 2 ** 26;
/** The most slots of a table that are filled, as a share. */
const MAX_FILLED = 0.65;

/** Octets of the keys and the slots of a table. */
export function tableSize(capacity: number): number {
	return capacity * Key.SIZE + 4 * slotsFor(capacity) + StoreLimit.MARGIN;
}

/** Places the keys and the slots of the table at an address. Throws SetError `set-full`. */
export function placeTable(memory: StoreMemory, table: number, capacity: number): void {
	const slots = slotsFor(capacity);
	memory.setWord(table + Table.SLOTS, memory.take(4 * slots));
	memory.setWord(table + Table.MASK, slots - 1);
	memory.setWord(table + Table.KEYS, memory.take(capacity * Key.SIZE));
}

function slotsFor(capacity: number): number {
	return 2 ** Math.ceil(Math.log2(capacity / MAX_FILLED));
}

export class KeyTables {
	readonly #engine: Engine;
	readonly #tables: OneTable[] = [];
	/** Number of keys. */
	count = 0;

	constructor(engine: Engine) {
		this.#engine = engine;
	}

	/** Adds fingerprints. Throws SetError `set-full` if memory cannot be allocated. */
	addAll(fingerprints: Uint8Array): void {
		for (let at = 0; at < fingerprints.length; ) {
			const last = this.#tables.at(-1);
			const table = last === undefined || last.room === 0 ? this.#addTable(last) : last;
			const some = fingerprints.subarray(at, at + KeyRecord.SIZE * Math.min(BATCH, table.room));
			this.count += table.add(some);
			at += some.length;
		}
	}

	/** Sets the mark of each fingerprint that a table has to 1. */
	mark(fingerprints: Uint8Array, marks: Uint8Array): void {
		for (const table of this.#tables) {
			for (let done = 0; done < marks.length; done += BATCH) {
				const part = marks.subarray(done, done + BATCH);
				table.mark(fingerprints.subarray(done * KeyRecord.SIZE, (done + part.length) * KeyRecord.SIZE), part);
			}
		}
	}

	#addTable(last: OneTable | undefined): OneTable {
		const wanted = last === undefined ? MIN_KEYS : 2 * last.capacity;
		const table = new OneTable(this.#engine, Math.min(wanted, MAX_KEYS));
		this.#tables.push(table);
		return table;
	}
}

class OneTable {
	readonly capacity: number;
	readonly #memory: StoreMemory;
	readonly #table: number;
	readonly #batch: number;
	readonly #marks: number;

	constructor(engine: Engine, capacity: number) {
		const memory = new StoreMemory(engine);
		this.capacity = capacity;
		this.#memory = memory;
		memory.expect(tableSize(capacity) + BATCH * (KeyRecord.SIZE + 1));
		this.#table = memory.take(Table.SIZE);
		this.#batch = memory.take(BATCH * KeyRecord.SIZE);
		this.#marks = memory.take(BATCH);
		placeTable(memory, this.#table, capacity);
	}

	/** Number of keys that can still be added. */
	get room(): number {
		return this.capacity - this.#count;
	}

	get #count(): number {
		return this.#memory.word(this.#table + Table.COUNT);
	}

	/** Adds at most BATCH fingerprints. Returns the number of new ones. */
	add(fingerprints: Uint8Array): number {
		const before = this.#count;
		const { kernel } = this.#memory;
		kernel.octets.set(fingerprints, this.#batch);
		kernel.call.addKeys(this.#table, this.#batch, fingerprints.length / KeyRecord.SIZE, KeyRecord.SIZE, this.#marks);
		return this.#count - before;
	}

	mark(fingerprints: Uint8Array, marks: Uint8Array): void {
		const { kernel } = this.#memory;
		kernel.octets.set(fingerprints, this.#batch);
		kernel.octets.set(marks, this.#marks);
		kernel.call.findKeys(this.#table, this.#batch, marks.length, this.#marks);
		marks.set(kernel.octets.subarray(this.#marks, this.#marks + marks.length));
	}
}
