/**
 * Decides which lines are wanted references: comments are none, and a list to be fetched has schemes of its own. All other lines are
 * rejected, so that they go where rejected lines go.
 *
 * ```
 *   # seeds             Flag.COMMENTS         Status.COMMENT              kept as it came or, with Flag.DROP_COMMENTS, dropped
 *   example.com/a       Flag.REQUIRE_SCHEME   Status.RELATIVE_REFERENCE
 *   mailto:a@b.example  Flag.LIST_SCHEMES     Status.UNEXPECTED_SCHEME    unless SCHEMES_LISTED has "mailto:"
 * ```
 */

import { ABSENT, Address, Component } from "../layout/addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, load32, store32 } from "../octets/memory";
import { skipWhiteSpace } from "../octets/white-space";

/** Whether fast paths may run: they write http and https references without checking the scheme. */
export function admitsWeb(options: i32): bool {
	return (options & Flag.LIST_SCHEMES) == 0 || load32(Address.ADMITS_WEB) != 0;
}

/** Whether the line [start, end) is a comment: blank, or with "#" as its first octet after white space. */
export function isComment(options: i32, start: i32, end: i32): bool {
	if ((options & Flag.COMMENTS) == 0) return false;
	const first = skipWhiteSpace(start, end);
	return first == end || load8(first) == Octet.HASH;
}

/** Refuses a comment: returns -Status.COMMENT. */
export function refuseComment(start: i32): i32 {
	return refuse(Status.COMMENT, Component.NONE, start);
}

/** The options by which a line is rejected: options for invalid lines do not apply to comments. */
export function rejectOptions(options: i32, status: i32): i32 {
	if (status != Status.COMMENT) return options;
	const others = options & ~(Flag.DROP_INVALID | Flag.BLANK_INVALID | Flag.STOP_AT_INVALID);
	return (options & Flag.DROP_COMMENTS) != 0 ? others | Flag.DROP_INVALID : others;
}

/** Returns `written`, the end of the form of the line [start, end), or `-Status` if its scheme is not wanted. */
export function checkScheme(options: i32, start: i32, end: i32, written: i32): i32 {
	if (written < 0 || (options & (Flag.REQUIRE_SCHEME | Flag.LIST_SCHEMES)) == 0) return written;
	const first = skipWhiteSpace(start, end);
	const colon = schemeEnd(first, end);
	if (colon != ABSENT) {
		const isWanted = (options & Flag.LIST_SCHEMES) == 0 || isListed(first, colon);
		return isWanted ? written : refuse(Status.UNEXPECTED_SCHEME, Component.SCHEME, first);
	}
	// A target has the scheme of the base.
	const needsScheme = (options & (Flag.REQUIRE_SCHEME | Flag.RESOLVE)) == Flag.REQUIRE_SCHEME;
	return needsScheme ? refuse(Status.RELATIVE_REFERENCE, Component.SCHEME, first) : written;
}

function refuse(status: i32, component: i32, at: i32): i32 {
	store32(Address.FAILURE, component);
	store32(Address.FAILURE_AT, at);
	return -status;
}

/** The ":" after the scheme that begins at `start`, or ABSENT. TAB and CR within do not count: normalization removes them. */
function schemeEnd(start: i32, end: i32): i32 {
	if (start == end || !is(load8(start), Class.ALPHA)) return ABSENT;
	let at = start;
	while (at < end && (is(load8(at), Class.SCHEME) || is(load8(at), Class.LINE_WHITE_SPACE))) ++at;
	return at < end && load8(at) == Octet.COLON ? at : ABSENT;
}

/** Whether the scheme [start, colon) is in the list, whose names are in lower case and end with ":". */
function isListed(start: i32, colon: i32): bool {
	const listEnd = Address.SCHEMES_LISTED + load32(Address.SCHEMES_LENGTH);
	let name: i32 = Address.SCHEMES_LISTED;
	while (name < listEnd) {
		if (isName(start, colon, name)) return true;
		while (load8(name) != Octet.COLON) ++name;
		++name;
	}
	return false;
}

function isName(start: i32, colon: i32, name: i32): bool {
	let letter = name;
	for (let at = start; at < colon; ++at) {
		const octet = load8(at);
		if (is(octet, Class.LINE_WHITE_SPACE)) continue;
		if ((is(octet, Class.UPPER) ? octet + 0x20 : octet) != load8(letter)) return false;
		++letter;
	}
	return load8(letter) == Octet.COLON;
}
