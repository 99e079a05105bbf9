/**
 * The objects of a run in passes.
 *
 * ```
 *   source ──▶ rules ──▶ compared with each other, and with known keys ──▶ sink
 * ```
 */

import type { LineRules } from "../../job/line-rules";
import type { LineSettings } from "../../lines/lines";
import type { NewKeyRun } from "../../store/merge-runs";
import type { ByClass } from "../classes/class-winners";
import type { PassSink, PassSource } from "../ends";
import type { KnownStore, SeenFile } from "../seen/seen-file";
import type { PassRules } from "./kept-lines";
import type { CrewSource } from "./passes-crew";
import type { PassRows } from "./row-marks";
import type { FingerprintTaker } from "./set-files";

/** A set in memory, whose fingerprints are known before the first line. */
export interface KnownSet {
	/** Feeds the fingerprints of the set to `taker`. Returns their key. */
	readInto(taker: FingerprintTaker): Uint8Array;
}

/** The store of earlier runs, to which this one adds. */
export interface PassStore extends KnownStore {
	/** Receives the keys that are new. Throws Failure. */
	stage(news: Iterable<NewKeyRun>): void;
}

/** Opens the store of --seen. Returns undefined without one. Throws Failure. */
export async function passStoreOf(file: SeenFile | undefined, keys: LineRules): Promise<PassStore | undefined> {
	if (file === undefined) return undefined;
	return { ...(await file.openStore(keys.rules)), stage: (news) => file.stage(news) };
}

export interface PassRun {
	readonly settings: LineSettings;
	/** A profile or a policy, in place of the settings. */
	readonly rules?: PassRules | undefined;
	readonly source: PassSource;
	readonly sink: PassSink;
	/** Keys that are known before the first line. One excludes the other. */
	readonly set?: KnownSet | undefined;
	readonly store?: PassStore | undefined;
	/** Reads rows instead of lines, or lines that are chosen or counted by class, on one thread. */
	readonly rows?: PassRows | undefined;
	/** The choice or count by class. Requires `rows`, and no known keys. */
	readonly byClass?: ByClass | undefined;
	/** The files for several threads, if the inputs are plain files. Only used without known keys, and if no merges are taken. */
	readonly crew?: CrewSource | undefined;
}

/** The counts of a run. */
export interface PassesCounts {
	/** Number of lines that the passes have read, and of duplicates among them. */
	readonly lines: number;
	readonly duplicates: number;
	/** Octets of the temporary files. */
	readonly tempOctets: number;
}
