/**
 * The fast path of the profiles that copy a library: keys of clean references (emulation/clean.ts). write-form.ts handles the rest.
 */

import { Address, Component, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlLimit } from "../layout/crawl-addresses";
import { CrawlFlag, Profile } from "../layout/crawl-options";
import { load32, move, store32 } from "../octets/memory";
import { hasAdjacent } from "../octets/span";
import { startOf } from "../reference/record";
import { keptUniqueKey, withoutFinalSlash, writeCleanUniqueKey } from "./crawlee/unique-key";
import { cleanEnd, isSurt, splitHost } from "./emulation/clean";
import { keepsUrl, writeCleanUrl } from "./gsb/canonical";
import { firstExpressionEnd } from "./gsb/expressions";
import { writeCleanKey } from "./surt/key";
import { writeCleanJavaKey } from "./surt-java/key";
import { keepsCanonical, writeCleanCanonical } from "./w3lib/canonicalize";

/** Whether `writeCleanLine` supports the form: that of a profile that copies a library, but not a list of expressions. */
export function copiesLibrary(options: i32, wantsKey: bool): bool {
	const others: i32 = CrawlFlag.POLICY | CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES;
	const profile: i32 = options & CrawlFlag.PROFILE;
	return (options & others) == 0 && profile != Profile.WHATWG && (!isSurt(profile) || wantsKey);
}

/** Whether the form can be part of the line. Requires: `copiesLibrary`. */
export function keepsLines(options: i32, wantsKey: bool): bool {
	const profile: i32 = options & CrawlFlag.PROFILE;
	return profile == Profile.W3LIB || profile == Profile.CRAWLEE || (profile == Profile.SAFE_BROWSING && !wantsKey);
}

/** Up to where the clean reference [start, end), which has no special octet, is its own form; 0 if it is not. Requires: `keepsLines`. */
export function keptPath(options: i32, start: i32, end: i32): i32 {
	const profile: i32 = options & CrawlFlag.PROFILE;
	if (profile == Profile.CRAWLEE) return withoutFinalSlash(end);
	// Fast path only: the slow path writes the same.
	return profile == Profile.W3LIB || !hasAdjacent(start + 8, end) ? end : 0;
}

/** Up to where the line that `splitClean` has parsed is its own form: without its fragment, for example. 0 if it is not. */
export function keptPart(options: i32): i32 {
	const profile: i32 = options & CrawlFlag.PROFILE;
	if (profile == Profile.CRAWLEE) return keptUniqueKey();
	return (profile == Profile.W3LIB ? keepsCanonical() : keepsUrl()) ? cleanEnd() : 0;
}

/**
 * Writes the form of the line at `start`, which `splitClean` has parsed, to `to`. Returns its end, or NEEDS_SLOW_PATH. `last` is
 * the entry of its LF. TEXT_END is the address of that LF, NEXT_SPECIAL the entry after it.
 *
 * Requires: `copiesLibrary`. `limit` is the end of the area.
 */
export function writeCleanLine(options: i32, wantsKey: bool, start: i32, last: i32, to: i32, limit: i32): i32 {
	const length = load32(last) - start;
	if (limit - to < CrawlLimit.GROWTH * length + Limit.SLACK) return NEEDS_SLOW_PATH;
	store32(Address.TEXT_END, start + length);
	store32(Address.NEXT_SPECIAL, last + 4);
	const profile: i32 = options & CrawlFlag.PROFILE;
	if (profile == Profile.W3LIB) return writeCleanCanonical(start, length, to);
	if (profile == Profile.CRAWLEE) return writeCleanUniqueKey(start, length, to);
	splitHost();
	if (profile == Profile.SURT) return writeCleanKey(options, start, length, to);
	if (profile == Profile.SURT_JAVA) return writeCleanJavaKey(length, to);
	const written = writeCleanUrl(start, length, to);
	return written > 0 && wantsKey ? move(startOf(Component.HOST), firstExpressionEnd(), to) : written;
}
