/**
 * `surt@1`, hosts that are numbers: one number is an address modulo 2³²; two to four, decimal or octal, are what `inet_aton` makes of
 * them. What it refuses stays a name: the package asks a resolver, a kernel does not.
 */

import { ABSENT, Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8 } from "../../octets/memory";
import { span } from "../../octets/span";
import { setGroup, writeIPv4 } from "../../reference/ipv6";
import { fail, startOf } from "../../reference/record";
import { writeAddress } from "../../whatwg/ipv4";

/** Max digits that Python turns into an integer. */
const MAX_DIGITS: i32 = 4300;

/** Writes the host [start, end) in place, as an IPv4 address if it is one. Returns the new end, or `-Status`. */
export function writeNumericHost(start: i32, end: i32): i32 {
	if (start == end || !is(load8(start), Class.DIGIT)) return end;
	if (span(start, end, Class.DIGIT) == end) return writeNumber(start, end);
	// A line feed after the number is as good as none, to regular expressions and to `inet_aton`.
	const last = load8(end - 1) == Octet.LF ? end - 1 : end;
	if (!isNumeric(start, last)) return end;
	const written = writeAddress(start, last, start);
	return written == ABSENT ? end : written;
}

/** Whether [start, end) consists of digits and dots, without 8 and 9 if it begins with 0. */
function isNumeric(start: i32, end: i32): bool {
	const last: i32 = load8(start) == Octet.DIGIT_0 ? Octet.DIGIT_0 + 7 : Octet.DIGIT_9;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet != Octet.DOT && (octet < Octet.DIGIT_0 || octet > last)) return false;
	}
	return true;
}

function writeNumber(start: i32, end: i32): i32 {
	if (end - start > MAX_DIGITS) return fail(Status.INVALID_DOMAIN, Component.HOST, startOf(Component.HOST));
	return writeModulo(start, end);
}

/** Writes the number [start, end), modulo 2³², as an address, in place. Returns the new end. */
export function writeModulo(start: i32, end: i32): i32 {
	let high = 0;
	let low = 0;
	for (let at = start; at < end; ++at) {
		low = low * 10 + load8(at) - Octet.DIGIT_0;
		high = (high * 10 + (low >> 16)) & 0xffff;
		low &= 0xffff;
	}
	setGroup(6, high);
	setGroup(7, low);
	return writeIPv4(start);
}
