/** `surt-java@1`, the authority: credentials end at the first "@". The port is an int of Java. */
import { Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { load8 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { matches, matchesInAnyCase } from "../../octets/text";
import { endOf, fail, record, startOf } from "../../reference/record";
import { hasBeyondAscii } from "../emulation/ascii";

/** The greatest int of Java. */
const MAX_INT: string = "2147483647";
const NEGATED_MIN_INT: string = "2147483648";

/** Records host and port of the recorded authority, whose scheme is [scheme, colon). Returns Status.OK, or `-Status`. */
export function readAuthority(scheme: i32, colon: i32): i32 {
	const start = startOf(Component.AUTHORITY);
	const end = endOf(Component.AUTHORITY);
	if (start == end) return fail(Status.EMPTY_HOST, Component.HOST, start);
	const at = find(start, end, Octet.AT);
	const host = at < end ? at + 1 : start;
	// After credentials, Java does not see the brackets of an address.
	const close = at == end && load8(start) == Octet.OPEN_BRACKET ? find(start, end, Octet.CLOSE_BRACKET) : end;
	const portColon = find(close < end ? close : at < end ? at : start, end, Octet.COLON);
	record(Component.HOST, host, portColon);
	return end - portColon < 2 ? Status.OK : readPort(scheme, colon, portColon + 1, end);
}

/** Records the port [start, end), unless it is the default of the scheme. */
function readPort(scheme: i32, colon: i32, start: i32, end: i32): i32 {
	if (hasBeyondAscii(start, end)) return fail(Status.PROFILE_CANNOT, Component.PORT, start);
	const isSigned = load8(start) == Octet.PLUS || load8(start) == Octet.HYPHEN;
	const isNegative = load8(start) == Octet.HYPHEN;
	let digits = isSigned ? start + 1 : start;
	const stop = span(digits, end, Class.DIGIT);
	if (stop < end || digits == end) return fail(Status.INVALID_PORT, Component.PORT, stop);
	while (digits + 1 < end && load8(digits) == Octet.DIGIT_0) ++digits;
	if (!isAtMost(digits, end, isNegative ? NEGATED_MIN_INT : MAX_INT)) return fail(Status.INVALID_PORT, Component.PORT, start);
	if (!isNegative || load8(digits) == Octet.DIGIT_0) {
		if (!isDefault(scheme, colon, digits, end)) record(Component.PORT, digits, end);
		return Status.OK;
	}
	// Leading zeros after the sign cannot be cut out of the URL.
	if (digits > start + 1) return fail(Status.PROFILE_CANNOT, Component.PORT, start);
	// -1 stands for no port.
	if (!matches(start, end, "-1")) record(Component.PORT, start, end);
	return Status.OK;
}

/** 80 of http, 443 of https, 0 of all others. */
function isDefault(scheme: i32, colon: i32, digits: i32, end: i32): bool {
	if (matchesInAnyCase(scheme, colon, "http")) return matches(digits, end, "80");
	return matches(digits, end, matchesInAnyCase(scheme, colon, "https") ? "443" : "0");
}

/** Whether the number [start, end), which has no leading zeros, is at most `number`. */
export function isAtMost(start: i32, end: i32, number: string): bool {
	if (end - start != number.length) return end - start < number.length;
	for (let i = 0; i < number.length; ++i) {
		const difference: i32 = load8(start + i) - number.charCodeAt(i);
		if (difference != 0) return difference < 0;
	}
	return true;
}
