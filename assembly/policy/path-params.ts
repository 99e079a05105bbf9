/**
 * P0b path-params: parameters of segments (RFC 3986 §3.3), `;name` and `;name=value`, up to the next ";" or "/". An entry names them, or
 * all go. A segment of which "." or ".." would be left stays whole.
 */

import { Octet } from "../octets/char";
import { load8, load32, move } from "../octets/memory";
import { find } from "../octets/span";
import { setPathGroups } from "./groups";
import { MoreConfig } from "./more";
import { isNamed } from "./parameters";
import { isDots } from "./session-path";

/** Drops the parameters that `config`, a `MoreConfig`, names from the path [start, end), in place. Returns the new end. */
export function dropParameters(config: i32, start: i32, end: i32): i32 {
	setPathGroups(config);
	const dropsAll = load32(config + MoreConfig.PATH_GROUP_COUNT) == 0;
	let at = start;
	let to = start;
	while (at < end) {
		const segment = load8(at) == Octet.SLASH ? at + 1 : at;
		const segmentEnd = find(segment, end, Octet.SLASH);
		const nameEnd = find(segment, segmentEnd, Octet.SEMICOLON);
		const staysWhole = nameEnd == segmentEnd || (isDots(segment, nameEnd) && losesAll(dropsAll, nameEnd, segmentEnd));
		to = move(at, staysWhole ? segmentEnd : nameEnd, to);
		if (!staysWhole) to = moveOthers(dropsAll, nameEnd, segmentEnd, to);
		at = segmentEnd;
	}
	return to;
}

/** Moves the parameters in [start, end) that stay to `to`. Returns their end. */
function moveOthers(dropsAll: bool, start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ) {
		const next = find(at + 1, end, Octet.SEMICOLON);
		if (!isDropped(dropsAll, at, next)) to = move(at, next, to);
		at = next;
	}
	return to;
}

function losesAll(dropsAll: bool, start: i32, end: i32): bool {
	for (let at = start; at < end; ) {
		const next = find(at + 1, end, Octet.SEMICOLON);
		if (!isDropped(dropsAll, at, next)) return false;
		at = next;
	}
	return true;
}

/** Whether the parameter [start, end), which begins with its ";", goes. */
function isDropped(dropsAll: bool, start: i32, end: i32): bool {
	return dropsAll || isNamed(start + 1, find(start + 1, end, Octet.EQUALS), end);
}
