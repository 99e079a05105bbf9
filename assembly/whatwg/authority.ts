/** Credentials, host and port (URL Standard §4.4: authority state, host state, port state). */
import { Octet } from "../char";
import { Class } from "../classes";
import { CrawlAddress, Url } from "../crawl-layout";
import { Component } from "../layout";
import { copy, load8, store8, store32 } from "../memory";
import { fail } from "../record";
import { findLastAt } from "../scan";
import { find, span, spanUntil } from "../span";
import { Status } from "../status";
import { writeHost } from "./host";
import { Keep, writePercentEncoded } from "./percent-encode-sets";
import { field, isSpecial } from "./url";

/** Writes the authority that begins at `start`. Returns the new end, or `-Status`; REST is where the authority ends. */
export function writeAuthority(start: i32, end: i32, to: i32): i32 {
	const authorityEnd = spanUntil(start, end, isSpecial() ? Keep.SPECIAL_END : Class.AUTHORITY_END);
	store32(CrawlAddress.URL + Url.REST, authorityEnd);

	// Authority state: what is before the last "@" are credentials.
	const at = findLastAt(start, authorityEnd);
	const hasCredentials = at < authorityEnd;
	const host = hasCredentials ? at + 1 : start;
	if (hasCredentials) to = writeCredentials(start, at, to);

	// Host state
	const hostEnd = findPortColon(host, authorityEnd);
	const isMissing = hasCredentials || hostEnd < authorityEnd || isSpecial();
	if (host == hostEnd && isMissing) return fail(Status.EMPTY_HOST, Component.HOST, host);
	to = writeHost(host, hostEnd, to);
	if (to < 0 || hostEnd == authorityEnd) return to;

	// Port state
	return writePort(hostEnd + 1, authorityEnd, to);
}

/** Writes username, password and "@", or nothing when both are empty. */
function writeCredentials(start: i32, end: i32, to: i32): i32 {
	const colon = find(start, end, Octet.COLON);
	let at = writePercentEncoded(start, colon, to, Keep.USERINFO);
	if (colon + 1 < end) {
		store8(at, Octet.COLON);
		at = writePercentEncoded(colon + 1, end, at + 1, Keep.USERINFO);
	}
	if (at > to) store8(at++, Octet.AT);
	return at;
}

/** The first ":" in [start, end) that stands outside brackets; `end` when there is none. */
function findPortColon(start: i32, end: i32): i32 {
	let isInside = false;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.OPEN_BRACKET) isInside = true;
		if (octet == Octet.CLOSE_BRACKET) isInside = false;
		if (octet == Octet.COLON && !isInside) return at;
	}
	return end;
}

/** Writes ":" and the port [start, end), or nothing for an empty one and for the default port of the scheme. */
function writePort(start: i32, end: i32, to: i32): i32 {
	const stop = span(start, end, Class.DIGIT);
	if (stop < end) return fail(Status.INVALID_PORT, Component.PORT, stop);
	if (start == end) return to;
	let digits = start;
	while (digits + 1 < end && load8(digits) == Octet.DIGIT_0) ++digits;
	let port = 0;
	for (let at = digits; at < end && port < 65536; ++at) port = port * 10 + load8(at) - Octet.DIGIT_0;
	if (port > 65535) return fail(Status.INVALID_PORT, Component.PORT, start);
	if (port == field(Url.DEFAULT_PORT) && port != 0) return to;
	store8(to, Octet.COLON);
	return copy(digits, end, to + 1);
}
