/**
 * The scanner: octets → component record.
 *
 * ```
 *   URI-reference = [ scheme ":" ] [ "//" authority ] path [ "?" query ] [ "#" fragment ]        §4.1, App. B
 *   authority     = [ userinfo "@" ] host [ ":" port ]                                           §3.2
 *
 *     foo://user@example.com:8042/over/there?name=ferret#nose
 *     \_/   \__/ \_________/ \__/\_________/ \_________/ \__/
 *      |     |        |       |       |           |        |
 *   scheme userinfo  host    port    path       query   fragment
 * ```
 */

import { Component } from "../layout/addresses";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8 } from "../octets/memory";
import { find, span, spanUntil } from "../octets/span";
import { scanIpLiteral } from "./ip-literal";
import { clearRecord, fail, record } from "./record";

/** Splits [start, end) into components and records them. Returns Status.OK or `-Status`. */
export function scan(start: i32, end: i32): i32 {
	clearRecord();

	// scheme
	let at = scanScheme(start, end);
	if (at < 0) return at;

	// "//" authority
	if (at + 1 < end && load8(at) == Octet.SLASH && load8(at + 1) == Octet.SLASH) {
		at = scanAuthority(at + 2, end);
		if (at < 0) return at;
	}

	scanPath(at, end);
	return Status.OK;
}

/** Records the path that begins at `start`, and what follows it. */
export function scanPath(start: i32, end: i32): void {
	// path
	let at = spanUntil(start, end, Class.PATH_END);
	record(Component.PATH, start, at);

	// "?" query
	if (at < end && load8(at) == Octet.QUESTION_MARK) {
		const query = at + 1;
		at = find(query, end, Octet.HASH);
		record(Component.QUERY, query, at);
	}

	// "#" fragment
	if (at < end) record(Component.FRAGMENT, at + 1, end);
}

/**
 * Records the scheme, if the reference has one (§3.1). Returns where the rest starts, or `-Status`.
 *
 * If the first of ":", "/", "?" and "#" is ":", the text before it must be a scheme. Otherwise the reference would be a
 * path-noscheme with a colon in its first segment, which §4.2 rules out.
 */
function scanScheme(start: i32, end: i32): i32 {
	const nameEnd = span(start, end, Class.SCHEME);
	if (nameEnd == end) return start;
	const startsWithAlpha = nameEnd > start && is(load8(start), Class.ALPHA);
	if (startsWithAlpha && load8(nameEnd) == Octet.COLON) {
		record(Component.SCHEME, start, nameEnd);
		return nameEnd + 1;
	}
	const delimiter = spanUntil(nameEnd, end, Class.FIRST_DELIMITER);
	if (delimiter == end || load8(delimiter) != Octet.COLON) return start;
	return fail(Status.INVALID_SCHEME, Component.SCHEME, startsWithAlpha ? nameEnd : start);
}

/** Records the authority at `start` and its parts (§3.2). Returns its end, or `-Status`. */
function scanAuthority(start: i32, end: i32): i32 {
	// Fast path: most authorities are only a name.
	const nameEnd = span(start, end, Class.REG_NAME);
	if (nameEnd == end || is(load8(nameEnd), Class.AUTHORITY_END)) {
		record(Component.AUTHORITY, start, nameEnd);
		record(Component.HOST, start, nameEnd);
		return nameEnd;
	}
	const authorityEnd = spanUntil(nameEnd, end, Class.AUTHORITY_END);
	record(Component.AUTHORITY, start, authorityEnd);
	const status = scanParts(start, authorityEnd);
	return status < 0 ? status : authorityEnd;
}

/** Records the parts of the authority [start, end). The userinfo ends at the last "@". */
function scanParts(start: i32, end: i32): i32 {
	const at = findLastAt(start, end);
	if (at < end) record(Component.USERINFO, start, at);
	return scanHost(at < end ? at + 1 : start, end);
}

/** The address of the last "@" in [start, end), or `end`. */
export function findLastAt(start: i32, end: i32): i32 {
	let last = end;
	for (let at = find(start, end, Octet.AT); at < end; at = find(at + 1, end, Octet.AT)) last = at;
	return last;
}

/** Records host and port (§3.2.2, §3.2.3). A bracketed host ends at the first "]", any other host at the last ":". */
function scanHost(start: i32, end: i32): i32 {
	let hostEnd = end;
	if (start < end && load8(start) == Octet.OPEN_BRACKET) {
		hostEnd = find(start, end, Octet.CLOSE_BRACKET) + 1;
		if (hostEnd > end) return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
		const status = scanIpLiteral(start + 1, hostEnd - 1);
		if (status < 0) return status;
		if (hostEnd < end && load8(hostEnd) != Octet.COLON) return fail(Status.INVALID_IP_LITERAL, Component.HOST, hostEnd);
	} else {
		for (let at = find(start, end, Octet.COLON); at < end; at = find(at + 1, end, Octet.COLON)) hostEnd = at;
	}
	record(Component.HOST, start, hostEnd);
	return hostEnd < end ? scanPort(hostEnd + 1, end) : Status.OK;
}

/** Records the port: port = *DIGIT (§3.2.3). */
function scanPort(start: i32, end: i32): i32 {
	const digitsEnd = span(start, end, Class.DIGIT);
	if (digitsEnd < end) return fail(Status.INVALID_PORT, Component.PORT, digitsEnd);
	record(Component.PORT, start, end);
	return Status.OK;
}
