/** Numbers of few octets: seven bits in each, low bits first. Bit 7 says that more follow. */
import { load8, store8 } from "../octets/memory";

/** Writes an unsigned number to `to`. Returns its end. */
export function writeNumber(number: i32, to: i32): i32 {
	let rest = number;
	let out = to;
	for (; (rest & ~0x7f) != 0; rest = rest >>> 7) store8(out++, (rest & 0x7f) | 0x80);
	store8(out++, rest);
	return out;
}

export function readNumber(at: i32): i32 {
	let number = load8(at);
	if (number < 0x80) return number;
	number &= 0x7f;
	let from = at;
	for (let shift = 7; shift < 35; shift += 7) {
		const octet = load8(++from);
		number |= (octet & 0x7f) << shift;
		if (octet < 0x80) break;
	}
	return number;
}

/** The end of the number at `start`; more than `end` if it is cut off there. */
export function numberEnd(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) >= 0x80) ++at;
	return at + 1;
}

/** Octets of a number that `writeNumber` has written. */
export function sizeOf(number: i32): i32 {
	let size = 1;
	for (let rest = number >>> 7; rest != 0; rest = rest >>> 7) ++size;
	return size;
}
