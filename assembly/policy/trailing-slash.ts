/** P4 trailing-slash: drops a final "/" that is not the whole path and not after a nested `scheme:`. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { schemeBefore } from "./slashes";

/** The end of the path [start, end) without one final "/". */
export function withoutTrailingSlash(start: i32, end: i32): i32 {
	if (end - start < 2 || load8(end - 1) != Octet.SLASH) return end;
	return isBehindScheme(start, end) ? end : end - 1;
}

/** Whether the slashes at the end of [start, end) directly follow a scheme and ":". */
function isBehindScheme(start: i32, end: i32): bool {
	let at = end;
	while (at > start && load8(at - 1) == Octet.SLASH) --at;
	return at > start && load8(at - 1) == Octet.COLON && schemeBefore(start, at - 1) < at - 1;
}
