/**
 * Keys that are in no run yet, in tables: the last one takes new keys, and the others wait until a run has their keys.
 *
 * ```
 *   table │ table │ … │ table: in the log | not in the log
 *   frozen              ▲ takes new keys
 * ```
 */
import { Key } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { SetError } from "../errors";
import { KeyTable, MAX_IN_TABLE } from "./key-table";
import type { StoreFile } from "./store-file";

/** Tables that a log may fill. */
export const MAX_TABLES = 8;

export class PendingKeys {
	readonly #engine: Engine;
	#tables: readonly KeyTable[];
	/** Number of keys of the last table that are in the log. */
	#logged = 0;

	constructor(engine: Engine) {
		this.#engine = engine;
		this.#tables = [new KeyTable(engine)];
	}

	get count(): number {
		return this.#tables.reduce((sum, { count }) => sum + count, 0);
	}

	/** All tables, the oldest first. */
	get tables(): readonly KeyTable[] {
		return this.#tables;
	}

	/** The tables that take no more keys. */
	get frozen(): readonly KeyTable[] {
		return this.#tables.slice(0, -1);
	}

	/** The table that takes new keys. */
	get last(): KeyTable {
		return this.#tables[this.#tables.length - 1] as KeyTable;
	}

	/** Whether the last table has room for `count` keys. */
	hasRoomFor(count: number): boolean {
		return this.last.count + count <= MAX_IN_TABLE;
	}

	/** Number of keys that are not in the log yet. */
	get unlogged(): number {
		return this.last.count - this.#logged;
	}

	/** Notes that the log has all keys. */
	markLogged(): void {
		this.#logged = this.last.count;
	}

	/** Appends the keys that the log lacks. Throws the system's error. */
	writeLog(file: StoreFile): void {
		file.appendLog(this.last.keys(this.#logged, this.last.count).slice());
		this.markLogged();
	}

	/** Takes keys of the log. Returns false if there are more than a log may have. */
	replay(keys: Uint8Array): boolean {
		if (!this.hasRoomFor(keys.length / Key.SIZE)) {
			if (this.#tables.length === MAX_TABLES) return false;
			this.#tables = [...this.#tables, new KeyTable(this.#engine)];
		}
		this.last.addKeys(keys);
		return true;
	}

	/** Makes room: adds go to another table from here on. Throws SetError `set-full`, or the system's error. */
	freeze(file: StoreFile): void {
		if (this.last.count === 0) return;
		if (this.#tables.length === MAX_TABLES) {
			throw new SetError("set-full", "Keys are added faster than they are merged; await flush() now and then.");
		}
		this.writeLog(file);
		this.#tables = [...this.#tables, new KeyTable(this.#engine)];
		this.#logged = 0;
	}

	/** Drops tables whose keys are in a run. */
	drop(tables: readonly KeyTable[]): void {
		const rest = this.#tables.filter((table) => !tables.includes(table));
		if (rest.length === 0) this.#logged = 0;
		this.#tables = rest.length === 0 ? [new KeyTable(this.#engine)] : rest;
	}
}

/** The keys of tables, Key.SIZE octets each. */
export function keysOf(tables: readonly KeyTable[]): Uint8Array {
	const keys = new Uint8Array(tables.reduce((sum, { count }) => sum + count, 0) * Key.SIZE);
	let at = 0;
	for (const table of tables) {
		keys.set(table.keys(0, table.count), at);
		at += table.count * Key.SIZE;
	}
	return keys;
}
