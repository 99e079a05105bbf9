/**
 * The values of a column: laid out as lines for the line driver, and taken together again.
 *
 * ```
 *   column   |value|value|value|               offsets say where each one ends
 *   lines    |value LF|value LF|value LF|      normalizeLines makes its lines of these
 *   column   |normal form|normal form|…        new offsets
 * ```
 */
import { Octet } from "./char";
import { LineRecord } from "./layout";
import { copy, load8, load32, store8, store32 } from "./memory";
import { find } from "./span";

/**
 * Writes values as lines to `to`, up to the first value with an LF within, which is more than a line. Returns the end.
 *
 * The values lie one behind the other. `offsets` has where the first one begins, then where each one ends, up to the last end
 * at `last`, as i32; with `data` added they are addresses.
 *
 * Requires: as many octets at `to` as the values have, two more for each, and 128, as many behind the values that may be read;
 * `to` is apart from the values.
 */
export function spread(offsets: i32, last: i32, data: i32, to: i32): i32 {
	let start = data + load32(offsets);
	const lineFeed = find(start, data + load32(last), Octet.LF);
	while (offsets < last) {
		offsets += 4;
		const end = data + load32(offsets);
		if (end > lineFeed) break;
		to = copyValue(start, end, to);
		// The CR at the end of a value is no part of the line's end: this one is. Where an empty value gets one it does no harm.
		if (load8(end - 1) == Octet.CR) store8(to++, Octet.CR);
		store8(to++, Octet.LF);
		start = end;
	}
	return to;
}

/**
 * Writes the output of the lines on record in [lines, linesEnd) to `to`, without LF, and for each one where it ends, an i32, to
 * `ends`: its address and `shift`. `start` is where the output of the first line begins. Returns the end.
 *
 * Requires: every line has left an LF; as many octets at `to` as the output has, and 128, apart from the output.
 */
export function gather(lines: i32, linesEnd: i32, start: i32, to: i32, ends: i32, shift: i32): i32 {
	while (lines < linesEnd) {
		const recorded = load32(lines + LineRecord.OUTPUT_END);
		const end = recorded ^ (recorded >> 31);
		to = copyValue(start, end - 1, to);
		store32(ends, to + shift);
		start = end;
		lines += LineRecord.SIZE;
		ends += 4;
	}
	return to;
}

/** Copies blocks of 128 octets, so that most values take one: a loop that is as long each time is foreseen by the processor. */
function copyValue(start: i32, end: i32, to: i32): i32 {
	copy(start, start + ((end - start) | 127), to);
	return to + end - start;
}
