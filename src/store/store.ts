/**
 * A set of 96-bit keys in a file that is appended to, and never loaded as a whole: format.ts draws it.
 *
 * ```
 *   add ──▶ table in memory ──writeLog, sync──▶ log, from here on acknowledged ──beginRun, endRun──▶ run ──▶ root
 *   has ──▶ tables, then the runs, newest first: one page of each
 * ```
 *
 * Invariants:
 * 1. Octets that a valid root refers to never change, and are synced before the root is written.
 * 2. A root is written to the slot of the older one, then synced.
 * 3. A record of the log counts only if its offset and check are right and all before it do.
 * 4. A key is in the log, in a run, or not acknowledged.
 * 5. After a failed sync the store refuses everything: the state on disk is unknown until it is opened again.
 */
import { Key, KeyRecord } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import type { Rules } from "../rules/rules";
import { keysOfFingerprints } from "./fingerprint-keys";
import { expectRules, FIRST_RUN, type Header } from "./format";
import { Growth } from "./growth";
import { MAX_KEYS as MAX_IN_RECORD } from "./log";
import type { Answer } from "./lookup";
import { Lookups } from "./lookups";
import { type Ingredients, readKeys } from "./merge-runs";
import { PartKeys } from "./part-keys";
import { keysOf, PendingKeys } from "./pending-keys";
import { knownKeysOf } from "./removed-keys";
import type { Storage, StoragePlace } from "./storage";
import { damagedStore } from "./store-error";
import type { StoreFacts } from "./store-facts";
import { randomSeed, StoreFile, writeStart } from "./store-file";
import { Checks } from "./store-kernel";
import { SyncedStorage } from "./synced-storage";

/** Rules that single adds leave for the next flush to log: to write a full table at once would block an add for tens of milliseconds. */
const MAX_UNLOGGED = MAX_IN_RECORD;

/** Options of opening a store. */
export interface StoreSettings {
	readonly engine: Engine;
	readonly isWritable: boolean;
	/**
	 * Called with the file after each sync, before its octets are acknowledged. Throws if another process has taken the store
	 * over, or nobody would find the file.
	 */
	readonly verify?: (storage: Storage) => void;
}

export class Store {
	readonly #settings: StoreSettings;
	readonly #file: StoreFile;
	/** Keys that are in no run yet. */
	readonly #pending: PendingKeys;
	/** Writes and merges runs. */
	readonly growth: Growth;
	readonly #lookups: Lookups;
	#parts: PartKeys | undefined;

	private constructor(place: StoragePlace, storage: Storage, settings: StoreSettings) {
		this.#settings = settings;
		this.#pending = new PendingKeys(settings.engine);
		const synced = new SyncedStorage(storage, settings.verify);
		this.#file = new StoreFile(place, synced, new Checks(settings.engine), (keys, logStart) => {
			if (!this.#pending.replay(keys)) throw damagedStore(logStart, "its log is too long");
		});
		this.#pending.markLogged();
		this.growth = new Growth(settings.engine, this.#file, this.#pending);
		this.#lookups = new Lookups(settings.engine, this.#file);
		if (settings.isWritable) this.#file.cutTail();
	}

	/** Opens the store. Returns undefined if there is no file. Throws SetError `invalid-store`, or the system's error. */
	static open(place: StoragePlace, settings: StoreSettings): Store | undefined {
		const storage = place.open(settings.isWritable);
		if (storage === undefined) return undefined;
		try {
			return new Store(place, storage, settings);
		} catch (error) {
			storage.close();
			throw error;
		}
	}

	/** Creates an empty store in the place of any other file, with a secret key. Throws the system's error. */
	static create(place: StoragePlace, rules: Rules, key: Uint8Array, settings: StoreSettings): Store {
		const { coreWord, identity, name, meaning, parts } = rules;
		const words = { ...(name !== undefined && { name }), ...(meaning !== undefined && { meaning }), ...(parts && { parts }) };
		const header = { key, seed: randomSeed(), coreWord, identity, ...words };
		const root = { generation: 1, logStart: FIRST_RUN, runs: [] };
		const storage = place.createBeside();
		try {
			writeStart(storage, header, root, new Checks(settings.engine));
			place.replace(storage);
			place.syncName();
			return new Store(place, storage, settings);
		} catch (error) {
			place.discard(storage);
			throw error;
		}
	}

	get header(): Header {
		return this.#file.header;
	}

	/** Number of keys. */
	get count(): number {
		return this.#file.runs.reduce((sum, { count }) => sum + count, this.#pending.count);
	}

	get facts(): StoreFacts {
		const { storage, end, hasTornRoot, generation } = this.#file;
		const runs = this.#file.runs.map(({ count, size }) => ({ count, size }));
		const { size } = storage;
		const torn = Math.max(0, size - end);
		return {
			count: this.count,
			runs,
			logged: this.inTables,
			size,
			dead: this.#file.deadSize(this.inTables),
			torn,
			hasTornRoot,
			generation,
		};
	}

	/** Octets of all runs. */
	get runSize(): number {
		return this.#file.runSize;
	}

	/** Number of keys in no run. */
	get inTables(): number {
		return this.#pending.count;
	}

	/** Whether anything waits to be acknowledged. */
	get isPending(): boolean {
		this.#refuse();
		return this.#file.synced.isUnsynced || this.#pending.unlogged > 0;
	}

	/** Number of tables in memory: one, and those whose run is being written or waits for that. */
	get tables(): number {
		return this.#pending.tables.length;
	}

	/** Whether there is no room in memory for another key. */
	get isFull(): boolean {
		return !this.#pending.hasRoomFor(1);
	}

	/**
	 * Takes the memory that `add` and `has` need, so that none of them waits for it. At once, for V8 collects garbage after that. Throws
	 * SetError `set-full`.
	 */
	prepareSingle(): void {
		if (this.#settings.isWritable) this.#pending.last.prepare();
		if (this.#file.runs.length > 0) this.#lookups.single.prepare();
	}

	/** Throws SetError `profile-mismatch` or `invalid-store` unless the store has keys of these rules. */
	expect(rules: Rules): void {
		expectRules(this.header, rules);
	}

	/** Whether the key of a fingerprint is known. */
	has(fingerprint: Uint8Array): boolean {
		this.#refuse();
		return this.#pending.tables.some((table) => table.has(fingerprint)) || this.#lookups.single.has(fingerprint);
	}

	/** Adds the key of a fingerprint. Returns whether it was new. Requires: not `isFull`. Throws the system's error. Then nothing has changed. */
	addKey(fingerprint: Uint8Array): boolean {
		this.#refuse();
		if (this.#pending.unlogged >= MAX_UNLOGGED) this.writeLog();
		const { tables, last } = this.#pending;
		for (let index = 0; index < tables.length - 1; ++index) if (tables[index]?.has(fingerprint)) return false;
		if (this.#file.runs.length > 0 && !last.has(fingerprint) && this.#lookups.single.has(fingerprint)) return false;
		return last.addKey(fingerprint);
	}

	/**
	 * Adds the keys of at most MAX_BATCH fingerprints. Returns a mark for each, an octet, valid until the next call: 0 if it was new. If
	 * memory is full, `makeRoom` is called first.
	 */
	addAll(fingerprints: Uint8Array, makeRoom: () => void): Uint8Array {
		this.#refuse();
		const { marks, fresh } = this.#lookups.batch.ask(fingerprints, this.#pending.tables);
		if (fresh.length === 0) return marks;
		const keys = fresh.slice();
		if (!this.#pending.hasRoomFor(keys.length / Key.SIZE)) makeRoom();
		this.#pending.last.addKeys(keys);
		return marks;
	}

	/** Asks for the keys of at most MAX_BATCH different fingerprints, and adds none. */
	ask(fingerprints: Uint8Array): Answer {
		this.#refuse();
		if (this.count > 0) return this.#lookups.batch.ask(fingerprints, this.#pending.tables);
		return { marks: new Uint8Array(fingerprints.length / KeyRecord.SIZE), fresh: keysOfFingerprints(fingerprints) };
	}

	/** Appends the keys added since to the log, where the next sync acknowledges them. Throws the system's error. */
	writeLog(): void {
		this.#refuse();
		this.#pending.writeLog(this.#file);
	}

	/** Acknowledges all appended keys. Throws the system's error; then the store refuses everything. */
	sync(): void {
		this.#file.synced.sync();
	}

	/** The same without blocking the thread. */
	syncLater(): Promise<void> {
		return this.#file.synced.syncLater();
	}

	/** Refuses everything from here on: a sync of the file has failed elsewhere. */
	fail(error: unknown): void {
		this.#file.synced.fail(error);
	}

	/** Makes room in memory: adds go to a new table from here on. Throws SetError `set-full`, or the system's error. */
	freeze(): void {
		this.#refuse();
		this.#pending.freeze(this.#file);
	}

	/** Writes a run with all keys in memory, and the root. Throws the system's error. */
	makeRun(): void {
		this.#refuse();
		this.growth.makeRun();
	}

	/** Rewrites the file with one run of all keys, in the place of the old one. Throws the system's error; then nothing has changed. */
	compact(): void {
		this.#refuse();
		this.growth.compact();
	}

	/** The same as closing a file asks for: see `Growth.complete`. */
	complete(): void {
		this.#refuse();
		this.growth.complete();
	}

	/**
	 * Removes the keys of fingerprints: rewrites the file without them, if it has any. Returns how many it had. All other keys are
	 * acknowledged. Throws the system's error; then nothing has changed.
	 */
	remove(fingerprints: Uint8Array): number {
		this.#refuse();
		const known = knownKeysOf(this.#settings.engine, fingerprints, (some) => this.ask(some));
		if (known.length > 0) this.growth.compactWithout(known);
		return known.length / Key.SIZE;
	}

	/** Reads all pages. Throws SetError `invalid-store` at the first one that is damaged. */
	verify(): void {
		for (const run of this.#file.runs) {
			let count = 0;
			for (const keys of this.#read({ runs: [run], keys: new Uint8Array(0) })) count += keys.length / Key.SIZE;
			if (count !== run.count) throw damagedStore(run.offset, `a run has ${count} keys instead of ${run.count}`);
		}
	}

	/** Yields the keys of part `part` of 2^`bits`: see `PartKeys`. Requires: nothing is added. */
	keysOf(part: number, bits: number): Generator<Uint8Array<ArrayBuffer>, void> {
		this.#refuse();
		const keys = () => ({ ...this.growth.source, runs: this.#file.runs, keys: keysOf(this.#pending.tables) });
		this.#parts ??= new PartKeys(this.#settings.engine, keys());
		return this.#parts.of(part, bits);
	}

	/** Yields all keys in order, Key.SIZE octets each. They are valid until the next ones. */
	keys(): Generator<Uint8Array<ArrayBuffer>, void> {
		return this.#read({ runs: this.#file.runs, keys: keysOf(this.#pending.tables) });
	}

	/** Closes the file. Keys that are not acknowledged are lost. */
	close(): void {
		this.#file.storage.close();
	}

	#read(what: Pick<Ingredients, "runs" | "keys">): Generator<Uint8Array<ArrayBuffer>, void> {
		return readKeys(this.#settings.engine, { ...this.growth.source, ...what });
	}

	#refuse(): void {
		this.#file.synced.refuse();
	}
}
