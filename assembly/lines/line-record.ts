/**
 * The ends in a line record (layout/addresses.ts, `LineRecord`). An end is an address, so never negative, and its sign is free for a mark:
 * a marked end is stored as its complement.
 *
 * ```
 *   OUTPUT_END   end    the line is in normal form
 *               ~end    the line was rejected
 *   INPUT_END    end    the line ends here
 *               ~end    a piece of a line that continues in the next record
 * ```
 */

/** The end, marked. */
export function mark(end: i32): i32 {
	return ~end;
}

export function isMarked(recorded: i32): bool {
	return recorded < 0;
}

/** The end, whether marked or not. */
export function unmark(recorded: i32): i32 {
	return recorded ^ (recorded >> 31);
}
