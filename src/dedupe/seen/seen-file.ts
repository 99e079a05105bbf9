/**
 * The file of --seen: a store, kept across runs. One run at a time locks it, from before reading it until the keys it has found are
 * acknowledged:
 *
 * ```
 *   lock ──▶ open, create, or read a snapshot ──▶ ask, ask, ask ──▶ stage: write new keys, sync ──▶ rename outputs ──▶ root ──▶ unlock
 *                                                                  \__________ commit: under the guard of the lock ___________/
 * ```
 *
 * A file that is new, converted from a snapshot or rewritten is staged beside the old one. Its commit is a rename, and no root.
 */
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { Engine } from "../../engine/kernel";
import { EXIT, Failure, ioFailure } from "../../failure";
import { began, finished, type Unfinished } from "../../files/output/interrupts";
import { followLinks } from "../../files/output/links";
import { removeIfPossible } from "../../files/output/temporary";
import { keyOf } from "../../rules/key-option";
import type { Rules } from "../../rules/rules";
import { isSnapshotFormat } from "../../seen/snapshot";
import { contentFailure } from "../../store/disk/content-failure";
import { copyOf, keepCopy, storeOfSnapshot } from "../../store/disk/convert";
import { Lock, type LockOptions } from "../../store/disk/lock";
import { named } from "../../store/disk/locked-store";
import { LatePlace, rewriteFile } from "../../store/disk/store-place";
import { formatOf } from "../../store/format";
import type { Answer } from "../../store/lookup";
import { finish, type NewKeyRun } from "../../store/merge-runs";
import type { Run } from "../../store/run";
import type { PendingRun } from "../../store/run-plan";
import { Store } from "../../store/store";

/** The keys of earlier runs. */
export interface KnownStore {
	/** The secret key of the fingerprints. */
	readonly key: Uint8Array;
	/** Number of keys. */
	readonly count: number;
	/** See `Store.ask`. Throws Failure. */
	ask(fingerprints: Uint8Array): Answer;
	/** See `Store.keysOf`. Throws Failure. */
	keysOf(part: number, bits: number): Iterable<Uint8Array>;
}

/** Max octets that are read to ask for a key: its page, and the pages up to the next one that is read with it, of 4 KiB each. */
const READ_PER_KEY = 20_480;
/** Octets at the start of a file that identify its format. */
const START = 12;

export class SeenFile implements Unfinished {
	readonly #path: string;
	readonly #target: string;
	readonly #place: LatePlace;
	readonly #lock: Lock;
	readonly #say: LockOptions["say"];
	/** The path of an existing file without octets, which no run leaves. */
	readonly emptyPath: string | undefined;
	/** The path of the snapshot from which the store was made. */
	convertedTo: string | undefined;
	#store: Store | undefined;
	#hasCopied = false;
	#isStaged = false;

	private constructor(path: string, target: string, lock: Lock, say: LockOptions["say"]) {
		this.#path = path;
		this.#say = say;
		this.#target = target;
		this.#place = new LatePlace(target);
		this.#lock = lock;
		this.emptyPath = statOf(path)?.size === 0 ? path : undefined;
		began(this);
	}

	/** Locks the file, which need not exist. Throws Failure. */
	static async open(path: string, options: LockOptions): Promise<SeenFile> {
		const stat = statOf(path);
		if (stat?.isFile() === false) throw new Failure(EXIT.IO, `cannot use ${path}: not a regular file`);
		const target = named("read", path, () => followLinks(path));
		const onSilence = () => named("write", path, () => rewriteFile(target));
		const lock = await Lock.acquire(target, path, { ...options, onSilence, leavesSignals: true });
		try {
			return new SeenFile(path, target, lock, options.say);
		} catch (error) {
			lock.abandon();
			throw error;
		}
	}

	/** Opens the store, or makes one: an empty one, or one of a snapshot. Throws Failure. */
	async openStore(keys: Rules): Promise<KnownStore> {
		try {
			const store = await this.#openAny(keys, keys.settings.engine);
			this.#store = store;
			store.expect(keys);
			return {
				key: store.header.key,
				count: store.count,
				ask: (fingerprints) => this.#ask(store, fingerprints),
				keysOf: (part, bits) => this.#keysOf(store, part, bits),
			};
		} catch (error) {
			throw this.#failureOf(error);
		}
	}

	#ask(store: Store, fingerprints: Uint8Array): Answer {
		const keys = fingerprints.length / FINGERPRINT_SIZE;
		this.#lock.announce(Math.min(store.runSize, keys * READ_PER_KEY));
		return this.#use("read", () => store.ask(fingerprints));
	}

	#keysOf(store: Store, part: number, bits: number): Iterable<Uint8Array> {
		this.#lock.announce(store.runSize / 2 ** bits);
		return this.#readAll(store.keysOf(part, bits));
	}

	async #openAny(keys: Rules, engine: Engine): Promise<Store> {
		const settings = { engine, isWritable: true };
		const start = named("read", this.#path, () => startOf(this.#target));
		if (start.length === 0) return named("write", this.#path, () => Store.create(this.#place, keys, keyOf(), settings));
		if (isSnapshotFormat(formatOf(start))) {
			this.convertedTo = copyOf(this.#path);
			this.#lock.announce(statOf(this.#target)?.size ?? 0);
			return storeOfSnapshot(this.#target, this.#path, this.#place, keys);
		}
		return named("write", this.#path, () => Store.open(this.#place, settings)) as Store;
	}

	/** Writes the new keys, run by run. `commit` acknowledges them. Throws Failure. */
	stage(news: Iterable<NewKeyRun>): void {
		this.#use("write", () => {
			if (this.convertedTo !== undefined) this.#hasCopied = keepCopy(this.#target);
			this.#stage(this.#store as Store, news);
		});
	}

	#stage(store: Store, news: Iterable<NewKeyRun>): void {
		let last: NewKeyRun | undefined;
		for (const run of news) {
			if (run.count === 0) continue;
			if (last !== undefined) this.#write(store, store.growth.nextRunWith(last, false));
			last = run;
		}
		const isNew = this.#place.isPending;
		const isRewritten = store.growth.isWasteful;
		if (!isNew && isRewritten) {
			const pending = store.growth.nextFileWith(last);
			store.growth.endFile(pending, this.#written(store, pending));
		} else if (last !== undefined || store.inTables > 0) {
			this.#write(store, store.growth.nextRunWith(last, true));
			this.#isStaged = true;
		}
		if (isNew && this.#isStaged) store.growth.commit();
	}

	#write(store: Store, pending: PendingRun): void {
		store.growth.stage(pending, this.#written(store, pending));
	}

	#written(store: Store, pending: PendingRun): Run | undefined {
		this.#lock.announce(pending.victims.reduce((sum, { size }) => sum + size, (pending.fresh?.count ?? 0) * Key.SIZE));
		return finish(store.growth.write(pending));
	}

	/**
	 * Runs `commitOutputs`, then acknowledges the staged keys and releases the lock, which no other run can take meanwhile. Throws Failure.
	 */
	commit(commitOutputs: () => void): void {
		this.#lock.release(() => {
			commitOutputs();
			if (this.#place.isPending) this.#putInPlace();
			// From here on, nothing may be cut off: the root may refer to it.
			finished(this);
			if (!this.#place.isPending && this.#isStaged) named("write", this.#path, () => this.#store?.growth.commit());
		});
		try {
			this.#store?.close();
		} catch {
			// All that the run has delivered is synced.
		}
	}

	/** The outputs are durable already. If this file is not, a later run delivers their lines again: none is lost, so that is no failure. */
	#putInPlace(): void {
		const unsynced = named("write", this.#path, () => this.#place.finish());
		if (unsynced === undefined) return;
		const { message } = ioFailure("write", dirname(this.#target), unsynced);
		this.#say(`${message}; after a power failure, ${this.#path} may be as it was before this run`);
	}

	/** Yields what a generator yields. Throws Failure. */
	*#readAll<Value>(values: Generator<Value, void>): Generator<Value, void> {
		for (;;) {
			const { done, value } = this.#use("read", () => values.next());
			if (done) return;
			yield value as Value;
		}
	}

	#use<Result>(verb: "read" | "write", step: () => Result): Result {
		try {
			return named(verb, this.#path, step);
		} catch (error) {
			throw this.#failureOf(error);
		}
	}

	#failureOf(error: unknown): unknown {
		return contentFailure(this.#path, error);
	}

	/** Leaves the file as it was, then releases the lock. */
	abandon(): void {
		if (this.#place.isPending) this.#place.undo();
		else this.#store?.growth.dropStaged();
		if (this.#hasCopied) removeIfPossible(copyOf(this.#target));
		this.#lock.abandon();
	}
}

/** The first octets of a file, none if it is missing. */
function startOf(path: string): Uint8Array {
	if (statOf(path) === undefined) return new Uint8Array(0);
	const descriptor = openSync(path, "r");
	try {
		const octets = new Uint8Array(START);
		return octets.subarray(0, readSync(descriptor, octets));
	} finally {
		closeSync(descriptor);
	}
}

function statOf(path: string): Stats | undefined {
	return named("read", path, () => statSync(path, { throwIfNoEntry: false }));
}
