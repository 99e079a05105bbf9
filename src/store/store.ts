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
 * 5. After a failed sync the store refuses everything: what is on disk is unknown until it is opened again.
 */
import { Key, KeyRecord } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { UriError } from "../errors";
import type { Keys } from "../keys/keys";
import {
	alignRun,
	BLOCK,
	expectRules,
	FIRST_RUN,
	type Header,
	headerOctets,
	MAX_RUNS,
	type Root,
	readHeader,
	readRoot,
	rootOctets,
	rootOffset,
} from "./format";
import { geometryFor, maxRunSize } from "./geometry";
import { KeyTable, MAX_IN_TABLE } from "./key-table";
import { gapRecord, logRecords, readLog } from "./log";
import { Lookup } from "./lookup";
import { finish, type Ingredients, type NewKeyRun, type RunTarget, readKeys, writeRun } from "./merge-runs";
import { loadRun, type Run } from "./run";
import type { Storage, StoragePlace } from "./storage";
import { damagedStore } from "./store-error";
import { Checks } from "./store-kernel";

/** Runs that may be left when a new one is written. */
const MAX_KEPT = MAX_RUNS / 2;
/** Dead octets that no rewriting is worth. */
const LEAST_DEAD = 64_000;
/** Tables that a log may fill. */
const MAX_TABLES = 8;

/** How a store is opened. */
export interface StoreSettings {
	readonly engine: Engine;
	readonly isWritable: boolean;
	/** Called after each sync, before what it has made durable is acknowledged. Throws if another process has taken the store over. */
	readonly verify?: () => void;
}

/** A run that is being written. */
export interface PendingRun {
	readonly victims: readonly Run[];
	/** The tables whose keys it takes. */
	readonly tables: readonly KeyTable[];
	/** Keys that it takes besides, which are in no table. */
	readonly fresh?: NewKeyRun | undefined;
	/** The part of the log that has the same keys, for a thread that has no tables. */
	readonly logged: { readonly start: number; readonly end: number; readonly count: number };
	readonly target: RunTarget;
	/** Where the log begins once it is complete, or undefined for its end. */
	readonly logStart: number | undefined;
}

/** What `urlsieve seen stat` shows. */
export interface StoreFacts {
	readonly count: number;
	readonly runs: readonly { readonly count: number; readonly size: number }[];
	readonly logged: number;
	readonly size: number;
	/** Octets of no use until the file is rewritten. */
	readonly dead: number;
	/** Octets after the last valid record of the log: left by a kill, following damage, or being written. */
	readonly torn: number;
	/** Whether the other root is invalid: torn by a kill, or damaged. What it would acknowledge is missing. */
	readonly hasTornRoot: boolean;
	readonly generation: number;
}

export class Store {
	readonly header: Header;
	readonly #place: StoragePlace;
	readonly #settings: StoreSettings;
	readonly #checks: Checks;
	#storage: Storage;
	#seed: number;
	#generation: number;
	#hasTornRoot: boolean;
	#logStart: number;
	#runs: readonly Run[];
	/** The last one takes what is added. */
	#tables: readonly KeyTable[];
	/** How many keys of the last table are in the log. */
	#logged = 0;
	/** Where the next octets are appended. */
	#end: number;
	/** The end of what was there when the store was opened, or of the last root. */
	#acknowledged: number;
	#lookup: Lookup;
	#isUnsynced = false;
	/** The last sync that does not block the thread. */
	#syncing: Promise<void> = Promise.resolve();
	#failure: unknown;

	private constructor(place: StoragePlace, storage: Storage, settings: StoreSettings) {
		this.#place = place;
		this.#storage = storage;
		this.#settings = settings;
		this.#checks = new Checks(settings.engine);
		this.header = readHeader(storage, this.#checks);
		this.#seed = this.header.seed;
		const root = readRoot(storage, this.#seed, this.#checks);
		this.#generation = root.generation;
		this.#hasTornRoot = root.isOtherTorn;
		this.#logStart = root.logStart;
		this.#runs = root.runs.map((run) => loadRun(storage, run, this.#seed, this.#checks));
		this.#lookup = this.#newLookup();
		this.#tables = [new KeyTable(settings.engine)];
		this.#end = readLog(storage, root.logStart, this.#seed, this.#checks, (keys) => this.#replay(keys));
		this.#logged = this.#table.count;
		this.#acknowledged = this.#end;
		if (settings.isWritable) this.#cutTail();
	}

	/** Opens the store. Returns undefined if there is no file. Throws UriError `invalid-store`, or the system's error. */
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
	static create(place: StoragePlace, keys: Keys, key: Uint8Array, settings: StoreSettings): Store {
		const header = { key, seed: randomSeed(), coreWord: keys.coreWord, identity: keys.identity };
		const root = { generation: 1, logStart: FIRST_RUN, runs: [] };
		const storage = place.createBeside();
		try {
			writeStart(storage, header, root, new Checks(settings.engine));
			place.replace(storage);
			return new Store(place, storage, settings);
		} catch (error) {
			place.discard(storage);
			throw error;
		}
	}

	/** Number of keys. */
	get count(): number {
		return this.#runs.reduce((sum, { count }) => sum + count, this.#inTables);
	}

	get facts(): StoreFacts {
		const runs = this.#runs.map(({ count, size }) => ({ count, size }));
		const { size } = this.#storage;
		const torn = Math.max(0, size - this.#end);
		const [hasTornRoot, generation] = [this.#hasTornRoot, this.#generation];
		return { count: this.count, runs, logged: this.#inTables, size, dead: this.#dead, torn, hasTornRoot, generation };
	}

	/** Number of keys in no run. */
	get inTables(): number {
		return this.#inTables;
	}

	/** Whether anything waits to be acknowledged. */
	get isPending(): boolean {
		return this.#isUnsynced || this.#table.count > this.#logged;
	}

	/** Number of tables in memory: one, and those whose run is being written or waits for that. */
	get tables(): number {
		return this.#tables.length;
	}

	/** Whether there is no room in memory for another key. */
	get isFull(): boolean {
		return this.#table.count === MAX_IN_TABLE;
	}

	/** Whether the file should be rewritten: more than a third of it is of no use. */
	get isWasteful(): boolean {
		const live = this.#runs.reduce((sum, { size }) => sum + size, 0);
		return this.#dead > live / 2 + LEAST_DEAD;
	}

	/** Throws UriError `profile-mismatch` or `invalid-store` unless the store has keys of these rules. */
	expect(keys: Keys): void {
		expectRules(this.header, keys);
	}

	/** Whether the key of a fingerprint is known. */
	has(fingerprint: Uint8Array): boolean {
		this.#refuse();
		return this.#tables.some((table) => table.has(fingerprint)) || this.#lookup.has(fingerprint);
	}

	/** Adds the key of a fingerprint. Returns whether it was new. Requires: not `isFull`. */
	add(fingerprint: Uint8Array): boolean {
		this.#refuse();
		if (this.#tables.slice(0, -1).some((table) => table.has(fingerprint))) return false;
		if (this.#runs.length > 0 && !this.#table.has(fingerprint) && this.#lookup.has(fingerprint)) return false;
		return this.#table.add(fingerprint);
	}

	/**
	 * Adds the keys of at most MAX_BATCH fingerprints. Returns a mark for each, an octet: 0 if it was new. If memory is full, `makeRoom` is
	 * called first.
	 */
	addAll(fingerprints: Uint8Array, makeRoom: () => void): Uint8Array {
		this.#refuse();
		const { marks, fresh } = this.#lookup.ask(fingerprints, this.#tables);
		if (fresh.length === 0) return marks;
		const keys = fresh.slice();
		if (this.#table.count + keys.length / Key.SIZE > MAX_IN_TABLE) makeRoom();
		this.#table.addKeys(keys);
		return marks;
	}

	/**
	 * Asks for the keys of at most MAX_BATCH different fingerprints, and adds none. Returns a mark for each, an octet, valid until the next
	 * call: 1 if it is known.
	 */
	ask(fingerprints: Uint8Array): Uint8Array {
		this.#refuse();
		if (this.count === 0) return new Uint8Array(fingerprints.length / KeyRecord.SIZE);
		return this.#lookup.ask(fingerprints, this.#tables).marks;
	}

	/** Appends what has been added since to the log, where the next sync acknowledges it. Throws the system's error. */
	writeLog(): void {
		this.#refuse();
		const keys = this.#table.keys(this.#logged, this.#table.count).slice();
		const end = this.#end;
		let at = end;
		try {
			for (const record of logRecords(keys, end, this.#seed, this.#checks)) {
				this.#storage.write(record, at);
				at += record.length;
			}
		} catch (error) {
			this.#giveBack(end);
			throw error;
		}
		this.#isUnsynced ||= at > end;
		this.#end = at;
		this.#logged = this.#table.count;
	}

	/** Acknowledges what has been appended. Throws the system's error; then the store refuses everything. */
	sync(): void {
		this.#isUnsynced = false;
		this.#attempt(() => this.#storage.sync());
		this.#attempt(() => this.#settings.verify?.());
	}

	/** The same without blocking the thread. */
	async syncLater(): Promise<void> {
		this.#refuse();
		this.#isUnsynced = false;
		try {
			this.#syncing = this.#storage.syncLater();
			await this.#syncing;
			this.#settings.verify?.();
		} catch (error) {
			this.#failure = error;
			throw error;
		}
	}

	/** Makes room in memory: adds go to a new table from here on. Throws UriError `set-full`, or the system's error. */
	freeze(): void {
		if (this.#table.count === 0) return;
		if (this.#tables.length === MAX_TABLES) {
			throw new UriError("set-full", "Keys are added faster than they are merged; await flush() now and then.");
		}
		this.writeLog();
		this.#tables = [...this.#tables, new KeyTable(this.#settings.engine)];
		this.#logged = 0;
	}

	/** The run that takes the keys of all tables, and of the runs that are no larger. It goes to the end of the file. */
	nextRun(): PendingRun {
		return { ...this.#nextOf(), victims: this.#victims(this.#inTables) };
	}

	/**
	 * A run of what is in memory and of keys that the store lacks. `isLast`: whether it takes the runs that are no
	 * larger. Others leave them to the last one, unless there are many.
	 */
	nextRunWith(fresh: NewKeyRun | undefined, isLast: boolean): PendingRun {
		const takesRuns = isLast || this.#runs.length >= MAX_KEPT;
		const victims = takesRuns ? this.#victims(this.#inTables + (fresh?.count ?? 0)) : [];
		return { ...this.#nextOf(), victims, fresh };
	}

	#nextOf(): Omit<PendingRun, "victims"> {
		const target = { storage: this.#storage, offset: alignRun(this.#end), seed: this.#seed };
		return { ...this.#frozen(), tables: this.#tables, target, logStart: undefined };
	}

	/** A run of the keys in memory and of smaller runs, in a gap of the log: the log continues after it, so adds need not wait. */
	nextRunAside(): PendingRun {
		this.freeze();
		const frozen = this.#frozen();
		const { count } = frozen.logged;
		const victims = this.#victims(count);
		const total = victims.reduce((sum, run) => sum + run.count, count);
		const room = maxRunSize(geometryFor(total), total) + alignRun(1);
		const gap = gapRecord(this.#end, room, this.#seed, this.#checks);
		this.#storage.write(gap, this.#end);
		this.#isUnsynced = true;
		const start = this.#end + gap.length;
		this.#end = start + room;
		return {
			...frozen,
			victims,
			target: { storage: this.#storage, offset: alignRun(start), seed: this.#seed },
			logStart: this.#end,
		};
	}

	/** A run of all runs and of what is in memory now, in a new file beside the old one. Throws the system's error. */
	nextFile(): PendingRun {
		this.freeze();
		const target = { storage: this.#place.createBeside(), offset: FIRST_RUN, seed: randomSeed() };
		return { ...this.#frozen(), victims: this.#runs, target, logStart: undefined };
	}

	/** The same with keys that the store lacks. Nothing is acknowledged. Throws the system's error. */
	nextFileWith(fresh: NewKeyRun | undefined): PendingRun {
		const target = { storage: this.#place.createBeside(), offset: FIRST_RUN, seed: randomSeed() };
		return { ...this.#frozen(), victims: this.#runs, tables: this.#tables, fresh, target, logStart: undefined };
	}

	/** The file that a run is made from, and the seed of its checks. */
	get source(): Omit<Ingredients, "runs" | "keys"> {
		return { source: this.#storage, seed: this.#seed };
	}

	/** Writes the run in steps. Throws the system's error; then nothing has changed. */
	*writeRun(pending: PendingRun): Generator<void, Run | undefined> {
		this.#refuse();
		try {
			const from = { ...this.source, runs: pending.victims, keys: keysOf(pending.tables), fresh: pending.fresh };
			return yield* writeRun(this.#settings.engine, from, pending.target, this.#checks);
		} catch (error) {
			this.dropRun(pending);
			throw error;
		}
	}

	/** Gives the space of a run back that could not be written. */
	dropRun({ target, logStart }: PendingRun): void {
		if (target.storage !== this.#storage) this.#place.discard(target.storage);
		else if (logStart === undefined) this.#giveBack(this.#end);
	}

	/** Makes the run part of the set: syncs it. `commit` then acknowledges it. */
	stageRun(pending: PendingRun, run: Run | undefined): void {
		this.#attempt(() => this.#storage.sync());
		this.#runs = [...this.#runs.filter((old) => !pending.victims.includes(old)), ...(run === undefined ? [] : [run])];
		if (pending.logStart === undefined && run !== undefined) this.#end = run.offset + run.size;
		this.#logStart = pending.logStart ?? this.#end;
		this.#dropTables(pending.tables);
		this.#lookup = this.#newLookup();
	}

	/** Writes the root. Throws the system's error; then the store refuses everything. */
	commit(): void {
		const root = { generation: this.#generation + 1, logStart: this.#logStart, runs: this.#runs };
		const octets = rootOctets(root, this.#seed, this.#checks);
		this.#attempt(() => this.#storage.write(octets, rootOffset(root.generation)));
		this.sync();
		this.#generation = root.generation;
		this.#hasTornRoot = false;
		this.#acknowledged = this.#end;
	}

	/** Gives back what staged runs have taken, if that is possible: the next opening does it, too. Requires: `commit` was not called since. */
	dropStaged(): void {
		this.#giveBack(this.#acknowledged);
	}

	/** Writes a run with all keys in memory, and the root. */
	makeRun(): void {
		this.#refuse();
		if (this.#inTables === 0) return;
		const pending = this.nextRun();
		this.stageRun(pending, finish(this.writeRun(pending)));
		this.commit();
	}

	/** Puts the new file of `nextFile` in the place of the old one. Throws the system's error; then nothing has changed. */
	endFile({ tables, target }: PendingRun, run: Run | undefined): void {
		const { storage, seed } = target;
		const logStart = run === undefined ? FIRST_RUN : run.offset + run.size;
		try {
			let end = logStart;
			const rest = keysOf(this.#tables.filter((table) => !tables.includes(table)));
			for (const record of logRecords(rest, logStart, seed, this.#checks)) {
				storage.write(record, end);
				end += record.length;
			}
			writeStart(
				storage,
				{ ...this.header, seed },
				{ generation: 1, logStart, runs: run === undefined ? [] : [run] },
				this.#checks,
			);
			this.#settings.verify?.();
			this.#place.replace(storage);
			this.#end = end;
		} catch (error) {
			this.#place.discard(storage);
			throw error;
		}
		this.#dropTables(tables);
		this.#logged = this.#table.count;
		this.#isUnsynced = false;
		const old = this.#storage;
		// A sync of the old file may be under way. What it acknowledges is in the new one.
		this.#syncing.catch(() => {}).finally(() => old.close());
		this.#storage = storage;
		this.#seed = seed;
		this.#generation = 1;
		this.#hasTornRoot = false;
		this.#logStart = logStart;
		this.#runs = run === undefined ? [] : [run];
		this.#lookup = this.#newLookup();
	}

	/** Rewrites the file with one run of all keys, in the place of the old one. Throws the system's error; then nothing has changed. */
	compact(): void {
		this.#refuse();
		const pending = this.nextFile();
		this.endFile(pending, finish(this.writeRun(pending)));
	}

	/** Reads all pages. Throws UriError `invalid-store` at the first one that is damaged. */
	verify(): void {
		for (const run of this.#runs) {
			let count = 0;
			for (const keys of this.#read([run], [])) count += keys.length / Key.SIZE;
			if (count !== run.count) throw damagedStore(run.offset, `a run has ${count} keys instead of ${run.count}`);
		}
	}

	/** Yields all keys in order, Key.SIZE octets each. They are valid until the next ones. */
	keys(): Generator<Uint8Array<ArrayBuffer>, void> {
		return this.#read(this.#runs, this.#tables);
	}

	/** Closes the file. What is not acknowledged is lost. */
	close(): void {
		this.#storage.close();
	}

	get #table(): KeyTable {
		return this.#tables[this.#tables.length - 1] as KeyTable;
	}

	get #inTables(): number {
		return this.#tables.reduce((sum, { count }) => sum + count, 0);
	}

	get #dead(): number {
		const live = this.#runs.reduce((sum, { size }) => sum + size, FIRST_RUN);
		return Math.max(0, this.#end - live - this.#inTables * Key.SIZE);
	}

	#newLookup(): Lookup {
		return new Lookup(this.#settings.engine, this.#storage, this.#seed, this.#runs);
	}

	#replay(keys: Uint8Array): void {
		if (this.#table.count + keys.length / Key.SIZE > MAX_IN_TABLE) {
			if (this.#tables.length === MAX_TABLES) throw damagedStore(this.#logStart, "its log is too long");
			this.#tables = [...this.#tables, new KeyTable(this.#settings.engine)];
		}
		this.#table.addKeys(keys);
	}

	/** Cuts off what a kill has left behind the log. */
	#cutTail(): void {
		if (this.#storage.size <= this.#end) return;
		this.#storage.truncate(this.#end);
		this.#storage.sync();
	}

	/** The tables that take nothing more, and where the log has their keys. */
	#frozen(): Pick<PendingRun, "tables" | "logged"> {
		const tables = this.#tables.slice(0, -1);
		const count = tables.reduce((sum, table) => sum + table.count, 0);
		return { tables, logged: { start: this.#logStart, end: this.#end, count } };
	}

	/** The newest runs that the new one replaces: each no larger than the keys merged so far, or one too many. */
	#victims(count: number): readonly Run[] {
		let first = this.#runs.length;
		let total = count;
		while (first > 0 && ((this.#runs[first - 1] as Run).count <= total || first > MAX_KEPT)) {
			first -= 1;
			total += (this.#runs[first] as Run).count;
		}
		return this.#runs.slice(first);
	}

	#read(runs: readonly Run[], tables: readonly KeyTable[]): Generator<Uint8Array<ArrayBuffer>, void> {
		return readKeys(this.#settings.engine, { ...this.source, runs, keys: keysOf(tables) });
	}

	#dropTables(tables: readonly KeyTable[]): void {
		const rest = this.#tables.filter((table) => !tables.includes(table));
		if (rest.length === 0) this.#logged = 0;
		this.#tables = rest.length === 0 ? [new KeyTable(this.#settings.engine)] : rest;
	}

	/** Cuts off what a failed write has left. The failure of that matters less: the next opening does it, too. */
	#giveBack(end: number): void {
		try {
			this.#storage.truncate(end);
		} catch {
			// The write's own error is thrown.
		}
	}

	#attempt(step: () => void): void {
		this.#refuse();
		try {
			step();
		} catch (error) {
			this.#failure = error;
			throw error;
		}
	}

	#refuse(): void {
		if (this.#failure === undefined) return;
		const { message } = this.#failure as Error;
		throw new UriError("store-failed", `The store must be opened again, because a write failed: ${message}.`);
	}
}

function keysOf(tables: readonly KeyTable[]): Uint8Array {
	const keys = new Uint8Array(tables.reduce((sum, { count }) => sum + count, 0) * Key.SIZE);
	let at = 0;
	for (const table of tables) {
		keys.set(table.keys(0, table.count), at);
		at += table.count * Key.SIZE;
	}
	return keys;
}

/** Writes the header and both roots, of which one is empty, and syncs the file, which has no name yet. */
function writeStart(storage: Storage, header: Header, root: Root, checks: Checks): void {
	storage.write(headerOctets(header, checks), 0);
	storage.write(new Uint8Array(BLOCK), rootOffset(root.generation + 1));
	storage.write(rootOctets(root, header.seed, checks), rootOffset(root.generation));
	storage.sync();
}

function randomSeed(): number {
	return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}
