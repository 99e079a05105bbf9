/** Normalizes whole lines as one batch, answering the kernel's questions on the way. */
import { Cursor, RejectRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { type LineWorkspace, MAX_RECORDS } from "../engine/workspace";
import type { BatchCounts } from "../lines/batch";
import type { LineSettings } from "../lines/lines";
import { runLines } from "../lines/run-lines";

/** Lines at the start of a workspace's input. */
export interface Lines {
	/** In octets. */
	readonly length: number;
	/** Whether these are the first, or the last, lines of a stream. */
	readonly isFirst: boolean;
	readonly isLast: boolean;
}

/**
 * Normalizes the lines as one batch. If the kernel stops at a question, answers it and resumes. If it runs out of line records,
 * resumes too, overwriting them unless `keepsRecords`.
 *
 * Returns undefined if the lines do not fit one batch or contain an invalid one under `invalid: "fail"`: feed them to a LineFeed
 * then.
 */
export function normalizeBatch(
	workspace: LineWorkspace,
	settings: LineSettings,
	lines: Lines,
	keepsRecords: boolean,
): BatchCounts | undefined {
	const { input } = workspace;
	const end = input + lines.length;
	const word = settings.linesWord | (lines.isFirst ? Flag.STREAM_START : 0) | (lines.isLast ? Flag.STREAM_END : 0);
	const counts = { records: 0, lines: 0, rejects: 0, notWeb: 0, first: input, outputEnd: workspace.output };
	workspace.setCursor(Cursor.IN_LONG_LINE, 0);
	const status = runLines(workspace, word, input, end, settings, (stop) => {
		if (counts.records === 0) counts.first = workspace.cursor(Cursor.FIRST);
		renumberRejects(workspace, counts.rejects, counts.lines);
		counts.outputEnd = workspace.cursor(Cursor.WRITTEN);
		counts.records += workspace.cursor(Cursor.RECORDS);
		counts.lines += workspace.cursor(Cursor.LINES);
		counts.rejects += workspace.cursor(Cursor.REJECTS);
		counts.notWeb += workspace.cursor(Cursor.NOT_WEB);
		if (!resumes(workspace, stop, keepsRecords)) return undefined;
		workspace.recordFrom(keepsRecords ? counts.records : 0, counts.rejects);
		return counts.outputEnd;
	});
	workspace.recordFrom(0, 0);
	return status === Status.OK && workspace.cursor(Cursor.CONSUMED) === end ? counts : undefined;
}

/** Whether to call the kernel again after this status. */
function resumes(workspace: LineWorkspace, status: number, keepsRecords: boolean): boolean {
	if (status === Status.NEEDS_ALABEL) return true;
	return status === Status.NEEDS_ROOM && !keepsRecords && workspace.cursor(Cursor.RECORDS) === MAX_RECORDS;
}

/** Adds `lines` to the line numbers of the last call's rejects, which follow `before` others: a call counts from its own first line. */
function renumberRejects(workspace: LineWorkspace, before: number, lines: number): void {
	const { words } = workspace.kernel;
	const end = before + workspace.cursor(Cursor.REJECTS);
	for (let index = before; index < end; ++index) {
		const at = (workspace.rejects + index * RejectRecord.SIZE + RejectRecord.LINE) >> 2;
		words[at] = (words[at] as number) + lines;
	}
}
