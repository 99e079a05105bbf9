/**
 * Sources of references: lists, tables of text, and tables that a library reads. All are read by one call, batch by batch, which may write
 * what stays:
 *
 * ```
 *   Source ──▶ batch ──▶ step(batch) ──▶ Verdict { marks, sizes } ──▶ the source writes what stays
 * ```
 *
 * Octets and addresses are valid until a call returns. Whoever keeps something copies it.
 */
import type { LineWorkspace } from "../engine/workspace";
import type { MainOutput, RunCounts, Sink } from "../files/output/sink";
import type { Batch, Verdict } from "../lines/batch";
import type { LineFeed, LineSettings } from "../lines/lines";
import type { NamedRuleCounts } from "../lines/rule-counts";
import type { FileTable } from "../tables/text/table-options";
import type { Reader } from "./reader";

/** A reading of all references. */
export interface Each {
	/** Takes each batch in order, once its rejects are listed. Undefined, for all or for one: all references stay. */
	readonly step?: ((batch: Batch) => Verdict | undefined) | undefined;
	/** Whether the source writes what stays: the default. */
	readonly writes?: boolean;
	/** One of two readings. The second one lists no rejects. */
	readonly pass?: "reading" | "writing";
	/** The workspace and the settings that make forms. By default, those of the rules. */
	readonly at?: { readonly workspace: LineWorkspace; readonly settings: LineSettings } | undefined;
	/** The needs of the step, if other threads make batches: fingerprints under this key, and the input of lines. */
	readonly needs?: { readonly key: Uint8Array; readonly input: boolean };
	/** Number of unique references so far, for the progress. */
	readonly unique?: () => number;
	/** Only lists: whether to stop after some lines, and leave the rest to another reading. */
	readonly until?: (() => boolean) | undefined;
	/** Only lists: writes lines that wait in the step. Called when a pipe stalls. */
	readonly flush?: (() => void) | undefined;
}

/** The counts of a reading: lines, or rows with what a table counts. */
export interface SourceCounts extends Partial<RunCounts> {
	/** Counts of rows, as in `NamedRuleCounts`. */
	readonly notWeb?: number | undefined;
	readonly unstable?: NamedRuleCounts["unstable"] | undefined;
	/** Rows of indexes whose requests have a body, and that were compared by their keys as well. */
	readonly requests?: number;
}

export interface Source {
	/** The counts of the last reading. */
	readonly counts: SourceCounts;
	/** Throws Failure or UrlsieveError, and what the step throws. */
	each(task: Each): Promise<void>;
	/** Only lists: feeds all lines to another feed, which writes those that stay, in one of two readings. Throws Failure. */
	feed?(feed: LineFeed, pass: NonNullable<Each["pass"]>): Promise<void>;
	/** Only lists: writes a batch that was copied. Throws Failure. */
	write?(batch: Batch, verdict: Verdict | undefined): void;
}

/** Everything that a source knows from the start. */
export interface Opening {
	readonly reader: Reader;
	readonly sink: Sink<MainOutput>;
	/** The table, in place of lines. */
	readonly table?: FileTable | undefined;
	/** Whether lines are printed as they came. */
	readonly isOriginal?: boolean;
	/** Only tables that are read twice: a new column for the size of a class, and the columns whose values choose a row. */
	readonly isReadTwice?: boolean;
	/** Only these: whether the header is written at the first reading. */
	readonly isHeadFirst?: boolean;
	readonly counts?: string | undefined;
	readonly by?: readonly (string | number)[] | undefined;
}
