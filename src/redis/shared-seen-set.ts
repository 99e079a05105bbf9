/**
 * A set of URLs on a server, shared by several crawlers.
 *
 * ```
 *   references ──▶ fingerprints ──▶ local set ── seen here before ──────────────▶ false
 *                                      └── not seen here ──▶ script on the server ──▶ true to one crawler, false to the others
 * ```
 *
 * The local set contains what the server has confirmed to store. While a call waits for the server, it contains more; other calls
 * of the same object therefore wait, and a failure empties it.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import { encoder } from "../engine/idna";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import { createKernel, engine } from "../engine/select";
import { UriError } from "../errors";
import { checkNames, choose, inputError, type Octets } from "../input";
import { describe, PROFILE_VERSION, resolveOptions, type Settings } from "../options";
import { type RedisClient, type RunScript, scriptsOn } from "./client";
import { fingerprintKeys, fingerprintLines, type KeyNormalizer, normalizerOf, SECRET_SIZE, secretOf } from "./fingerprint-all";
import { BUCKETS, FORMAT, MAX_BATCH, MAX_BUCKET_BITS, MEMBER_BITS } from "./scripts";

/** How a set stores fingerprints: all 128 bits, or 64 and more in a ninth of the memory. */
export type Variant = "exact" | "compact";

/** The key identity of default options, as `urlsieve/crawl` has it. */
const IDENTITY = `rfc3986@${PROFILE_VERSION}`;
const VARIANTS = { exact: "exact", compact: "compact" } as const;
const DEFAULT_CAPACITY = 100_000_000;
const DEFAULT_LOCAL = 1_000_000;

/** Options of a shared set. All are optional. */
export interface SharedSeenSetOptions {
	/** What makes the keys of references. All crawlers need the same. The default is a normalizer of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
	/** The key of the fingerprints, 16 octets. By default that of the set, which is random at first. */
	secret?: Octets | undefined;
	/** How fingerprints are stored. By default as the set has them; a new one is `"exact"`. */
	variant?: Variant | undefined;
	/** About how many URLs a new set will have. A compact set that becomes larger takes more memory. The default is 100,000,000. */
	capacity?: number | undefined;
	/** Max URLs to remember in this process, at 19 to 38 octets each, so as not to ask the server again. The default is 1,000,000. */
	local?: number | undefined;
}

/** What `add` returns. */
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
	/** What `acknowledge` takes. */
	readonly id: string;
	/** The URLs as they were given to `claim`. */
	readonly urls: string[];
}

/** What `claim` returns: the new ones as a batch under way. */
export interface Claimed extends Added, Batch {}

interface Stored {
	readonly identity: string;
	readonly secret: Buffer;
	readonly variant: Variant;
	readonly buckets: number;
}

/** A set of URLs on a Redis or Valkey server. Made by `SharedSeenSet.open`. */
export class SharedSeenSet {
	readonly #run: RunScript;
	readonly #name: string;
	readonly #normalizer: KeyNormalizer;
	readonly #stored: Stored;
	readonly #localLimit: number;
	#local: SeenTables;
	#size: number;
	/** Settles with the last call. */
	#last: Promise<unknown> = Promise.resolve();

	private constructor(run: RunScript, name: string, normalizer: KeyNormalizer, stored: Stored, local: number, size: number) {
		this.#run = run;
		this.#name = name;
		this.#normalizer = normalizer;
		this.#stored = stored;
		this.#localLimit = local;
		this.#local = emptySet();
		this.#size = size;
	}

	/**
	 * Opens the set `name`, or creates it. The secret and the identity of the normalizer are stored in it.
	 *
	 * Throws the client's error, and UriError `invalid-option` if the set has another secret, identity, variant or format than this
	 * crawler; the message names both.
	 */
	static async open(client: RedisClient, name: string, options: SharedSeenSetOptions = {}): Promise<SharedSeenSet> {
		checkNames(options, "normalizer", "secret", "variant", "capacity", "local");
		const { capacity = DEFAULT_CAPACITY, local = DEFAULT_LOCAL } = options;
		if (typeof name !== "string" || name === "") throw inputError(name, "name", "a string that is not empty");
		requireCount("capacity", capacity);
		requireCount("local", local);
		const normalizer = normalizerOf(options.normalizer);
		const run = scriptsOn(client);
		const ownVariant = choose("variant", options.variant ?? "exact", VARIANTS);
		const own = {
			identity: identityOf(normalizer.settings),
			secret: Buffer.from(options.secret === undefined ? randomBytes(SECRET_SIZE) : secretOf(options.secret)),
			variant: ownVariant,
			buckets: bucketsFor(ownVariant, capacity),
		};
		const key = keyOf(name);
		const words = [FORMAT, own.identity, own.secret.toString("hex"), own.variant, String(own.buckets)];
		const reply = ((await run("open", key, words)) as unknown[]).map(String);
		const [format, identity, secret, variant, buckets, size] = reply as [string, string, string, Variant, string, string];
		requireSame(name, "format", format, FORMAT);
		requireSame(name, "key identity", identity, own.identity);
		const stored = { identity, secret: Buffer.from(secret, "hex"), variant, buckets: Number(buckets) };
		if (options.secret !== undefined) requireSame(name, "secret with the check", checkOf(stored.secret), checkOf(own.secret));
		if (options.variant !== undefined) requireSame(name, "variant", variant, own.variant);
		return new SharedSeenSet(run, key, normalizer, stored, local, Number(size));
	}

	/** The key identity: what the keys of all crawlers are made by. */
	get identity(): string {
		return this.#stored.identity;
	}

	/** How the set stores fingerprints. */
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
	async add(references: readonly string[]): Promise<Added> {
		return this.#inTurn(() => this.#add(references, ""));
	}

	/**
	 * Like `add`, and notes the new URLs as a batch under way in the same atomic step. When they have been fetched, `acknowledge` the
	 * batch. If this crawler fails before, or the answer does not reach it, another one gets them by `reclaim`.
	 */
	async claim(references: readonly string[]): Promise<Claimed> {
		const id = randomUUID();
		const added = await this.#inTurn(() => this.#add(references, id));
		return { ...added, id, urls: references.filter((_, index) => added.results[index] === true) };
	}

	/** Ends a batch. Returns whether it was under way: false if it had no URLs, was acknowledged before or reclaimed by another. */
	async acknowledge(id: string): Promise<boolean> {
		return (await this.#run("acknowledge", this.#name, [id])) === 1;
	}

	/**
	 * Takes over the oldest batch that was claimed or reclaimed at least `olderThan` milliseconds ago, under a new id. Returns undefined
	 * if there is none. `olderThan` must be longer than a live crawler takes for a batch, else both fetch it.
	 */
	async reclaim(olderThan: number): Promise<Batch | undefined> {
		requireCount("olderThan", olderThan);
		const id = randomUUID();
		const urls = (await this.#run("reclaim", this.#name, [String(olderThan), id])) as unknown[];
		return urls.length === 0 ? undefined : { id, urls: urls.map(String) };
	}

	/** Runs a call after those before it, whether or not they succeed. */
	#inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
		const result = this.#last.then(call);
		this.#last = result.catch(() => undefined);
		return result;
	}

	async #add(references: readonly string[], id: string): Promise<Added> {
		if (references?.length > MAX_BATCH) {
			throw new UriError("invalid-input", `A batch has at most ${MAX_BATCH} references, not ${references.length}.`);
		}
		const { values: octets, errors } = fingerprintKeys(references, this.#normalizer, this.#stored.secret);
		try {
			const marks = this.#local.add(octets);
			const places = [...references.keys()].filter((index) => marks[index] === FRESH && !errors.has(index));
			const fresh = places.length === 0 ? [] : await this.#send(references, octets, places, id);
			return this.#added(references, errors, fresh);
		} catch (error) {
			this.#local = emptySet();
			throw error;
		} finally {
			if (this.#local.count > this.#localLimit) this.#local = emptySet();
		}
	}

	/** Adds the fingerprints at these places on the server. Returns the places of those that were new. */
	async #send(references: readonly string[], octets: Uint8Array, places: readonly number[], id: string): Promise<number[]> {
		const prints = Buffer.allocUnsafe(places.length * FINGERPRINT_SIZE);
		for (const [index, place] of places.entries()) {
			prints.set(octets.subarray(place * FINGERPRINT_SIZE, (place + 1) * FINGERPRINT_SIZE), index * FINGERPRINT_SIZE);
		}
		const urls = id === "" ? [] : places.map((place) => references[place] as string);
		const { secret, identity } = this.#stored;
		const words = [secret.toString("hex"), identity, id, prints, ...urls];
		const reply = ((await this.#run("add", this.#name, words)) as unknown[]).map(Number);
		this.#size = reply.pop() as number;
		return reply.map((index) => places[index] as number);
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

function emptySet(): SeenTables {
	return new SeenTables(() => createKernel(engine));
}

/** The key of a set. The braces keep all its keys on one server of a cluster. */
function keyOf(name: string): string {
	return `urlsieve:{${name}}`;
}

/** The number of sets for a capacity: a power of two. */
function bucketsFor(variant: Variant, capacity: number): number {
	const { meanMembers, minBits } = BUCKETS[variant];
	const bits = Math.ceil(Math.log2(Math.max(1, capacity / meanMembers)));
	return 2 ** Math.min(MAX_BUCKET_BITS, Math.max(minBits, bits));
}

/** The key identity of a normalizer: a line of ASCII. */
function identityOf(settings: KeyNormalizer["settings"]): string {
	if ("identity" in settings) return settings.identity;
	const usual = resolveOptions({ engine: settings.engine });
	return settings.word === usual.word ? IDENTITY : `${IDENTITY} ${describe(settings as Settings)}`;
}

/** Names a secret without revealing it. */
function checkOf(secret: Uint8Array): string {
	return Buffer.from(fingerprintLines(encoder.encode(`${IDENTITY}\n`), 1, secret).subarray(0, 4)).toString("hex");
}

function requireSame(name: string, what: string, stored: string, own: string): void {
	if (stored === own) return;
	throw new UriError("invalid-option", `The set "${name}" has the ${what} "${stored}", and this crawler "${own}".`);
}

function requireCount(name: string, value: number): void {
	if (Number.isInteger(value) && value >= 0) return;
	throw new UriError("invalid-option", `The option "${name}" must be a non-negative integer, not ${value}.`);
}
