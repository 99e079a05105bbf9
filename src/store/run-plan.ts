/**
 * Plans the next run: its place, and the older runs that it replaces. A run takes the newest runs that are no larger than the keys it
 * has so far, so that sizes about double from one run to the next older one:
 *
 * ```
 *   8000 │ 900 │ 300 │ 100   and 120 new keys  ──▶  8000 │ 900 │ 300 │ 220        220 keys do not reach the run of 300
 * ```
 */
import { alignRun, FIRST_RUN, MAX_RUNS } from "./format";
import { geometryFor, maxRunSize } from "./geometry";
import type { KeyTable } from "./key-table";
import type { NewKeyRun, RunTarget } from "./merge-runs";
import type { PendingKeys } from "./pending-keys";
import type { Run } from "./run";
import { randomSeed, type StoreFile } from "./store-file";

/** Runs that may be left when a new one is written. */
export const MAX_KEPT = MAX_RUNS / 2;

/** A run that is being written. */
export interface PendingRun {
	readonly victims: readonly Run[];
	/** The tables whose keys it takes. */
	readonly tables: readonly KeyTable[];
	/** More keys for the run, which are in no table. */
	readonly fresh?: NewKeyRun | undefined;
	/** Keys that the run leaves out, in order. */
	readonly removed?: Uint8Array | undefined;
	/** The part of the log that has the same keys, for a thread that has no tables. */
	readonly logged: { readonly start: number; readonly end: number; readonly count: number };
	readonly target: RunTarget;
	/** Start of the log once the run is complete, or undefined for its end. */
	readonly logStart: number | undefined;
}

/** The run that takes the keys of all tables, and of the runs that are no larger. It goes to the end of the file. */
export function nextRun(file: StoreFile, keys: PendingKeys): PendingRun {
	return { ...atTheEnd(file, keys), victims: victimsOf(file.runs, keys.count) };
}

/**
 * A run of the keys in memory and of keys that the store lacks. `isLast`: whether it takes the runs that are no larger. Others leave them to
 * the last one, unless there are many.
 */
export function nextRunWith(file: StoreFile, keys: PendingKeys, fresh: NewKeyRun | undefined, isLast: boolean): PendingRun {
	const takesRuns = isLast || file.runs.length >= MAX_KEPT;
	const victims = takesRuns ? victimsOf(file.runs, keys.count + (fresh?.count ?? 0)) : [];
	return { ...atTheEnd(file, keys), victims, fresh };
}

/** A run of the frozen keys and of smaller runs, in a gap of the log: the log continues after it, so adds need not wait. */
export function nextRunAside(file: StoreFile, keys: PendingKeys): PendingRun {
	const frozen = frozenOf(file, keys);
	const { count } = frozen.logged;
	const victims = victimsOf(file.runs, count);
	const total = victims.reduce((sum, run) => sum + run.count, count);
	const room = maxRunSize(geometryFor(total), total) + alignRun(1);
	const offset = alignRun(file.appendGap(room));
	return { ...frozen, victims, target: { storage: file.storage, offset, seed: file.seed }, logStart: file.end };
}

/** A run of all runs and of the frozen keys, in a new file beside the old one. Throws the system's error. */
export function nextFile(file: StoreFile, keys: PendingKeys): PendingRun {
	return { ...frozenOf(file, keys), victims: file.runs, target: beside(file), logStart: undefined };
}

/** The same with all keys in memory, and keys that the store lacks. Nothing is acknowledged. Throws the system's error. */
export function nextFileWith(file: StoreFile, keys: PendingKeys, fresh: NewKeyRun | undefined): PendingRun {
	return { ...nextFile(file, keys), tables: keys.tables, fresh };
}

function atTheEnd(file: StoreFile, keys: PendingKeys): Omit<PendingRun, "victims"> {
	const target = { storage: file.storage, offset: alignRun(file.end), seed: file.seed };
	return { ...frozenOf(file, keys), tables: keys.tables, target, logStart: undefined };
}

function beside({ place }: StoreFile): RunTarget {
	return { storage: place.createBeside(), offset: FIRST_RUN, seed: randomSeed() };
}

/** The frozen tables, and the part of the log with their keys. */
function frozenOf({ logStart, end }: StoreFile, keys: PendingKeys): Pick<PendingRun, "tables" | "logged"> {
	const tables = keys.frozen;
	const count = tables.reduce((sum, table) => sum + table.count, 0);
	return { tables, logged: { start: logStart, end, count } };
}

/** The newest runs that a new one replaces: each no larger than the keys merged so far, or in excess of the maximum. */
function victimsOf(runs: readonly Run[], count: number): readonly Run[] {
	let first = runs.length;
	let total = count;
	while (first > 0 && ((runs[first - 1] as Run).count <= total || first > MAX_KEPT)) {
		first -= 1;
		total += (runs[first] as Run).count;
	}
	return runs.slice(first);
}
