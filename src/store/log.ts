/**
 * The log: keys that are in no run yet.
 *
 * ```
 *   record   0 "urll"   4 n, u32, 1 to 32,768   8 own offset, u64   16 n keys of 12 octets   16 + 12 n check, u32
 *   gap      0 "urlg"   4 zeros                 8 own offset, u64   16 octets, u64           24 check, u32          then these octets
 * ```
 *
 * A gap reserves space for a run, which a thread writes while the log continues after the gap. The file is extended to its end at once,
 * so that a gap that ends beyond the file was torn or forged.
 *
 * A record counts only if its offset and check are right and all records before it do. Octets that follow the last record were left
 * by a kill; the next process that writes cuts them off before it appends, so that no old record can follow a new one.
 */
import { Key } from "../../assembly/store/layout";
import { readExactly, type Storage } from "./storage";
import type { Checks } from "./store-kernel";

export const MAGIC = 0x6c6c7275;
export const GAP_MAGIC = 0x676c7275;
export const COUNT_AT = 4;
export const OFFSET_AT = 8;
export const HEADER = 16;
const CHECK = 4;
export const GAP = HEADER + 8 + CHECK;
/** Max keys of a record. */
export const MAX_KEYS = 2 ** 15;

/** The place of a log. */
export interface LogPlace {
	readonly storage: Storage;
	readonly start: number;
	readonly seed: number;
	readonly checks: Checks;
}

/** Yields the records for keys of Key.SIZE octets. The first record is at `position`. */
export function* logRecords(keys: Uint8Array, position: number, seed: number, checks: Checks): Generator<Uint8Array> {
	let at = position;
	for (let done = 0; done < keys.length; done += MAX_KEYS * Key.SIZE) {
		const record = recordOf(keys.subarray(done, done + MAX_KEYS * Key.SIZE), at, seed, checks);
		yield record;
		at += record.length;
	}
}

function recordOf(keys: Uint8Array, position: number, seed: number, checks: Checks): Uint8Array {
	const end = HEADER + keys.length;
	const octets = new Uint8Array(end + CHECK);
	const view = new DataView(octets.buffer);
	view.setUint32(0, MAGIC, true);
	view.setUint32(COUNT_AT, keys.length / Key.SIZE, true);
	view.setBigUint64(OFFSET_AT, BigInt(position), true);
	octets.set(keys, HEADER);
	view.setUint32(end, checks.of(octets.subarray(0, end), seed), true);
	return octets;
}

/** A gap at `position`, whose room begins at the end of these octets. */
export function gapRecord(position: number, room: number, seed: number, checks: Checks): Uint8Array {
	const octets = new Uint8Array(GAP);
	const view = new DataView(octets.buffer);
	view.setUint32(0, GAP_MAGIC, true);
	view.setBigUint64(OFFSET_AT, BigInt(position), true);
	view.setBigUint64(HEADER, BigInt(room), true);
	view.setUint32(GAP - CHECK, checks.of(octets.subarray(0, GAP - CHECK), seed), true);
	return octets;
}

/** Passes the keys of each record before `limit` to `take`. Returns the end of the last one. */
export function readLog(log: LogPlace, take: (keys: Uint8Array) => void, limit = Number.POSITIVE_INFINITY): number {
	let at = log.start;
	while (at < limit) {
		const header = readExactly(log.storage, at, HEADER);
		const view = header && new DataView(header.buffer);
		if (view === undefined || view.getBigUint64(OFFSET_AT, true) !== BigInt(at)) break;
		const isGap = view.getUint32(0, true) === GAP_MAGIC;
		const record = isGap ? undefined : recordAt(log, at, view);
		const size = isGap ? gapSize(log, at) : record?.length;
		if (size === undefined) break;
		if (record !== undefined) take(record.subarray(HEADER, record.length - CHECK));
		at += size;
	}
	return at;
}

/** The record at `at`, or undefined if there is none. */
function recordAt(log: LogPlace, at: number, header: DataView): Uint8Array | undefined {
	const count = header.getUint32(COUNT_AT, true);
	if (header.getUint32(0, true) !== MAGIC || count === 0 || count > MAX_KEYS) return undefined;
	return checkedAt(log, at, HEADER + count * Key.SIZE + CHECK);
}

/** The size of the gap at `at` with its room, or undefined if there is none. */
function gapSize(log: LogPlace, at: number): number | undefined {
	const record = checkedAt(log, at, GAP);
	const size = record && GAP + Number(new DataView(record.buffer).getBigUint64(HEADER, true));
	return size === undefined || at + size > log.storage.size ? undefined : size;
}

/** Reads octets that end with their check. Returns undefined if it is wrong. */
function checkedAt({ storage, seed, checks }: LogPlace, at: number, size: number): Uint8Array | undefined {
	const octets = readExactly(storage, at, size);
	if (octets === undefined) return undefined;
	const check = new DataView(octets.buffer).getUint32(size - CHECK, true);
	return check === checks.of(octets.subarray(0, size - CHECK), seed) ? octets : undefined;
}
