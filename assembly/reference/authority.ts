/**
 * The authority (§3.2).
 *
 * ```
 *   authority = [ userinfo "@" ] host [ ":" port ]
 * ```
 */

import { Address, Component } from "../layout/addresses";
import { Rule } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { copy, load8, load32, store8 } from "../octets/memory";
import { writeHost } from "./host";
import { writeOctets } from "./percent";
import { endOf, fail, isPresent, startOf } from "./record";
import { defaultPort, hasTrait, Trait } from "./schemes";

const enum Port {
	MAX_DIGITS = 5,
	/** Not the default port of any scheme. */
	TOO_LARGE = 100000,
}

/** Writes the authority of the recorded reference. `row` is the registry row of its scheme. Returns the new end, or `-Status`. */
export function writeAuthority(row: i32, to: i32): i32 {
	let at = to;
	if (isPresent(Component.USERINFO)) {
		at = writeOctets(startOf(Component.USERINFO), endOf(Component.USERINFO), at, Component.USERINFO);
		if (at < 0) return at;
		store8(at++, Octet.AT);
	}
	const hostStart = startOf(Component.HOST);
	const hostEnd = endOf(Component.HOST);
	if (hostStart == hostEnd && requiresHost(row)) return fail(Status.EMPTY_HOST, Component.HOST, hostStart);
	at = writeHost(row, hostStart, hostEnd, at);
	if (at < 0 || !isPresent(Component.PORT)) return at;
	return writePort(row, startOf(Component.PORT), endOf(Component.PORT), at);
}

function requiresHost(row: i32): bool {
	return (load32(Address.OPTIONS) & Rule.OF_SCHEME) != 0 && hasTrait(row, Trait.REQUIRES_HOST);
}

/** Writes ":" and the port [start, end), or nothing: rules empty-port, port-zeros and default-port (§3.2.3, §6.2.3). */
function writePort(row: i32, start: i32, end: i32, to: i32): i32 {
	const options = load32(Address.OPTIONS);
	if (start == end && (options & Rule.EMPTY_PORT) != 0) return to;
	const digits = skipZeros(start, end);
	const isDefault = defaultPort(row) != 0 && portValue(digits, end) == defaultPort(row);
	if (isDefault && (options & Rule.DEFAULT_PORT) != 0) return to;
	store8(to, Octet.COLON);
	const isNumber = (options & Rule.PORT_ZEROS) != 0 && hasTrait(row, Trait.DNS_HOST);
	return copy(isNumber ? digits : start, end, to + 1);
}

/** The start of the port without its leading zeros. At least one digit stays. */
function skipZeros(start: i32, end: i32): i32 {
	let at = start;
	while (at + 1 < end && load8(at) == Octet.DIGIT_0) ++at;
	return at;
}

/** The port as a number, 0 if it is empty, or Port.TOO_LARGE if it has too many digits to be one. */
function portValue(start: i32, end: i32): i32 {
	if (end - start > Port.MAX_DIGITS) return Port.TOO_LARGE;
	let value = 0;
	for (let at = start; at < end; ++at) value = value * 10 + load8(at) - Octet.DIGIT_0;
	return value;
}
