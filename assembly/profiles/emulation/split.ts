/**
 * Splits a reference into its components, as RFC 3986 App. B and most libraries do: nothing is checked.
 *
 * ```
 *   [ scheme ":" ] [ "//" authority ] path [ "?" query ] [ "#" fragment ]
 * ```
 */

import { Component } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8 } from "../../octets/memory";
import { find, span, spanUntil } from "../../octets/span";
import { clearRecord, record } from "../../reference/record";

/** The ":" after the scheme at the start of [start, end): ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ); `end` if there is none. */
export function schemeEnd(start: i32, end: i32): i32 {
	if (start == end || !is(load8(start), Class.ALPHA)) return end;
	const colon = span(start, end, Class.SCHEME);
	return colon < end && load8(colon) == Octet.COLON ? colon : end;
}

/** Records the components of [start, end), the text after the scheme, in RECORD; the scheme is undefined. */
export function splitAfterScheme(start: i32, end: i32): void {
	clearRecord();
	let path = start;
	if (end - start >= 2 && load8(start) == Octet.SLASH && load8(start + 1) == Octet.SLASH) {
		path = spanUntil(start + 2, end, Class.AUTHORITY_END);
		record(Component.AUTHORITY, start + 2, path);
	}
	let at = spanUntil(path, end, Class.PATH_END);
	record(Component.PATH, path, at);
	if (at < end && load8(at) == Octet.QUESTION_MARK) {
		const query = at + 1;
		at = find(query, end, Octet.HASH);
		record(Component.QUERY, query, at);
	}
	if (at < end) record(Component.FRAGMENT, at + 1, end);
}
