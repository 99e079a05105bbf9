/**
 * `crawlee@1`: `normalizeUrl` of `@apify/utilities` 2.35.11, and what Crawlee makes of it: a URL that does not parse is its own key.
 *
 * ```
 *   trim ─▶ URL parser ─▶ scheme "://" host ":" port  path without final "/"  "?" sorted query without utm_…  [ "#" fragment ]
 * ```
 */

import { Component, Limit } from "../../layout/addresses";
import { CrawlLimit, Url } from "../../layout/crawl-addresses";
import { CrawlFlag } from "../../layout/crawl-options";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { copy, load8, move, store8 } from "../../octets/memory";
import { find, findPair, spanUntil } from "../../octets/span";
import { skipUnicodeSpace, trimUnicodeSpace } from "../../octets/unicode-space";
import { endOf, isPresent, startOf } from "../../reference/record";
import { findLastAt } from "../../reference/scan";
import { Keep, writePercentEncoded } from "../../whatwg/percent-encode-sets";
import { Repair } from "../../whatwg/prepare";
import { writeUrlWithoutQuery } from "../../whatwg/states";
import { field } from "../../whatwg/url";
import { lowerInPlace } from "../emulation/ascii";
import { isInOrder } from "../emulation/pieces";
import { writeQuery } from "./query";

/** Octets reserved per octet of input, before the decoded pieces of the query. */
const DECODED_AFTER: i32 = CrawlLimit.URL_GROWTH + CrawlLimit.QUOTED_GROWTH;

/**
 * Writes the unique key of [start, end) to `to`. Returns its end, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH × (end − start) + Limit.SLACK octets at `to`.
 */
export function writeUniqueKey(options: i32, start: i32, end: i32, to: i32): i32 {
	const decoded = to + DECODED_AFTER * (end - start) + Limit.SLACK - 256;
	const first = skipUnicodeSpace(start, end, false);
	const urlEnd = writeUrlWithoutQuery(options, Repair.REPLACE, first, trimUnicodeSpace(first, end, false), to);
	if (urlEnd == -Status.NEEDS_ALABEL || urlEnd == -Status.PROFILE_CANNOT) return urlEnd;
	if (urlEnd < 0) return move(start, end, to);
	const inputEnd = field(Url.INPUT_END);
	let at = field(Url.REST);
	let written = writeHierarchical(to, urlEnd);
	if (written - 1 > find(to, written, Octet.COLON) + 2) written = withoutFinalSlash(written);
	if (at < inputEnd && load8(at) == Octet.QUESTION_MARK) {
		const query = at + 1;
		at = find(query, inputEnd, Octet.HASH);
		written = writeQuery(query, at, decoded, decoded + CrawlLimit.QUOTED_GROWTH * (end - start) + 64, written);
	}
	if (at + 1 >= inputEnd || (options & CrawlFlag.KEEP_FRAGMENT) == 0) return written;
	store8(written, Octet.HASH);
	return writePercentEncoded(at + 1, inputEnd, written + 1, Keep.FRAGMENT);
}

/** Up to where the recorded clean reference is its own key; 0 if nothing of it is. */
export function keptUniqueKey(): i32 {
	const pathEnd = withoutFinalSlash(endOf(Component.PATH));
	if (!isPresent(Component.QUERY)) return pathEnd;
	return pathEnd == endOf(Component.PATH) && keepsQuery() ? endOf(Component.QUERY) : 0;
}

/** Writes the key of the recorded clean reference at `start`, of `size` octets. Returns the end. Requires what `writeUniqueKey` does. */
export function writeCleanUniqueKey(start: i32, size: i32, to: i32): i32 {
	const pathEnd = endOf(Component.PATH);
	const written = withoutFinalSlash(copy(start, pathEnd, to));
	if (!isPresent(Component.QUERY)) return written;
	// Fast path only: the slow path writes the same. Without a final "/", the whole reference would have been kept.
	if (load8(pathEnd - 1) == Octet.SLASH && keepsQuery())
		return copy(startOf(Component.QUERY) - 1, endOf(Component.QUERY), written);
	const decoded = to + DECODED_AFTER * size + Limit.SLACK - 256;
	const pieces = decoded + CrawlLimit.QUOTED_GROWTH * size + 64;
	return writeQuery(startOf(Component.QUERY), endOf(Component.QUERY), decoded, pieces, written);
}

/** Whether no rule changes the recorded query. Where "ut" stands, "utm_" may. */
function keepsQuery(): bool {
	const query = startOf(Component.QUERY);
	const end = endOf(Component.QUERY);
	return findPair(query, end, Octet.LOWER_U, Octet.LOWER_T) == end && isInOrder(query, end, Keep.FORM);
}

/** `end`, or the place of the "/" before it. */
export function withoutFinalSlash(end: i32): i32 {
	return load8(end - 1) == Octet.SLASH ? end - 1 : end;
}

/** Writes "//" after the scheme of the URL [start, end) if it has none, takes its credentials out, and lowers the case of its host. */
function writeHierarchical(start: i32, end: i32): i32 {
	const rest = find(start, end, Octet.COLON) + 1;
	if (field(Url.REQUIRES_HOST) == 0) {
		const written = move(afterSeparator(rest, end), end, rest + 2);
		store8(rest, Octet.SLASH);
		store8(rest + 1, Octet.SLASH);
		return written;
	}
	const authority = rest + 2;
	const authorityEnd = spanUntil(authority, end, Class.AUTHORITY_END);
	const at = findLastAt(authority, authorityEnd);
	const host = at < authorityEnd ? at + 1 : authority;
	const hostEnd = move(host, authorityEnd, authority);
	lowerInPlace(authority, hostEnd);
	return host == authority ? end : move(authorityEnd, end, hostEnd);
}

/** The start of the path [start, end) without the "/." before one that would be taken for a host (URL serializer, step 3). */
function afterSeparator(start: i32, end: i32): i32 {
	const isSeparated = end - start > 3 && load8(start + 1) == Octet.DOT && load8(start + 2) == Octet.SLASH;
	return isSeparated && load8(start) == Octet.SLASH ? start + 2 : start;
}
