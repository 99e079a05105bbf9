/**
 * Snapshots of sets of keys, in format 2: format 1 (../seen/snapshot.ts) with the identity of the keys behind the header, and with 0 as
 * profile version and options word.
 *
 * ```
 *   identity  0 n, u32, at most 65,535   4 n octets: what the keys are by, a line of ASCII   4 + n check, as of a block
 * ```
 *
 * So writing adds the identity to what the core writes, and reading takes it out of what the core reads.
 */
import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import { encoder } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import { UriError } from "../errors";
import type { Seen } from "../lines/line-sieve";
import { PROFILE_VERSION, resolveOptions, type Settings } from "../options";
import {
	CHECK_AT,
	checkOf,
	damaged,
	type Expected,
	FORMAT_AT,
	HEADER_SIZE,
	isSame,
	KEY_AT,
	MAGIC,
	FORMAT as PLAIN_FORMAT,
	PROFILE_AT,
	readSnapshot,
	type Stored,
	snapshotChunks,
	unusable,
	WORD_AT,
} from "../seen/snapshot";
import type { CrawlSettings } from "./crawl-options";

const FORMAT = 2;
const MAX_IDENTITY = 65535;
/** Octets of the length before the identity. */
const LENGTH_SIZE = 4;

/** Yields the header, the identity, then the blocks. */
export function* crawlSnapshotChunks({ settings, key, tables }: Stored<CrawlSettings>): Generator<Uint8Array> {
	const { identity, engine } = settings;
	const plain = snapshotChunks({ settings: plainSettings(engine), key, tables });
	yield withFields(plain.next().value, [FORMAT, 0, 0], engine);
	const line = encoder.encode(identity);
	const octets = new Uint8Array(LENGTH_SIZE + line.length);
	new DataView(octets.buffer).setUint32(0, line.length, true);
	octets.set(line, LENGTH_SIZE);
	yield octets;
	yield checkOf(octets, key, engine);
	yield* plain;
}

/**
 * Restores a set whose keys have the identity of the settings. Throws UriError `invalid-snapshot`, or `profile-mismatch` for other
 * keys.
 */
export async function readCrawlSnapshot(
	stream: ReadableStream<Uint8Array>,
	settings: CrawlSettings,
	restored: Omit<Expected, "settings">,
): Promise<Seen<CrawlSettings>> {
	const plain = plainSettings(settings.engine);
	const source = new PlainSource(stream, settings, plain.word);
	try {
		const { key, tables } = await readSnapshot(source.stream(), { settings: plain, ...restored });
		return { settings, key, tables };
	} catch (error) {
		throw error instanceof UriError && error.code === "invalid-snapshot" ? source.moved(error) : error;
	}
}

/** What the core takes a set of keys for. */
function plainSettings(engine: Engine): Settings {
	return resolveOptions({ engine });
}

/** A header with another format, profile version and options word. */
function withFields(header: Uint8Array, [format, profile, word]: readonly [number, number, number], engine: Engine): Uint8Array {
	const octets = header.slice();
	const view = new DataView(octets.buffer);
	view.setUint32(FORMAT_AT, format, true);
	view.setUint32(PROFILE_AT, profile, true);
	view.setUint32(WORD_AT, word, true);
	octets.set(checkOf(octets.subarray(0, CHECK_AT), octets.subarray(KEY_AT, CHECK_AT), engine), CHECK_AT);
	return octets;
}

/** Turns a snapshot in format 2 into one in format 1. */
class PlainSource {
	readonly #chunks: AsyncIterator<Uint8Array>;
	readonly #settings: CrawlSettings;
	readonly #word: number;
	#head = new Uint8Array(0);
	/** Octets taken out. */
	#removed = 0;

	constructor(stream: ReadableStream<Uint8Array>, settings: CrawlSettings, word: number) {
		this.#chunks = stream[Symbol.asyncIterator]();
		this.#settings = settings;
		this.#word = word;
	}

	stream(): ReadableStream<Uint8Array> {
		const octets = this.#octets();
		return new ReadableStream({
			async pull(controller) {
				const { done, value } = await octets.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
		});
	}

	/** The same error, with its offset in the whole snapshot. */
	moved({ message, offset }: UriError): UriError {
		return offset < HEADER_SIZE ? unusable(offset, reasonIn(message)) : unusable(offset + this.#removed, reasonIn(message));
	}

	async *#octets(): AsyncGenerator<Uint8Array> {
		const { engine, identity } = this.#settings;
		if (await this.#has(HEADER_SIZE)) {
			const format = this.#view().getUint32(FORMAT_AT, true);
			const isSnapshot = isSame(this.#head.subarray(0, MAGIC.length), MAGIC);
			if (isSnapshot && format === PLAIN_FORMAT) throw mismatch("rfc3986@1", identity);
			if (isSnapshot && format === FORMAT) {
				const end = await this.#checkIdentity();
				yield withFields(this.#head.subarray(0, HEADER_SIZE), [PLAIN_FORMAT, PROFILE_VERSION, this.#word], engine);
				this.#head = this.#head.slice(end);
			}
		}
		yield this.#head;
		yield* { [Symbol.asyncIterator]: () => this.#chunks };
	}

	/** Checks header and identity. Returns the end of the identity. */
	async #checkIdentity(): Promise<number> {
		const { engine, identity } = this.#settings;
		const key = this.#head.slice(KEY_AT, CHECK_AT);
		const isWhole = (start: number, end: number) =>
			isSame(checkOf(this.#head.subarray(start, end), key, engine), this.#head.subarray(end, end + FINGERPRINT_SIZE));
		if (!isWhole(0, CHECK_AT)) throw damaged(CHECK_AT, "the checksum of the header is wrong");
		const start = HEADER_SIZE + LENGTH_SIZE;
		const length = (await this.#has(start)) ? this.#view().getUint32(HEADER_SIZE, true) : 0;
		const end = start + length;
		if (length > MAX_IDENTITY || !(await this.#has(end + FINGERPRINT_SIZE)) || !isWhole(HEADER_SIZE, end)) {
			throw damaged(HEADER_SIZE, "the checksum of the identity is wrong");
		}
		const theirs = new TextDecoder().decode(this.#head.subarray(start, end));
		if (theirs !== identity) throw mismatch(theirs, identity);
		this.#removed = end + FINGERPRINT_SIZE - HEADER_SIZE;
		return end + FINGERPRINT_SIZE;
	}

	#view(): DataView {
		return new DataView(this.#head.buffer);
	}

	/** Reads until `count` octets are buffered. Returns false if the snapshot ends before. */
	async #has(count: number): Promise<boolean> {
		while (this.#head.length < count) {
			const { done, value } = await this.#chunks.next();
			if (done) return false;
			const longer = new Uint8Array(this.#head.length + value.length);
			longer.set(this.#head);
			longer.set(value, this.#head.length);
			this.#head = longer;
		}
		return true;
	}
}

/** The sentence of `unusable` without the place. */
function reasonIn(message: string): string {
	return message.replace(/ \(at octet \d+\)\.$/, "");
}

/** The error for a set whose keys have another identity. */
export function mismatch(theirs: string, ours: string): UriError {
	return new UriError("profile-mismatch", `The set has keys of ${theirs}, not of ${ours}.`);
}
