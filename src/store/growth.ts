/**
 * Turns the keys in memory into runs, and merges runs. Each is planned, written and then made part of the set:
 *
 * ```
 *   next… ──▶ write, in steps or in a thread ──▶ stage ──▶ commit      a run in the file
 *                                          └───▶ endFile               a new file in its place
 * ```
 */
import { Key } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { finish, type Ingredients, type NewKeyRun, writeRun } from "./merge-runs";
import { keysOf, type PendingKeys } from "./pending-keys";
import type { Run } from "./run";
import { nextFile, nextFileWith, nextRun, nextRunAside, nextRunWith, type PendingRun } from "./run-plan";
import type { StoreFile } from "./store-file";

/** Keys that may stay in the log when a store is closed: reading them again takes less than a run and its root. */
const MAX_LEFT = 16384;

/** Dead octets that do not justify rewriting. */
export const LEAST_DEAD = 64_000;

export class Growth {
	readonly #engine: Engine;
	readonly #file: StoreFile;
	readonly #pending: PendingKeys;

	constructor(engine: Engine, file: StoreFile, pending: PendingKeys) {
		this.#engine = engine;
		this.#file = file;
		this.#pending = pending;
	}

	/** Whether the file should be rewritten: more than a third of it is dead. */
	get isWasteful(): boolean {
		return this.#file.deadSize(this.#pending.count) > this.#file.runSize / 2 + LEAST_DEAD;
	}

	/** Whether a run of all keys in memory, after which the log is dead, would leave the file wasteful. A new file costs no more than this run. */
	get isRunWasteful(): boolean {
		const alive = this.#file.runSize + this.#pending.count * Key.SIZE;
		return this.#file.deadSize(0) > alive / 2 + LEAST_DEAD;
	}

	/** A run of the keys in memory and of keys that the store lacks: run-plan.ts. */
	nextRunWith(fresh: NewKeyRun | undefined, isLast: boolean): PendingRun {
		return nextRunWith(this.#file, this.#pending, fresh, isLast);
	}

	/** A run of the keys in memory in a gap of the log: run-plan.ts. Throws the system's error. */
	nextRunAside(): PendingRun {
		this.#pending.freeze(this.#file);
		return nextRunAside(this.#file, this.#pending);
	}

	/** A run of all runs and of the keys that are in memory now, in a new file: run-plan.ts. Throws the system's error. */
	nextFile(): PendingRun {
		this.#pending.freeze(this.#file);
		return nextFile(this.#file, this.#pending);
	}

	/** The same with keys that the store lacks. Nothing is acknowledged. Throws the system's error. */
	nextFileWith(fresh: NewKeyRun | undefined): PendingRun {
		return nextFileWith(this.#file, this.#pending, fresh);
	}

	/** The source file of a run, and the seed of its checks. */
	get source(): Omit<Ingredients, "runs" | "keys"> {
		return { source: this.#file.storage, seed: this.#file.seed };
	}

	/** Writes the run in steps. Throws the system's error; then nothing has changed. */
	*write(pending: PendingRun): Generator<void, Run | undefined> {
		this.#file.synced.refuse();
		try {
			const { victims: runs, tables, fresh, removed } = pending;
			const from = { ...this.source, runs, keys: keysOf(tables), fresh, removed };
			return yield* writeRun(this.#engine, from, pending.target, this.#file.checks);
		} catch (error) {
			this.drop(pending);
			throw error;
		}
	}

	/** Gives back the space of a run that could not be written. */
	drop({ target, logStart }: PendingRun): void {
		if (target.storage !== this.#file.storage) this.#file.place.discard(target.storage);
		else if (logStart === undefined) this.#file.giveBack();
	}

	/** Makes the run part of the set: syncs it. `commit` then acknowledges it. */
	stage(pending: PendingRun, run: Run | undefined): void {
		this.#file.synced.attempt(() => this.#file.storage.sync());
		this.stageSynced(pending, run);
	}

	/** The same for a run that is synced. */
	stageSynced({ victims, logStart, tables }: PendingRun, run: Run | undefined): void {
		this.#file.synced.refuse();
		this.#file.stage(run, victims, logStart);
		this.#pending.drop(tables);
	}

	/** Writes the root. Throws the system's error; then the store refuses everything. */
	commit(): void {
		this.#file.commit();
	}

	/** The same without blocking the thread. Requires: no other root is written meanwhile. */
	commitLater(): Promise<void> {
		return this.#file.commitLater();
	}

	/** Gives back the space of staged runs, if possible: the next opening also does it. Requires: `commit` was not called since. */
	dropStaged(): void {
		this.#file.dropStaged();
	}

	/** Writes a run with all keys in memory, and the root. */
	makeRun(): void {
		if (this.#pending.count === 0) return;
		const pending = nextRun(this.#file, this.#pending);
		this.stage(pending, finish(this.write(pending)));
		this.commit();
	}

	/** Puts the new file of `nextFile` in the place of the old one. Throws the system's error; then nothing has changed. */
	endFile({ tables, target }: PendingRun, run: Run | undefined): void {
		const rest = this.#pending.tables.filter((table) => !tables.includes(table));
		this.#file.replaceBy(target, run, keysOf(rest));
		this.#pending.drop(tables);
		this.#pending.markLogged();
	}

	/** Rewrites the file with one run of all keys, in the place of the old one. Throws the system's error; then nothing has changed. */
	compact(): void {
		const pending = this.nextFile();
		this.endFile(pending, finish(this.write(pending)));
	}

	/** The same without some keys, in order, of which the store has all. All others are acknowledged. */
	compactWithout(removed: Uint8Array): void {
		const pending = { ...this.nextFileWith(undefined), removed };
		this.endFile(pending, finish(this.write(pending)));
	}

	/** Leaves a file that is fast to open. Throws the system's error. */
	complete(): void {
		const needsRun = this.#pending.count > MAX_LEFT;
		if (needsRun ? this.isRunWasteful : this.isWasteful) this.compact();
		else if (needsRun) this.makeRun();
	}
}
