/** A file whose syncs count: after a failed one, the state on disk is unknown until the file is opened again, so everything is refused. */
import { SetError } from "../errors";
import type { Storage } from "./storage";

export class SyncedStorage {
	#storage: Storage;
	readonly #verify: ((storage: Storage) => void) | undefined;
	/** Whether something has been written since the last sync. */
	isUnsynced = false;
	/** Resolves once no sync is under way that does not block the thread. */
	#syncing: Promise<unknown> = Promise.resolve();
	#failure: unknown;

	/** `verify` is called after each sync, before its octets are acknowledged. It throws if the file is no longer ours. */
	constructor(storage: Storage, verify: ((storage: Storage) => void) | undefined) {
		this.#storage = storage;
		this.#verify = verify;
	}

	get current(): Storage {
		return this.#storage;
	}

	/** Acknowledges all written octets. Throws the system's error. Then everything is refused. */
	sync(): void {
		this.isUnsynced = false;
		this.attempt(() => this.#storage.sync());
		this.attempt(() => this.verify());
	}

	/** The same without blocking the thread. */
	async syncLater(): Promise<void> {
		this.refuse();
		this.isUnsynced = false;
		try {
			const syncing = this.#storage.syncLater();
			this.#syncing = Promise.allSettled([this.#syncing, syncing]);
			await syncing;
			this.verify();
		} catch (error) {
			this.#failure = error;
			throw error;
		}
	}

	/** Switches to a file with the contents of the old one. A sync of the old one may be under way, and counts. */
	replaceBy(storage: Storage): void {
		const old = this.#storage;
		// Nobody needs the old file, so an error of closing it is ignored.
		this.#syncing.finally(() => old.close()).catch(() => {});
		this.#storage = storage;
		this.isUnsynced = false;
	}

	/** Throws if another process has taken the file over, or nobody would find it. */
	verify(): void {
		this.#verify?.(this.#storage);
	}

	/** Runs a step whose failure leaves the content of the disk unknown. Throws its error. Then everything is refused. */
	attempt(step: () => void): void {
		this.refuse();
		try {
			step();
		} catch (error) {
			this.#failure = error;
			throw error;
		}
	}

	/** Refuses everything from here on. */
	fail(error: unknown): void {
		this.#failure ??= error;
	}

	/** Throws SetError `store-failed` after a failure. */
	refuse(): void {
		if (this.#failure === undefined) return;
		const message = (this.#failure as Error).message.replace(/\.$/, "");
		throw new SetError("store-failed", `The store must be opened again, because a write failed: ${message}.`);
	}

	/** Cuts off octets that a failed write has left. If that also fails, the next opening does it. */
	giveBack(end: number): void {
		try {
			this.#storage.truncate(end);
		} catch {
			// The write's own error is thrown.
		}
	}
}
