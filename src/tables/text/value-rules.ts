/**
 * Makes forms of the values of a table, and decides the fate of their rows.
 *
 * ```
 *   values ──prepare──▶ LineFeed ──▶ batch ──▶ keys for a column │ step: verdict
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { Flag } from "../../../assembly/layout/options";
import { unmark } from "../../../assembly/lines/line-record";
import type { LineWorkspace } from "../../engine/workspace";
import type { Batch, Verdict } from "../../lines/batch";
import type { LineSettings } from "../../lines/lines";
import type { PartLines } from "../../lines/parts";
import type { KeyForms } from "../../rules/rules";

/** By column that joins keys, what makes the key of a value, if it is a column of references. */
export type JoinKeys = readonly (((value: string) => string) | undefined)[];

export interface ValueRules {
	readonly settings: LineSettings;
	/** Called once for each table. */
	workspace(): LineWorkspace;
	/** Takes values before they are normalized: whole lines. Returns the lines to normalize. */
	readonly prepare?: ((lines: Uint8Array) => Uint8Array) | undefined;
	/** Divides values with both forms, if there is a column for keys. */
	readonly forms?: KeyForms | undefined;
	/** Makes parts of values, if there are columns for them. */
	readonly parts?: PartLines | undefined;
	/** Makes shapes of values with both forms, if there is a column for them. */
	readonly shapes?: KeyForms | undefined;
	/** Makes keys of values in other columns that join those of rows. */
	readonly joinKeys?: JoinKeys | undefined;
	/**
	 * Takes each batch once its rejects are listed. Fingerprints leave only the fetch forms of values with both forms. By default, all rows
	 * stay.
	 */
	readonly step?: ((batch: Batch) => Verdict | undefined) | undefined;
}

/** The fate of a batch. Valid until the next one. */
interface Judged {
	readonly verdict: Verdict | undefined;
	/** The keys, a line each, if there is a column for them. */
	readonly keys: Uint8Array | undefined;
	/** The parts of each value, if there are columns for them. */
	readonly parts: Uint8Array | undefined;
	/** The end of the forms in the output. */
	readonly outputEnd: number;
}

/** Makes keys of a batch, and lets the step decide. */
export function judge(batch: Batch, { forms, parts, shapes, step }: ValueRules): Judged {
	const ofKeys = shapes?.shapesOf(batch);
	if (step !== undefined) {
		const keys = forms?.keysOf(batch);
		const verdict = step(batch);
		return { verdict, keys, parts: parts?.linesOf(batch, ofKeys), outputEnd: outputEndOf(batch) };
	}
	const split = (forms ?? shapes)?.split(batch);
	const lines = parts?.linesOf(batch, ofKeys);
	if (split === undefined) return { verdict: undefined, keys: undefined, parts: lines, outputEnd: batch.outputEnd };
	const { kernel, result } = batch.workspace;
	const keys = forms && kernel.octets.subarray(result, split.keyEnd);
	return { verdict: undefined, keys, parts: lines, outputEnd: split.fetchEnd };
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
