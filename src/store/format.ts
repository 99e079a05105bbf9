/**
 * The file of a store. All numbers are little-endian.
 *
 * ```
 *       0  header   the rules of the keys
 *    4096  root A   generation, start of the log, and the runs   ┐ written in turn;
 *    8192  root B   the same, one generation older or newer          ┘ the newest valid one counts
 *   12288  run │ log log log │ run │ log …                           only ever appended
 *
 *   header   0 "urlsieve"   8 format, u32   12 octets of a key, u32   16 profile version, u32   20 options word, u32
 *           24 seed of the checks, u32   28 n, u32   32 secret key, 16 octets   48 n octets: the identity of the rules, a line of ASCII
 *           48 + n   name and meaning of the policy: header-names.ts. Zeros if unknown, as in older stores   4092 check, u32
 *   root     0 "urlr"   4 generation, u32   8 start of the log, u64   16 number of runs, u32   20 zeros
 *           32 runs, 32 octets each   4092 check, u32
 *   a run    0 offset, u64   8 octets, u64   16 number of keys, u32   20 log2 of the buckets, log2 of those in a page, 0, 0
 *           24 check of the directory, u32   28 0
 *   run      pages (assembly/store/layout.ts) │ directory: the offset of each page and that of the end, in words, u32
 *   record   log.ts
 * ```
 *
 * Generations go round: 0 follows 2^32 - 1. Of two roots, the one that is less than 2^31 generations ahead is the newer one.
 *
 * The key identity of the core's normal forms is an options word, as in snapshots; that of a profile or policy is a line.
 */
import { Key } from "../../assembly/store/layout";
import type { SetError } from "../errors";
import { describe, PROFILE_VERSION, settingsFromWord } from "../options";
import { CoreRules } from "../rules/core-rules";
import { isSame } from "../rules/is-same";
import { haveIdentity, type Rules } from "../rules/rules";
import { mismatch } from "../seen/mismatch";
import { FORMAT_AT, isSnapshotFormat, KEY_AT, MAGIC } from "../seen/snapshot";
import { encoder } from "../utf8";
import { MAX_BUCKET_BITS, MAX_GROUP_BITS, MIN_BUCKET_BITS, pagesOf, restOf } from "./geometry";
import { type HeaderNames, IS_ASCII, namesAt, writeNames } from "./header-names";
import type { RunInfo } from "./run";
import { readExactly, type Storage } from "./storage";
import { damagedStore, invalidStore } from "./store-error";
import type { Checks } from "./store-kernel";

export const STORE_FORMAT = 3;
/** Size of the header and of each root: a write of it is one sector, or a few. */
export const BLOCK = 4096;
/** Start of runs and the log. */
export const FIRST_RUN = 3 * BLOCK;
export const MAX_RUNS = 60;
/** Runs begin at a multiple of this, so that no sector is shared with octets that are already on disk. */
export const RUN_ALIGNMENT = 4096;

export const CHECK_AT = BLOCK - 4;
export const WIDTH_AT = 12;
export const PROFILE_AT = 16;
export const WORD_AT = 20;
export const SEED_AT = 24;
export const IDENTITY_LENGTH_AT = 28;
export const IDENTITY_AT = 48;
export const MAX_IDENTITY = CHECK_AT - IDENTITY_AT;

export const ROOT_MAGIC = 0x726c7275;
export const GENERATION_AT = 4;
export const LOG_AT = 8;
export const RUN_COUNT_AT = 16;
export const RUNS_AT = 32;
export const RUN_SIZE = 32;
/** Offsets in a root's record of a run. */
export const RunField = { OFFSET: 0, SIZE: 8, COUNT: 16, BUCKET_BITS: 20, GROUP_BITS: 21, CHECK: 24 } as const;
/** Bits of an octet. */
const OCTET = 8;
/** Octets of the number of keys of a page and of its check, and the maximum that rounding bitmap and keys up to words adds. */
export const PAGE_FIELDS = 8;
export const MAX_ROUNDING = 8;
/** Max keys of a run: their number is an i32 in the kernel. */
export const MAX_KEYS = 2 ** 31 - 1;

/** The key and the rules of a store. */
export interface Header extends HeaderNames {
	readonly key: Uint8Array;
	readonly seed: number;
	/** The options word of the core, or undefined for keys of a profile or policy. */
	readonly coreWord: number | undefined;
	/** The rules, in words. */
	readonly identity: string;
}

export interface Root {
	readonly generation: number;
	readonly logStart: number;
	readonly runs: readonly RunInfo[];
}

/** The first place for a run from `position` on. */
export function alignRun(position: number): number {
	return Math.ceil(position / RUN_ALIGNMENT) * RUN_ALIGNMENT;
}

/** Octets 0 to BLOCK. */
export function headerOctets({ key, seed, coreWord, identity, ...names }: Header, checks: Checks): Uint8Array {
	const octets = new Uint8Array(BLOCK);
	const view = new DataView(octets.buffer);
	const line = coreWord === undefined ? encoder.encode(identity) : new Uint8Array(0);
	octets.set(MAGIC);
	view.setUint32(FORMAT_AT, STORE_FORMAT, true);
	view.setUint32(WIDTH_AT, Key.SIZE, true);
	view.setUint32(PROFILE_AT, coreWord === undefined ? 0 : PROFILE_VERSION, true);
	view.setUint32(WORD_AT, coreWord ?? 0, true);
	view.setUint32(SEED_AT, seed, true);
	view.setUint32(IDENTITY_LENGTH_AT, line.length, true);
	octets.set(key, KEY_AT);
	octets.set(line, IDENTITY_AT);
	writeNames(octets.subarray(0, CHECK_AT), IDENTITY_AT + line.length, names);
	view.setUint32(CHECK_AT, checks.of(octets.subarray(0, CHECK_AT), 0), true);
	return octets;
}

/** The format of a snapshot or store that begins with these octets, or undefined for anything else. */
export function formatOf(start: Uint8Array): number | undefined {
	if (start.length < FORMAT_AT + 4 || !isSame(start.subarray(0, MAGIC.length), MAGIC)) return undefined;
	return new DataView(start.buffer, start.byteOffset).getUint32(FORMAT_AT, true);
}

/** Reads the header. Throws SetError `invalid-store`. */
export function readHeader(storage: Storage, checks: Checks): Header {
	const start = readExactly(storage, 0, FORMAT_AT + 4);
	const format = start && formatOf(start);
	if (format === undefined) throw invalidStore(0, "This is not a store of urlsieve");
	const advice = isSnapshotFormat(format) ? ": it is a snapshot, which urlsieve seen convert makes a store" : "";
	if (format !== STORE_FORMAT) throw invalidStore(FORMAT_AT, `The file has format ${format}, not ${STORE_FORMAT}${advice}`);
	const octets = readExactly(storage, 0, BLOCK);
	if (octets === undefined) throw damagedStore(storage.size, "it is truncated");
	const view = new DataView(octets.buffer);
	if (view.getUint32(CHECK_AT, true) !== checks.of(octets.subarray(0, CHECK_AT), 0)) {
		throw damagedStore(CHECK_AT, "the check of the header is wrong");
	}
	const width = view.getUint32(WIDTH_AT, true);
	if (width !== Key.SIZE) throw invalidStore(WIDTH_AT, `The store has keys of ${width * OCTET} bits, not ${Key.SIZE * OCTET}`);
	const length = view.getUint32(IDENTITY_LENGTH_AT, true);
	if (length > MAX_IDENTITY) throw damagedStore(IDENTITY_LENGTH_AT, "its identity is too long");
	const line = new TextDecoder().decode(octets.subarray(IDENTITY_AT, IDENTITY_AT + length));
	if (!IS_ASCII.test(line)) throw damagedStore(IDENTITY_AT, "its identity is not a line of ASCII");
	const rules =
		length > 0
			? { coreWord: undefined, identity: line, ...namesAt(octets.subarray(0, CHECK_AT), IDENTITY_AT + length) }
			: coreRules(view);
	return { key: octets.slice(KEY_AT, IDENTITY_AT), seed: view.getUint32(SEED_AT, true), ...rules };
}

function coreRules(view: DataView): Pick<Header, "coreWord" | "identity"> {
	const version = view.getUint32(PROFILE_AT, true);
	if (version !== PROFILE_VERSION) {
		throw invalidStore(PROFILE_AT, `The store has version ${version} of the normal form, not ${PROFILE_VERSION}`);
	}
	const coreWord = view.getUint32(WORD_AT, true);
	try {
		return { coreWord, identity: new CoreRules(settingsFromWord(coreWord)).identity };
	} catch {
		throw damagedStore(WORD_AT, `it has the unknown options word ${coreWord}`);
	}
}

/** Throws SetError `profile-mismatch` or `invalid-store` unless the store has keys of these rules. */
export function expectRules(header: Header, rules: Rules): void {
	if (header.coreWord === rules.coreWord && (rules.coreWord !== undefined || hasIdentity(header, rules))) return;
	throw rulesMismatch(header, rules);
}

function hasIdentity({ identity, meaning }: Header, rules: Rules): boolean {
	return haveIdentity(rules, identity) || (meaning !== undefined && meaning === rules.meaning);
}

function rulesMismatch(header: Header, rules: Rules): SetError {
	if (header.coreWord === undefined || rules.coreWord === undefined) return mismatch(header, rules);
	const options = describe(settingsFromWord(header.coreWord));
	return invalidStore(WORD_AT, `The store was made with other options: ${options}`);
}

export function nextGeneration(generation: number): number {
	return (generation + 1) >>> 0;
}

/** The offset of the root of a generation. */
export function rootOffset(generation: number): number {
	return BLOCK * (1 + (generation & 1));
}

export function rootOctets({ generation, logStart, runs }: Root, seed: number, checks: Checks): Uint8Array {
	const octets = new Uint8Array(BLOCK);
	const view = new DataView(octets.buffer);
	view.setUint32(0, ROOT_MAGIC, true);
	view.setUint32(GENERATION_AT, generation, true);
	view.setBigUint64(LOG_AT, BigInt(logStart), true);
	view.setUint32(RUN_COUNT_AT, runs.length, true);
	for (const [index, run] of runs.entries()) writeRunInfo(view, RUNS_AT + index * RUN_SIZE, run);
	view.setUint32(CHECK_AT, checks.of(octets.subarray(0, CHECK_AT), seed), true);
	return octets;
}

function writeRunInfo(view: DataView, at: number, { offset, size, count, bucketBits, groupBits, check }: RunInfo): void {
	view.setBigUint64(at + RunField.OFFSET, BigInt(offset), true);
	view.setBigUint64(at + RunField.SIZE, BigInt(size), true);
	view.setUint32(at + RunField.COUNT, count, true);
	view.setUint8(at + RunField.BUCKET_BITS, bucketBits);
	view.setUint8(at + RunField.GROUP_BITS, groupBits);
	view.setUint32(at + RunField.CHECK, check, true);
}

/** Reads the newest valid root, and whether the other one is damaged or torn. Throws SetError `invalid-store`. */
export function readRoot(storage: Storage, seed: number, checks: Checks): Root & { readonly isOtherTorn: boolean } {
	const roots = [0, 1].flatMap((parity) => rootAt(storage, rootOffset(parity), seed, checks) ?? []);
	const [first, second] = roots;
	if (first === undefined) throw damagedStore(BLOCK, "it has no valid root");
	const root = second !== undefined && isNewer(second, first) ? second : first;
	checkRoot(root, storage.size);
	return { ...root, isOtherTorn: second === undefined && !isEmpty(storage, rootOffset(root.generation + 1)) };
}

function isNewer({ generation }: Root, other: Root): boolean {
	return ((generation - other.generation) | 0) > 0;
}

/** Whether a block has no root, as one of a new file has. */
function isEmpty(storage: Storage, offset: number): boolean {
	return readExactly(storage, offset, BLOCK)?.every((octet) => octet === 0) ?? false;
}

/** The root at an offset. Returns undefined if its check is wrong: it was being written. */
function rootAt(storage: Storage, offset: number, seed: number, checks: Checks): Root | undefined {
	const octets = readExactly(storage, offset, BLOCK);
	if (octets === undefined) return undefined;
	const view = new DataView(octets.buffer);
	const isValid =
		view.getUint32(0, true) === ROOT_MAGIC && view.getUint32(CHECK_AT, true) === checks.of(octets.subarray(0, CHECK_AT), seed);
	if (!isValid) return undefined;
	const count = view.getUint32(RUN_COUNT_AT, true);
	if (count > MAX_RUNS) throw damagedStore(offset + RUN_COUNT_AT, `it has ${count} runs, more than ${MAX_RUNS}`);
	const runs = Array.from({ length: count }, (_, index) => runInfoAt(view, RUNS_AT + index * RUN_SIZE));
	return { generation: view.getUint32(GENERATION_AT, true), logStart: Number(view.getBigUint64(LOG_AT, true)), runs };
}

function runInfoAt(view: DataView, at: number): RunInfo {
	const bucketBits = view.getUint8(at + RunField.BUCKET_BITS);
	return {
		offset: Number(view.getBigUint64(at + RunField.OFFSET, true)),
		size: Number(view.getBigUint64(at + RunField.SIZE, true)),
		count: view.getUint32(at + RunField.COUNT, true),
		bucketBits,
		groupBits: view.getUint8(at + RunField.GROUP_BITS),
		rest: restOf(bucketBits),
		check: view.getUint32(at + RunField.CHECK, true),
	};
}

/** Bounds each field before it is used: the key is in the file, so anybody can forge a check. */
function checkRoot({ generation, logStart, runs }: Root, size: number): void {
	const at = rootOffset(generation);
	if (logStart < FIRST_RUN || logStart > size) throw damagedStore(at + LOG_AT, "its log begins outside the file");
	const sorted = [...runs].sort((a, b) => a.offset - b.offset);
	let end = FIRST_RUN;
	for (const run of sorted) {
		if (!isPossible(run)) throw damagedStore(at + RUNS_AT, "the layout of a run is impossible");
		if (run.offset < end || run.offset + run.size > size)
			throw damagedStore(at + RUNS_AT, "a run is outside the file, or overlaps another");
		end = run.offset + run.size;
	}
}

function isPossible(run: RunInfo): boolean {
	const { bucketBits, groupBits, size, count, rest } = run;
	if (bucketBits < MIN_BUCKET_BITS || bucketBits > MAX_BUCKET_BITS || groupBits > bucketBits || groupBits > MAX_GROUP_BITS)
		return false;
	const pages = pagesOf(run);
	const least = (count + 2 ** bucketBits) / OCTET + count * rest + pages * PAGE_FIELDS + 4 * (pages + 1);
	return count > 0 && count <= MAX_KEYS && size >= least && size <= least + pages * MAX_ROUNDING;
}
