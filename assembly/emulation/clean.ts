/**
 * Parses clean http and https references for the fast path of the profiles that copy a library. The libraries change such references
 * only in known places.
 *
 * ```
 *   http://www.example.com/a/b.c/?b=2&a=1#f
 *          \_____________/\_____/ \_____/
 *          HOST           PATH    QUERY       a fragment is in no key
 * ```
 *
 * A clean reference begins as in whatwg/clean.ts, and its octets up to the fragment are in Keep.CLEAN: nothing has to be unescaped,
 * quoted or lower-cased. Its path has no dot-segments.
 */
import { Octet } from "../char";
import { ABSENT, Component } from "../layout";
import { load8, load32 } from "../memory";
import { endOf, record, startOf } from "../record";
import { find, findPair } from "../span";
import { isClean } from "../whatwg/clean";

/**
 * Returns the entry of the LF that ends the reference at `start`, or 0 if the reference is not clean. Its special octets, by
 * Keep.CLEAN_KEY, are listed from `entry` on. Records its host, its path, and its query, if any, without "?".
 *
 * Unless `dropsFragment`, a reference with a fragment is not clean.
 */
export function splitClean(start: i32, entry: i32, dropsFragment: bool): i32 {
	let at = load32(entry);
	if (!isClean(start, at)) return 0;
	let octet = load8(at);
	for (; octet == Octet.SEMICOLON || octet == Octet.OPEN_PARENTHESIS; octet = load8(at)) {
		entry += 4;
		at = load32(entry);
	}
	const pathEnd = at;
	while (octet == Octet.QUESTION_MARK || octet == Octet.SEMICOLON || octet == Octet.OPEN_PARENTHESIS || octet == Octet.SLASH) {
		// A "/." in a query is harmless.
		if (octet == Octet.SLASH && at == pathEnd) return 0;
		entry += 4;
		at = load32(entry);
		octet = load8(at);
	}
	const isEnd = octet == Octet.LF || (octet == Octet.CR && load8(at + 1) == Octet.LF);
	if (!isEnd && (octet != Octet.HASH || !dropsFragment)) return 0;
	recordClean(start, pathEnd, at);
	while (octet != Octet.LF) {
		entry += 4;
		octet = load8(load32(entry));
	}
	return entry;
}

/** Records the components of an http or https reference. Its path ends at `pathEnd`, its query, if any, at `end`. */
function recordClean(start: i32, pathEnd: i32, end: i32): void {
	const host = start + (load8(start + 4) == Octet.COLON ? 7 : 8);
	const path = find(host, pathEnd, Octet.SLASH);
	record(Component.HOST, host, path);
	record(Component.PORT, ABSENT, ABSENT);
	record(Component.PATH, path, pathEnd);
	record(Component.QUERY, pathEnd < end ? pathEnd + 1 : ABSENT, end);
}

/** Whether the recorded host has an empty label, or the recorded path an empty segment that is not the last. */
export function hasEmptyParts(): bool {
	const host = startOf(Component.HOST);
	const path = startOf(Component.PATH);
	const pathEnd = endOf(Component.PATH);
	if (load8(host) == Octet.DOT || findPair(host, path, Octet.DOT, Octet.DOT) < path) return true;
	return findPair(path, pathEnd, Octet.SLASH, Octet.SLASH) < pathEnd;
}
