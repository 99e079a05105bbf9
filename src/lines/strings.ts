/**
 * Arrays of strings: normalized as lines, because a call of the platform's encoder costs more than most references.
 *
 * ```
 *   ["http://a/", "HTTP://b", …] ──join──▶ "http://a/ LF HTTP://b LF …" ──normalizeLines──▶ "http://b/ LF …", records
 * ```
 *
 * Plain lines leave nothing in the output: their strings are in normal form. A string that is rejected is normalized again, by itself,
 * for its error.
 *
 * Strings and lines differ where a string contains an LF or a CR, is not all US-ASCII, or is no string at all. From the first such
 * batch on, all strings of the call go one by one. They often come from the same text, and engines store all pieces of a text with
 * one character beyond Latin-1 in two octets a unit. Such strings take as long to encode together as one by one.
 */

import { Cursor, LineRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import { Octet } from "../../assembly/octets/char";
import type { Engine } from "../engine/kernel";
import { FRESH } from "../engine/seen-table";
import type { LineWorkspace } from "../engine/workspace";
import type { Settings } from "../options";
import { decode } from "../reference/transcode";
import { encoder } from "../utf8";
import type { Batch } from "./batch";

/** Strings in a batch. One that was decoded may keep all others of its batch that were decoded in memory. */
const BATCH = 128;
/** UTF-16 units in a batch, line ends included. The input has room for their octets, whatever they are. */
const MAX_UNITS = 32768;

/**
 * Normalizes strings, or adds them to `seen`, and returns for each its normal form or whether it was new. `one` does the same for
 * one string. The settings and the workspace are of the same kernel.
 */
export function inBatches<Result>(
	references: readonly string[],
	one: (reference: string) => Result,
	{ engine, word }: Pick<Settings, "engine" | "word">,
	workspaceOf: (engine: Engine) => LineWorkspace,
	add?: (batch: Pick<Batch, "records" | "workspace">) => Int32Array,
): Result[] {
	const results: unknown[] = references.slice();
	for (let first = 0; first < references.length; first += BATCH) {
		const batch = references.slice(first, first + BATCH);
		const workspace = workspaceOf(engine);
		if (!normalizeBatch(batch, add ? word : word | Flag.OMIT_PLAIN, workspace)) {
			for (let index = first; index < references.length; ++index) {
				if (index in references) results[index] = one(references[index] as string);
			}
			break;
		}
		const marks = add?.({ records: batch.length, workspace });
		const { kernel, output, records } = workspace;
		// `one` may use the same workspace, and leaves its own output there.
		const text = add ? "" : decode(workspace, output, workspace.cursor(Cursor.WRITTEN));
		let start = output;
		batch.forEach((reference, index) => {
			const end = kernel.words[(records + LineRecord.OUTPUT_END + index * LineRecord.SIZE) >> 2] as number;
			if (isMarked(end)) results[first + index] = one(reference);
			else if (marks) results[first + index] = marks[index] === FRESH;
			else if (end > start) results[first + index] = text.slice(start - output, end - output - 1);
			start = unmark(end);
		});
	}
	return results as Result[];
}

/** Normalizes strings as lines. Returns whether the workspace has a record for each of them. */
function normalizeBatch(batch: readonly string[], word: number, workspace: LineWorkspace): boolean {
	let units = 0;
	for (const reference of batch) units += typeof reference === "string" ? reference.length + 1 : Number.POSITIVE_INFINITY;
	if (units > MAX_UNITS) return false;
	const { input, inputOctets, kernel, output } = workspace;
	const text = batch.join("\n");
	if (text.includes("\r") || encoder.encodeInto(text, inputOctets).written !== text.length) return false;
	inputOctets[text.length] = Octet.LF;
	workspace.setCursor(Cursor.IN_LONG_LINE, 0);
	const status = kernel.call.normalizeLines(word, input, input + units, output, workspace.outputLimit);
	return status === Status.OK && workspace.cursor(Cursor.RECORDS) === batch.length;
}
