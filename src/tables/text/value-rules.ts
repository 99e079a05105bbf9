/**
 * Makes forms of the values of a table, and decides the fate of their rows.
 *
 * ```
 *   values ──prepare──▶ LineFeed ──▶ batch ──step──▶ verdict: duplicates, keys
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { Flag } from "../../../assembly/layout/options";
import { unmark } from "../../../assembly/lines/line-record";
import type { LineWorkspace } from "../../engine/workspace";
import { type Joined, joinKeys } from "../../lines/joined-keys";
import { addBatch, type Seen } from "../../lines/line-sieve";
import type { Batch, LineSettings } from "../../lines/lines";
import type { KeyForms } from "../../rules/rules";

/** A batch of values, one a line. */
interface ValueLines extends Batch {
	/** The number of the row of a record, from 1. */
	readonly rowOf: (record: number) => number;
	/** The columns that join the keys of its lines. */
	readonly joined: Joined;
}

/** The fate of a batch. Valid until the next one. */
export interface Verdict {
	/** One mark per record: FRESH, or the ordinal of the equal value. Without them, all rows stay. */
	readonly marks?: Int32Array | undefined;
	/** The keys, a line each, if there is a column for them. */
	readonly keys?: Uint8Array | undefined;
	/** The end of the forms in the output, if it is not that of the batch. */
	readonly outputEnd?: number | undefined;
}

type Step = (batch: ValueLines) => Verdict;

export interface ValueRules {
	readonly settings: LineSettings;
	/** Called once for each table. */
	workspace(): LineWorkspace;
	/** Takes values before they are normalized: whole lines. Returns the lines to normalize. */
	readonly prepare?: ((lines: Uint8Array) => Uint8Array) | undefined;
	/** Takes each batch once its rejects are listed. By default, all rows stay. */
	readonly step?: Step | undefined;
}

/** Divides values with both forms: there is a column for keys. */
export function splitting(split: KeyForms["split"]): Step {
	return (batch) => {
		const { fetchEnd, keyEnd } = split(batch);
		const { kernel, result } = batch.workspace;
		return { outputEnd: fetchEnd, keys: kernel.octets.subarray(result, keyEnd) };
	};
}

interface AuditTaker {
	add(batch: Batch & { readonly marks: Int32Array }, rowOf: (record: number) => number): void;
}

/** Adds values to a set. `keysOf`: the keys of values with both forms, if there is a column for them. */
export function deduping(seen: Seen, keysOf?: KeyForms["keysOf"], audit?: AuditTaker): Step {
	return (batch) => {
		const keys = keysOf?.(batch);
		const marks = addBatch(seen, batch, batch.workspace, (workspace) => joinKeys(workspace, batch, batch.joined));
		audit?.add({ ...batch, marks }, batch.rowOf);
		return { marks, keys, outputEnd: outputEndOf(batch) };
	};
}

/** Marks the duplicates of a batch that is read again. `rowOf`: the row of a record. */
export interface KnownMarks {
	marksOf(batch: Batch, rowOf: (record: number) => number): Int32Array;
}

/** Marks values that are read again. `keysOf`: see `deduping`. */
export function marking(known: KnownMarks, keysOf?: KeyForms["keysOf"]): Step {
	return (batch) => {
		const { kernel, key, records, output, fingerprints } = batch.workspace;
		const keys = keysOf?.(batch);
		const marks = known.marksOf(batch, batch.rowOf);
		// Leaves only the fetch forms of values with both forms.
		kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
		return { marks, keys, outputEnd: outputEndOf(batch) };
	};
}

/**
 * Settings for the feed of a table that has no set: it omits values in normal form, whose rows have them. Only the core kernel can do
 * that.
 */
export function omittingPlain<Rules extends LineSettings>(settings: Rules): Rules {
	return { ...settings, linesWord: settings.linesWord | Flag.OMIT_PLAIN };
}

/** The end of the output of a batch, of which fingerprints may have left only the fetch forms. */
function outputEndOf({ workspace, records }: Batch): number {
	if (records === 0) return workspace.output;
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return unmark(workspace.kernel.words[last >> 2] as number);
}
