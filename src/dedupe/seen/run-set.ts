/** The set of a run in memory: of --seen, or one that begins empty. */
import type { Ordinals } from "../../engine/ordinals";
import type { LineRules } from "../../job/line-rules";
import type { Seen } from "../../lines/line-sieve";
import type { KnownMarks } from "./known-marks";
import { newSeen } from "./new-seen";
import type { SeenFile } from "./seen-file";

export interface RunSet {
	readonly seen: Seen;
	/** Number of ordinals that stand for earlier runs. */
	readonly earlier: number;
	/** Absent without --seen. */
	readonly known?: KnownMarks;
	/** Writes the new keys, for the end of the run. Throws Failure. */
	stage(): void;
}

/** Opens the set. `capacity`: number of references that it begins with room for. Throws Failure. */
export async function openRunSet(
	file: SeenFile | undefined,
	keys: LineRules,
	ordinals: Ordinals | undefined,
	capacity = 0,
): Promise<RunSet> {
	if (file === undefined) return { seen: newSeen(keys, ordinals, capacity), earlier: 0, stage: () => {} };
	const { KnownMarks } = await import("./known-marks");
	const known = new KnownMarks(await file.openStore(keys.rules), keys, ordinals, capacity);
	return { seen: known, earlier: known.count, known, stage: () => file.stage(known.news.runs()) };
}
