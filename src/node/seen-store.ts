/** Sets of references in files, which last, grow, and are never loaded as a whole: docs/internals/store.md. */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { OptionError, SetError, type UriError, unwrap } from "../errors";
import { type Octets, toOctets, toStrings } from "../input";
import type { Reject } from "../lines/batch";
import { OctetSink } from "../lines/octet-sink";
import { fingerprintsOf } from "../rules/fingerprint-all";
import type { Rules } from "../rules/rules";
import type { AddedLines } from "../seen/seen-set";
import type { Store } from "../store/store";
import { type OpenStore, openStore, type SeenStoreOptions } from "./open-store";
import { type Chunks, octetsOfChunks, SeenLines } from "./seen-lines";
import { attempt, StoreWriter } from "./store-writer";

/** References that `addAll` takes at a time. */
const BATCH = 50_000;
/** Octets of a stream after which its lines are flushed. */
const STREAM_BATCH = 4_194_304;

/** The results of a batch of a stream. */
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
 * One process writes to a file at a time. Keys that `flush` has acknowledged survive a kill, and a power failure if the disk keeps
 * synced data.
 *
 * All methods throw SetError `store-closed` after `close`, `store-failed` after a failed write or if the file was removed or replaced,
 * and `invalid-store` for damage; FileError if the file cannot be read or written.
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
	readonly #rules: Rules;
	readonly #store: Store;
	/** Absent with readOnly. */
	readonly #lockedWriter: StoreWriter | undefined;
	readonly #signal: AbortSignal | undefined;
	#isClosed = false;
	#closing: Promise<void> | undefined;

	private constructor(path: string, { store, rules, lock }: OpenStore, signal: AbortSignal | undefined) {
		this.#path = path;
		this.#rules = rules;
		this.#store = store;
		this.#lockedWriter = lock && new StoreWriter(path, store, lock, rules.settings.engine);
		this.#signal = signal;
	}

	/**
	 * Opens a file, or creates it with mode 0600. An empty file counts as none.
	 *
	 * Throws SetError `seen-locked` if another process is writing to it, `invalid-store` if it is no store, is damaged or has another
	 * version, width, key or options, `profile-mismatch` if its keys are of another profile or policy, OptionError,
	 * and FileError.
	 */
	static async open(path: string, options: SeenStoreOptions = {}): Promise<SeenStore> {
		return new SeenStore(path, await openStore(path, options), options.signal);
	}

	/** Number of references. */
	get size(): number {
		return this.#opened.count;
	}

	/** Adds a reference. Returns whether it was new; durable after the next `flush`. Throws UriError if it has no key. */
	add(reference: string): boolean {
		const store = this.#writable;
		const fingerprint = unwrap(this.#rules.tryFingerprint(reference, store.header.key));
		return attempt(this.#path, () => {
			if (store.isFull) this.#writer.makeRoom();
			return store.addKey(fingerprint);
		});
	}

	/** Whether a reference with the same key is in the set. Throws UriError if it has no key. */
	has(reference: string): boolean {
		const store = this.#opened;
		const fingerprint = unwrap(this.#rules.tryFingerprint(reference, store.header.key));
		return attempt(this.#path, () => store.has(fingerprint));
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
		this.#writer;
		const strings = toStrings(references);
		const results: (boolean | UriError)[] = [];
		for (let at = 0; at < strings.length; at += BATCH) {
			await this.#pause();
			for (const result of this.#addStrings(strings.slice(at, at + BATCH))) results.push(result);
		}
		return results;
	}

	/**
	 * Removes references, so that each counts as new again. Returns for each whether the set had it, or the error in its place. It rewrites
	 * the file, which blocks the thread for some 0.3 s for ten million keys, and acknowledges all that has been added: remove many at a time.
	 *
	 * @example
	 * ```ts
	 * const store = await SeenStore.open("fetched.seen");
	 * await store.addAll(["http://a", "http://b"]);
	 * await store.removeAll(["HTTP://A/", "http://c"]); // [true, false]
	 * store.has("http://a"); // false
	 * await store.close();
	 * ```
	 */
	async removeAll(references: Iterable<string>): Promise<(boolean | UriError)[]> {
		const store = this.#writable;
		const { kept, errors, count } = keptOf(toStrings(references), this.#rules, store.header.key);
		this.#signal?.throwIfAborted();
		await this.#writer.quiet();
		return attempt(this.#path, () => {
			const fingerprintAt = (at: number) => kept.subarray(at * FINGERPRINT_SIZE, (at + 1) * FINGERPRINT_SIZE);
			const had = Array.from({ length: count - errors.size }, (_, at) => this.#opened.has(fingerprintAt(at)));
			if (store.remove(kept) > 0) store.prepareSingle();
			return inOrder(count, errors, had);
		});
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
	async flush(): Promise<void> {
		return this.#writer.flush();
	}

	/** Flushes, and releases the file. Does nothing if that has been done. */
	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		const writer = this.#lockedWriter;
		try {
			await writer?.complete();
		} finally {
			this.#isClosed = true;
			await writer?.end();
			this.#store.close();
			writer?.unlock();
		}
	}

	#addStrings(references: readonly string[]): (boolean | UriError)[] {
		const { kept, errors, count } = keptOf(references, this.#rules, this.#writable.header.key);
		const marks = this.#addFingerprints(kept);
		return inOrder(
			count,
			errors,
			Array.from(marks, (mark) => mark === 0),
		);
	}

	#lines(keepsFresh: boolean): SeenLines {
		const { key } = this.#writable.header;
		return new SeenLines(this.#rules, key, (fingerprints) => this.#addFingerprints(fingerprints), keepsFresh);
	}

	async #acknowledged(lines: SeenLines): Promise<AddedBatch> {
		const { added, duplicates, rejects } = lines.next();
		await this.flush();
		return { added, known: duplicates, rejects };
	}

	#addFingerprints(fingerprints: Uint8Array): Uint8Array {
		return attempt(this.#path, () => this.#writable.addAll(fingerprints, () => this.#writer.makeRoom()));
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
		await this.#lockedWriter?.waitForRuns();
		this.#signal?.throwIfAborted();
	}

	get #opened(): Store {
		if (this.#isClosed) throw new SetError("store-closed", `The store ${this.#path} is closed.`);
		return this.#store;
	}

	get #writable(): Store {
		this.#writer;
		return this.#store;
	}

	get #writer(): StoreWriter {
		this.#opened;
		if (this.#lockedWriter !== undefined) return this.#lockedWriter;
		throw new OptionError("invalid-option", `The store ${this.#path} was opened with readOnly.`);
	}
}

/** References on their way into a store: the fingerprints of those that have a key, and the errors of the others, by their index. */
interface Kept {
	readonly count: number;
	readonly kept: Uint8Array;
	readonly errors: ReadonlyMap<number, UriError>;
}

function keptOf(references: readonly string[], rules: Rules, key: Uint8Array): Kept {
	const { values, errors } = fingerprintsOf(references, rules, key);
	const kept = new Uint8Array((references.length - errors.size) * FINGERPRINT_SIZE);
	let at = 0;
	for (let index = 0; index < references.length; ++index) {
		if (errors.has(index)) continue;
		kept.set(values.subarray(index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE), at);
		at += FINGERPRINT_SIZE;
	}
	return { count: references.length, kept, errors };
}

/** The results of all references, in order: `results` are those of references without an error. */
function inOrder(count: number, errors: Kept["errors"], results: readonly boolean[]): (boolean | UriError)[] {
	let place = 0;
	return Array.from({ length: count }, (_, index) => errors.get(index) ?? (results[place++] as boolean));
}
