/** Texts with stars: names of index files, which match a whole segment, and patterns of paths (RFC 9309 §2.2.2), which match its start. */

import { ABSENT } from "../layout/addresses";
import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { lowered } from "./decoded";
import { KeyRule } from "./key-rules";
import { Glob, GlobFlag } from "./more";
import { isOn, policy, program } from "./program";

/** Whether one of the globs at an offset matches the text [start, end). */
export function matchesGlob(globs: i32, start: i32, end: i32): bool {
	const count = load32(program() + globs);
	for (let index = 0; index < count; ++index) {
		if (isMatch(program() + globs + 4 + index * Glob.SIZE, start, end)) return true;
	}
	return false;
}

/** Whether the globs at an offset have a pattern of the path of the key. Under P4 it may match the path with a final "/", too. */
export function matchesPath(globs: i32): bool {
	const start = policy(Policy.PATH_START);
	const end = policy(Policy.PATH_END);
	if (matchesGlob(globs, start, end)) return true;
	if (!isOn(KeyRule.TRAILING_SLASH) || (end > start && load8(end - 1) == Octet.SLASH)) return false;
	const next = load8(end);
	store8(end, Octet.SLASH);
	const isMatch = matchesGlob(globs, start, end + 1);
	store8(end, next);
	return isMatch;
}

/** Takes the first place of each part: a later one would leave less for those that follow. The last part of a whole text ends it. */
function isMatch(glob: i32, start: i32, end: i32): bool {
	const flags = load32(glob + Glob.FLAGS);
	const ignoresCase = (flags & GlobFlag.IGNORE_CASE) != 0;
	const isLower = ignoresCase || isOn(KeyRule.PATH_CASE);
	const parts = program() + load32(glob + (isLower ? Glob.LOWER_PARTS : Glob.PARTS));
	const last = load32(parts) - 1;
	let at = start;
	for (let index = 0; index <= last; ++index) {
		const part = parts + 4 + (index << 3);
		const text = program() + load32(part);
		const length = load32(part + 4);
		if (end - at < length) return false;
		if (index == last && (flags & GlobFlag.TO_END) != 0) {
			const place = end - length;
			return (index > 0 || place == start) && isText(place, text, length, ignoresCase);
		}
		const place = index == 0 ? at : placeOf(at, end, text, length, ignoresCase);
		if (place == ABSENT || (index == 0 && !isText(at, text, length, ignoresCase))) return false;
		at = place + length;
	}
	return true;
}

function isText(at: i32, text: i32, length: i32, ignoresCase: bool): bool {
	for (let index = 0; index < length; ++index) {
		const octet = load8(at + index);
		if ((ignoresCase ? lowered(octet) : octet) != load8(text + index)) return false;
	}
	return true;
}

/** The first place in [start, end) where `length` octets are those at `text`; ABSENT if there is none. */
export function placeOf(start: i32, end: i32, text: i32, length: i32, ignoresCase: bool): i32 {
	if (length == 0) return start;
	const last = end - length + 1;
	for (let at = start; at < last; ++at) {
		if (!ignoresCase) at = find(at, last, load8(text));
		if (at < last && isText(at, text, length, ignoresCase)) return at;
	}
	return ABSENT;
}
