/** Batches: the results of a call of the kernel, which every stage of a job sees, and what becomes of their lines. */
import { Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { isMarked } from "../../assembly/lines/line-record";
import type { LineWorkspace } from "../engine/workspace";
import type { Component, UriErrorCode } from "../errors";
import { codeOf, componentOf } from "../statuses";
import type { RuleCounts } from "./rule-counts";

/** A line that could not be normalized. */
export interface Reject {
	/** Line number, from 1. */
	readonly line: number;
	readonly code: UriErrorCode;
	readonly component: Component | undefined;
	/** Offset of the error in the line, in octets. */
	readonly offset: number;
}

/** The result of one kernel call. Addresses refer to the memory of the workspace. */
export interface BatchCounts {
	/** Number of line records. A line in several pieces has several. */
	readonly records: number;
	/** Number of lines begun. */
	readonly lines: number;
	readonly rejects: number;
	/** Counts of the policy's rules. */
	readonly ruleCounts: RuleCounts;
	/** Start of the first line in the input. */
	readonly first: number;
	/** End of the output. */
	readonly outputEnd: number;
	/** Whether the workspace also contains the fingerprints of the lines. */
	readonly hasFingerprints?: boolean;
}

/** A result with its workspace. Valid until the next batch. */
export interface Batch extends BatchCounts {
	readonly workspace: LineWorkspace;
	/** Number of lines of the stream that precede this batch. */
	readonly linesBefore: number;
	/** The number of a record's row in a table, from 1. Absent: that of its line. */
	readonly rowOf?: (record: number) => number;
	/** Values in other columns of a table that join the keys of its lines. */
	readonly joined?: Joined;
	/** Copies a record's value in one of the columns that choose a row of a table. Undefined if it has none. */
	readonly otherOf?: (record: number, place: number) => Uint8Array | undefined;
}

/** The values that join the keys of the lines that a feed was given last. */
export interface Joined {
	/** Whether nothing joins any of them. */
	readonly isEmpty: boolean;
	/** Returns the packed values that join the key of a line, which counts from 1. Undefined if there are none. */
	at(line: number): Uint8Array | undefined;
}

/** The fates of the lines of a batch. Valid until the next one. */
export interface Verdict {
	/** One mark per record: FRESH, or the ordinal of the equal line. Meaningless for rejected lines. */
	readonly marks: Int32Array;
	/** By record, the number of lines that it stands for; absent if they are not counted. 0: it does not stay, or has none. */
	readonly sizes?: Int32Array | undefined;
}

/** Whether a record is a piece of a line that continues in the next one. */
export function isPiece({ workspace: { kernel, records } }: Batch, record: number): boolean {
	return isMarked(kernel.words[(records + record * LineRecord.SIZE + LineRecord.INPUT_END) >> 2] as number);
}

/** Whether the line of a record could not be normalized. */
export function isRejected({ workspace: { kernel, records } }: Batch, record: number): boolean {
	return isMarked(kernel.words[(records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
}

/** Max octets reported of a line that is too long. */
const MAX_SHOWN = 1024;

/** Returns the rejects of a batch. */
export function rejectsOf(batch: Batch): Reject[] {
	return Array.from({ length: batch.rejects }, (_, index) => {
		const [line, status, component, offset] = rejectRecord(batch.workspace, index);
		const code = codeOf(status, batch.workspace.faults);
		return { line: batch.linesBefore + line + 1, code, component: componentOf(component), offset };
	});
}

/** The fields of a reject record, in the order of `RejectRecord`. */
type RejectFields = [line: number, status: number, component: number, offset: number, start: number, end: number];

/** Reject number `index` of the batch in the workspace. */
export function rejectRecord({ kernel, rejects }: LineWorkspace, index: number): RejectFields {
	const at = (rejects + index * RejectRecord.SIZE) >> 2;
	return kernel.words.subarray(at, at + RejectRecord.SIZE / 4) as unknown as RejectFields;
}

/** Returns the original line of reject number `index`, or the first MAX_SHOWN octets of one that is too long. */
export function rejectedLine(batch: Batch, index: number): Uint8Array {
	const [, , , , start, end] = rejectRecord(batch.workspace, index);
	return batch.workspace.kernel.octets.subarray(start, end - start > Limit.REFERENCE - 1 ? start + MAX_SHOWN : end);
}
