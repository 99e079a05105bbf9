/**
 * The fast path of the crawl kernel: the fetch form of http and https references, by the profile or the policy. What it cannot
 * do is left to write-form.ts.
 */

import { Address, Limit, NEEDS_SLOW_PATH, UNCHANGED } from "../layout/addresses";
import { CrawlAddress, Policy, Web } from "../layout/crawl-addresses";
import { CrawlFlag, Profile } from "../layout/crawl-options";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { copy, load32, move, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { writeFragment } from "../policy/fragment";
import { hasLocalRules, keepsQuery, keptEnd, keyRules } from "../policy/kept";
import { writeKeyQuery } from "../policy/key";
import { KeyRule } from "../policy/key-rules";
import { lists, setLists } from "../policy/list-state";
import { hasListedHosts, Listed, listed, withListedHost } from "../policy/listed-hosts";
import { MoreFlag } from "../policy/more";
import { Base, Header, hasFetchQuery, hasFetchRewrites, hasMarks, header, policy, program } from "../policy/program";
import { directiveAt } from "../policy/text-directive";
import { copiesLibrary, writeCleanLine } from "../profiles/clean-forms";
import { splitClean } from "../profiles/emulation/clean";
import { indexReference } from "../reference/reference-index";
import { isClean } from "../whatwg/clean";
import { Keep } from "../whatwg/percent-encode-sets";
import { WebForm, writeWebUrl } from "../whatwg/web-url";

/** For a key base of n octets, `writeKeyQuery` needs QUERY_GROWTH × n + Limit.SLACK − ENDS octets of room after it. */
const QUERY_GROWTH: i32 = 10;
/** The same for a program whose lists are asked in rounds. */
const ROUNDS_GROWTH: i32 = 15;
const ENDS: i32 = 256;

/** Whether lines have a key, and not only the fetch form. Under `whatwg@1`, they are one. */
export function wantsKey(options: i32): bool {
	return (options & (CrawlFlag.KEY | CrawlFlag.BOTH)) != 0 && (options & (CrawlFlag.POLICY | CrawlFlag.PROFILE)) != 0;
}

/** Whether the fast path supports the fetch form or, with `wantsKey`, the key. */
export function isFast(options: i32, wantsKey: bool): bool {
	if (copiesLibrary(options, wantsKey)) return true;
	return wantsKey || asksKey(options) ? hasLocalRules(options) : isUrlBased(options) && !trims(options);
}

/** Whether fetch forms depend on keys: then a reference is its own if it is its own key. */
export function asksKey(options: i32): bool {
	return losesPieces(options) || followsRewrites(options);
}

/** Whether fetch forms may lose pieces of their queries. */
function losesPieces(options: i32): bool {
	return (options & CrawlFlag.POLICY) != 0 && hasFetchQuery();
}

/** Whether fetch forms may follow rewrites. */
export function followsRewrites(options: i32): bool {
	return (options & CrawlFlag.POLICY) != 0 && hasFetchRewrites();
}

/** Whether the program trims what the fast path would percent-encode. */
function trims(options: i32): bool {
	return (options & CrawlFlag.POLICY) != 0 && (policy(Policy.FLAGS) & MoreFlag.TRIM_UNICODE) != 0;
}

/** Whether fetch forms are URLs of the URL Standard, so that a clean reference is its own. */
export function isUrlBased(options: i32): bool {
	if ((options & CrawlFlag.POLICY) == 0) return (options & CrawlFlag.PROFILE) == Profile.WHATWG;
	return program() != 0 && header(Header.BASE) == Base.WHATWG;
}

/**
 * Writes the fetch form of the reference at `start` to `to`. Its special octets, by Keep.CLEAN, are listed from `entry` on.
 * Returns its end, or NEEDS_SLOW_PATH.
 *
 * Requires: `isUrlBased`, not `asksKey`; LF after the reference.
 */
export function writeWebFetch(options: i32, start: i32, entry: i32, to: i32): i32 {
	const isPolicy = (options & CrawlFlag.POLICY) != 0;
	const written = writeWebUrl(isPolicy ? 0 : WebForm.WELL_FORMED, Keep.CLEAN, start, entry, to);
	const fragment = load32(CrawlAddress.WEB + Web.FRAGMENT);
	return written == NEEDS_SLOW_PATH || !isPolicy || fragment == 0
		? written
		: writeFragment(header(Header.FETCH), fragment + 1, written, fragment);
}

/**
 * Writes the key of the reference at `start` to `to`, as `writeWebFetch` writes the fetch form. The class of the index is
 * Keep.CLEAN_KEY. `limit` is the end of the area.
 *
 * Requires: `hasLocalRules`; LF after the reference.
 */
export function writeWebKey(start: i32, entry: i32, to: i32, limit: i32): i32 {
	const written = writeWebUrl(WebForm.KEY_BASE, Keep.CLEAN_KEY, start, entry, to);
	return written == NEEDS_SLOW_PATH || mayDecodeDirective(start, written) ? NEEDS_SLOW_PATH : finishKey(to, written, limit);
}

/**
 * Whether a triplet of the reference at `start` may have become a text directive of the key base, which ends at `end`, where the fetch
 * form loses its own. The slow path cuts that one first: see forms.ts.
 */
function mayDecodeDirective(start: i32, end: i32): bool {
	const fragment = load32(CrawlAddress.WEB + Web.FRAGMENT);
	if (fragment == 0 || (header(Header.FETCH) & KeyRule.TEXT_DIRECTIVE) == 0 || directiveAt(fragment, end) == end) return false;
	const textEnd = load32(Address.TEXT_END);
	const directive = directiveAt(find(start, textEnd, Octet.HASH), textEnd);
	return find(start, directive, Octet.PERCENT) < directive;
}

/**
 * Writes both forms of the reference at `start` to `to`, with a TAB between them, as `writeWebFetch` and `writeWebKey` do. Without
 * `wantsKey`, the second one is the fetch form again.
 */
export function writeWebForms(options: i32, wantsKey: bool, start: i32, entry: i32, to: i32, limit: i32): i32 {
	if (losesPieces(options)) return NEEDS_SLOW_PATH;
	const fetchEnd = writeWebFetch(options, start, entry, to);
	if (fetchEnd == NEEDS_SLOW_PATH) return NEEDS_SLOW_PATH;
	store8(fetchEnd, Octet.TAB);
	return wantsKey ? writeWebKey(start, entry, fetchEnd + 1, limit) : copy(to, fetchEnd, fetchEnd + 1);
}

/** Turns the key base [start, end) that WEB describes into the key, in place. Returns its end, or NEEDS_SLOW_PATH. */
function finishKey(start: i32, end: i32, limit: i32): i32 {
	const query = load32(CrawlAddress.WEB + Web.QUERY);
	const fragment = load32(CrawlAddress.WEB + Web.FRAGMENT);
	const queryEnd = fragment != 0 ? fragment : end;
	if (load32(CrawlAddress.WEB + Web.HAS_SESSION) != 0) return NEEDS_SLOW_PATH;
	let to = queryEnd;
	const isChanged = load32(CrawlAddress.WEB + Web.CHANGED) == load32(Address.TEXT_END);
	if (query != 0 && (isChanged || !keepsQuery(start, query + 1, queryEnd))) {
		const growth: i32 = hasMarks() ? ROUNDS_GROWTH : QUERY_GROWTH;
		if (limit - end < growth * (end - start) + Limit.SLACK - ENDS) return NEEDS_SLOW_PATH;
		const scratch = end + Limit.MARGIN;
		const host = load32(CrawlAddress.WEB + Web.HOST);
		setLists(Lists.IS_UNSTABLE, 0);
		const written = writeKeyQuery(start, host, load32(CrawlAddress.WEB + Web.HOST_END), query + 1, queryEnd, scratch);
		// The slow path counts it, once.
		if (lists(Lists.IS_UNSTABLE) != 0) return NEEDS_SLOW_PATH;
		to = move(scratch, written, query);
	}
	if (fragment != 0) to = writeFragment(keyRules(), fragment + 1, end, to);
	return hasListedHosts() ? withListedHost(start, to, limit) : to;
}

/** The class of special octets that the fast path of these forms needs in the index. */
export function indexedClass(options: i32, wantsKey: bool): i32 {
	return wantsKey || copiesLibrary(options, wantsKey) || asksKey(options) ? Keep.CLEAN_KEY : Keep.CLEAN;
}

/**
 * The fetch form or the key of one reference [start, end), as `normalize` and `key` of crawl.ts: UNCHANGED, the end of what was
 * written to `to`, or -1 if the reference must take the slow path. `limit` is the end of the area.
 *
 * Overwrites the octet at `end`.
 */
export function writeOne(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	if (end - start > Limit.REFERENCE || !isFast(options, wantsKey)) return -1;
	const copies = copiesLibrary(options, wantsKey);
	if (copies && end - start >= Limit.WINDOW) return -1;
	store8(end, Octet.LF);
	const entry = indexReference(indexedClass(options, wantsKey), start, end);
	if (copies) {
		const last = splitClean(options, start, entry);
		return last == 0 ? -1 : writtenWithin(end, writeCleanLine(options, wantsKey, start, last, to, limit));
	}
	const first = load32(entry);
	const asks = wantsKey || asksKey(options);
	if (isClean(start, first)) {
		if (!asks && first == end) return UNCHANGED;
		const kept = asks ? keptEnd(start, entry) : 0;
		// Fast path only: the key written is the same.
		if (kept != 0 && load32(kept) == end && listed(start, end, 0) == Listed.NOTHING) return UNCHANGED;
	}
	if (wantsKey) return writtenWithin(end, writeWebKey(start, entry, to, limit));
	return asks ? -1 : writtenWithin(end, writeWebFetch(options, start, entry, to));
}

/** `written` if the fast path has consumed the whole reference, up to `end`; else -1. */
function writtenWithin(end: i32, written: i32): i32 {
	// An LF in the reference is white space, which the slow path removes. One that ends it, or a CR, counts for nothing.
	return written != NEEDS_SLOW_PATH && load32(Address.TEXT_END) >= end - 1 ? written : -1;
}
