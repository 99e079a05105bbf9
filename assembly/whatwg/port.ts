/** Ports as numbers. */

import { Component } from "../layout/addresses";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copy, load8, store8 } from "../octets/memory";
import { span } from "../octets/span";
import { fail } from "../reference/record";

export const MAX_PORT: i32 = 65535;

/** The value of the port [start, end), 0 for an empty one; or `-Status`. */
export function readPort(start: i32, end: i32): i32 {
	const stop = span(start, end, Class.DIGIT);
	if (stop < end) return fail(Status.INVALID_PORT, Component.PORT, stop);
	let port = 0;
	for (let at = start; at < end; ++at) {
		port = port * 10 + load8(at) - Octet.DIGIT_0;
		if (port > MAX_PORT) return fail(Status.INVALID_PORT, Component.PORT, start);
	}
	return port;
}

/** Writes ":" and the port [start, end) without leading zeros, or nothing for an empty one. Returns the new end, or `-Status`. */
export function writePort(start: i32, end: i32, to: i32): i32 {
	const port = readPort(start, end);
	if (port < 0 || start == end) return port < 0 ? port : to;
	let digits = start;
	while (digits + 1 < end && load8(digits) == Octet.DIGIT_0) ++digits;
	store8(to, Octet.COLON);
	return copy(digits, end, to + 1);
}
