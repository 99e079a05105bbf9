/** Sets of references that have been seen, in memory and as snapshots. */
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { OptionError, UriError, unwrap } from "../errors";
import { checkNames, inputError, notText, type Octets, toOctets, toStrings } from "../input";
import { type Reject, rejectsOf } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import { LineSieve, type Seen } from "../lines/line-sieve";
import { OctetSink } from "../lines/octet-sink";
import { inBatches } from "../lines/strings";
import { resolveOptions } from "../options";
import { CoreRules } from "../rules/core-rules";
import { isSame } from "../rules/is-same";
import { checkCapacity, keyOf } from "../rules/key-option";
import { haveIdentity, type KeyNormalizer, type Rules, rulesOf } from "../rules/rules";
import { mismatch } from "./mismatch";
import { chunkStream, readSnapshot, type SnapshotSource, snapshotChunks } from "./snapshot";

/** Options of a set. All are optional. */
export interface SeenSetOptions {
	/**
	 * The normalizer whose keys are compared: of `urlsieve`, whose keys are normal forms, or of `urlsieve/crawl`. The default is one of
	 * `urlsieve` with default options, `rfc3986@1`, even for the `SeenSet` that `urlsieve/crawl` exports.
	 */
	normalizer?: KeyNormalizer | undefined;
	/** The key of the fingerprints, 16 octets. Random by default. Keep it secret: with it, anyone can construct collisions. */
	key?: Octets | undefined;
	/** Number of references for which the set initially has room, at 20 octets each. */
	capacity?: number | undefined;
}

/** The result of `addLines`. */
export interface AddedLines {
	/**
	 * The new lines as the normalizer writes them, by `urlsieve/crawl` the URLs to fetch, and rejected lines as its option `invalid`
	 * leaves them, each ended by LF.
	 */
	readonly fresh: Uint8Array;
	readonly added: number;
	readonly duplicates: number;
	readonly rejects: Reject[];
}

/** The memory of a set, and its rules. */
export interface SeenContents extends Seen {
	readonly rules: Rules;
	readonly tables: SeenTables;
}

/**
 * A set of references that treats those with the same key as equal: equivalent references or, by a normalizer of `urlsieve/crawl`,
 * references to the same page.
 *
 * It stores a keyed 128-bit fingerprint (SipHash-1-3) of each key: 19 to 38 octets per reference in a large set, outside the JavaScript
 * heap. Two different keys collide with probability 2^-128.
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
	#seen: SeenContents;

	/** Throws OptionError `invalid-option`, `invalid-input` if the key is not octets; SetError `set-full` if memory cannot be allocated. */
	constructor(options: SeenSetOptions = {}) {
		const rules = rulesIn(options) ?? new CoreRules(resolveOptions());
		const tables = new SeenTables(() => rules.createKernel(), { capacity: options.capacity });
		this.#seen = contentsOf(rules, keyOf(options.key), tables);
	}

	/** @internal */
	contents(): SeenContents {
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

	/** Adds a reference. Returns whether it was new. Throws UriError if it has no key, SetError `set-full`. */
	add(reference: string): boolean {
		return this.#seen.tables.addKeys(this.#fingerprint(reference))[0] === FRESH;
	}

	/**
	 * Adds references, an array or another iterable, in order. Returns for each whether it was new, or the error in its place.
	 *
	 * Throws OptionError `invalid-input` if `references` cannot be iterated, SetError `set-full`; some may have been added by then.
	 *
	 * @example
	 * ```ts
	 * new SeenSet().addAll(["http://a", "HTTP://A/", "http://b/"]); // [true, false, true]
	 * ```
	 */
	addAll(references: Iterable<string>): (boolean | UriError)[] {
		const { rules } = this.#seen;
		return inBatches(
			toStrings(references),
			(reference) => this.#tryAdd(reference),
			rules.lines("key"),
			() => rules.workspace(),
			(batch) => this.#seen.tables.addKeys(fingerprintBatch(batch, this.#seen.key)),
		);
	}

	/** Like `add`, but returns the error of a reference. */
	#tryAdd(reference: string): boolean | UriError {
		try {
			return notText(reference) ?? this.add(reference);
		} catch (error) {
			if (error instanceof UriError) return error;
			throw error;
		}
	}

	/** Whether a reference with the same key is in the set. Throws UriError if the reference has no key. */
	has(reference: string): boolean {
		return this.#seen.tables.has(this.#fingerprint(reference));
	}

	/** Returns the keyed fingerprint as 32 hex digits. Throws UriError if the reference has no key. */
	fingerprint(reference: string): string {
		return Array.from(this.#fingerprint(reference), (octet) => octet.toString(16).padStart(2, "0")).join("");
	}

	/**
	 * Adds one reference per line, ended by LF or CR LF. Lines that have no key are returned as `rejects`.
	 *
	 * Throws OptionError `invalid-input` if `lines` are not octets, SetError `set-full`, or under `invalid: "fail"` the error of the first
	 * invalid line, with its `line`. Some lines may have been added by then.
	 */
	addLines(input: Octets): AddedLines {
		const lines = toOctets(input, "lines");
		const fresh = new OctetSink(lines.length);
		const rejects: Reject[] = [];
		const sieve = new LineSieve(this.#seen.rules.workspace(), this.#seen, (octets, batch) => {
			fresh.append(octets);
			rejects.push(...rejectsOf(batch));
		});
		sieve.feed.push(lines);
		sieve.feed.end();
		return { fresh: fresh.octets(), added: sieve.added, duplicates: sieve.duplicates, rejects };
	}

	/**
	 * Adds every reference of `other`. Throws OptionError `invalid-input` if `other` is no set, `invalid-option` unless both have the same
	 * key and options; SetError `profile-mismatch` unless both have keys of the same profile or policy, `set-full`.
	 */
	merge(other: SeenSet): void {
		if (!(other instanceof SeenSet)) throw inputError(other, "other", "a SeenSet");
		const { rules, key, tables } = other.#seen;
		const own = this.#seen;
		const areOfCore = rules.coreWord !== undefined && own.rules.coreWord !== undefined;
		if (!areOfCore && !haveIdentity(own.rules, rules.identity)) throw mismatch(rules, own.rules);
		if (!isSame(own.key, key)) throw new OptionError("invalid-option", "Cannot merge sets with different keys.");
		if (rules.coreWord !== own.rules.coreWord)
			throw new OptionError("invalid-option", "Cannot merge sets with different options.");
		for (const fingerprints of tables.fingerprints()) own.tables.addKeys(fingerprints);
	}

	/**
	 * Serializes the set, key included, as a versioned, checksummed snapshot of about 16 octets per reference. `dedupe --seen` of the
	 * command line takes it, and turns it into a store. Rules of a profile or policy come with its identity.
	 *
	 * It has the set at the moment of the call. If the set changes before the stream has been read to its end, the rest of the
	 * snapshot is first copied in memory.
	 */
	save(): ReadableStream<Uint8Array> {
		const { rules, key, tables } = this.#seen;
		return chunkStream(snapshotChunks(rules, { key, tables: tables.read() }));
	}

	/**
	 * Restores a set from a snapshot: a stream of octets, or octets. It has the key of the snapshot and, without a `normalizer`, its
	 * options. A set of a profile or policy needs a normalizer of the same. Given `options` must match.
	 *
	 * Throws SetError `invalid-snapshot` if it is not a snapshot, is damaged or truncated, or has another version, key or options,
	 * `profile-mismatch` if its keys are not of the normalizer's profile or policy, and `invalid-input` or `invalid-option`.
	 */
	static async load(snapshot: SnapshotSource, options: SeenSetOptions = {}): Promise<SeenSet> {
		const expected = { rules: rulesIn(options), key: options.key && keyOf(options.key), capacity: options.capacity };
		const { rules, key, tables } = await readSnapshot(snapshot, expected);
		const set = new SeenSet({ ...options, capacity: 0 });
		set.#seen = contentsOf(rules, key, tables);
		return set;
	}

	/** The fingerprint of the key. Valid until the next call. */
	#fingerprint(reference: string): Uint8Array {
		const { rules, key } = this.#seen;
		return unwrap(rules.tryFingerprint(reference, key));
	}
}

/** The keys of the normalizer, if one is given. Throws OptionError `invalid-option` or `invalid-input`. */
function rulesIn(options: SeenSetOptions): Rules | undefined {
	checkNames(options, "normalizer", "key", "capacity");
	const { normalizer, capacity } = options;
	checkCapacity(capacity);
	return normalizer === undefined ? undefined : rulesOf(normalizer);
}

function contentsOf(rules: Rules, key: Uint8Array, tables: SeenTables): SeenContents {
	return { rules, settings: rules.lines("both"), key, tables };
}
