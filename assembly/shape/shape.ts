/**
 * `shape@1`: a key whose values are replaced by classes, and whose query is its names.
 *
 * ```
 *   key     http://h.example/users/122/edit?tab=2&p=1#top
 *   shape   http://h.example/users/{int}/edit?p=&tab=
 *           \__ as it is __/\____ path _____/\ names/
 * ```
 */

import { UNCHANGED } from "../layout/addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { equal, load8, load32 } from "../octets/memory";
import { find, span, spanUntil } from "../octets/span";
import { prefixLength } from "../reference/web-words";
import { writeQuery } from "./query";
import { writePath } from "./segment";
import { begin, flush } from "./writer";

/**
 * Writes the shape of the key [start, end) to `to`. Returns its end, or UNCHANGED if the key is its own shape.
 *
 * Requires: ShapeLimit.GROWTH × octets of the key + ShapeLimit.SLACK octets at `to`, without overlap; Limit.MARGIN readable octets after
 * the key.
 */
export function shape(start: i32, end: i32, to: i32): i32 {
	const written = writeShape(start, end, to);
	return written - to == end - start && equal(start, end, to) ? UNCHANGED : written;
}

/** Writes the shape of the key [start, end) to `to`. Returns its end. Requires what `shape` requires. */
export function writeShape(start: i32, end: i32, to: i32): i32 {
	begin(start, to);
	const pathEnd = writePath(pathStart(start, end), end);
	const written = flush(pathEnd);
	if (pathEnd == end || load8(pathEnd) == Octet.HASH) return written;
	return writeQuery(pathEnd + 1, find(pathEnd + 1, end, Octet.HASH), written);
}

/**
 * Where the path of the key [start, end) begins. Keys of `surt@1` have `)` after their host, and those of `safe-browsing@1` neither scheme
 * nor `//`.
 *
 * ```
 *   http://h.example/a    //h.example/a    urn:a    example,h)/a    h.example/a    /a
 *                   ^                ^         ^             ^               ^     ^
 * ```
 */
function pathStart(start: i32, end: i32): i32 {
	// Fast path only.
	const web = prefixLength(load32(start), load32(start + 4));
	if (web != 0 && start + web <= end) return spanUntil(start + web, end, Class.AUTHORITY_END);
	const scheme = span(start, end, Class.SCHEME);
	const hasScheme = scheme > start && scheme < end && load8(scheme) == Octet.COLON && is(load8(start), Class.ALPHA);
	const rest = hasScheme ? scheme + 1 : start;
	if (isDoubleSlash(rest, end)) return spanUntil(rest + 2, end, Class.AUTHORITY_END);
	const segment = spanUntil(start, end, Class.AUTHORITY_END);
	return hasScheme && (segment == start || load8(segment - 1) != Octet.CLOSE_PARENTHESIS) ? rest : segment;
}

function isDoubleSlash(at: i32, end: i32): bool {
	return at + 2 <= end && load8(at) == Octet.SLASH && load8(at + 1) == Octet.SLASH;
}
