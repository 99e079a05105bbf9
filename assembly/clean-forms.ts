/**
 * The fast path of the profiles that copy a library: keys of clean references (emulation/clean.ts). write-form.ts handles the rest.
 */
import { CrawlLimit } from "./crawl-layout";
import { CrawlFlag, Profile } from "./crawl-options";
import { writeCleanUniqueKey } from "./crawlee/unique-key";
import { splitClean } from "./emulation/clean";
import { writeCleanUrl } from "./gsb/canonical";
import { firstExpressionEnd } from "./gsb/expressions";
import { Address, Component, Limit, NEEDS_SLOW_PATH } from "./layout";
import { load32, move, store32 } from "./memory";
import { startOf } from "./record";
import { writeCleanKey } from "./surt/key";
import { writeCleanCanonical } from "./w3lib/canonicalize";

/** Whether `writeCleanLine` supports the form: that of a profile that copies a library, but not a list of expressions. */
export function copiesLibrary(options: i32, wantsKey: bool): bool {
	const others: i32 = CrawlFlag.POLICY | CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES;
	const profile: i32 = options & CrawlFlag.PROFILE;
	return (options & others) == 0 && profile != Profile.WHATWG && (profile != Profile.SURT || wantsKey);
}

/**
 * Writes the form of the line at `start` to `to`. Its special octets, by Keep.CLEAN_KEY, are listed from `entry` on. Returns its
 * end, or NEEDS_SLOW_PATH. TEXT_END is the address of its LF, NEXT_SPECIAL the entry after it.
 *
 * Requires: `copiesLibrary`. `limit` is the end of the area.
 */
export function writeCleanLine(options: i32, wantsKey: bool, start: i32, entry: i32, to: i32, limit: i32): i32 {
	const last = splitClean(start, entry, (options & CrawlFlag.KEEP_FRAGMENT) == 0);
	if (last == 0) return NEEDS_SLOW_PATH;
	const length = load32(last) - start;
	if (limit - to < CrawlLimit.GROWTH * length + Limit.SLACK) return NEEDS_SLOW_PATH;
	store32(Address.TEXT_END, start + length);
	store32(Address.NEXT_SPECIAL, last + 4);
	const profile: i32 = options & CrawlFlag.PROFILE;
	if (profile == Profile.SURT) return writeCleanKey(length, to);
	if (profile == Profile.W3LIB) return writeCleanCanonical(start, length, to);
	if (profile == Profile.CRAWLEE) return writeCleanUniqueKey(start, length, to);
	const written = writeCleanUrl(start, to);
	return written > 0 && wantsKey ? move(startOf(Component.HOST), firstExpressionEnd(), to) : written;
}
