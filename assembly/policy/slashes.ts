/** P2 slashes: runs of "/" become one, up to the first `scheme://` in the path; from there on nothing changes. */
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, move, store8 } from "../octets/memory";
import { find } from "../octets/span";

/** Collapses slashes of the path [start, end), in place. Returns the new end. */
export function collapseSlashes(start: i32, end: i32): i32 {
	const nested = nestedScheme(start, end);
	let to = start;
	for (let at = start; at < nested; ++at) {
		const octet = load8(at);
		if (octet != Octet.SLASH || to == start || load8(to - 1) != Octet.SLASH) store8(to++, octet);
	}
	return move(nested, end, to);
}

/** The start of the first `scheme://` in [start, end); `end` if there is none. */
function nestedScheme(start: i32, end: i32): i32 {
	for (let colon = find(start, end, Octet.COLON); colon < end; colon = find(colon + 1, end, Octet.COLON)) {
		const hasSlashes = end - colon > 2 && load8(colon + 1) == Octet.SLASH && load8(colon + 2) == Octet.SLASH;
		const scheme = hasSlashes ? schemeBefore(start, colon) : colon;
		if (scheme < colon) return scheme;
	}
	return end;
}

/** The start of the scheme that ends at `colon` (RFC 3986 §3.1); `colon` if there is none. */
export function schemeBefore(start: i32, colon: i32): i32 {
	let at = colon;
	while (at > start && is(load8(at - 1), Class.SCHEME)) --at;
	while (at < colon && !is(load8(at), Class.ALPHA)) ++at;
	return at;
}
