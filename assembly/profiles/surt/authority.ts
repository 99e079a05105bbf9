/** `surt@1`, the authority: credentials go, and so does a default port. A URL of http without a host takes its first segment for one. */

import { Component } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches, matchesInAnyCase } from "../../octets/text";
import { endOf, isPresent, record, startOf } from "../../reference/record";
import { findLastAt } from "../../reference/scan";
import { readPort } from "../../whatwg/port";

/** Returned when the first segment of the path is the host. */
export const HOST_TAKEN: i32 = 1;

/**
 * Records host, port and path of the URL with the scheme [start, colon), whose parts are recorded. Returns HOST_TAKEN when its
 * host is a segment of its path, Status.OK otherwise, or `-Status`.
 */
export function readAuthority(start: i32, colon: i32): i32 {
	record(Component.HOST, colon, colon);
	const status = isPresent(Component.AUTHORITY) ? readHostAndPort(start, colon) : 0;
	const hasHost = startOf(Component.HOST) < endOf(Component.HOST);
	const isHttp = colon - start >= 4 && matches(start, start + 4, "http");
	const isTaken = status >= 0 && !hasHost && isHttp && startOf(Component.PATH) < endOf(Component.PATH);
	if (isTaken) takeSegment(startOf(Component.PATH), endOf(Component.PATH));
	return isTaken ? HOST_TAKEN : status;
}

function readHostAndPort(start: i32, colon: i32): i32 {
	const authority = startOf(Component.AUTHORITY);
	let end = endOf(Component.AUTHORITY);
	while (end > authority && load8(end - 1) == Octet.COLON) --end;
	const at = findLastAt(authority, end);
	const host = at < end ? at + 1 : authority;
	const bracket = find(host, end, Octet.OPEN_BRACKET);
	const name = bracket < end ? bracket + 1 : host;
	const nameEnd = bracket < end ? find(name, end, Octet.CLOSE_BRACKET) : find(host, end, Octet.COLON);
	record(Component.HOST, name, nameEnd);
	const portColon = find(nameEnd, end, Octet.COLON);
	if (portColon == end) return 0;
	const port = readPort(portColon + 1, end);
	if (port > 0 && port != defaultPort(start, colon)) record(Component.PORT, portColon + 1, end);
	return port < 0 ? port : 0;
}

function defaultPort(start: i32, end: i32): i32 {
	if (matchesInAnyCase(start, end, "http")) return 80;
	return matchesInAnyCase(start, end, "https") ? 443 : 0;
}

/** Takes the first segment of the path [start, end) for the host, "/" and what follows it for the path. */
function takeSegment(start: i32, end: i32): void {
	let host = start;
	while (host < end && load8(host) == Octet.SLASH) ++host;
	const path = find(host, end, Octet.SLASH);
	record(Component.HOST, host, path);
	record(Component.PATH, path, end);
}
