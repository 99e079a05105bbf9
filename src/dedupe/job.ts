/**
 * A job of `dedupe` is three objects, which a command composes from options and `urlsieve/node` from arguments:
 *
 * ```
 *   reader and its rules ──▶ deduper: in memory, in passes, or streaming until the set is full ──▶ sink
 * ```
 *
 * The way to the deduper is decided before (route.ts). If a reader reads tables, the references in a column take the place of lines.
 */
import type { MainOutput, RunCounts, Sink } from "../files/output/sink";
import type { LineReader } from "../job/line-reader";
import type { FileTable } from "../tables/text/file-table";
import type { MergeLog } from "./audit";
import type { ClassChoice } from "./classes/class-choice";
import type { SeenFile } from "./seen/seen-file";
import type { Way } from "./way";

export type DedupeSink = Sink<MainOutput, MergeLog>;

export interface DedupeJob {
	readonly reader: LineReader;
	readonly way: Way;
	readonly sink: DedupeSink;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	/** The set of earlier jobs, to which this one adds. */
	readonly set?: SeenFile | undefined;
	readonly byClass?: ClassChoice | undefined;
	/** The directory for temporary files of a job in memory. */
	readonly temp?: string | undefined;
	readonly table?: FileTable | undefined;
}

/**
 * The counts of a job. `tempOctets`: octets of temporary files, of a job in passes. `requests`: rows of indexes whose requests have a
 * body, and that were compared by their keys as well. `notWeb`: rows of a table on which no rule of a policy acts.
 */
export interface DedupeCounts extends Omit<RunCounts, "rejects"> {
	readonly merges?: { readonly [reason: string]: number };
	readonly tempOctets?: number;
	readonly requests?: number;
	readonly notWeb?: number | undefined;
}
