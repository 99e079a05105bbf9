/**
 * `w3lib@1`: `canonicalize_url` of w3lib 2.5.0 with its defaults, in the order of the source (w3lib/url.py).
 *
 * ```
 *   strip ─▶ split ─▶ scheme ":" "//" userinfo "@" host ":" port  path ";" params  "?" query
 * ```
 *
 * A relative reference stays one, fragments are dropped. Nothing of this is checked by RFC 3986 or the URL Standard.
 */

import { Address, Component, Limit } from "../../layout/addresses";
import { CrawlLimit, Url } from "../../layout/crawl-addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { copy, copyLower, load8, load32, move, store8, store32 } from "../../octets/memory";
import { find, spanUntil } from "../../octets/span";
import { isOneOf } from "../../octets/text";
import { endOf, isPresent, startOf } from "../../reference/record";
import { placeBefore, prepare, Repair } from "../../whatwg/prepare";
import { field, isSpecial, setScheme } from "../../whatwg/url";
import { hasNoPath } from "../emulation/clean";
import { isInOrder } from "../emulation/pieces";
import { schemeEnd, splitAfterScheme } from "../emulation/split";
import { writeNetloc } from "./netloc";
import { USES_BOTH, writePath } from "./path";
import { writeQuery } from "./query";

/** Schemes in `uses_netloc` of Python's urllib.parse that are not in USES_BOTH. */
const USES_NETLOC: string = "file git git+ssh gopher nfs nntp rsync snews svn svn+ssh telnet wais ws wss";

/**
 * Writes the canonical form of [start, end) to `to`. Returns its end, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH × (end − start) + Limit.SLACK octets at `to`.
 */
export function writeCanonical(options: i32, start: i32, end: i32, to: i32): i32 {
	const size = end - start;
	store32(Address.OPTIONS, options);
	const scratch = to + CrawlLimit.URL_GROWTH * size + (Limit.SLACK >> 1);
	prepare(start, end, scratch, Repair.PERCENT_ENCODE);
	const input = field(Url.INPUT_START);
	const inputEnd = field(Url.INPUT_END);
	const colon = schemeEnd(input, inputEnd);
	const rest = colon < inputEnd ? colon + 1 : input;
	const scheme = copyLower(input, rest, to);
	setScheme(to, rest > input ? scheme - 1 : to);
	const text = withSlashes(rest, inputEnd, to + CrawlLimit.QUOTED_GROWTH * size + (Limit.SLACK >> 2));
	splitAfterScheme(text, text + inputEnd - rest);
	const written = writeAfterScheme(to, scheme, scratch + CrawlLimit.QUOTED_GROWTH * size);
	const isFault = written < 0 && written > -Status.NEEDS_ALABEL;
	if (isFault) store32(Address.FAILURE + 4, placeBefore(load32(Address.FAILURE + 4) - text + rest));
	return written;
}

/** Whether the recorded clean reference, without its fragment, is its own key. */
export function keepsCanonical(): bool {
	return !hasNoPath() && !hasEmptyParameters() && (!isPresent(Component.QUERY) || keepsQuery());
}

/** Writes the key of the recorded clean reference. Returns the end, or 0 for the slow path. Requires what `writeCanonical` does. */
export function writeCleanCanonical(start: i32, size: i32, to: i32): i32 {
	// Fast path only: the slow path writes the same.
	if (hasEmptyParameters()) return 0;
	let written = copy(start, endOf(Component.PATH), to);
	if (hasNoPath()) store8(written++, Octet.SLASH);
	return withQuery(to + CrawlLimit.URL_GROWTH * size + (Limit.SLACK >> 1), written);
}

/** Whether the recorded path ends in ";", which is dropped. */
function hasEmptyParameters(): bool {
	return load8(endOf(Component.PATH) - 1) == Octet.SEMICOLON;
}

/** Whether the recorded query is written as it is. */
function keepsQuery(): bool {
	return isInOrder(startOf(Component.QUERY), endOf(Component.QUERY), Class.UNRESERVED);
}

/** The text [start, end) with "/" for each "\\" before "?" and "#", where the scheme is special; a copy if it has one. */
function withSlashes(start: i32, end: i32, scratch: i32): i32 {
	if (!isSpecial()) return start;
	const stop = spanUntil(start, end, Class.PATH_END);
	let at = find(start, stop, Octet.BACKSLASH);
	if (at == stop) return start;
	copy(start, end, scratch);
	const shift = scratch - start;
	for (; at < stop; at = find(at + 1, stop, Octet.BACKSLASH)) store8(at + shift, Octet.SLASH);
	return scratch;
}

/** Writes what follows the scheme [scheme, to), which has its ":". Pieces of the query are listed at `scratch`. */
function writeAfterScheme(scheme: i32, to: i32, scratch: i32): i32 {
	store8(to, Octet.SLASH);
	store8(to + 1, Octet.SLASH);
	const netloc = to + 2;
	const path = isPresent(Component.AUTHORITY)
		? writeNetloc(startOf(Component.AUTHORITY), endOf(Component.AUTHORITY), netloc)
		: netloc;
	if (path < 0) return path;
	let written = writePath(scheme, to, startOf(Component.PATH), endOf(Component.PATH), path);
	if (path == netloc && !keepsSlashes(scheme, to, path, written)) written = move(path, written, to);
	return withQuery(scratch, written);
}

/** Writes the recorded query, if any. */
function withQuery(scratch: i32, to: i32): i32 {
	return isPresent(Component.QUERY) ? writeQuery(startOf(Component.QUERY), endOf(Component.QUERY), scratch, to) : to;
}

/** `urlunsplit`: whether "//" stays before the path although there is no authority. */
function keepsSlashes(scheme: i32, schemeEnd: i32, path: i32, end: i32): bool {
	if (end == path || load8(path) != Octet.SLASH) return false;
	if (end - path > 1 && load8(path + 1) == Octet.SLASH) return true;
	const nameEnd = schemeEnd - 1;
	return schemeEnd > scheme && (isOneOf(scheme, nameEnd, USES_BOTH) || isOneOf(scheme, nameEnd, USES_NETLOC));
}
