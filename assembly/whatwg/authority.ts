/** Credentials, host and port (URL Standard §4.4: authority state, host state, port state). */

import { Component } from "../layout/addresses";
import { CrawlAddress, Url } from "../layout/crawl-addresses";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { load8, store8, store32 } from "../octets/memory";
import { find, spanUntil } from "../octets/span";
import { fail } from "../reference/record";
import { findLastAt } from "../reference/scan";
import { writeHost } from "./host";
import { Keep, writePercentEncoded } from "./percent-encode-sets";
import { readPort, writePort as writePortNumber } from "./port";
import { field, isSpecial } from "./url";

/** Writes the authority that begins at `start`. Returns the new end, or `-Status`; REST is where the authority ends. */
export function writeAuthority(start: i32, end: i32, to: i32): i32 {
	const authorityEnd = spanUntil(start, end, isSpecial() ? Keep.SPECIAL_END : Class.AUTHORITY_END);
	store32(CrawlAddress.URL + Url.REST, authorityEnd);

	// Authority state: credentials end at the last "@".
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

/** The first ":" outside brackets in [start, end); `end` if there is none. */
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
	const port = readPort(start, end);
	if (port < 0) return port;
	return port == field(Url.DEFAULT_PORT) && port != 0 ? to : writePortNumber(start, end, to);
}
