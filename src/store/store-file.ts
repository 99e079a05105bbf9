/** The open file of a store: its runs, its log, and the root that acknowledges them. format.ts draws it. */
import { Key } from "../../assembly/store/layout";
import {
	BLOCK,
	FIRST_RUN,
	type Header,
	headerOctets,
	nextGeneration,
	type Root,
	readHeader,
	readRoot,
	rootOctets,
	rootOffset,
} from "./format";
import { gapRecord, logRecords, readLog } from "./log";
import type { RunTarget } from "./merge-runs";
import { loadRun, type Run } from "./run";
import type { Storage, StoragePlace } from "./storage";
import type { Checks } from "./store-kernel";
import type { SyncedStorage } from "./synced-storage";

export class StoreFile {
	readonly header: Header;
	readonly checks: Checks;
	readonly place: StoragePlace;
	readonly synced: SyncedStorage;
	#seed: number;
	#generation: number;
	#hasTornRoot: boolean;
	#logStart: number;
	#runs: readonly Run[];
	/** Offset at which the next octets are appended. */
	#end: number;
	/** The end of the file when it was opened, or at the last root. */
	#acknowledged: number;

	/** `replay` gets the keys of the log, record by record. Throws SetError `invalid-store`, or the system's error. */
	constructor(place: StoragePlace, synced: SyncedStorage, checks: Checks, replay: (keys: Uint8Array, logStart: number) => void) {
		const storage = synced.current;
		this.place = place;
		this.synced = synced;
		this.checks = checks;
		this.header = readHeader(storage, checks);
		this.#seed = this.header.seed;
		const root = readRoot(storage, this.#seed, checks);
		this.#generation = root.generation;
		this.#hasTornRoot = root.isOtherTorn;
		this.#logStart = root.logStart;
		this.#runs = root.runs.map((run) => loadRun(storage, run, this.#seed, checks));
		const log = { storage, start: root.logStart, seed: this.#seed, checks };
		this.#end = readLog(log, (keys) => replay(keys, root.logStart));
		this.#acknowledged = this.#end;
	}

	get storage(): Storage {
		return this.synced.current;
	}

	get seed(): number {
		return this.#seed;
	}

	get runs(): readonly Run[] {
		return this.#runs;
	}

	get generation(): number {
		return this.#generation;
	}

	get hasTornRoot(): boolean {
		return this.#hasTornRoot;
	}

	get logStart(): number {
		return this.#logStart;
	}

	get end(): number {
		return this.#end;
	}

	/** Octets of the runs. */
	get runSize(): number {
		return this.#runs.reduce((sum, { size }) => sum + size, 0);
	}

	/** Octets that are of no use until the file is rewritten, if the log has `logged` keys. */
	deadSize(logged: number): number {
		return Math.max(0, this.#end - FIRST_RUN - this.runSize - logged * Key.SIZE);
	}

	/** Cuts off octets that a kill has left behind the log. */
	cutTail(): void {
		if (this.storage.size <= this.#end) return;
		this.storage.truncate(this.#end);
		this.storage.sync();
	}

	/** Appends keys to the log, where the next sync acknowledges them. Throws the system's error. Then nothing has changed. */
	appendLog(keys: Uint8Array): void {
		const end = this.#end;
		let at = end;
		try {
			for (const record of logRecords(keys, end, this.#seed, this.checks)) {
				this.storage.write(record, at);
				at += record.length;
			}
		} catch (error) {
			this.giveBack();
			throw error;
		}
		this.synced.isUnsynced ||= at > end;
		this.#end = at;
	}

	/** Reserves space in the log. Returns its start. Throws the system's error. Then nothing has changed. */
	appendGap(room: number): number {
		const gap = gapRecord(this.#end, room, this.#seed, this.checks);
		const start = this.#end + gap.length;
		try {
			this.storage.write(gap, this.#end);
			// A root may say that the log begins after the gap before anything is there.
			this.storage.truncate(start + room);
		} catch (error) {
			this.giveBack();
			throw error;
		}
		this.synced.isUnsynced = true;
		this.#end = start + room;
		return start;
	}

	/** Makes a run part of the set in place of others. Requires: it is synced. `logStart`: the start of the log then, by default the end. */
	stage(run: Run | undefined, victims: readonly Run[], logStart: number | undefined): void {
		this.#runs = [...this.#runs.filter((old) => !victims.includes(old)), ...(run === undefined ? [] : [run])];
		if (logStart === undefined && run !== undefined) this.#end = run.offset + run.size;
		this.#logStart = logStart ?? this.#end;
	}

	/** Writes the root. Throws the system's error. Then everything is refused. */
	commit(): void {
		const generation = this.#writeRoot();
		try {
			this.synced.sync();
		} catch (error) {
			this.#withdrawRoot(generation);
			throw error;
		}
		this.#endCommit(generation);
	}

	/** The same without blocking the thread. Requires: no other root is written meanwhile. */
	async commitLater(): Promise<void> {
		const generation = this.#writeRoot();
		try {
			await this.synced.syncLater();
		} catch (error) {
			this.#withdrawRoot(generation);
			throw error;
		}
		this.#endCommit(generation);
	}

	#writeRoot(): number {
		const generation = nextGeneration(this.#generation);
		const octets = rootOctets({ generation, logStart: this.#logStart, runs: this.#runs }, this.#seed, this.checks);
		this.synced.attempt(() => this.storage.write(octets, rootOffset(generation)));
		return generation;
	}

	/**
	 * Makes a root invalid that could not be synced, so that the one before it counts: a caller that sees the failure does the work again,
	 * and must not find its keys known.
	 */
	#withdrawRoot(generation: number): void {
		try {
			this.storage.write(new Uint8Array(BLOCK), rootOffset(generation));
		} catch {
			// The error of the sync is thrown.
		}
	}

	#endCommit(generation: number): void {
		this.#generation = generation;
		this.#hasTornRoot = false;
		this.#acknowledged = this.#end;
	}

	/** Cuts off octets that a failed write has left behind the end. */
	giveBack(): void {
		this.synced.giveBack(this.#end);
	}

	/** Gives back the space of staged runs, if possible: the next opening also does it. Requires: `commit` was not called since. */
	dropStaged(): void {
		this.synced.giveBack(this.#acknowledged);
	}

	/** Replaces this file by a new one, of one run and a log with `keys`. Throws the system's error. Then nothing has changed, or everything is refused. */
	replaceBy({ storage, seed }: RunTarget, run: Run | undefined, keys: Uint8Array): void {
		const root = {
			generation: 1,
			logStart: run === undefined ? FIRST_RUN : run.offset + run.size,
			runs: run === undefined ? [] : [run],
		};
		let end = root.logStart;
		try {
			for (const record of logRecords(keys, end, seed, this.checks)) {
				storage.write(record, end);
				end += record.length;
			}
			writeStart(storage, { ...this.header, seed }, root, this.checks);
			this.synced.verify();
			this.place.replace(storage);
		} catch (error) {
			this.place.discard(storage);
			throw error;
		}
		this.synced.replaceBy(storage);
		this.#seed = seed;
		this.#generation = root.generation;
		this.#hasTornRoot = false;
		this.#logStart = root.logStart;
		this.#runs = root.runs;
		this.#end = end;
		this.#acknowledged = end;
		// The old file may come back after a power failure, and lacks all keys acknowledged from here on.
		this.synced.attempt(() => this.place.syncName());
	}
}

/** Writes the header and both roots, one of them empty, and syncs the file, which has no name yet. */
export function writeStart(storage: Storage, header: Header, root: Root, checks: Checks): void {
	storage.write(headerOctets(header, checks), 0);
	storage.write(new Uint8Array(BLOCK), rootOffset(root.generation + 1));
	storage.write(rootOctets(root, header.seed, checks), rootOffset(root.generation));
	storage.sync();
}

export function randomSeed(): number {
	return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}
