/**
 * The ABI of the crawl kernel: its only exports except `memory`.
 *
 * It follows the rules of the core's ABI (index.ts): octets in, octets out, i32 addresses, `-Status` for errors, no imports,
 * no traps, all state in linear memory. The map of its own areas is in layout/crawl-addresses.ts.
 *
 * ```
 *   initialize()                            once, before all others
 *   abiVersion() → version                  of this ABI
 *   heapBase() → address                    the first address that belongs to the host
 *   normalize(options, start, end, to) → end     the form to fetch; 0: the reference already has it
 *   key(options, start, end, to) → end      what identifies the page; 0: the reference is its own key
 *   both(options, start, end, to) → end     both; FORMS has their addresses
 *   setProgram(address, length) → status    the policy that runs with CrawlFlag.POLICY: policy/program.ts
 *   setBase(options, start, end) → status   the base for Flag.RESOLVE: a URL that `normalize` wrote; under rfc3986, any
 *   normalizeLines(options, start, end, to, limit)  what CrawlFlag asks for, of each line; CURSOR has the progress
 *   fingerprint, fingerprintLines, writeFreshLines, writeFreshOriginals, routeLines, spread, gather: as in the core
 *   writeParts, fingerprintParts, writePartColumns: as in the core
 *   shape: as in the core
 *   seenCreate, seenAdd, seenFind, seenCopy: as in the core, so that keys and their set need one kernel
 *   splitForms(records, count, from, to) → end  the keys of lines with both forms to `to`; their fetch forms stay
 *   writeKeyShapes(records, count, from, to) → end  the shapes of those keys
 *   limitRules(baseRules, keyRules, removals, withoutOrigin, steps)   runs some rules only: policy/limits.ts
 *   sha256(start, end, to)                  SHA-256: 32 octets to `to`
 *   hasSimd() → 1 or 0                      which build this is
 * ```
 */

import { ABSENT, Address, Limit, UNCHANGED } from "../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../layout/crawl-addresses";
import { CrawlFlag } from "../layout/crawl-options";
import { initializeClasses } from "../octets/classes";
import { heapBase as constantsEnd, equal, load32, move, store32 } from "../octets/memory";
import { resetRules } from "../policy/limits";
import { initializeSha256 } from "../policy/sha256";
import { setBase as setReferenceBase } from "../reference/resolve";
import { initializeSchemes } from "../reference/schemes";
import { initializeShapes } from "../shape/kinds";
import { setBase as setUrlBase } from "../whatwg/base";
import { initializeSets } from "../whatwg/percent-encode-sets";
import { isUrlBased, writeOne } from "./web-forms";
import { writeForm } from "./write-form";

export { abiVersion } from "../layout/abi-version";
export { gather, spread } from "../lines/column";
export { writeFreshLines, writeFreshOriginals } from "../lines/fresh";
export { writePartColumns } from "../lines/part-columns";
export { fingerprintParts, writeParts } from "../lines/parts";
export { routeLines } from "../lines/route";
export { setProgram } from "../policy/check";
export { limitRules } from "../policy/limits";
export { sha256 } from "../policy/sha256";
export { hasSimd } from "../reference/guard";
export { fingerprint } from "../seen/fingerprint";
export { seenAdd, seenCopy, seenCreate, seenFind } from "../seen/seen";
export { shape } from "../shape/shape";
export { normalizeLines } from "./crawl-lines";
export { fingerprintLines, splitForms, writeKeyShapes } from "./two-forms";

/** Fills the tables of the kernel. */
export function initialize(): void {
	initializeClasses();
	initializeSchemes();
	initializeShapes();
	initializeSets();
	initializeSha256();
	resetRules();
	store32(Address.ANSWER_LENGTH, ABSENT);
	store32(CrawlAddress.REGISTRABLE, ABSENT);
}

/** The first address that belongs to the host. */
export function heapBase(): i32 {
	const end = constantsEnd();
	return end > CrawlAddress.RESERVED_END ? end : CrawlAddress.RESERVED_END;
}

/**
 * Makes [start, end) the base of references that are normalized with Flag.RESOLVE: by RFC 3986 under a policy on it, by the URL
 * Standard otherwise. Returns Status.OK or `-Status`.
 */
export function setBase(options: i32, start: i32, end: i32): i32 {
	return isUrlBased(options & CrawlFlag.POLICY) ? setUrlBase(start, end) : setReferenceBase(0, start, end);
}

/**
 * Writes the fetch form of the reference [start, end) to `to`, or its key with CrawlFlag.KEY. Returns its end; UNCHANGED if the
 * reference already has that form; or `-Status`, with FAILURE set.
 *
 * Requires: CrawlLimit.GROWTH × (octets of reference and base) + Limit.SLACK octets at `to`;
 * Limit.MARGIN octets after `end`, which may be overwritten.
 */
export function normalize(options: i32, start: i32, end: i32, to: i32): i32 {
	if ((options & CrawlFlag.KEY) != 0) return key(options & ~CrawlFlag.KEY, start, end, to);
	const fast = writeOne(options, false, start, end, to, to + CrawlLimit.GROWTH * (end - start) + Limit.SLACK);
	const written = fast >= 0 ? fast : writeForm(options, false, start, end, to);
	return written > 0 && written - to == end - start && equal(start, end, to) ? UNCHANGED : written;
}

/** Writes the key of the reference [start, end) to `to`. Returns and requires what `normalize` does. */
export function key(options: i32, start: i32, end: i32, to: i32): i32 {
	if ((options & (CrawlFlag.POLICY | CrawlFlag.PROFILE)) == 0) return normalize(options, start, end, to);
	const fast = writeOne(options, true, start, end, to, to + CrawlLimit.GROWTH * (end - start) + Limit.SLACK);
	// Fast path only: the slow path writes the same.
	if (fast >= 0) return fast - to == end - start && equal(start, end, to) ? UNCHANGED : fast;
	const written = writeForm(options, true, start, end, to);
	if (written < 0) return written;
	const keyStart = load32(CrawlAddress.FORMS + 8);
	const length = load32(CrawlAddress.FORMS + 12) - keyStart;
	if (length == end - start && equal(start, end, keyStart)) return UNCHANGED;
	return move(keyStart, keyStart + length, to);
}

/**
 * Writes the fetch form and the key of the reference [start, end) to `to`; FORMS has the addresses of both. Returns their end
 * or `-Status`. Requires what `normalize` requires.
 */
export function both(options: i32, start: i32, end: i32, to: i32): i32 {
	return writeForm(options, true, start, end, to);
}
