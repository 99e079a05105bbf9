/** Keys that are in no run yet, in memory. */
import { Key, KeyRecord, KeyTable as Table } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { StoreMemory } from "./store-kernel";

/** Max keys of a table. A full table is written as a run. */
export const MAX_IN_TABLE = 1_048_576;
/** Keys or records that one call takes. */
const BATCH = 4096;
/** Two slots a key. */
const SLOTS = 2 * MAX_IN_TABLE;

/** Addresses of the parts of a table. */
interface Places {
	readonly memory: StoreMemory;
	readonly table: number;
	readonly batch: number;
	readonly marks: number;
	readonly keys: number;
}

function createPlaces(engine: Engine): Places {
	const memory = new StoreMemory(engine);
	const table = memory.take(Table.SIZE);
	const batch = memory.take(BATCH * KeyRecord.SIZE);
	const marks = memory.take(BATCH);
	const keys = memory.take(MAX_IN_TABLE * Key.SIZE + 4 * SLOTS);
	memory.setWord(table + Table.KEYS, keys);
	memory.setWord(table + Table.SLOTS, keys + MAX_IN_TABLE * Key.SIZE);
	memory.setWord(table + Table.MASK, SLOTS - 1);
	return { memory, table, batch, marks, keys };
}

/** A set of at most MAX_IN_TABLE keys. It takes memory with the first key, and touches only the pages that keys reach. */
export class KeyTable {
	readonly #engine: Engine;
	#places: Places | undefined;

	constructor(engine: Engine) {
		this.#engine = engine;
	}

	/** Number of keys. */
	get count(): number {
		return this.#places === undefined ? 0 : this.#places.memory.word(this.#places.table + Table.COUNT);
	}

	/** The keys [from, end) in the order in which they were added, Key.SIZE octets each. Valid until the next `add`. */
	keys(from: number, end: number): Uint8Array<ArrayBuffer> {
		if (this.#places === undefined) return new Uint8Array(0);
		return this.#places.memory.area(this.#places.keys + from * Key.SIZE, (end - from) * Key.SIZE);
	}

	/** Takes its memory, as the first key does otherwise. Throws SetError `set-full`. */
	prepare(): void {
		this.#open();
	}

	/** Adds the key of a fingerprint. Returns whether it was new. Requires: there is room for it. */
	addKey(fingerprint: Uint8Array): boolean {
		const { memory, table, batch, marks } = this.#open();
		const { kernel } = memory;
		kernel.octets.set(fingerprint, batch);
		kernel.call.addKeys(table, batch, 1, KeyRecord.SIZE, marks);
		return kernel.octets[marks] === 0;
	}

	/** Whether it has the key of a fingerprint. */
	has(fingerprint: Uint8Array): boolean {
		if (this.#places === undefined) return false;
		const { memory, table, batch, marks } = this.#places;
		const { kernel } = memory;
		kernel.octets.set(fingerprint, batch);
		kernel.octets[marks] = 0;
		kernel.call.findKeys(table, batch, 1, marks);
		return kernel.octets[marks] === 1;
	}

	/** Adds keys of Key.SIZE octets. Requires: there is room for them. */
	addKeys(keys: Uint8Array): void {
		const { memory, table, batch, marks } = this.#open();
		const { kernel } = memory;
		for (let at = 0; at < keys.length; at += BATCH * Key.SIZE) {
			const part = keys.subarray(at, at + BATCH * Key.SIZE);
			kernel.octets.set(part, batch);
			kernel.call.addKeys(table, batch, part.length / Key.SIZE, Key.SIZE, marks);
		}
	}

	/** Sets the mark of each record of KeyRecord.SIZE octets to 1 if the table has its key. */
	mark(records: Uint8Array, marks: Uint8Array): void {
		if (this.#places === undefined) return;
		const { memory, table, batch, marks: marksAt } = this.#places;
		const { kernel } = memory;
		for (let done = 0; done < marks.length; done += BATCH) {
			const part = marks.subarray(done, done + BATCH);
			kernel.octets.set(records.subarray(done * KeyRecord.SIZE, (done + part.length) * KeyRecord.SIZE), batch);
			kernel.octets.set(part, marksAt);
			kernel.call.findKeys(table, batch, part.length, marksAt);
			part.set(kernel.octets.subarray(marksAt, marksAt + part.length));
		}
	}

	#open(): Places {
		this.#places ??= createPlaces(this.#engine);
		return this.#places;
	}
}
