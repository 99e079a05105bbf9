/**
 * A column of text as lines, chunk by chunk, in areas of a workspace that are free between two calls of a feed.
 *
 * ```
 *   octets    value0value1value2 ──▶ FINGERPRINTS ─┐
 *                                                  ├─ spread ──▶ INPUT   value0 LF value1 LF value2 LF
 *   offsets   [0, 6, 6, 12, 18] ───▶ MARKS ────────┘
 *                    └ a null: left out
 * ```
 *
 * A chunk ends before a row that has octets but no value, and before a value that is too long for a chunk, which is a chunk of its own.
 * Without a workspace, every value is.
 */
import { Octet } from "../../../assembly/octets/char";
import type { LineWorkspace } from "../../engine/workspace";
import { CHUNK_OCTETS, CHUNK_VALUES } from "../../lines/column";
import { hasBit } from "../../lines/utf8-column";
import type { TextColumn } from "./arrow-rows";
import { isBlank, type ValueBatch } from "./value-rows";

/** The values of a column as lines: see `batchOf`. */
export function valuesOf(column: TextColumn): ValueBatch {
	const { rows, offsets } = column;
	const lacks = lacksOf(column);
	const size = (offsets[rows] as number) - (offsets[0] as number) + rows;
	return { rows, lacks, size, lines: (workspace) => linesOf(column, lacks, workspace) };
}

/** By row, whether it is null or only white space. */
function lacksOf({ rows, offsets, octets, valid }: TextColumn): Uint8Array {
	const lacks = new Uint8Array(rows);
	for (let row = 0; row < rows; ++row) {
		const isNull = valid !== undefined && !hasBit(valid, row);
		if (isNull || isBlank(octets, offsets[row] as number, offsets[row + 1] as number)) lacks[row] = 1;
	}
	return lacks;
}

function* linesOf(column: TextColumn, lacks: Uint8Array, workspace?: LineWorkspace): Generator<Uint8Array> {
	const { rows, offsets, octets } = column;
	for (let row = 0; row < rows; ) {
		const end = workspace === undefined ? row : chunkEnd(column, lacks, row);
		if (workspace !== undefined && end > row) yield spreadRows(column, lacks, row, end, workspace);
		else if (lacks[row] === 0) yield lineOf(octets.subarray(offsets[row], offsets[row + 1]));
		row = Math.max(end, row + 1);
	}
}

/** The end of the rows whose values make a chunk. It is empty before a row with octets that must not become part of one. */
function chunkEnd({ rows, offsets }: TextColumn, lacks: Uint8Array, row: number): number {
	const last = Math.min(row + CHUNK_VALUES, rows);
	const lastOffset = (offsets[row] as number) + CHUNK_OCTETS;
	let end = row;
	for (let start = offsets[row] as number; end < last; ++end) {
		const next = offsets[end + 1] as number;
		if (next > lastOffset || (lacks[end] === 1 && next > start)) break;
		start = next;
	}
	return end;
}

/** The values of the rows [row, end) as lines, in the input of the workspace. */
function spreadRows(column: TextColumn, lacks: Uint8Array, row: number, end: number, workspace: LineWorkspace): Uint8Array {
	const { offsets, octets } = column;
	const { kernel, fingerprints: values, marks: ends, input } = workspace;
	const start = offsets[row] as number;
	const chunk = octets.subarray(start, offsets[end]);
	kernel.octets.set(chunk, values);
	tabsForLineFeeds(Buffer.from(kernel.octets.buffer, values, chunk.length));
	let at = ends >> 2;
	kernel.words[at] = start;
	for (let each = row; each < end; ++each) if (lacks[each] === 0) kernel.words[++at] = offsets[each + 1] as number;
	return kernel.octets.subarray(input, kernel.call.spread(ends, at << 2, values - start, input));
}

/** One value as a line, by the rules of `batchOf`. */
function lineOf(value: Uint8Array): Uint8Array {
	const ending = value.at(-1) === Octet.CR ? [Octet.CR, Octet.LF] : [Octet.LF];
	const line = Buffer.alloc(value.length + ending.length);
	line.set(value);
	tabsForLineFeeds(line.subarray(0, value.length));
	line.set(ending, value.length);
	return line;
}

function tabsForLineFeeds(octets: Buffer): void {
	for (let at = octets.indexOf(Octet.LF); at >= 0; at = octets.indexOf(Octet.LF, at + 1)) octets[at] = Octet.TAB;
}
