/** The work of a store in a program besides taking keys: it syncs, and has runs written aside, so that no add waits. */
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../engine/kernel";
import { SetError } from "../errors";
import type { Lock } from "../store/disk/lock";
import { LockFailure } from "../store/disk/lock";
import { named } from "../store/disk/locked-store";
import { writeRunAside } from "../store/disk/run-thread";
import type { Store } from "../store/store";
import { asFileError } from "./file-error";

/** Tables that may wait for a run before an asynchronous method waits for it. */
const MAX_WAITING = 3;

export class StoreWriter {
	readonly #path: string;
	readonly #store: Store;
	readonly #lock: Lock;
	readonly #engine: Engine;
	#isClosed = false;
	#flushing: Promise<void> | undefined;
	#nextFlush: Promise<void> | undefined;
	/** A run that is being written, and the last failure of one, which `flush` throws. */
	#merging: Promise<void> | undefined;
	#mergeFailure: unknown;

	constructor(path: string, store: Store, lock: Lock, engine: Engine) {
		this.#path = path;
		this.#store = store;
		this.#lock = lock;
		this.#engine = engine;
	}

	/** Resolves once all that has been added before is synced to the disk. Concurrent calls share one sync. Throws SetError or FileError. */
	flush(): Promise<void> {
		if (this.#flushing === undefined) {
			this.#flushing = this.#flush().finally(() => {
				this.#flushing = undefined;
			});
			return this.#flushing;
		}
		this.#nextFlush ??= this.#flushing
			.catch(() => {})
			.then(() => {
				this.#nextFlush = undefined;
				return this.flush();
			});
		return this.#nextFlush;
	}

	/** Makes room in memory, and has its keys written as a run. */
	makeRoom(): void {
		this.#store.freeze();
		this.#startRun();
	}

	/** Has a run of the waiting keys written, once the program lets the event loop run: starting a thread takes milliseconds. */
	#startRun(): void {
		this.#merging ??= setImmediate()
			.then(() => this.#writeRun())
			.catch((error) => {
				this.#mergeFailure = this.#failure(error);
			})
			.finally(() => {
				this.#merging = undefined;
				const goesOn = !this.#isClosed && this.#mergeFailure === undefined;
				if (goesOn && this.#store.tables > 1) this.#startRun();
			});
	}

	async #writeRun(): Promise<void> {
		const store = this.#store;
		const isRewrite = store.growth.isWasteful;
		const pending = isRewrite ? store.growth.nextFile() : store.growth.nextRunAside();
		const run = await writeRunAside(store, pending, this.#engine);
		if (isRewrite) store.growth.endFile(pending, run);
		else store.growth.stageSynced(pending, run);
		store.prepareSingle();
		if (!isRewrite) await store.growth.commitLater();
	}

	/** Waits for runs that fall behind. */
	async waitForRuns(): Promise<void> {
		while (this.#merging !== undefined && this.#store.tables > MAX_WAITING) await this.#merging;
	}

	/** Added keys are synced before the failure of a merge is reported: that lost none. */
	async #flush(): Promise<void> {
		const store = this.#store;
		const failure = this.#mergeFailure;
		this.#mergeFailure = undefined;
		try {
			if (store.isPending) {
				store.writeLog();
				await store.syncLater();
			}
		} catch (error) {
			throw failure ?? this.#failure(error);
		}
		if (failure !== undefined) throw failure;
	}

	/** Waits until no run is being written. Each may be followed by another. */
	async #settled(): Promise<void> {
		while (this.#merging !== undefined) await this.#merging;
	}

	/** Flushes, and leaves a file that is fast to open. Throws SetError or FileError. */
	async complete(): Promise<void> {
		await this.flush();
		await this.#settled();
		attempt(this.#path, () => this.#store.complete());
	}

	/** Resolves at a moment when nothing is being written, so that the file may be replaced. Throws SetError or FileError. */
	async quiet(): Promise<void> {
		await this.flush();
		while (this.#merging !== undefined || this.#flushing !== undefined) await (this.#merging ?? this.#flushing);
	}

	/** Resolves once no run is being written, and none will be. */
	async end(): Promise<void> {
		this.#isClosed = true;
		await this.#settled();
	}

	unlock(): void {
		this.#lock.abandon();
	}

	#failure(error: unknown): unknown {
		return failureOf(this.#path, error);
	}
}

/** Runs a step on the store at a path. Throws SetError or FileError. */
export function attempt<Result>(path: string, step: () => Result): Result {
	try {
		return step();
	} catch (error) {
		throw failureOf(path, error);
	}
}

function failureOf(path: string, error: unknown): unknown {
	try {
		return named("write", path, () => {
			throw error;
		});
	} catch (failure) {
		return asStoreError(failure);
	}
}

/** The SetError or FileError for a failure. */
export function asStoreError(error: unknown): unknown {
	return error instanceof LockFailure ? new SetError("seen-locked", error.sentence) : asFileError(error);
}
