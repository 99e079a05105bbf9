/** Sets of references in files, which last, grow, and are never loaded as a whole: docs/internals/store.md. */
import { setImmediate } from "node:timers/promises";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Lock } from "../dedupe/seen/lock";
import { LockFailure } from "../dedupe/seen/lock";
import { named, openForReading, openLocked } from "../dedupe/seen/locked-store";
import { writeRunAside } from "../dedupe/seen/run-thread";
import { UriError, unwrap } from "../errors";
import { checkNames, inputError, type Octets, toOctets, toStrings } from "../input";
import { CoreKeys } from "../keys/core-keys";
import { fingerprintsOf } from "../keys/fingerprint-all";
import { isSame } from "../keys/is-same";
import { keyOf } from "../keys/key-option";
import { type KeyNormalizer, type Keys, keysOf } from "../keys/keys";
import type { Reject } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { resolveOptions } from "../options";
import type { AddedLines } from "../seen/seen-set";
import type { Store } from "../store/store";
import { invalidStore } from "../store/store-error";
import { type Chunks, octetsOfChunks } from "./chunks";
import { asFileError } from "./file-error";
import { SeenLines } from "./seen-lines";

/** References that `addAll` takes at a time. */
const BATCH = 50_000;
/** Octets of a stream after which its lines are flushed. */
const STREAM_BATCH = 4_194_304;
/** Keys that may stay in the log when a store is closed: reading them again takes less than a run and its root. */
const MAX_LEFT = 16384;
/** Tables that may wait for a run before an asynchronous method waits for it. */
const MAX_WAITING = 3;

/** Options of a store. All are optional. */
export interface SeenStoreOptions {
	/** The normalizer whose keys are compared, of `urlsieve` or `urlsieve/crawl`. The default is one of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
	/** The key of the fingerprints, 16 octets, for a new file; it must be that of an old one. Random by default. It is in the file. */
	key?: Octets | undefined;
	/** Whether to open the file for `has` alone, which needs no lock, and sees what was acknowledged by now. The default is `false`. */
	readOnly?: boolean | undefined;
	/** Ends `addAll`, `addLines` and `addStream` with its reason. What has been acknowledged stays. */
	signal?: AbortSignal | undefined;
}

/** What a batch of a stream has added. */
export interface AddedBatch {
	readonly added: number;
	/** Lines whose key was known. */
	readonly known: number;
	/** Lines without a key, numbered from the start of the stream. */
	readonly rejects: Reject[];
}

/**
 * A set of references in a file. It treats those with the same key as equal, as `SeenSet` does, and keeps 96 bits of a keyed fingerprint
 * of each: 9 to 10 octets in a large set. Two different keys of n collide with probability n² / 2⁹⁷.
 *
 * One process writes to a file at a time. What `flush` has acknowledged survives a kill, and a power failure if the disk keeps what it has
 * synced.
 *
 * All methods throw UriError `store-closed` after `close`, `store-failed` after a failed write, and `invalid-store` for damage; FileError
 * if the file cannot be read or written.
 *
 * @example
 * ```ts
 * import { SeenStore } from "urlsieve/node";
 *
 * const store = await SeenStore.open("urls.seen");
 * store.add("http://example.com"); // true: it is new
 * store.add("HTTP://example.com:80/"); // false: it is the same
 * await store.flush(); // from here on, no kill loses it
 * await store.close();
 * ```
 */
export class SeenStore {
	readonly #path: string;
	readonly #keys: Keys;
	readonly #lock: Lock | undefined;
	readonly #store: Store;
	readonly #signal: AbortSignal | undefined;
	#isClosed = false;
	#closing: Promise<void> | undefined;
	#flushing: Promise<void> | undefined;
	#nextFlush: Promise<void> | undefined;
	/** A run that is being written, and the last failure of one, which `flush` throws. */
	#merging: Promise<void> | undefined;
	#mergeFailure: unknown;

	private constructor(path: string, keys: Keys, store: Store, lock: Lock | undefined, signal: AbortSignal | undefined) {
		this.#path = path;
		this.#keys = keys;
		this.#store = store;
		this.#lock = lock;
		this.#signal = signal;
	}

	/**
	 * Opens a file, or creates it with mode 0600. An empty file counts as none.
	 *
	 * Throws UriError `seen-locked` if another process is writing to it, `invalid-store` if it is no store, is damaged or has another
	 * version, width, key or options, `profile-mismatch` if its keys are of another profile or policy, `invalid-option` or `invalid-input`,
	 * and FileError.
	 */
	static async open(path: string, options: SeenStoreOptions = {}): Promise<SeenStore> {
		checkNames(options, "normalizer", "key", "readOnly", "signal");
		if (typeof path !== "string") throw inputError(path, "path", "a path");
		const { normalizer, key, readOnly = false, signal } = options;
		signal?.throwIfAborted();
		const keys = normalizer === undefined ? new CoreKeys(resolveOptions()) : keysOf(normalizer);
		const given = key === undefined ? undefined : keyOf(key);
		const { engine } = keys.settings;
		try {
			if (readOnly) return new SeenStore(path, keys, expected(openForReading(path, engine), keys, given), undefined, signal);
			const { store, lock } = await openLocked(
				path,
				engine,
				{ waits: false, say: () => {}, leavesSignals: true },
				{ keys, key: given ?? keyOf() },
			);
			try {
				return new SeenStore(path, keys, expected(store, keys, given), lock, signal);
			} catch (error) {
				lock.abandon();
				throw error;
			}
		} catch (error) {
			throw asStoreError(error);
		}
	}

	/** Number of references. */
	get size(): number {
		return this.#opened.count;
	}

	/** Adds a reference. Returns whether it was new; durable after the next `flush`. Throws UriError if it has no key. */
	add(reference: string): boolean {
		const store = this.#writable;
		const fingerprint = unwrap(this.#keys.tryFingerprint(reference, store.header.key));
		return this.#attempt(() => {
			if (store.isFull) this.#makeRoom();
			return store.add(fingerprint);
		});
	}

	/** Whether a reference with the same key is in the set. Throws UriError if it has no key. */
	has(reference: string): boolean {
		const store = this.#opened;
		const fingerprint = unwrap(this.#keys.tryFingerprint(reference, store.header.key));
		return this.#attempt(() => store.has(fingerprint));
	}

	/**
	 * Adds references, an array or another iterable, in order. Returns for each whether it was new, or the error in its place.
	 *
	 * @example
	 * ```ts
	 * const store = await SeenStore.open("links.seen");
	 * await store.addAll(["http://a", "HTTP://A/", "http://b/"]); // [true, false, true]
	 * await store.close();
	 * ```
	 */
	async addAll(references: Iterable<string>): Promise<(boolean | UriError)[]> {
		const strings = toStrings(references);
		const results: (boolean | UriError)[] = [];
		for (let at = 0; at < strings.length; at += BATCH) {
			await this.#pause();
			for (const result of this.#addStrings(strings.slice(at, at + BATCH))) results.push(result);
		}
		return results;
	}

	/** Adds one reference per line, ended by LF or CR LF. Returns the new lines, counts, and lines without a key. */
	async addLines(lines: Octets): Promise<AddedLines> {
		const octets = toOctets(lines, "lines");
		const added = this.#lines(true);
		await this.#push(added, octets);
		added.end();
		return added.next();
	}

	/**
	 * Adds the lines of a stream of octets or strings in batches, and flushes each: a batch that has been yielded is durable. `signal` ends it
	 * with its reason, as the option of the store does.
	 *
	 * @example
	 * ```ts
	 * const store = await SeenStore.open("stream.seen");
	 * for await (const { added, known } of store.addStream(["http://c/\n", "http://c\n"])) console.log(added, known);
	 * store.size; // 1
	 * await store.close();
	 * ```
	 */
	async *addStream(chunks: Chunks, { signal }: { signal?: AbortSignal | undefined } = {}): AsyncGenerator<AddedBatch> {
		const lines = this.#lines(false);
		// Each push copies an unfinished line. Small chunks of a long one wait, so that this takes linear time.
		let waiting = new OctetSink(0);
		for await (const chunk of octetsOfChunks(chunks)) {
			signal?.throwIfAborted();
			waiting.append(chunk);
			if (waiting.octets().length < STREAM_BATCH) continue;
			await this.#push(lines, waiting.octets());
			waiting = new OctetSink(STREAM_BATCH);
			yield await this.#acknowledged(lines);
		}
		await this.#push(lines, waiting.octets());
		lines.end();
		const last = await this.#acknowledged(lines);
		if (last.added + last.known + last.rejects.length > 0) yield last;
	}

	/** Resolves once all that has been added before is synced to the disk. Concurrent calls share one sync. */
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

	/** Flushes, and releases the file. Does nothing if that has been done. */
	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		try {
			if (this.#lock !== undefined) await this.#complete();
		} finally {
			this.#isClosed = true;
			await this.#settled();
			this.#store.close();
			this.#lock?.abandon();
		}
	}

	/** What was added is synced before the failure of a merge is reported: that lost nothing. */
	async #flush(): Promise<void> {
		const store = this.#writable;
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

	async #complete(): Promise<void> {
		await this.flush();
		await this.#settled();
		this.#attempt(() => {
			if (this.#store.isWasteful) this.#store.compact();
			else if (this.#store.inTables > MAX_LEFT) this.#store.makeRun();
		});
	}

	#addStrings(references: readonly string[]): (boolean | UriError)[] {
		const store = this.#writable;
		const { values, errors } = fingerprintsOf(references, this.#keys, store.header.key);
		const kept = new Uint8Array((references.length - errors.size) * FINGERPRINT_SIZE);
		let at = 0;
		for (let index = 0; index < references.length; ++index) {
			if (errors.has(index)) continue;
			kept.set(values.subarray(index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE), at);
			at += FINGERPRINT_SIZE;
		}
		const marks = this.#addFingerprints(kept);
		let place = 0;
		return references.map((_, index) => errors.get(index) ?? marks[place++] === 0);
	}

	#lines(keepsFresh: boolean): SeenLines {
		const { key } = this.#writable.header;
		return new SeenLines(this.#keys, key, (fingerprints) => this.#addFingerprints(fingerprints), keepsFresh);
	}

	async #acknowledged(lines: SeenLines): Promise<AddedBatch> {
		const { added, duplicates, rejects } = lines.next();
		await this.flush();
		return { added, known: duplicates, rejects };
	}

	#addFingerprints(fingerprints: Uint8Array): Uint8Array {
		return this.#attempt(() => this.#writable.addAll(fingerprints, () => this.#makeRoom()));
	}

	/** Makes room in memory, and has what it held written as a run. */
	#makeRoom(): void {
		this.#store.freeze();
		this.#startRun();
	}

	/** Has a run of what waits for one written, once the program lets the event loop run: starting a thread takes milliseconds. */
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
		const isRewrite = store.isWasteful;
		const pending = isRewrite ? store.nextFile() : store.nextRunAside();
		const run = await writeRunAside(store, pending, this.#keys.settings.engine);
		if (isRewrite) return store.endFile(pending, run);
		store.stageRun(pending, run);
		store.commit();
	}

	/** Pushes lines in parts, so that runs are written meanwhile: memory has room for eight tables. */
	async #push(lines: SeenLines, octets: Uint8Array): Promise<void> {
		for (let at = 0; at < octets.length; at += STREAM_BATCH) {
			await this.#pause();
			lines.push(octets.subarray(at, at + STREAM_BATCH));
		}
	}

	/** Waits for runs that fall behind. Throws the reason of the signal. */
	async #pause(): Promise<void> {
		this.#signal?.throwIfAborted();
		while (this.#merging !== undefined && this.#store.tables > MAX_WAITING) await this.#merging;
		this.#signal?.throwIfAborted();
	}

	get #opened(): Store {
		if (this.#isClosed) throw new UriError("store-closed", `The store ${this.#path} is closed.`);
		return this.#store;
	}

	get #writable(): Store {
		const store = this.#opened;
		if (this.#lock === undefined) throw new UriError("invalid-option", `The store ${this.#path} was opened with readOnly.`);
		return store;
	}

	#attempt<Result>(step: () => Result): Result {
		try {
			return step();
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#failure(error: unknown): unknown {
		try {
			return named("write", this.#path, () => {
				throw error;
			});
		} catch (failure) {
			return asStoreError(failure);
		}
	}
}

/** Throws UriError unless the store has keys of these rules, and this key. */
function expected(store: Store, keys: Keys, key: Uint8Array | undefined): Store {
	try {
		store.expect(keys);
		if (key !== undefined && !isSame(key, store.header.key)) throw invalidStore(0, "The store has another key");
		return store;
	} catch (error) {
		store.close();
		throw error;
	}
}

function asStoreError(error: unknown): unknown {
	return error instanceof LockFailure ? new UriError("seen-locked", `${error.message}.`) : asFileError(error);
}
