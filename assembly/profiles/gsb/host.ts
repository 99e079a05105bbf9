/** `safe-browsing@1`, the host: A-labels, dots, IPv4 in any form, IPv6 in one, lower case, escaped. */

import { ABSENT, Component } from "../../layout/addresses";
import { Url } from "../../layout/crawl-addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { load8, store8 } from "../../octets/memory";
import { group, readIPv6, writeGroups, writeIPv4 } from "../../reference/ipv6";
import { fail } from "../../reference/record";
import { writeAddress } from "../../whatwg/ipv4";
import { setField } from "../../whatwg/url";
import { illFormedAt } from "../../whatwg/utf8";
import { hasBeyondAscii, lowerInPlace } from "../emulation/ascii";
import { writeIdna2003 } from "../emulation/idna";
import { writeEscaped } from "../emulation/unescape";

/** Writes the host [start, end), which is changed in place. Returns the new end, or `-Status`; HOST_IS_ADDRESS says what it is. */
export function writeHost(start: i32, end: i32, to: i32): i32 {
	setField(Url.HOST_IS_ADDRESS, 1);
	const isBracketed = end - start > 2 && load8(start) == Octet.OPEN_BRACKET && load8(end - 1) == Octet.CLOSE_BRACKET;
	if (isBracketed && readIPv6(start + 1, end - 1)) return writeIPv6Host(to);
	if (!hasBeyondAscii(start, end) || illFormedAt(start, end) < end) return writeName(start, end, to);
	const mapped = writeIdna2003(start, end, start, to);
	if (mapped == to) return fail(Status.PROFILE_CANNOT, Component.HOST, start);
	return mapped < 0 ? mapped : writeName(to, mapped, to);
}

/** Writes the name [start, end), or the IPv4 address that it spells. It may start at `to` if nothing in it needs escaping. */
function writeName(start: i32, end: i32, to: i32): i32 {
	const nameEnd = withoutExcessDots(start, end);
	const address = endsInX(start, nameEnd) ? ABSENT : writeAddress(start, nameEnd, to);
	if (address != ABSENT) return address;
	setField(Url.HOST_IS_ADDRESS, 0);
	lowerInPlace(start, nameEnd);
	return start == to ? nameEnd : writeEscaped(start, nameEnd, to);
}

/** Whether a label ends in "x": "0x" is a number to the URL Standard, but not here. */
function endsInX(start: i32, end: i32): bool {
	for (let at = start; at < end; ++at) {
		const isX = (load8(at) | Octet.CASE_BIT) == Octet.LOWER_X;
		if (isX && (at + 1 == end || load8(at + 1) == Octet.DOT)) return true;
	}
	return false;
}

/** Makes one dot of several, in place, and drops those at both ends. */
function withoutExcessDots(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at < end; ++at) {
		const isExcess = load8(at) == Octet.DOT && (to == start || load8(to - 1) == Octet.DOT);
		if (!isExcess) store8(to++, load8(at));
	}
	return to > start && load8(to - 1) == Octet.DOT ? to - 1 : to;
}

/** Writes GROUPS: ::ffff:0:0/96 and 64:ff9b::/96 (RFC 6052) as IPv4, others as RFC 5952 in brackets. */
function writeIPv6Host(to: i32): i32 {
	let isPrefix = group(2) == 0 && group(3) == 0 && group(4) == 0;
	if (group(0) == 0) isPrefix = isPrefix && group(1) == 0 && group(5) == 0xffff;
	else isPrefix = isPrefix && group(0) == 0x64 && group(1) == 0xff9b && group(5) == 0;
	if (isPrefix) return writeIPv4(to);
	store8(to, Octet.OPEN_BRACKET);
	const written = writeGroups(8, to + 1);
	store8(written, Octet.CLOSE_BRACKET);
	return written + 1;
}
