/**
 * A set of URLs on a server, shared by several crawlers.
 *
 * ```
 *   references ──▶ fingerprints ──▶ local set ── known here ──▶ is the epoch of the server still the same? ── yes ──▶ false
 *                                      └── not known here ──▶ script on the server ◀── no ────┘
 *                                                                    └──▶ true to one crawler, false to the others
 * ```
 *
 * The local set contains fingerprints that the server has confirmed to store in one epoch, in which it has forgotten nothing. While a call waits
 * for the server, the local set contains more; other calls of the same object therefore wait, and a failure empties it.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { OptionError, type UriError } from "../errors";
import { checkNames, choose, inputError, type Octets, toStrings } from "../input";
import { resolveOptions } from "../options";
import { CoreRules } from "../rules/core-rules";
import { fingerprintsOf } from "../rules/fingerprint-all";
import { keyOf as secretOf } from "../rules/key-option";
import { type KeyNormalizer, type Rules, rulesOf } from "../rules/rules";
import { type RedisClient, type RunScript, scriptsOn } from "./client";
import { MAX_BATCH, MEMBER_BITS, MIN_KNOWN } from "./scripts";
import { bucketsFor, GENERATION_SIZE, keyOf, openStored, requireStored, type Stored, type Variant } from "./stored";

const VARIANTS = { exact: "exact", compact: "compact" } as const;
const DEFAULT_CAPACITY = 100_000_000;
const DEFAULT_LOCAL = 1_000_000;
/** Asks for the epoch that a local set begins in. */
const ANY_EPOCH = "?";

/** Options of a shared set. All are optional. */
export interface SharedSeenSetOptions {
	/** Makes the keys of references. All crawlers need the same one. The default is a normalizer of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
	/** The key of the fingerprints, 16 octets. By default that of the set, which is random at first. */
	secret?: Octets | undefined;
	/** The way in which fingerprints are stored. The default is that of the set; a new set is `"exact"`. */
	variant?: Variant | undefined;
	/** Expected number of URLs of a new set. A compact set that becomes larger takes more memory. The default is 100,000,000. */
	capacity?: number | undefined;
	/** Max URLs to remember in this process, at 19 to 38 octets each, so as not to send them to the server again. The default is 1,000,000. */
	local?: number | undefined;
}

/** The result of `add`. */
export interface Added {
	/** For each reference, whether it was new to all crawlers, or the error in its place. */
	readonly results: (boolean | UriError)[];
	/** Number of new ones. */
	readonly added: number;
	/** Number of URLs in the set. */
	readonly size: number;
	/** An upper bound of the chance that any URL of the set was taken for another one, and so for seen. */
	readonly errorChance: number;
}

/** URLs that one crawler has to fetch. */
export interface Batch {
	/** Passed to `acknowledge`. */
	readonly id: string;
	/** The URLs as they were given to `claim`. */
	readonly urls: string[];
}

/** The result of `claim`: the new ones as a batch under way. */
export interface Claimed extends Added, Batch {}

/** A set of URLs on a Redis or Valkey server. Made by `SharedSeenSet.open`. */
export class SharedSeenSet {
	readonly #run: RunScript;
	readonly #name: string;
	readonly #rules: Rules;
	readonly #stored: Stored;
	readonly #localLimit: number;
	#local: SeenTables;
	/** The epoch of the local set; empty if the server does not report it. */
	#epoch = "";
	#size: number;
	/** Settles with the last call. */
	#last: Promise<unknown> = Promise.resolve();

	private constructor(run: RunScript, name: string, rules: Rules, stored: Stored, local: number, size: number) {
		this.#run = run;
		this.#name = name;
		this.#rules = rules;
		this.#stored = stored;
		this.#localLimit = local;
		this.#local = this.#emptySet();
		this.#size = size;
	}

	/**
	 * Opens the set `name`, or creates it. The secret and the identity of the normalizer are stored in it.
	 *
	 * Throws the client's error, and OptionError `invalid-option` if the set has another secret, identity, variant or format than this
	 * crawler; the message names both.
	 */
	static async open(client: RedisClient, name: string, options: SharedSeenSetOptions = {}): Promise<SharedSeenSet> {
		checkNames(options, "normalizer", "secret", "variant", "capacity", "local");
		const { capacity = DEFAULT_CAPACITY, local = DEFAULT_LOCAL } = options;
		if (typeof name !== "string" || name === "") throw inputError(name, "name", "a string that is not empty");
		requireCount("capacity", capacity);
		requireCount("local", local);
		const rules = options.normalizer === undefined ? new CoreRules(resolveOptions()) : rulesOf(options.normalizer);
		const run = scriptsOn(client);
		const ownVariant = choose("variant", options.variant ?? "exact", VARIANTS);
		const given = { secret: options.secret !== undefined, variant: options.variant !== undefined };
		const own: Stored = {
			identity: rules.identity,
			secret: Buffer.from(secretOf(options.secret, "secret")),
			variant: ownVariant,
			buckets: bucketsFor(ownVariant, capacity),
			generation: randomBytes(GENERATION_SIZE).toString("hex"),
		};
		const key = keyOf(name);
		const { stored, size } = await openStored(run, name, own);
		requireStored(name, stored, own, given);
		return new SharedSeenSet(run, key, rules, stored, local, size);
	}

	/** The key identity: the rules that make the keys of all crawlers. */
	get identity(): string {
		return this.#stored.identity;
	}

	/** The way in which the set stores fingerprints. */
	get variant(): Variant {
		return this.#stored.variant;
	}

	/** The key of the fingerprints, 16 octets: keep it secret. */
	get secret(): Uint8Array {
		return new Uint8Array(this.#stored.secret);
	}

	/**
	 * Adds up to 10,000 references, in one atomic step. A URL is new to exactly one of the crawlers that add it at the same time.
	 *
	 * If the client fails, its error is thrown. The server has then stored either all of them or none. Use `claim` where a crawler
	 * must not lose URLs that were new to it when it failed.
	 */
	async add(references: Iterable<string>): Promise<Added> {
		const own = copyOf(references);
		return this.#inTurn(() => this.#add(own, ""));
	}

	/**
	 * Like `add`, and notes the new URLs as a batch under way in the same atomic step. When they have been fetched, `acknowledge` the
	 * batch. If this crawler fails before, or the answer does not reach it, another one gets them by `reclaim`.
	 */
	async claim(references: Iterable<string>): Promise<Claimed> {
		const own = copyOf(references);
		const id = randomUUID();
		const added = await this.#inTurn(() => this.#add(own, id));
		return { ...added, id, urls: own.filter((_, index) => added.results[index] === true) };
	}

	/** Ends a batch. Returns whether it was under way: false if it had no URLs, was acknowledged before or reclaimed by another. */
	async acknowledge(id: string): Promise<boolean> {
		if (typeof id !== "string") throw inputError(id, "id", "a string");
		return (await this.#run("acknowledge", this.#name, [id])) === 1;
	}

	/**
	 * Takes over the oldest batch that was claimed or reclaimed at least `olderThan` milliseconds ago, under a new id. Returns undefined
	 * if there is none. `olderThan` must be longer than a live crawler takes for a batch, else both fetch it.
	 */
	async reclaim(olderThan: number): Promise<Batch | undefined> {
		requireCount("olderThan", olderThan);
		const id = randomUUID();
		const words = [this.#stored.generation, String(olderThan), id];
		const urls = (await this.#run("reclaim", this.#name, words)) as unknown[];
		return urls.length === 0 ? undefined : { id, urls: urls.map(String) };
	}

	#emptySet(): SeenTables {
		return new SeenTables(() => this.#rules.createKernel());
	}

	/** Runs a call after the calls before it, whether or not they succeed. */
	#inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
		const result = this.#last.then(call);
		this.#last = result.catch(() => undefined);
		return result;
	}

	async #add(references: readonly string[], id: string): Promise<Added> {
		const { values: octets, errors } = fingerprintsOf(references, this.#rules, this.#stored.secret);
		const valid = [...references.keys()].filter((index) => !errors.has(index));
		try {
			const fresh =
				(await this.#addUnknown(references, octets, valid, id)) ?? (await this.#addAll(references, octets, valid, id));
			return this.#added(references, errors, fresh);
		} catch (error) {
			this.#local = this.#emptySet();
			throw error;
		} finally {
			if (this.#local.count > this.#localLimit || this.#epoch === "") this.#local = this.#emptySet();
		}
	}

	/** Adds the references that the local set does not know. Undefined if it knows too few, or the server may have forgotten some. */
	async #addUnknown(
		references: readonly string[],
		octets: Uint8Array,
		valid: number[],
		id: string,
	): Promise<number[] | undefined> {
		if (this.#local.count === 0 || this.#epoch === "") return undefined;
		const marks = this.#local.addKeys(octets);
		const unknown = valid.filter((index) => marks[index] === FRESH);
		if (valid.length - unknown.length < MIN_KNOWN) return undefined;
		const fresh = await this.#send(references, octets, unknown, id, this.#epoch);
		if (fresh === undefined) this.#local = this.#emptySet();
		return fresh;
	}

	/** Adds all references. An empty local set begins in the epoch of this call. */
	async #addAll(references: readonly string[], octets: Uint8Array, valid: number[], id: string): Promise<number[]> {
		if (valid.length === 0) return [];
		const begins = this.#localLimit > 0 && this.#local.count === 0;
		this.#local.addKeys(octets);
		return (await this.#send(references, octets, valid, id, begins ? ANY_EPOCH : "")) as number[];
	}

	/** Adds the fingerprints at these places on the server. Returns the places of those that were new; undefined in another epoch. */
	async #send(
		references: readonly string[],
		octets: Uint8Array,
		places: readonly number[],
		id: string,
		epoch: string,
	): Promise<number[] | undefined> {
		const prints = Buffer.allocUnsafe(places.length * FINGERPRINT_SIZE);
		for (const [index, place] of places.entries()) {
			prints.set(octets.subarray(place * FINGERPRINT_SIZE, (place + 1) * FINGERPRINT_SIZE), index * FINGERPRINT_SIZE);
		}
		const urls = id === "" ? [] : places.map((place) => references[place] as string);
		const reply = (await this.#run("add", this.#name, [this.#stored.generation, epoch, id, prints, ...urls])) as unknown[];
		const [current, size, ...fresh] = reply;
		if (size === undefined) return undefined;
		if (epoch === ANY_EPOCH) this.#epoch = String(current);
		this.#size = Number(size);
		return fresh.map((index) => places[Number(index)] as number);
	}

	#added(references: readonly string[], errors: ReadonlyMap<number, UriError>, fresh: readonly number[]): Added {
		const results: (boolean | UriError)[] = references.map((_, index) => errors.get(index) ?? false);
		for (const place of fresh) results[place] = true;
		return { results, added: fresh.length, size: this.#size, errorChance: this.#errorChance() };
	}

	/** The birthday bound. */
	#errorChance(): number {
		const { variant, buckets } = this.#stored;
		const values = variant === "exact" ? 256 ** FINGERPRINT_SIZE : 2 ** MEMBER_BITS * buckets;
		return Math.min(1, (this.#size * (this.#size - 1)) / 2 / values);
	}
}

/** The references as they are now: the caller may reuse the array while a call waits. Throws OptionError `invalid-input`. */
function copyOf(references: Iterable<string>): string[] {
	const copy = [...toStrings(references)];
	if (copy.length <= MAX_BATCH) return copy;
	throw new OptionError("invalid-input", `A batch has at most ${MAX_BATCH} references, not ${copy.length}.`);
}

function requireCount(name: string, value: number): void {
	if (Number.isInteger(value) && value >= 0) return;
	throw new OptionError("invalid-option", `The option "${name}" must be a non-negative integer, not ${value}.`);
}
