/**
 * IP literals: hosts in square brackets.
 *
 * ```
 *   IP-literal  = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"                                §3.2.2, RFC 6874 §2
 *   IPvFuture   = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
 *   IPv6addrz   = IPv6address "%25" ZoneID
 *   ZoneID      = 1*( unreserved / pct-encoded )
 * ```
 */

import { ABSENT, Address, Component, NOT_HEX } from "../layout/addresses";
import { Flag, Rule } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, hexValue } from "../octets/classes";
import { copy, load8, load32, store8 } from "../octets/memory";
import { find, span } from "../octets/span";
import { readIPv6, writeIPv6 } from "./ipv6";
import { lowerCase, tripletValue, writeOctets } from "./percent";
import { fail } from "./record";

/** Checks the text [start, end) between the brackets. Returns Status.OK or `-Status`. */
export function scanIpLiteral(start: i32, end: i32): i32 {
	if (start < end && (load8(start) | Octet.CASE_BIT) == Octet.LOWER_V) return scanFuture(start, end);
	const addressEnd = find(start, end, Octet.PERCENT);
	if (!readIPv6(start, addressEnd)) return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
	return addressEnd < end ? scanZone(addressEnd, end) : Status.OK;
}

function scanFuture(start: i32, end: i32): i32 {
	let at = start + 1;
	while (at < end && hexValue(load8(at)) != NOT_HEX) ++at;
	const hasVersion = at > start + 1 && at + 1 < end && load8(at) == Octet.DOT;
	if (hasVersion && span(at + 1, end, Class.USERINFO) == end) return Status.OK;
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
}

/** Checks the zone, delimiter included. Lenient: "%" that does not start a triplet delimits the zone as "%25" does. */
function scanZone(start: i32, end: i32): i32 {
	const delimiter = tripletValue(start, end);
	if (delimiter == ABSENT && isStrict()) return failZone(start, start);
	const zone = zoneStart(start, end);
	let at = zone;
	while (at < end) {
		at = span(at, end, Class.UNRESERVED);
		if (at == end || load8(at) != Octet.PERCENT) break;
		if (tripletValue(at, end) == ABSENT) return failZone(start, at);
		at += 3;
	}
	const isDelimited = delimiter == ABSENT || delimiter == Octet.PERCENT;
	if (isDelimited && at == end && zone < end) return Status.OK;
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
}

/** Strict: a "%" without two hex digits is its own error. Lenient: it makes the whole literal invalid. */
function failZone(zone: i32, percent: i32): i32 {
	if (isStrict()) return fail(Status.INVALID_PERCENT_ENCODING, Component.HOST, percent);
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, zone);
}

function isStrict(): bool {
	return (load32(Address.OPTIONS) & Flag.STRICT) != 0;
}

/** The start of the zone after its delimiter, "%25" or a bare "%". */
function zoneStart(delimiter: i32, end: i32): i32 {
	return tripletValue(delimiter, end) == ABSENT ? delimiter + 1 : delimiter + 3;
}

/** Writes the IP literal [start, end), brackets included. Requires: `scan` accepted it. Returns the new end. */
export function writeIpLiteral(start: i32, end: i32, to: i32): i32 {
	const options = load32(Address.OPTIONS);
	const literalEnd = end - 1;
	const addressEnd = find(start, literalEnd, Octet.PERCENT);
	store8(to, Octet.OPEN_BRACKET);
	let at = to + 1;
	if ((options & Rule.IPV6_TEXT) != 0 && readIPv6(start + 1, addressEnd)) {
		at = writeIPv6(at);
	} else {
		at = copy(start + 1, addressEnd, at);
		if ((options & Rule.HOST_CASE) != 0) lowerCase(to, at);
	}
	if (addressEnd < literalEnd) at = writeZone(addressEnd, literalEnd, at);
	store8(at, Octet.CLOSE_BRACKET);
	return at + 1;
}

function writeZone(start: i32, end: i32, to: i32): i32 {
	store8(to, Octet.PERCENT);
	store8(to + 1, Octet.DIGIT_2);
	store8(to + 2, Octet.DIGIT_5);
	return writeOctets(zoneStart(start, end), end, to + 3, Component.HOST);
}
