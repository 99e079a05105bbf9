/**
 * The ABI of the crawl kernel: its only exports, beside `memory`.
 *
 * It follows the rules of the core's ABI (index.ts): octets in, octets out, i32 addresses, `-Status` for errors, no imports,
 * no traps, all state in linear memory. The map of its own areas is in crawl-layout.ts.
 *
 * ```
 *   initialize()                            once, before all others
 *   heapBase() → address                    the first address that is the host's
 *   normalize(options, start, end, to) → end     the form to be fetched; 0: the reference has that form as it stands
 *   setBase(options, start, end) → status   the base for Flag.RESOLVE: a URL that `normalize` wrote
 *   hasSimd() → 1 or 0                      which build this is
 * ```
 */
import { initializeClasses } from "./classes";
import { CrawlAddress } from "./crawl-layout";
import { ABSENT, Address, Component, Limit, UNCHANGED } from "./layout";
import { heapBase as constantsEnd, equal, store32 } from "./memory";
import { Flag } from "./options";
import { fail } from "./record";
import { initializeSchemes } from "./schemes";
import { Status } from "./status";
import { setBase as setUrlBase } from "./whatwg/base";
import { initializeSets } from "./whatwg/percent-encode-sets";
import { Repair } from "./whatwg/prepare";
import { writeUrl } from "./whatwg/states";

export { hasSimd } from "./guard";

/** Lays down the tables of the kernel. */
export function initialize(): void {
	initializeClasses();
	initializeSchemes();
	initializeSets();
	store32(Address.ANSWER_LENGTH, ABSENT);
}

/** The first address that belongs to the host. */
export function heapBase(): i32 {
	const end = constantsEnd();
	return end > CrawlAddress.RESERVED_END ? end : CrawlAddress.RESERVED_END;
}

/** Takes [start, end) for the base of references that are normalized with Flag.RESOLVE. Returns Status.OK or `-Status`. */
export function setBase(_options: i32, start: i32, end: i32): i32 {
	return setUrlBase(start, end);
}

/**
 * Writes the fetch form of the reference [start, end) to `to`. Returns its end; UNCHANGED when the reference has that form as
 * it stands; or `-Status`, with FAILURE set.
 *
 * Requires: CrawlLimit.GROWTH × (octets of reference and base) + Limit.SLACK octets at `to`.
 */
export function normalize(options: i32, start: i32, end: i32, to: i32): i32 {
	if (end - start > Limit.REFERENCE) return fail(Status.TOO_LONG, Component.NONE, start + Limit.REFERENCE);
	store32(CrawlAddress.QUESTION_AT, 0);
	const repair: i32 = (options & Flag.STRICT) != 0 ? Repair.REFUSE : Repair.REPLACE;
	const written = writeUrl(options, repair, start, end, to);
	return written >= 0 && written - to == end - start && equal(start, end, to) ? UNCHANGED : written;
}
