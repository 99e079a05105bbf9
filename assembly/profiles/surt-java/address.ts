/**
 * `surt-java@1`, hosts that are numbers. One number is an address modulo 2³², if a long of Java holds it. Four numbers are octal if the
 * first begins with 0, and decimal otherwise: there, the others may begin with 0, too.
 */
import { ABSENT } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { group, setGroup, writeIPv4 } from "../../reference/ipv6";
import { writeModulo } from "../surt/numeric-host";
import { isAtMost } from "./authority";

/** The greatest long of Java. */
const MAX_LONG: string = "9223372036854775807";
const PARTS: i32 = 4;

/** Writes the host [start, end) in place, as an address if it is one. Returns the new end, or `start`. */
export function writeAddress(start: i32, end: i32): i32 {
	if (start == end || !is(load8(start), Class.DIGIT)) return start;
	if (span(start, end, Class.DIGIT) == end) return isLong(start, end) ? writeModulo(start, end) : start;
	const base: i32 = load8(start) == Octet.DIGIT_0 ? 8 : 10;
	let at = start;
	for (let part = 0; part < PARTS; ++part) {
		const stop = find(at, end, Octet.DOT);
		const value = partValue(at, stop, base);
		const isLast = part == PARTS - 1;
		if (value == ABSENT || isLast != (stop == end)) return start;
		const before = part & 1 ? group(6 + (part >> 1)) << 8 : 0;
		setGroup(6 + (part >> 1), before | value);
		at = stop + 1;
	}
	return writeIPv4(start);
}

/** The value of the digits [start, end), up to 255; ABSENT if there is none. */
function partValue(start: i32, end: i32, base: i32): i32 {
	let value = 0;
	for (let at = start; at < end; ++at) {
		const digit: i32 = load8(at) - Octet.DIGIT_0;
		if (digit < 0 || digit >= base) return ABSENT;
		value = value * base + digit;
		if (value > 255) return ABSENT;
	}
	return start < end ? value : ABSENT;
}

function isLong(start: i32, end: i32): bool {
	let digits = start;
	while (digits + 1 < end && load8(digits) == Octet.DIGIT_0) ++digits;
	return isAtMost(digits, end, MAX_LONG);
}
