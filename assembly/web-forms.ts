/**
 * The fast path of the crawl kernel: the fetch form of http and https references, by the profile or the policy. What it cannot
 * do is left to write-form.ts.
 */

import { Octet } from "./char";
import { CrawlAddress, Web } from "./crawl-layout";
import { CrawlFlag, Profile } from "./crawl-options";
import { Address, Limit, NOT_INDEXED, UNCHANGED } from "./layout";
import { load32, store8 } from "./memory";
import { writeFragment } from "./policy/fragment";
import { Base, Header, header, program } from "./policy/program";
import { indexSpecials, nextSpecial } from "./specials";
import { isClean } from "./whatwg/clean";
import { Keep } from "./whatwg/percent-encode-sets";
import { WebForm, writeWebUrl } from "./whatwg/web-url";

/** Whether fetch forms are URLs of the URL Standard, so that a clean reference is its own. */
export function isUrlBased(options: i32): bool {
	if ((options & CrawlFlag.POLICY) == 0) return (options & CrawlFlag.PROFILE) == Profile.WHATWG;
	return program() != 0 && header(Header.BASE) == Base.WHATWG;
}

/**
 * Writes the fetch form of the reference at `start` to `to`. Its special octets, by Keep.CLEAN, are listed from `entry` on, unless
 * that is NOT_INDEXED. Returns its end, or 0 if the reference has to take the slow path.
 *
 * Requires: `isUrlBased`; LF after the reference.
 */
export function writeWebFetch(options: i32, start: i32, entry: i32, to: i32): i32 {
	const isPolicy = (options & CrawlFlag.POLICY) != 0;
	const written = writeWebUrl(isPolicy ? 0 : WebForm.WELL_FORMED, Keep.CLEAN, start, entry, to);
	const fragment = load32(CrawlAddress.WEB + Web.FRAGMENT);
	return written == 0 || !isPolicy || fragment == 0
		? written
		: writeFragment(header(Header.FETCH), fragment + 1, written, fragment);
}

/**
 * The fetch form of one reference [start, end), as `normalize` of crawl.ts: UNCHANGED, the end of what was written to `to`, or
 * -1 if the reference has to take the slow path.
 *
 * Overwrites the octet at `end`.
 */
export function writeOneFetch(options: i32, start: i32, end: i32, to: i32): i32 {
	if (end - start > Limit.REFERENCE || !isUrlBased(options)) return -1;
	store8(end, Octet.LF);
	const isLong = end - start >= Limit.WINDOW;
	if (!isLong) indexSpecials(Keep.CLEAN, start, end + 1, Address.SPECIALS);
	const first = isLong ? nextSpecial(Keep.CLEAN, start) : load32(Address.SPECIALS);
	if (first == end && isClean(start, end)) return UNCHANGED;
	const written = writeWebFetch(options, start, isLong ? NOT_INDEXED : Address.SPECIALS, to);
	// An LF in the reference is white space, which the slow path removes. One that ends it, or a CR, counts for nothing.
	return written != 0 && load32(Address.TEXT_END) >= end - 1 ? written : -1;
}
