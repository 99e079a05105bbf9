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
 * A clean reference begins as in whatwg/clean.ts, or is only a host. The octets of its path are in Keep.CLEAN: nothing must be
 * unescaped or quoted. Its path has no dot-segments. Its query is any printable US-ASCII without spaces.
 */

import { ABSENT, Component } from "../../layout/addresses";
import { CrawlFlag, Profile } from "../../layout/crawl-options";
import { Octet } from "../../octets/char";
import { load8, load32, store8 } from "../../octets/memory";
import { find, hasAdjacent } from "../../octets/span";
import { hexPair } from "../../reference/percent";
import { endOf, isPresent, record, startOf } from "../../reference/record";
import { isClean } from "../../whatwg/clean";
import { isPrintable } from "../../whatwg/percent-encode-sets";

/**
 * Returns the entry of the LF that ends the reference at `start`, or 0 if the reference is not clean. Its special octets, by
 * Keep.CLEAN_KEY, are listed from `entry` on. Records where its host begins, where its path ends, and its query, if any, without "?".
 * `splitHost` records the rest.
 */
export function splitClean(options: i32, start: i32, entry: i32): i32 {
	let at = load32(entry);
	const isBare = !isClean(start, at);
	if (isBare && !isBareHost(start, at)) return 0;
	let octet = load8(at);
	for (; isHarmless(options, octet, at); octet = load8(at)) {
		entry += 4;
		at = load32(entry);
	}
	const pathEnd = at;
	if (octet == Octet.QUESTION_MARK) {
		do {
			entry += 4;
			at = load32(entry);
			octet = load8(at);
		} while (isPrintable(octet) && octet != Octet.SPACE && octet != Octet.HASH);
	}
	const isEnd = octet == Octet.LF || (octet == Octet.CR && load8(at + 1) == Octet.LF);
	// Fast path only: the slow path writes the same.
	if (!isEnd && (octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0)) return 0;
	record(Component.HOST, start + (load8(start + 4) == Octet.COLON ? 7 : 8), ABSENT);
	record(Component.PATH, isBare ? pathEnd : ABSENT, pathEnd);
	record(Component.QUERY, pathEnd < at ? pathEnd + 1 : ABSENT, at);
	while (octet != Octet.LF) {
		entry += 4;
		octet = load8(load32(entry));
	}
	return entry;
}

/** Whether the profile leaves the special octet at `at` alone in a path. A "(" may begin a session, and "%2E" a dot-segment. */
function isHarmless(options: i32, octet: i32, at: i32): bool {
	const profile: i32 = options & CrawlFlag.PROFILE;
	if (octet == Octet.OPEN_PARENTHESIS) return !isSurt(profile);
	return octet == Octet.SEMICOLON || (octet == Octet.PERCENT && profile == Profile.CRAWLEE && hexPair(at + 1) != Octet.DOT);
}

/** Whether the key is that of web archives. */
export function isSurt(profile: i32): bool {
	return profile == Profile.SURT || profile == Profile.SURT_JAVA;
}

/** Whether the line [start, end) begins as clean references do once it has a path. */
function isBareHost(start: i32, end: i32): bool {
	if (load8(end) != Octet.LF) return false;
	store8(end, Octet.SLASH);
	const isBare = isClean(start, end + 1);
	store8(end, Octet.LF);
	return isBare;
}

/** Records where the host of the recorded clean reference ends and its path begins. */
export function splitHost(): void {
	const host = startOf(Component.HOST);
	const pathEnd = endOf(Component.PATH);
	const path = find(host, pathEnd, Octet.SLASH);
	record(Component.HOST, host, path);
	record(Component.PATH, path, pathEnd);
}

/** Whether the recorded clean reference has no path. */
export function hasNoPath(): bool {
	return startOf(Component.PATH) == endOf(Component.PATH);
}

/** Whether the recorded query has a "%". */
export function hasPercent(): bool {
	const end = endOf(Component.QUERY);
	return isPresent(Component.QUERY) && find(startOf(Component.QUERY), end, Octet.PERCENT) < end;
}

/** The end of the recorded clean reference, without its fragment. */
export function cleanEnd(): i32 {
	return endOf(Component.QUERY);
}

/**
 * Whether the recorded host or path may have an empty label, or an empty segment that is not the last: whether two of their octets in
 * a row are "." or "/".
 */
export function hasEmptyParts(): bool {
	return hasAdjacent(startOf(Component.HOST), endOf(Component.PATH));
}
