/** The set of what has been seen. */

import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { createKernel } from "../engine/select";
import { linesWorkspace, referenceWorkspace } from "../engine/shared";
import { UriError, unwrap } from "../errors";
import { checkNames, inputError, type Octets, toOctets } from "../input";
import { LineSieve, type Seen } from "../lines/line-sieve";
import { type Reject, rejectsOf } from "../lines/lines";
import { ObservedFingerprints } from "../lines/observed-fingerprints";
import { OctetSink } from "../lines/octet-sink";
import { resolveOptions, type Settings } from "../options";
import { normalizeOctets } from "../reference/reference";
import type { ReferenceNormalizer } from "../reference/reference-normalizer";
import { isSame, readSnapshot, snapshotStream } from "./snapshot";

const KEY_SIZE = 16;
const FINGERPRINT_SIZE = 16;

/** How a set is made. Every option may be left out. */
export interface SeenSetOptions {
	/** What references are normalized by before they are compared: the default normalizer unless given. */
	normalizer?: ReferenceNormalizer | undefined;
	/** The key of the fingerprints, 16 octets: random unless given. Whoever knows it can make references that collide. */
	key?: Octets | undefined;
	/** Number of references for which room is made at once. */
	capacity?: number | undefined;
	/** `true`: what the normalizer has observed to lead to the same counts as one; `false` unless given. See `Normalizer.observe`. */
	byObserved?: boolean | undefined;
}

/** What `addLines` answers. */
export interface AddedLines {
	/** The new lines in normal form, and what the normalizer's option `invalid` leaves of rejected ones; each ended by LF. */
	readonly fresh: Uint8Array;
	readonly added: number;
	readonly duplicates: number;
	readonly rejects: Reject[];
}

/**
 * A set of references that knows them by keyed 128-bit fingerprints of their normal forms, 19 to 38 octets each, in memory
 * outside the JavaScript heap.
 *
 * Two different normal forms have the same fingerprint with a chance of 2^-128 for each pair.
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
	#seen: Seen;

	/** Throws UriError `invalid-option`, `invalid-input` if the key is not octets, or `set-full` if memory cannot be allocated. */
	constructor(options: SeenSetOptions = {}) {
		const settings = settingsOf(options) ?? resolveOptions();
		const { normalizer, byObserved, capacity, key: given = crypto.getRandomValues(new Uint8Array(KEY_SIZE)) } = options;
		const key = toOctets(given, "key").slice();
		if (key.length !== KEY_SIZE) {
			throw new UriError("invalid-option", `The key of a set has ${KEY_SIZE} octets, not ${key.length}.`);
		}
		const tables = new SeenTables(() => createKernel(settings.engine), { capacity });
		const observed =
			normalizer !== undefined && byObserved
				? new ObservedFingerprints(normalizer.observed, (normal) => this.#plainFingerprint(normal))
				: undefined;
		this.#seen = { settings, key, tables, observed };
	}

	/** @internal What the set is made of. */
	contents(): Seen {
		return this.#seen;
	}

	/** Number of references in the set; equal ones count once. */
	get size(): number {
		return this.#seen.tables.count;
	}

	/** Octets of memory that the set takes. */
	get byteLength(): number {
		return this.#seen.tables.byteLength;
	}

	/** Adds a reference. Answers whether it is new. Throws UriError when it has no normal form, or `set-full`: see `addLines`. */
	add(reference: string): boolean {
		return this.#seen.tables.add(this.#fingerprint(reference))[0] === FRESH;
	}

	/** Says whether an equal reference is in the set. Throws UriError when it has no normal form. */
	has(reference: string): boolean {
		return this.#seen.tables.has(this.#fingerprint(reference));
	}

	/** The fingerprint of a reference under the set's key: 32 hex digits. Throws UriError when it has no normal form. */
	fingerprint(reference: string): string {
		return Array.from(this.#fingerprint(reference), (octet) => octet.toString(16).padStart(2, "0")).join("");
	}

	/**
	 * Adds the references of lines, ended by LF or CR LF. A line that cannot be normalized is a reject and not added.
	 *
	 * Throws UriError `invalid-input` if `lines` are not octets; `set-full` when the machine has no memory for some of them; others
	 * may have been added then.
	 */
	addLines(input: Octets): AddedLines {
		const lines = toOctets(input, "lines");
		const fresh = new OctetSink(lines.length);
		const rejects: Reject[] = [];
		const sieve = new LineSieve(linesWorkspace(this.#seen.settings.engine), this.#seen, "normalized", (batch) => {
			fresh.append(batch.fresh);
			if (batch.rejects > 0) rejects.push(...rejectsOf(batch));
		});
		sieve.feed.push(lines);
		sieve.feed.end();
		return { fresh: fresh.octets(), added: sieve.added, duplicates: sieve.duplicates, rejects };
	}

	/** Adds all that is in `other`. Throws UriError `invalid-option` unless both have the same key and the same options. */
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
	 * The set as a stream of octets: versioned, checksummed, 16 octets a reference. It has the key in it.
	 *
	 * The set must not change before the stream is read.
	 */
	save(): ReadableStream<Uint8Array> {
		return snapshotStream(this.#seen);
	}

	/**
	 * The set that was saved. `options` may say what it has to have been made with.
	 *
	 * Throws UriError `invalid-snapshot`, with a sentence that says whether the stream is no snapshot, of another version,
	 * damaged, cut short, or made with another key or other options.
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
		const fingerprint = this.#plainFingerprint(reference);
		const { observed } = this.#seen;
		if (observed === undefined) return fingerprint;
		const copy = fingerprint.slice();
		observed.replace(new Int32Array(copy.buffer), 0, 1);
		return copy;
	}

	/** The fingerprint of the normal form, whatever was observed. Valid until the next one. */
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
	const { normalizer, capacity = 0 } = options;
	if (!Number.isInteger(capacity) || capacity < 0) {
		throw new UriError("invalid-option", `The option "capacity" must be a whole number, not ${capacity}.`);
	}
	if (normalizer && !normalizer.settings) throw inputError(normalizer, "normalizer", "a Normalizer");
	return normalizer?.settings;
}
