/**
 * `surt@1`: the Sort-friendly URI Reordering Transform of web archives, as Python's `surt` 0.3.1 writes it with its defaults. Its options
 * that are used by themselves are profiles too: `surt-www@1`, `surt-scheme@1`, `surt-comma@1`, and `surt-scheme-comma@1`.
 *
 * ```
 *   input ─ input.ts ─▶ URL ─ authority.ts ─▶ host.ts, numeric-host.ts ─▶ labels reversed ")"
 *                           ─ path.ts ─▶ session-segments.ts ───────────▶ path
 *                           ─ query.ts ─▶ session-pieces.ts ────────────▶ "?" query
 * ```
 *
 * The rules restate the documented canonicalization of web archives and of Google, and the observed behaviour of the package. None of
 * its code was read.
 */

import { ABSENT, Address, Component, Limit } from "../../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../layout/crawl-addresses";
import { CrawlFlag } from "../../layout/crawl-options";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { copy, copyLower, load8, load32, store8, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { endOf, isPresent, record, startOf } from "../../reference/record";
import { DELIMITER } from "../../reference/web-words";
import { hasEmptyParts, hasPercent } from "../emulation/clean";
import { schemeEnd, splitAfterScheme } from "../emulation/split";
import { HOST_TAKEN, readAuthority } from "./authority";
import { afterLowerWww, writeHost } from "./host";
import { isLiteral, placeInInput, writeInput, writeLiteral } from "./input";
import { writePath } from "./path";
import { writePieces, writeQuery } from "./query";
import { writeReversed } from "./reversed";

/**
 * Writes the URL that the input [start, end) stands for to `to`, followed by its key if it is requested. FORMS says where they are.
 * Returns the end of what was written, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH × (end − start) + Limit.SLACK octets at `to`.
 */
export function writeSurt(options: i32, wantsKey: bool, start: i32, end: i32, to: i32): i32 {
	store32(Address.OPTIONS, options);
	const isItself = isLiteral(start, end);
	const url = isItself ? writeLiteral(start, end, to) : writeInput(start, end, to);
	if (url < 0) return url;
	setForm(0, to, url);
	if (isItself) setForm(8, to, url);
	if (isItself || !wantsKey) return url;
	const key = url + Limit.MARGIN;
	const written = writeKey(options, to, url, key);
	setForm(8, key, written);
	const isFault = written < 0 && written > -Status.NEEDS_ALABEL;
	if (isFault) store32(Address.FAILURE + 4, placeInInput(start, end, to, load32(Address.FAILURE + 4)));
	return written;
}

/** Writes the key of the recorded clean reference at `start`, of `size` octets, to `to`. Returns the end, or 0 for the slow path. */
export function writeCleanKey(options: i32, start: i32, size: i32, to: i32): i32 {
	const host = startOf(Component.HOST);
	const kept = (options & CrawlFlag.SURT_WWW) != 0 ? host : afterLowerWww(host, startOf(Component.PATH));
	const key = (options & CrawlFlag.SURT_SCHEME) != 0 ? writeScheme(start, find(start, host, Octet.COLON), to) : to;
	return writeCleanFrom(kept, size, (options & CrawlFlag.SURT_COMMA) != 0, key);
}

/** The same without a scheme, of the part of the host from `host` on. `hasComma`: whether a comma ends the host. */
export function writeCleanFrom(host: i32, size: i32, hasComma: bool, to: i32): i32 {
	const path = startOf(Component.PATH);
	const pathEnd = endOf(Component.PATH);
	if (hasEmptyParts()) return 0;
	record(Component.PORT, ABSENT, ABSENT);
	const key = writeReversed(host, path, hasComma, to);
	let written = copyLower(path, pathEnd, key);
	if (path == pathEnd) store8(written++, Octet.SLASH);
	if (written - key > 1 && load8(written - 1) == Octet.SLASH) --written;
	if (!isPresent(Component.QUERY)) return written;
	const query = to + CrawlLimit.QUOTED_GROWTH * size + Limit.MARGIN;
	if (hasPercent()) return writeQuery(query, written);
	return writePieces(query, copyLower(startOf(Component.QUERY), endOf(Component.QUERY), query), written);
}

/** Writes the scheme [start, colon) and "://(" to `to`. Returns the new end. */
function writeScheme(start: i32, colon: i32, to: i32): i32 {
	const written = copy(start, colon, to);
	store32(written, DELIMITER);
	store8(written + 3, Octet.OPEN_PARENTHESIS);
	return written + 4;
}

/** Says where the form is: the one to fetch at field 0, the key at 8. */
export function setForm(field: i32, start: i32, end: i32): void {
	store32(CrawlAddress.FORMS + field, start);
	store32(CrawlAddress.FORMS + field + 4, end);
}

/** Writes the key of the URL [start, end) to `to`. Returns its end, or `-Status`. */
function writeKey(options: i32, start: i32, end: i32, to: i32): i32 {
	const colon = schemeEnd(start, end);
	splitAfterScheme(colon + 1, end);
	const status = readAuthority(start, colon);
	if (status < 0) return status;
	const hasQuery = isPresent(Component.QUERY) && startOf(Component.QUERY) < endOf(Component.QUERY);
	// The answer about a host may have a margin more than its name, and copies write up to a margin beyond the key.
	const scratch = to + CrawlLimit.QUOTED_GROWTH * (end - start) + 2 * Limit.MARGIN;
	const hostEnd = writeHost(start, colon, (options & CrawlFlag.SURT_WWW) != 0, scratch);
	if (hostEnd < 0) return hostEnd;
	const hasHost = hostEnd > scratch;
	const labels = hasHost && (options & CrawlFlag.SURT_SCHEME) != 0 ? writeScheme(start, colon, to) : to;
	const hasComma = (options & CrawlFlag.SURT_COMMA) != 0;
	const written = hasHost ? writeReversed(scratch, hostEnd, hasComma, labels) : copy(start, colon + 1, to);
	const path = writePath(hasHost, hasHost || status == HOST_TAKEN || hasQuery, scratch, written);
	return hasQuery ? writeQuery(scratch, path) : path;
}
