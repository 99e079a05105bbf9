/** The rules of the scheme file: RFC 8089 §2, App. B; RFC 1738 §3.10. */
import { Octet } from "../char";
import { Component } from "../layout";
import { load8 } from "../memory";
import { endOf, isPresent, startOf } from "../record";
import { matches } from "../text";

/** Says whether "//" has to be written for a reference without authority: `file:/p` is `file:///p`. */
export function lacksAuthority(): bool {
	if (isPresent(Component.AUTHORITY)) return false;
	const path = startOf(Component.PATH);
	return path < endOf(Component.PATH) && load8(path) == Octet.SLASH;
}

/** Drops the authority [start, end) when it is "localhost", which is the same as the empty one. Returns the new end. */
export function normalizeFileAuthority(start: i32, end: i32): i32 {
	return matches(start, end, "localhost") ? start : end;
}
