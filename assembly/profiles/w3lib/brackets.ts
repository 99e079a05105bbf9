/** `w3lib@1`, authorities with brackets: the checks of `_check_bracketed_netloc`, addresses by Python's `ipaddress`. */

import { Component, NOT_HEX } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { hexValue } from "../../octets/classes";
import { copyLower, load8, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { readIPv6, writeGroups } from "../../reference/ipv6";
import { fail } from "../../reference/record";
import { writePort } from "../../whatwg/port";
import { hasBeyondAscii } from "../emulation/ascii";
import { writeHost } from "./host";

/**
 * Writes host and port [start, end) of an authority that has both brackets somewhere. Returns the new end, or `-Status`.
 *
 * Keeps two quirks of the source: without a "[" in [start, end), the address that is checked is dropped; an IPvFuture without ":"
 * loses its brackets.
 */
export function writeBracketed(start: i32, end: i32, to: i32): i32 {
	const opening = find(start, end, Octet.OPEN_BRACKET);
	if (opening == end)
		return isFuture(start, find(start, end, Octet.COLON)) ? to : fail(Status.INVALID_HOST, Component.HOST, start);
	const name = opening + 1;
	const closing = find(name, end, Octet.CLOSE_BRACKET);
	if (opening > start) return fail(Status.INVALID_HOST, Component.HOST, start);
	const written = writeAddress(name, closing, to);
	if (written < 0 || closing + 1 >= end) return written;
	if (load8(closing + 1) != Octet.COLON) return fail(Status.INVALID_HOST, Component.HOST, closing + 1);
	return writePort(closing + 2, end, written);
}

function writeAddress(start: i32, end: i32, to: i32): i32 {
	if (isFuture(start, end) && find(start, end, Octet.COLON) == end) return writeHost(start, end, to);
	if (hasBeyondAscii(start, end)) return fail(Status.INVALID_HOST, Component.HOST, start);
	store8(to, Octet.OPEN_BRACKET);
	const written = isFuture(start, end) ? copyLower(start, end, to + 1) : writeIPv6(start, end, to + 1);
	if (written < 0) return written;
	store8(written, Octet.CLOSE_BRACKET);
	return written + 1;
}

/** Whether [start, end) is "v", hex digits, "." and at least one more octet. */
function isFuture(start: i32, end: i32): bool {
	if (start == end || load8(start) != Octet.LOWER_V) return false;
	let at = start + 1;
	while (at < end && hexValue(load8(at)) != NOT_HEX) ++at;
	return at > start + 1 && at + 1 < end && load8(at) == Octet.DOT;
}

/** Writes an IPv6 address, which may have a zone: RFC 5952 §4, but IPv4-mapped addresses in hex. */
function writeIPv6(start: i32, end: i32, to: i32): i32 {
	const zone = find(start, end, Octet.PERCENT);
	const hasZone = zone < end;
	const isZone = !hasZone || (zone + 1 < end && find(zone + 1, end, Octet.PERCENT) == end);
	if (!isZone || !readIPv6(start, zone)) return fail(Status.INVALID_HOST, Component.HOST, start);
	const written = writeGroups(8, to);
	return hasZone ? copyLower(zone, end, written) : written;
}
