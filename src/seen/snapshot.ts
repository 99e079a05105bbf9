/**
 * Snapshots: a set serialized as a stream of octets. All numbers are little-endian.
 *
 * ```
 *   header    0 "urlsieve"   8 format, u32   12 profile version, u32   16 options word, u32   20 zeros
 *            24 number of fingerprints, u64   32 key, 16 octets   48 check, 16 octets
 *   identity  0 n, u32, at most 65,535   4 n octets: a line of ASCII   4 + n check                       (format 2)
 *   block     0 n, u32, at most 4,096   4 number of the block, u32, from 0   8 n fingerprints of 16 octets   8 + 16 n check
 *   end       a block of no fingerprints; nothing after it
 * ```
 *
 * Format 1 has normal forms of RFC 3986 by the core, under the options of the word. Format 2 has the keys of the profile or policy that
 * the identity names; version and word are 0.
 *
 * A check is the keyed fingerprint of the octets before it in the header, identity or block. It detects damage, not forgery: the key is
 * in the snapshot, and with it anyone can construct collisions.
 */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { SeenTables } from "../engine/seen-tables";
import { SetError } from "../errors";
import type { Octets } from "../input";
import { describe, PROFILE_VERSION, resolveOptions, settingsFromWord } from "../options";
import { CoreRules } from "../rules/core-rules";
import { isSame } from "../rules/is-same";
import { haveIdentity, type Rules } from "../rules/rules";
import { asciiOctets, encoder } from "../utf8";
import { mismatch } from "./mismatch";
import { type OctetSource, sourceOf } from "./octet-source";

/** The first octets of snapshots and stores, and the offsets of their format and key. */
export const MAGIC: Uint8Array = /*@__PURE__*/ asciiOctets("urlsieve");
export const FORMAT_AT = 8;
export const KEY_AT = 32;

const CORE_FORMAT = 1;
const IDENTITY_FORMAT = 2;
const HEADER_SIZE = 64;
const LENGTH_SIZE = 4;
const BLOCK_HEADER_SIZE = 8;

const MAX_IN_BLOCK = 4096;
const MAX_IDENTITY = 65535;

/** Whether a file of this format is a snapshot. */
export function isSnapshotFormat(format: number | undefined): boolean {
	return format === CORE_FORMAT || format === IDENTITY_FORMAT;
}

/** Offsets of the fields of the header. */
const PROFILE_AT = 12;
const WORD_AT = 16;
const COUNT_AT = 24;
const CHECK_AT = 48;

/** Options of restoring a set. */
interface Restored {
	readonly capacity?: number | undefined;
	/** Takes the fingerprints in place of new tables. */
	readonly tables?: { readonly count: number; addKeys(fingerprints: Uint8Array): unknown } | undefined;
}

/** Properties that the snapshot must match, where given, and options of restoring it. */
export interface Expected extends Restored {
	readonly rules?: Rules | undefined;
	readonly key?: Uint8Array | undefined;
}

/** The contents of a set in a snapshot, without its rules. */
export interface Stored {
	readonly key: Uint8Array;
	readonly tables: { readonly count: number; fingerprints(): Iterable<Uint8Array> };
}

/** A set that has been read. */
export interface ReadSet {
	readonly rules: Rules;
	readonly key: Uint8Array;
	readonly tables: SeenTables;
}

/** Forms in which a snapshot can be passed. */
export type SnapshotSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Octets;

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

/** Yields the header, the identity if there is one, then the blocks. */
export function* snapshotChunks(rules: Rules, { key, tables }: Stored): Generator<Uint8Array> {
	yield header(rules, key, tables.count);
	if (rules.coreWord === undefined) yield identityOctets(rules, key);
	let number = 0;
	for (const fingerprints of tables.fingerprints()) {
		for (let at = 0; at < fingerprints.length; at += MAX_IN_BLOCK * FINGERPRINT_SIZE) {
			yield block(number++, fingerprints.subarray(at, at + MAX_IN_BLOCK * FINGERPRINT_SIZE), rules, key);
		}
	}
	yield block(number, new Uint8Array(0), rules, key);
}

function header(rules: Rules, key: Uint8Array, count: number): Uint8Array {
	const octets = new Uint8Array(HEADER_SIZE);
	const view = new DataView(octets.buffer);
	const { coreWord } = rules;
	octets.set(MAGIC);
	view.setUint32(FORMAT_AT, coreWord === undefined ? IDENTITY_FORMAT : CORE_FORMAT, true);
	view.setUint32(PROFILE_AT, coreWord === undefined ? 0 : PROFILE_VERSION, true);
	view.setUint32(WORD_AT, coreWord ?? 0, true);
	view.setBigUint64(COUNT_AT, BigInt(count), true);
	octets.set(key, KEY_AT);
	return sealed(octets, CHECK_AT, rules, key);
}

function identityOctets(rules: Rules, key: Uint8Array): Uint8Array {
	const line = encoder.encode(rules.identity);
	const end = LENGTH_SIZE + line.length;
	const octets = new Uint8Array(end + FINGERPRINT_SIZE);
	new DataView(octets.buffer).setUint32(0, line.length, true);
	octets.set(line, LENGTH_SIZE);
	return sealed(octets, end, rules, key);
}

function block(number: number, fingerprints: Uint8Array, rules: Rules, key: Uint8Array): Uint8Array {
	const end = BLOCK_HEADER_SIZE + fingerprints.length;
	const octets = new Uint8Array(end + FINGERPRINT_SIZE);
	const view = new DataView(octets.buffer);
	view.setUint32(0, fingerprints.length / FINGERPRINT_SIZE, true);
	view.setUint32(4, number, true);
	octets.set(fingerprints, BLOCK_HEADER_SIZE);
	return sealed(octets, end, rules, key);
}

/** Writes the check of the first `end` octets after them. */
function sealed(octets: Uint8Array, end: number, rules: Rules, key: Uint8Array): Uint8Array {
	octets.set(checkOf(octets.subarray(0, end), rules, key), end);
	return octets;
}

/** The keyed fingerprint of octets. Requires: they fit LINES_CAPACITY. */
function checkOf(octets: Uint8Array, rules: Rules, key: Uint8Array): Uint8Array {
	const workspace = rules.workspace();
	const { kernel, input, fingerprints } = workspace;
	workspace.inputOctets.set(octets);
	workspace.setKey(key);
	kernel.call.fingerprint(workspace.key, input, input + octets.length, fingerprints);
	return kernel.octets.slice(fingerprints, fingerprints + FINGERPRINT_SIZE);
}

/** Whether octets end with the check of those before it. */
function isSealed(octets: Uint8Array, rules: Rules, key: Uint8Array): boolean {
	const end = octets.length - FINGERPRINT_SIZE;
	return isSame(checkOf(octets.subarray(0, end), rules, key), octets.subarray(end));
}

/**
 * The key of a snapshot, and keys with its identity, which make no fingerprints of a profile or policy: nothing says which. `start` has at
 * least the header and the identity. Throws SetError `invalid-snapshot` for anything else; `readSnapshot` checks the rest.
 */
export function snapshotHeader(start: Uint8Array): { readonly rules: Rules; readonly key: Uint8Array } {
	const view = new DataView(start.buffer, start.byteOffset, start.length);
	const isSnapshot = start.length >= HEADER_SIZE + LENGTH_SIZE && isSame(start.subarray(0, MAGIC.length), MAGIC);
	const format = isSnapshot ? view.getUint32(FORMAT_AT, true) : 0;
	if (!isSnapshotFormat(format)) throw unusable(0, "This is not a urlsieve snapshot");
	const key = start.slice(KEY_AT, CHECK_AT);
	if (format === CORE_FORMAT) return { rules: new CoreRules(settingsFromWord(view.getUint32(WORD_AT, true))), key };
	const identityAt = HEADER_SIZE + LENGTH_SIZE;
	const line = start.subarray(identityAt, identityAt + view.getUint32(HEADER_SIZE, true));
	const identity = { value: new TextDecoder().decode(line) };
	return { rules: Object.create(new CoreRules(resolveOptions()), { identity, coreWord: { value: undefined } }) as Rules, key };
}

/** Restores a set. Throws SetError `invalid-snapshot`, or `profile-mismatch` if its keys are of another profile or policy. */
export async function readSnapshot(snapshot: SnapshotSource, expected: Expected): Promise<ReadSet> {
	const source = sourceOf(snapshot);
	try {
		return await readFrom(source, expected);
	} catch (error) {
		source.cancel(error);
		throw error;
	}
}

async function readFrom(source: OctetSource, expected: Expected): Promise<ReadSet> {
	const { rules, key, count } = await readHeader(source, expected);
	const { capacity = 0 } = expected;
	const tables =
		(expected.tables as SeenTables | undefined) ??
		new SeenTables(() => rules.createKernel(), { capacity: Math.max(count, capacity) });
	for (let number = 0; ; ++number) {
		const fingerprints = await readBlock(source, number, rules, key);
		if (fingerprints.length === 0) break;
		tables.addKeys(fingerprints);
	}
	if (tables.count !== count) throw damaged(source.offset, `it has ${tables.count} fingerprints instead of ${count}`);
	await source.expectEnd();
	return { rules, key, tables };
}

/** Reads the header and the identity. */
async function readHeader(source: OctetSource, expected: Expected): Promise<{ rules: Rules; key: Uint8Array; count: number }> {
	const octets = await source.take(HEADER_SIZE);
	const view = new DataView(octets.buffer, octets.byteOffset);
	if (!isSame(octets.subarray(0, MAGIC.length), MAGIC)) throw unusable(0, "This is not a urlsieve snapshot");
	const format = view.getUint32(FORMAT_AT, true);
	if (!isSnapshotFormat(format))
		throw unusable(FORMAT_AT, `The snapshot has format ${format}, not ${CORE_FORMAT} or ${IDENTITY_FORMAT}`);
	const key = octets.slice(KEY_AT, CHECK_AT);
	const own = expected.rules ?? new CoreRules(resolveOptions());
	if (!isSealed(octets, own, key)) throw damaged(CHECK_AT, "the checksum of the header is wrong");
	if (expected.key !== undefined && !isSame(expected.key, key)) throw unusable(KEY_AT, "The snapshot has another key");
	if (format === IDENTITY_FORMAT) await checkIdentity(source, own, key);
	const rules = format === CORE_FORMAT ? rulesOfCore(view, expected.rules) : own;
	return { rules, key, count: Number(view.getBigUint64(COUNT_AT, true)) };
}

/** The keys of a snapshot in format 1: those expected, if they have its version and options. */
function rulesOfCore(header: DataView, expected: Rules | undefined): Rules {
	if (expected !== undefined && expected.coreWord === undefined) throw mismatch({ identity: "rfc3986@1" }, expected);
	const profile = header.getUint32(PROFILE_AT, true);
	if (profile !== PROFILE_VERSION) {
		throw unusable(PROFILE_AT, `The snapshot has version ${profile} of the normal form, not ${PROFILE_VERSION}`);
	}
	const word = header.getUint32(WORD_AT, true);
	const settings = settingsFromWord(word);
	if (expected === undefined) return new CoreRules(settings);
	if (expected.coreWord === word) return expected;
	throw unusable(WORD_AT, `The snapshot was made with other options: ${describe(settings)}`);
}

/** Reads the identity of a snapshot in format 2. Throws SetError `profile-mismatch` unless the keys have it. */
async function checkIdentity(source: OctetSource, rules: Rules, key: Uint8Array): Promise<void> {
	const start = source.offset;
	const head = await source.take(LENGTH_SIZE);
	const length = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
	const rest = length > MAX_IDENTITY ? undefined : await source.take(length + FINGERPRINT_SIZE);
	const octets = new Uint8Array(LENGTH_SIZE + (rest?.length ?? 0));
	octets.set(head);
	if (rest !== undefined) octets.set(rest, LENGTH_SIZE);
	if (rest === undefined || !isSealed(octets, rules, key)) throw damaged(start, "the checksum of the identity is wrong");
	const identity = new TextDecoder().decode(rest.subarray(0, length));
	if (!/^[ -~]*$/.test(identity)) throw damaged(start, "its identity is not a line of ASCII");
	if (!haveIdentity(rules, identity)) throw mismatch({ identity, keepsName: false }, rules);
}

/** The fingerprints of the next block. The last block has none. */
async function readBlock(source: OctetSource, number: number, rules: Rules, key: Uint8Array): Promise<Uint8Array> {
	const start = source.offset;
	const head = await source.take(BLOCK_HEADER_SIZE);
	const view = new DataView(head.buffer, head.byteOffset);
	const count = view.getUint32(0, true);
	if (count > MAX_IN_BLOCK || view.getUint32(4, true) !== number) throw damaged(start, `block ${number} is missing or damaged`);
	const rest = await source.take((count + 1) * FINGERPRINT_SIZE);
	const fingerprints = rest.subarray(0, -FINGERPRINT_SIZE);
	const expected = block(number, fingerprints, rules, key);
	if (!isSame(expected.subarray(BLOCK_HEADER_SIZE), rest)) throw damaged(start, `the checksum of block ${number} is wrong`);
	return fingerprints;
}

function damaged(offset: number, reason: string): SetError {
	return unusable(offset, `The snapshot is damaged: ${reason}`);
}

function unusable(offset: number, reason: string): SetError {
	return new SetError("invalid-snapshot", `${reason} (at byte ${offset}).`, { offset });
}
