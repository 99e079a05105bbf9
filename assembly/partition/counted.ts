/** Lines by class: which of them stay, each after the number of lines that it stands for. */
import { Octet } from "../octets/char";
import { copy, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { Counted, PartitionAddress } from "./layout";

/** The greatest power of ten below 2³¹ is the ninth. */
const MAX_EXPONENT: i32 = 9;

/**
 * Writes the whole lines of [start, end), at most `count`, to `to`: lines with a size above 0 after that number and a TAB, lines with
 * size 0 as they are, and no line with a negative size. `sizes` has a word for each line. Returns the end of the output, and leaves the number
 * of lines and the start of the next one at COUNTED.
 *
 * Requires: room at `to` for the lines and eleven octets more for each, plus Limit.MARGIN, without overlap.
 */
export function writeCounted(start: i32, end: i32, sizes: i32, count: i32, to: i32): i32 {
	let written = to;
	let line = start;
	let index = 0;
	for (; index < count; ++index) {
		const next = find(line, end, Octet.LF) + 1;
		if (next > end) break;
		const size = load32(sizes + (index << 2));
		if (size > 0) written = writeSize(size, written);
		if (size >= 0) written = copy(line, next, written);
		line = next;
	}
	store32(PartitionAddress.COUNTED + Counted.LINES, index);
	store32(PartitionAddress.COUNTED + Counted.REST, line);
	return written;
}

/** Writes a number in decimal, and a TAB. */
function writeSize(size: i32, to: i32): i32 {
	let written = to;
	let rest = size;
	// Fast path only: leading zeros are not written.
	for (let exponent = size > 9 ? MAX_EXPONENT : 0; exponent > 0; --exponent) {
		const power = powerOfTen(exponent);
		let digit = 0;
		for (; rest >= power; rest -= power) ++digit;
		if (digit > 0 || written > to) store8(written++, Octet.DIGIT_0 + digit);
	}
	store8(written, Octet.DIGIT_0 + rest);
	store8(written + 1, Octet.TAB);
	return written + 2;
}

function powerOfTen(exponent: i32): i32 {
	let power = 1;
	for (let left = exponent; left > 0; --left) power *= 10;
	return power;
}
