/** Whether an entry has a name, and whether it applies to host and path of the reference. */

import { ABSENT } from "../layout/addresses";
import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { copyLower, load8, load32 } from "../octets/memory";
import { decodedAt, lowered, nextAt } from "./decoded";
import { matchesPath, placeOf } from "./glob";
import { MoreEntry } from "./more";
import { Entry, EntryFlag, policy, program, setPolicy } from "./program";

/** Whether the name [start, end), decoded, is that of the entry, or begins with it. */
export function hasName(entry: i32, flags: i32, start: i32, end: i32): bool {
	const name = program() + load32(entry + Entry.NAME);
	const ignoresCase = (flags & EntryFlag.IGNORE_CASE) != 0 || policy(Policy.FOLDS_NAMES) != 0;
	let at = start;
	for (let i = 0; i < load32(entry + Entry.LENGTH); ++i) {
		const written = load8(at);
		const isEncoded = at >= end || written == Octet.PERCENT || written == Octet.PLUS;
		const octet = isEncoded ? decodedAt(at, end) : written;
		const own = load8(name + i);
		if (ignoresCase ? lowered(octet) != lowered(own) : octet != own) return false;
		at = isEncoded ? nextAt(at, end) : at + 1;
	}
	if ((flags & EntryFlag.EIGHT_LETTERS) != 0) return isEightLetters(at, end);
	return (flags & EntryFlag.PAIR) == 0 || policy(Policy.HAS_PAIR) != 0;
}

function isEightLetters(start: i32, end: i32): bool {
	let letters = 0;
	for (let at = start; at < end; at = nextAt(at, end)) {
		if (!is(decodedAt(at, end), Class.ALPHA)) return false;
		++letters;
	}
	return letters == 8;
}

/** The address of the `MoreEntry` of an entry with conditions on paths; 0 for others. */
export function placesOf(number: i32): i32 {
	if (policy(Policy.MORE_ENTRIES) == 0) return 0;
	const more = policy(Policy.MORE_ENTRIES) + number * MoreEntry.SIZE;
	return (load32(more + MoreEntry.PATHS) | load32(more + MoreEntry.EXCEPT_PATHS)) == 0 ? 0 : more;
}

export function isPlace(more: i32): bool {
	const paths = load32(more + MoreEntry.PATHS);
	const exceptPaths = load32(more + MoreEntry.EXCEPT_PATHS);
	return (paths == 0 || matchesPath(paths)) && (exceptPaths == 0 || !matchesPath(exceptPaths));
}

/** Whether host and path, in lower case, contain one of the texts. */
export function hasText(texts: i32): bool {
	const start = policy(Policy.TEXT);
	if (policy(Policy.TEXT_END) == 0) {
		const hostEnd = copyLower(policy(Policy.HOST_START), policy(Policy.HOST_END), start);
		setPolicy(Policy.TEXT_END, copyLower(policy(Policy.PATH_START), policy(Policy.PATH_END), hostEnd));
	}
	for (let index = 0; index < load32(texts); ++index) {
		const text = texts + 4 + (index << 3);
		if (placeOf(start, policy(Policy.TEXT_END), program() + load32(text), load32(text + 4), false) != ABSENT) return true;
	}
	return false;
}
