/** Sets of pages: the keys of a profile or policy, in memory and as snapshots. */
import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import type { CrawlWorkspace } from "../crawl/crawl-kernel";
import { dedupeForms, toForm } from "../crawl/crawl-lines";
import { CrawlNormalizer } from "../crawl/crawl-normalizer";
import type { CrawlSettings } from "../crawl/crawl-options";
import { fingerprintKey } from "../crawl/crawl-reference";
import { crawlSnapshotChunks, mismatch, readCrawlSnapshot } from "../crawl/crawl-snapshot";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { createKernel } from "../engine/select";
import { LINES_CAPACITY } from "../engine/workspace";
import { UriError } from "../errors";
import { checkNames, inputError, type Octets, toOctets } from "../input";
import { addBatch, LineSieve, type Seen } from "../lines/line-sieve";
import { type Reject, rejectsOf } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { inBatches } from "../lines/strings";
import { checkCapacity, keyOf } from "../seen/set-options";
import { chunkStream, isSame } from "../seen/snapshot";

/** Options of a set. */
export interface SeenSetOptions {
	/** The normalizer whose keys are compared: `createNormalizer` with a profile or a policy. */
	normalizer: CrawlNormalizer;
	/** The key of the fingerprints, 16 octets. Random by default. Keep it secret: with it, one can construct collisions. */
	key?: Octets | undefined;
	/** Number of pages that the set begins with room for, at 20 octets each. */
	capacity?: number | undefined;
}

/** The result of `addLines`. */
export interface AddedPages {
	/** The URLs to fetch of the new pages, and what the normalizer's option `invalid` leaves of rejected lines, each ended by LF. */
	readonly fresh: Uint8Array;
	readonly added: number;
	readonly duplicates: number;
	readonly rejects: Reject[];
}

/**
 * A set of pages: references with the same key are equal.
 *
 * It stores a keyed 128-bit fingerprint (SipHash-1-3) of each key: 19 to 38 octets per page in a large set, outside the JavaScript
 * heap. Two different keys collide with probability 2^-128.
 *
 * @example
 * ```ts
 * const seen = new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) });
 * seen.add("http://example.com/?utm_source=feed"); // true: it is new
 * seen.add("HTTP://example.com/#top"); // false: it is the same page
 * seen.size; // 1
 * ```
 */
export class SeenSet {
	readonly #normalizer: CrawlNormalizer;
	#seen: Seen<CrawlSettings>;

	/** Throws UriError `invalid-option`, `invalid-input` if the key is not octets, or `set-full` if memory cannot be allocated. */
	constructor(options: SeenSetOptions) {
		const settings = settingsOf(options);
		const { normalizer, key, capacity } = options;
		const tables = new SeenTables(() => createKernel(settings.engine), { capacity });
		this.#normalizer = normalizer;
		this.#seen = { settings, key: keyOf(key), tables };
	}

	/** @internal */
	contents(): { readonly pages: Seen<CrawlSettings>; readonly workspace: CrawlWorkspace } {
		return { pages: this.#seen, workspace: this.#workspace };
	}

	/** Number of distinct pages. */
	get size(): number {
		return this.#seen.tables.count;
	}

	/** Memory used, in octets. */
	get byteLength(): number {
		return this.#seen.tables.byteLength;
	}

	/** Adds a reference. Returns whether its page was new. Throws UriError if it has no key, or `set-full`. */
	add(reference: string): boolean {
		return this.#seen.tables.add(this.#fingerprint(reference))[0] === FRESH;
	}

	/**
	 * Adds references, in order. Returns for each whether its page was new, or the error in its place.
	 *
	 * Throws UriError `set-full`. Some references may have been added by then.
	 *
	 * @example
	 * ```ts
	 * const seen = new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) });
	 * seen.addAll(["http://h/?b&a", "http://h/?a&b", "http://h/"]); // [true, false, true]
	 * ```
	 */
	addAll(references: readonly string[]): (boolean | UriError)[] {
		return inBatches(
			references,
			(reference) => this.#tryAdd(reference),
			toForm(this.#normalizer.settings, "key"),
			() => this.#workspace,
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

	/** Whether the page of a reference is in the set. Throws UriError if the reference has no key. */
	has(reference: string): boolean {
		return this.#seen.tables.has(this.#fingerprint(reference));
	}

	/** Returns the fingerprint of the key as 32 hex digits. Throws UriError if the reference has no key. */
	fingerprint(reference: string): string {
		return Array.from(this.#fingerprint(reference), (octet) => octet.toString(16).padStart(2, "0")).join("");
	}

	/**
	 * Adds one reference per line, ended by LF or CR LF. Lines that have no key are returned as `rejects`.
	 *
	 * Throws UriError `invalid-input` if `lines` are not octets, `set-full`, or under `invalid: "fail"` the error of the first invalid
	 * line, with its `line`. Some lines may have been added by then.
	 *
	 * @example
	 * ```ts
	 * const seen = new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) });
	 * const { fresh, added } = seen.addLines(new TextEncoder().encode("HTTP://h/?b&a\nhttp://h/?a&b\n"));
	 * added; // 1
	 * new TextDecoder().decode(fresh); // "http://h/?b&a\n"
	 * ```
	 */
	addLines(input: Octets): AddedPages {
		const lines = toOctets(input, "lines");
		const fresh = new OctetSink(lines.length);
		const rejects: Reject[] = [];
		const sieve = new LineSieve(this.#workspace, this.#seen, "normalized", (batch) => {
			fresh.append(batch.fresh);
			rejects.push(...rejectsOf(batch));
		});
		sieve.feed.push(lines);
		sieve.feed.end();
		return { fresh: fresh.octets(), added: sieve.added, duplicates: sieve.duplicates, rejects };
	}

	/**
	 * Adds every page of `other`. Throws UriError `invalid-option` unless both have the same key, `profile-mismatch` unless both have
	 * keys of the same profile or policy, or `set-full`.
	 */
	merge(other: SeenSet): void {
		const { key, settings, tables } = other.#seen;
		if (settings.identity !== this.#seen.settings.identity) throw mismatch(settings.identity, this.#seen.settings.identity);
		if (!isSame(this.#seen.key, key)) throw new UriError("invalid-option", "Cannot merge sets with different keys.");
		for (const fingerprints of tables.fingerprints()) this.#seen.tables.add(fingerprints);
	}

	/**
	 * Serializes the set, key included, as a versioned, checksummed snapshot of about 16 octets per page, with the identity of the
	 * profile or policy. `urlsieve dedupe --seen FILE` takes it, too.
	 *
	 * Do not modify the set until the stream has been read to its end.
	 */
	save(): ReadableStream<Uint8Array> {
		return chunkStream(crawlSnapshotChunks(this.#seen));
	}

	/**
	 * Restores a set from a snapshot, with its key.
	 *
	 * Throws UriError `invalid-snapshot` if the stream is not a snapshot, is damaged or truncated, or has another version or key, or
	 * `profile-mismatch` if its keys are not of the normalizer's profile or policy.
	 */
	static async load(stream: ReadableStream<Uint8Array>, options: SeenSetOptions): Promise<SeenSet> {
		const settings = settingsOf(options);
		const { normalizer, key, capacity } = options;
		const expected = key && keyOf(key);
		const seen = await readCrawlSnapshot(stream, settings, { key: expected, capacity });
		const set = new SeenSet({ normalizer, key: seen.key });
		set.#seen = seen;
		return set;
	}

	/** The fingerprint of the key. Valid until the next call. */
	#fingerprint(reference: string): Uint8Array {
		const { workspace } = this.#normalizer.opened;
		const error = fingerprintKey(reference, this.#normalizer.settings, workspace, this.#seen.key);
		if (error !== undefined) throw error;
		return workspace.kernel.octets.subarray(workspace.fingerprints, workspace.fingerprints + FINGERPRINT_SIZE);
	}

	/** The workspace, with room for lines. */
	get #workspace(): CrawlWorkspace {
		const { workspace } = this.#normalizer.opened;
		workspace.reserve(LINES_CAPACITY);
		return workspace;
	}
}

/** How the normalizer finds and writes new lines. Throws UriError `invalid-option` or `invalid-input`. */
function settingsOf(options: Partial<SeenSetOptions> = {}): CrawlSettings {
	checkNames(options, "normalizer", "key", "capacity");
	const { normalizer, capacity } = options;
	checkCapacity(capacity);
	if (!(normalizer instanceof CrawlNormalizer))
		throw inputError(normalizer, "normalizer", "what createNormalizer of this entry returns");
	if (normalizer.settings.profile === "rfc3986@1") {
		throw new UriError("invalid-option", 'Sets by rfc3986@1 are those of the entry "urlsieve": import SeenSet from there.');
	}
	return dedupeForms(normalizer.settings, "fetch").lines;
}
