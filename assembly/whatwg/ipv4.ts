/** The IPv4 parser (URL Standard §3.5): decimal, octal and hexadecimal numbers, one to four of them. */

import { ABSENT, NOT_HEX } from "../layout/addresses";
import { CrawlAddress } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, hexValue, is } from "../octets/classes";
import { load8, load32, store32 } from "../octets/memory";
import { find, span } from "../octets/span";
import { setGroup, writeIPv4 } from "../reference/ipv6";

/** The upper half of a number that is too large for any address. */
const TOO_LARGE: i32 = 0x10000;

/** The ends in a number checker: whether the last label of the domain [start, end) is a number. */
export function endsInNumber(start: i32, end: i32): bool {
	const nameEnd = withoutFinalDot(start, end);
	let label = nameEnd;
	while (label > start && load8(label - 1) != Octet.DOT) --label;
	if (label == nameEnd || !is(load8(label), Class.DIGIT)) return false;
	return span(label, nameEnd, Class.DIGIT) == nameEnd || readNumber(label, nameEnd);
}

function withoutFinalDot(start: i32, end: i32): i32 {
	return end > start && load8(end - 1) == Octet.DOT ? end - 1 : end;
}

/** The IPv4 parser, then the IPv4 serializer: [start, end) as four decimal numbers. Returns the new end; ABSENT on failure. */
export function writeAddress(start: i32, end: i32, to: i32): i32 {
	const last = withoutFinalDot(start, end);
	let high = 0;
	let low = 0;
	let part = start;
	for (let parts = 1; parts <= 4; ++parts) {
		const partEnd = find(part, last, Octet.DOT);
		if (!readNumber(part, partEnd)) return ABSENT;
		const upper = load32(CrawlAddress.NUMBER);
		const lower = load32(CrawlAddress.NUMBER + 4);
		if (partEnd == last) {
			if (!fits(upper, lower, 5 - parts)) return ABSENT;
			setGroup(6, high | upper);
			setGroup(7, low | lower);
			return writeIPv4(to);
		}
		if (!fits(upper, lower, 1)) return ABSENT;
		if (parts == 1) high = lower << 8;
		if (parts == 2) high |= lower;
		if (parts == 3) low = lower << 8;
		part = partEnd + 1;
	}
	return ABSENT;
}

/** Whether a number is less than 256 to the power of `octets`. */
function fits(upper: i32, lower: i32, octets: i32): bool {
	if (octets == 4) return upper < TOO_LARGE;
	if (octets == 3) return upper < 256;
	return upper == 0 && (octets == 2 || lower < 256);
}

/** The IPv4 number parser: reads [start, end) into NUMBER. Returns false if it is not a number. */
function readNumber(start: i32, end: i32): bool {
	if (start == end) return false;
	let at = start;
	let radix = 10;
	if (load8(at) == Octet.DIGIT_0 && end - at > 1) {
		const isHex = (load8(at + 1) | Octet.CASE_BIT) == Octet.LOWER_X;
		radix = isHex ? 16 : 8;
		at += isHex ? 2 : 1;
	}
	let upper = 0;
	let lower = 0;
	for (; at < end; ++at) {
		const digit = hexValue(load8(at));
		if (digit == NOT_HEX || digit >= radix) return false;
		lower = lower * radix + digit;
		upper = upper * radix + (lower >> 16);
		lower &= 0xffff;
		if (upper > TOO_LARGE) upper = TOO_LARGE;
	}
	store32(CrawlAddress.NUMBER, upper);
	store32(CrawlAddress.NUMBER + 4, lower);
	return true;
}
