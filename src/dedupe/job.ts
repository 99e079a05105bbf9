/**
 * A job of `dedupe`, which a command composes from options and `urlsieve/node` from arguments:
 *
 * ```
 *   reader, its rules, maybe a table ──▶ one reading or two, by the way that was decided before (route.ts) ──▶ sink
 * ```
 */
import type { MainOutput, RunCounts, Sink } from "../files/output/sink";
import type { Reader } from "../job/reader";
import type { NamedRuleCounts } from "../lines/rule-counts";
import type { FileTable } from "../tables/text/table-options";
import type { MergeLog } from "./audit";
import type { ClassChoice } from "./classes/class-choice";
import type { SeenFile } from "./seen/seen-file";
import type { Selection } from "./selection";
import type { Way } from "./way";

export type DedupeSink = Sink<MainOutput, MergeLog>;

export interface DedupeJob {
	readonly reader: Reader;
	/** The table to read, whose references take the place of lines. */
	readonly table?: FileTable | undefined;
	readonly way: Way;
	readonly sink: DedupeSink;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	/** The set of earlier jobs, to which this one adds, unless it is only read. */
	readonly set?: Pick<SeenFile, "openStore" | "stage"> | undefined;
	readonly byClass?: ClassChoice | undefined;
	/** Creates the selection of lines that are left out. `key`: that of the fingerprints. */
	readonly select?: ((key: Uint8Array) => Promise<Selection>) | undefined;
	/** The directory for temporary files of a job in memory. */
	readonly temp?: string | undefined;
}

/**
 * The counts of a job. `tempOctets`: octets of temporary files, of a job in passes. `requests`: rows of indexes whose requests have a
 * body, and that were compared by their keys as well. `notWeb`, `unstable`: rows of a table, as in `NamedRuleCounts`.
 */
export interface DedupeCounts extends Omit<RunCounts, "rejects"> {
	readonly merges?: { readonly [reason: string]: number };
	readonly tempOctets?: number;
	readonly requests?: number | undefined;
	readonly notWeb?: number | undefined;
	readonly unstable?: NamedRuleCounts["unstable"] | undefined;
}
