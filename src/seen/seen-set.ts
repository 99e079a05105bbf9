/** Sets of references: which have been seen, in memory and as snapshots. */

import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { createKernel } from "../engine/select";
import { linesWorkspace, referenceWorkspace } from "../engine/shared";
import { UriError, unwrap } from "../errors";
import { checkNames, inputError, type Octets, toOctets } from "../input";
import { addBatch, LineSieve, type Seen } from "../lines/line-sieve";
import { type Reject, rejectsOf } from "../lines/lines";
import { ObservedFingerprints } from "../lines/observed-fingerprints";
import { OctetSink } from "../lines/octet-sink";
import { inBatches } from "../lines/strings";
import { resolveOptions, type Settings } from "../options";
import { normalizeOctets } from "../reference/reference";
import type { ReferenceNormalizer } from "../reference/reference-normalizer";
import { checkCapacity, keyOf } from "./set-options";
import { chunkStream, isSame, readSnapshot, snapshotChunks } from "./snapshot";

/** Options of a set. All are optional. */
export interface SeenSetOptions {
	/** The normalizer whose normal forms are compared. The default is one with default options. */
	normalizer?: ReferenceNormalizer | undefined;
	/** The key of the fingerprints, 16 octets. Random by default. Keep it secret: with it, one can construct collisions. */
	key?: Octets | undefined;
	/** Number of references that the set begins with room for, at 20 octets each. */
	capacity?: number | undefined;
	/** Whether references that the normalizer observed to lead to the same resource are equal. The default is `false`. */
	byObserved?: boolean | undefined;
}

/** The result of `addLines`. */
export interface AddedLines {
	/** The new lines in normal form, and what the normalizer's option `invalid` leaves of rejected ones, each ended by LF. */
	readonly fresh: Uint8Array;
	readonly added: number;
	readonly duplicates: number;
	readonly rejects: Reject[];
}

/**
 * A set of references that treats equivalent ones as equal.
 *
 * It stores a keyed 128-bit fingerprint (SipHash-1-3) of each normal form: 19 to 38 octets per reference in a large set, outside
 * the JavaScript heap. Two different normal forms collide with probability 2^-128.
 *
 * @example
 * ```ts
 * const seen = new SeenSet();
 * seen.add("http://example.com"); // true: it is new
 * seen.add("HTTP://EXAMPLE.com:80/"); // false: it is the same
 * seen.size; // 1
 * ```
 */
export class SeenSet {
	#seen: Seen<Settings>;

	/** Throws UriError `invalid-option`, `invalid-input` if the key is not octets, or `set-full` if memory cannot be allocated. */
	constructor(options: SeenSetOptions = {}) {
		const settings = settingsOf(options) ?? resolveOptions();
		const { normalizer, byObserved, capacity } = options;
		const key = keyOf(options.key);
		const tables = new SeenTables(() => createKernel(settings.engine), { capacity });
		const observed =
			normalizer !== undefined && byObserved
				? new ObservedFingerprints(normalizer.observed, (normal) => this.#plainFingerprint(normal))
				: undefined;
		this.#seen = { settings, key, tables, observed };
	}

	/** @internal */
	contents(): Seen<Settings> {
		return this.#seen;
	}

	/** Number of distinct references. */
	get size(): number {
		return this.#seen.tables.count;
	}

	/** Memory used, in octets. */
	get byteLength(): number {
		return this.#seen.tables.byteLength;
	}

	/** Adds a reference. Returns whether it was new. Throws UriError if it has no normal form, or `set-full`. */
	add(reference: string): boolean {
		return this.#seen.tables.add(this.#fingerprint(reference))[0] === FRESH;
	}

	/**
	 * Adds references, in order. Returns for each whether it was new, or the error in its place.
	 *
	 * Throws UriError `set-full`. Some references may have been added by then.
	 *
	 * @example
	 * ```ts
	 * new SeenSet().addAll(["http://a", "HTTP://A/", "http://b/"]); // [true, false, true]
	 * ```
	 */
	addAll(references: readonly string[]): (boolean | UriError)[] {
		return inBatches(
			references,
			(reference) => this.#tryAdd(reference),
			this.#seen.settings,
			linesWorkspace,
			(batch, workspace) => addBatch(this.#seen, batch, workspace),
		);
	}

	/** Like `add`, but returns the error of a reference. */
	#tryAdd(reference: string): boolean | UriError {
		try {
			return this.add(reference);
		} catch (error) {
			if (error instanceof UriError && error.code !== "set-full") return error;
			throw error;
		}
	}

	/** Whether an equivalent reference is in the set. Throws UriError if the reference has no normal form. */
	has(reference: string): boolean {
		return this.#seen.tables.has(this.#fingerprint(reference));
	}

	/** Returns the keyed fingerprint as 32 hex digits. Throws UriError if the reference has no normal form. */
	fingerprint(reference: string): string {
		return Array.from(this.#fingerprint(reference), (octet) => octet.toString(16).padStart(2, "0")).join("");
	}

	/**
	 * Adds one reference per line, ended by LF or CR LF. Lines that cannot be normalized are returned as `rejects`.
	 *
	 * Throws UriError `invalid-input` if `lines` are not octets, `set-full`, or under `invalid: "fail"` the error of the first invalid
	 * line, with its `line`. Some lines may have been added by then.
	 */
	addLines(input: Octets): AddedLines {
		const lines = toOctets(input, "lines");
		const fresh = new OctetSink(lines.length);
		const rejects: Reject[] = [];
		const sieve = new LineSieve(linesWorkspace(this.#seen.settings.engine), this.#seen, "normalized", (batch) => {
			fresh.append(batch.fresh);
			rejects.push(...rejectsOf(batch));
		});
		sieve.feed.push(lines);
		sieve.feed.end();
		return { fresh: fresh.octets(), added: sieve.added, duplicates: sieve.duplicates, rejects };
	}

	/** Adds every reference of `other`. Throws UriError `invalid-option` unless both have the same key and options, or `set-full`. */
	merge(other: SeenSet): void {
		const theirs = other.contents();
		const isSameKey = isSame(this.#seen.key, theirs.key);
		if (!isSameKey || this.#seen.settings.word !== theirs.settings.word) {
			const difference = isSameKey ? "options" : "keys";
			throw new UriError("invalid-option", `Cannot merge sets with different ${difference}.`);
		}
		for (const fingerprints of theirs.tables.fingerprints()) this.#seen.tables.add(fingerprints);
	}

	/**
	 * Serializes the set, key included, as a versioned, checksummed snapshot of about 16 octets per reference.
	 *
	 * Do not modify the set until the stream has been read to its end.
	 */
	save(): ReadableStream<Uint8Array> {
		return chunkStream(snapshotChunks(this.#seen));
	}

	/**
	 * Restores a set from a snapshot, with its key and options. Those given in `options` must match.
	 *
	 * Throws UriError `invalid-snapshot` if the stream is not a snapshot, is damaged or truncated, or has another version, key or
	 * options.
	 */
	static async load(stream: ReadableStream<Uint8Array>, options: SeenSetOptions = {}): Promise<SeenSet> {
		const { normalizer, key, capacity, byObserved } = options;
		const settings = settingsOf(options);
		const seen = await readSnapshot(stream, { settings, key: key && toOctets(key, "key"), capacity });
		const set = new SeenSet({ normalizer, key: seen.key, byObserved });
		set.#seen = { ...seen, observed: set.#seen.observed };
		return set;
	}

	#fingerprint(reference: string): Uint8Array {
		let fingerprint = this.#plainFingerprint(reference);
		const { observed } = this.#seen;
		if (observed) {
			fingerprint = fingerprint.slice();
			observed.replace(new Int32Array(fingerprint.buffer), 0, 1);
		}
		return fingerprint;
	}

	/** The fingerprint of the normal form, regardless of observations. Valid until the next call. */
	#plainFingerprint(reference: string): Uint8Array {
		const { settings, key } = this.#seen;
		const workspace = referenceWorkspace(settings.engine);
		const normal = unwrap(normalizeOctets(reference, settings, workspace));
		workspace.setKey(key);
		workspace.kernel.call.fingerprint(workspace.key, normal.start, normal.end, workspace.fingerprints);
		return workspace.kernel.octets.subarray(workspace.fingerprints, workspace.fingerprints + FINGERPRINT_SIZE);
	}
}

/** The settings of the normalizer, if one is given. Throws UriError `invalid-option` or `invalid-input`. */
function settingsOf(options: SeenSetOptions): Settings | undefined {
	checkNames(options, "normalizer", "key", "capacity", "byObserved");
	const { normalizer, capacity } = options;
	checkCapacity(capacity);
	if (normalizer && !normalizer.settings) throw inputError(normalizer, "normalizer", "a Normalizer");
	return normalizer?.settings;
}
