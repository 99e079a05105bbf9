/**
 * Snapshots: a set serialized as a stream of octets. All numbers are little-endian.
 *
 * ```
 *   header    0 "urlsieve"   8 format, u32   12 profile version, u32   16 options word, u32   20 zeros
 *            24 number of fingerprints, u64   32 key, 16 octets   48 check, 16 octets
 *   block     0 n, u32, at most 4,096   4 number of the block, u32, from 0   8 n fingerprints of 16 octets   8 + 16 n check
 *   end       a block of no fingerprints; nothing after it
 * ```
 *
 * A check is the keyed fingerprint of the octets before it in the header or block. It detects damage, not forgery: the key is in
 * the snapshot, and whoever can read that can construct collisions.
 */
import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import { encoder } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import type { Ordinals } from "../engine/ordinals";
import { SeenTables } from "../engine/seen-tables";
import { createKernel, engine as defaultEngine } from "../engine/select";
import { linesWorkspace } from "../engine/shared";
import { UriError } from "../errors";
import { toOctets } from "../input";
import type { Seen as AnySeen } from "../lines/line-sieve";
import type { LineSettings } from "../lines/lines";
import { describe, PROFILE_VERSION, type Settings, settingsFromWord } from "../options";

export const MAGIC: Uint8Array = /*@__PURE__*/ encoder.encode("urlsieve");
export const FORMAT = 1;
export const HEADER_SIZE = 64;
const BLOCK_HEADER_SIZE = 8;

const MAX_IN_BLOCK = 4096;

/** Offsets of the fields of the header. */
export const FORMAT_AT = 8;
export const PROFILE_AT = 12;
export const WORD_AT = 16;
const COUNT_AT = 24;
export const KEY_AT = 32;
export const CHECK_AT = 48;

/** How a set is restored. */
export interface Restored {
	readonly capacity?: number | undefined;
	/** Makes the restored set return ordinals: see SeenTablesSettings. */
	readonly ordinals?: Ordinals | undefined;
	/** Takes the fingerprints in place of new tables. */
	readonly tables?: { readonly count: number; add(fingerprints: Uint8Array): unknown } | undefined;
}

/** What the snapshot must match, where given, and how to restore it. */
export interface Expected extends Restored {
	readonly settings?: Settings | undefined;
	readonly key?: Uint8Array | undefined;
}

/** What of a set is in a snapshot. */
export interface Stored<Rules extends LineSettings = Settings> extends Pick<AnySeen<Rules>, "settings" | "key"> {
	readonly tables: Pick<SeenTables, "count" | "fingerprints">;
}

type Seen = AnySeen<Settings>;

/** Chunks as a stream, one at a time. */
export function chunkStream(chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
	return new ReadableStream({
		pull(controller) {
			const { done, value } = chunks.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
	});
}

/** Yields the header, then the blocks. */
export function* snapshotChunks(seen: Stored): Generator<Uint8Array> {
	yield header(seen);
	let number = 0;
	for (const fingerprints of seen.tables.fingerprints()) {
		for (let at = 0; at < fingerprints.length; at += MAX_IN_BLOCK * FINGERPRINT_SIZE) {
			yield block(number++, fingerprints.subarray(at, at + MAX_IN_BLOCK * FINGERPRINT_SIZE), seen);
		}
	}
	yield block(number, new Uint8Array(0), seen);
}

function header({ settings, key, tables }: Stored): Uint8Array {
	const octets = new Uint8Array(HEADER_SIZE);
	const view = new DataView(octets.buffer);
	octets.set(MAGIC);
	view.setUint32(FORMAT_AT, FORMAT, true);
	view.setUint32(PROFILE_AT, PROFILE_VERSION, true);
	view.setUint32(WORD_AT, settings.word, true);
	view.setBigUint64(COUNT_AT, BigInt(tables.count), true);
	octets.set(key, KEY_AT);
	octets.set(checkOf(octets.subarray(0, CHECK_AT), key, settings.engine), CHECK_AT);
	return octets;
}

function block(number: number, fingerprints: Uint8Array, { settings, key }: Pick<Seen, "settings" | "key">): Uint8Array {
	const end = BLOCK_HEADER_SIZE + fingerprints.length;
	const octets = new Uint8Array(end + FINGERPRINT_SIZE);
	const view = new DataView(octets.buffer);
	view.setUint32(0, fingerprints.length / FINGERPRINT_SIZE, true);
	view.setUint32(4, number, true);
	octets.set(fingerprints, BLOCK_HEADER_SIZE);
	octets.set(checkOf(octets.subarray(0, end), key, settings.engine), end);
	return octets;
}

/** The keyed fingerprint of octets. Requires: they fit LINES_CAPACITY. */
export function checkOf(octets: Uint8Array, key: Uint8Array, engine: Engine): Uint8Array {
	const workspace = linesWorkspace(engine);
	const { kernel, input, fingerprints } = workspace;
	workspace.inputOctets.set(octets);
	workspace.setKey(key);
	kernel.call.fingerprint(workspace.key, input, input + octets.length, fingerprints);
	return kernel.octets.slice(fingerprints, fingerprints + FINGERPRINT_SIZE);
}

/** Restores a set. Throws UriError `invalid-snapshot`. */
export async function readSnapshot(stream: ReadableStream<Uint8Array>, expected: Expected): Promise<Seen> {
	const source = new OctetSource(stream);
	const octets = await source.take(HEADER_SIZE);
	const { key, settings, count } = readHeader(octets, expected);
	const { ordinals, capacity = 0 } = expected;
	const tables =
		(expected.tables as SeenTables | undefined) ??
		new SeenTables(() => createKernel(settings.engine), { ordinals, capacity: Math.max(count, capacity) });
	for (let number = 0; ; ++number) {
		const fingerprints = await readBlock(source, number, key, settings);
		if (fingerprints.length === 0) break;
		tables.add(fingerprints);
	}
	if (tables.count !== count) throw damaged(source.offset, `it has ${tables.count} fingerprints instead of ${count}`);
	await source.expectEnd();
	return { settings, key, tables };
}

function readHeader(octets: Uint8Array, expected: Expected): { key: Uint8Array; settings: Settings; count: number } {
	const view = new DataView(octets.buffer, octets.byteOffset);
	if (!isSame(octets.subarray(0, MAGIC.length), MAGIC)) throw unusable(0, "This is not a urlsieve snapshot");
	const format = view.getUint32(FORMAT_AT, true);
	if (format !== FORMAT) throw unusable(FORMAT_AT, `The snapshot has format ${format}, not ${FORMAT}`);
	const key = octets.slice(KEY_AT, CHECK_AT);
	const check = checkOf(octets.subarray(0, CHECK_AT), key, expected.settings?.engine ?? defaultEngine);
	if (!isSame(check, octets.subarray(CHECK_AT))) throw damaged(CHECK_AT, "the checksum of the header is wrong");
	const profile = view.getUint32(PROFILE_AT, true);
	if (profile !== PROFILE_VERSION) {
		throw unusable(PROFILE_AT, `The snapshot has version ${profile} of the normal form, not ${PROFILE_VERSION}`);
	}
	if (expected.key !== undefined && !isSame(expected.key, key)) throw unusable(KEY_AT, "The snapshot has another key");
	const word = view.getUint32(WORD_AT, true);
	const settings = expected.settings ?? settingsFromWord(word);
	if (settings.word !== word)
		throw unusable(WORD_AT, `The snapshot was made with other options: ${describe(settingsFromWord(word))}`);
	return { key, settings, count: Number(view.getBigUint64(COUNT_AT, true)) };
}

/** The fingerprints of the next block. The last block has none. */
async function readBlock(source: OctetSource, number: number, key: Uint8Array, settings: Settings): Promise<Uint8Array> {
	const start = source.offset;
	const head = await source.take(BLOCK_HEADER_SIZE);
	const view = new DataView(head.buffer, head.byteOffset);
	const count = view.getUint32(0, true);
	if (count > MAX_IN_BLOCK || view.getUint32(4, true) !== number) throw damaged(start, `block ${number} is missing or damaged`);
	const rest = await source.take((count + 1) * FINGERPRINT_SIZE);
	const fingerprints = rest.subarray(0, -FINGERPRINT_SIZE);
	const expected = block(number, fingerprints, { settings, key });
	if (!isSame(expected.subarray(BLOCK_HEADER_SIZE), rest)) throw damaged(start, `the checksum of block ${number} is wrong`);
	return fingerprints;
}

export function damaged(offset: number, reason: string): UriError {
	return unusable(offset, `The snapshot is damaged: ${reason}`);
}

export function unusable(offset: number, reason: string): UriError {
	return new UriError("invalid-snapshot", `${reason} (at octet ${offset}).`, { offset });
}

/** Whether two runs of octets of the same length are equal. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
	if (a.length !== b.length) return false;
	// `every` would call a function for each octet: half of the time of loading a set.
	for (let index = 0; index < a.length; ++index) if (a[index] !== b[index]) return false;
	return true;
}

/** Reads a stream in pieces of a given length. */
class OctetSource {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
	#rest: Uint8Array = new Uint8Array(0);
	/** Number of octets taken so far. */
	offset = 0;

	constructor(stream: ReadableStream<Uint8Array>) {
		this.#reader = stream.getReader();
	}

	/** Returns the next `count` octets. Throws UriError if the stream ends before. */
	async take(count: number): Promise<Uint8Array> {
		const octets = new Uint8Array(count);
		for (let filled = 0; filled < count; ) {
			if (!(await this.#refill())) throw unusable(this.offset + filled, "The snapshot is truncated");
			const part = this.#rest.subarray(0, count - filled);
			octets.set(part, filled);
			filled += part.length;
			this.#rest = this.#rest.subarray(part.length);
		}
		this.offset += count;
		return octets;
	}

	/** Throws UriError unless the stream has ended. */
	async expectEnd(): Promise<void> {
		if (await this.#refill()) throw damaged(this.offset, "there is data after its end");
	}

	/** Reads on if the rest is used up. Returns false at the end of the stream. */
	async #refill(): Promise<boolean> {
		while (this.#rest.length === 0) {
			const { done, value } = await this.#reader.read();
			if (done) return false;
			this.#rest = toOctets(value, "chunk");
		}
		return true;
	}
}
