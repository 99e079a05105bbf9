/**
 * String columns, in the layout of Apache Arrow: all values in one area, without separators, and an i32 offset to the end of each.
 * The line driver knows only lines, so `spread` converts a column to lines and `gather` converts the normalized lines to a column.
 *
 * ```
 *             data                                offsets
 *   column    value0value1value2                  [0, 6, 12, 18]
 *                | spread
 *   lines     value0 LF value1 LF value2 LF
 *                | normalizeLines
 *   lines     form0 LF form1 LF form2 LF          line records: see LineRecord
 *                | gather
 *   column    form0form1form2                     [to + 5, to + 10, to + 15], each plus `shift`
 * ```
 *
 * A value with an LF in it would become two lines: `spread` stops before it, and the caller handles that value by itself. A CR
 * at the end of a value would be read as part of the line end, so `spread` adds another one.
 */

import { LineRecord } from "../layout/addresses";
import { Octet } from "../octets/char";
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { unmark } from "./line-record";

const enum Block {
	/** Size of a block less one. A length `| MASK` is a whole number of blocks less one octet. */
	MASK = 127,
}

/**
 * Writes the values of a column as lines to `to`, up to the first value that contains LF. Returns the end.
 *
 * `offsets` is the address of the i32 offset where the first value starts. The end of each value follows, that of the last one
 * at the address `last`. An offset plus `data` is an address.
 *
 * Requires: at `to`, room for the values, two octets more for each, and Limit.MARGIN, without overlap; Limit.MARGIN readable
 * octets after the values.
 */
export function spread(offsets: i32, last: i32, data: i32, to: i32): i32 {
	let start = data + load32(offsets);
	const lineFeed = find(start, data + load32(last), Octet.LF);
	while (offsets < last) {
		offsets += 4;
		const end = data + load32(offsets);
		if (end > lineFeed) break;
		to = copyValue(start, end, to);
		// The line end takes this CR, not that of the value. For an empty value the octet before it decides; either way the line is empty.
		if (load8(end - 1) == Octet.CR) store8(to++, Octet.CR);
		store8(to++, Octet.LF);
		start = end;
	}
	return to;
}

/**
 * Writes the output of the line records in [lines, linesEnd) to `to`, without LF. Returns the end. `start` is where the output of
 * the first line starts. For each value, the address of its end plus `shift` is stored as an i32 at `ends`.
 *
 * Requires: every line of the output ends in LF, rejected lines too; at `to`, room for the output and Limit.MARGIN, without overlap.
 */
export function gather(lines: i32, linesEnd: i32, start: i32, to: i32, ends: i32, shift: i32): i32 {
	while (lines < linesEnd) {
		const end = unmark(load32(lines + LineRecord.OUTPUT_END));
		to = copyValue(start, end - 1, to);
		store32(ends, to + shift);
		start = end;
		lines += LineRecord.SIZE;
		ends += 4;
	}
	return to;
}

/** Copies whole blocks, so that most values take one: a fixed trip count predicts well. */
function copyValue(start: i32, end: i32, to: i32): i32 {
	copy(start, start + ((end - start) | Block.MASK), to);
	return to + end - start;
}
