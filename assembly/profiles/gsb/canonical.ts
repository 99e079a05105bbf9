/**
 * `safe-browsing@1`: canonical URLs of Safe Browsing v4 and v5, "URLs and hashing".
 *
 * ```
 *   input ─ without TAB CR LF, "#", spaces ─ unescape ─▶ scheme "://" host  path  "?" query
 *                                                               host.ts  └─ escaped ─┘
 * ```
 *
 * Choice: "unescape, then split", as the documents and google/safebrowsing have it. Chromium splits first.
 */

import { Address, Component, Limit } from "../../layout/addresses";
import { CrawlLimit, Url } from "../../layout/crawl-addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { copy, copyLower, load8, store8, store32 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { joinLines } from "../../octets/white-space";
import { removeDotSegments } from "../../reference/dot-segments";
import { endOf, fail, record, startOf } from "../../reference/record";
import { findLastAt } from "../../reference/scan";
import { DELIMITER, HTTP } from "../../reference/web-words";
import { setField } from "../../whatwg/url";
import { hasEmptyParts, hasNoPath, hasPercent } from "../emulation/clean";
import { schemeEnd } from "../emulation/split";
import { writeEscaped, writeUnescaped } from "../emulation/unescape";
import { writeHost } from "./host";

/**
 * Writes the canonical form of [start, end) to `to`, and records where host, path and query are in it. Returns its end, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH × (end − start) + Limit.SLACK octets at `to`.
 */
export function writeCanonicalUrl(options: i32, start: i32, end: i32, to: i32): i32 {
	store32(Address.OPTIONS, options);
	const joined = to + CrawlLimit.URL_GROWTH * (end - start) + (Limit.SLACK >> 1);
	const text = joined + (end - start) + Limit.MARGIN;
	const textEnd = writeText(start, end, joined, text);
	const colon = schemeEnd(text, textEnd);
	const hasScheme = colon < textEnd && hasSlashes(colon + 1, textEnd);
	if (colon < textEnd && !hasScheme && !isPort(colon + 1, textEnd)) return fail(Status.INVALID_SCHEME, Component.SCHEME, start);
	const host = writeScheme(text, hasScheme ? colon : text, to);
	const rest = hasScheme ? colon + 3 : hasSlashes(text, textEnd) ? text + 2 : text;
	const written = writeAfterScheme(rest, textEnd, host);
	// Unescaped text has no places in the input.
	if (written < 0 && written > -Status.NEEDS_ALABEL) store32(Address.FAILURE + 4, start);
	return written;
}

/** Whether the recorded clean reference, without its fragment, is its own canonical form. */
export function keepsUrl(): bool {
	return !hasNoPath() && !hasEmptyParts() && !hasPercent();
}

/** Writes the recorded clean reference, of `size` octets, without its fragment. Returns the end, or 0 for the slow path. */
export function writeCleanUrl(start: i32, size: i32, to: i32): i32 {
	if (hasEmptyParts()) return 0;
	const query = endOf(Component.PATH);
	const shift = to - start;
	const end = endOf(Component.QUERY);
	let pathEnd = copy(start, query, to);
	if (hasNoPath()) pathEnd = writeRoot(pathEnd);
	setField(Url.HOST_IS_ADDRESS, 0);
	record(Component.HOST, startOf(Component.HOST) + shift, endOf(Component.HOST) + shift);
	record(Component.PATH, endOf(Component.HOST), pathEnd);
	const scratch = pathEnd + CrawlLimit.URL_GROWTH * size;
	const written = hasPercent() ? writeEscaped(scratch, writeUnescaped(query, end, scratch), pathEnd) : copy(query, end, pathEnd);
	record(Component.QUERY, pathEnd, written);
	return written;
}

/** The input without TAB, CR, LF, fragment and spaces at both ends, unescaped until nothing changes. */
function writeText(start: i32, end: i32, joined: i32, to: i32): i32 {
	let last = find(joined, joinLines(start, end, joined), Octet.HASH);
	let first = joined;
	while (first < last && load8(first) == Octet.SPACE) ++first;
	while (last > first && load8(last - 1) == Octet.SPACE) --last;
	return writeUnescaped(first, last, to);
}

function hasSlashes(start: i32, end: i32): bool {
	return end - start >= 2 && load8(start) == Octet.SLASH && load8(start + 1) == Octet.SLASH;
}

/** Whether digits stand at `start`, up to "/", "?" or the end. */
function isPort(start: i32, end: i32): bool {
	const stop = span(start, end, Class.DIGIT);
	return stop > start && (stop == end || load8(stop) == Octet.SLASH || load8(stop) == Octet.QUESTION_MARK);
}

/** Writes the scheme [start, end), "http" if it is empty, and "://". Returns the new end. */
function writeScheme(start: i32, end: i32, to: i32): i32 {
	let written = copyLower(start, end, to);
	if (start == end) {
		store32(to, HTTP);
		written = to + 4;
	}
	store32(written, DELIMITER);
	return written + 3;
}

/** Writes host, path and query of the text [start, end) that follows the scheme. */
function writeAfterScheme(start: i32, end: i32, to: i32): i32 {
	let path = start;
	while (path < end && load8(path) != Octet.SLASH && load8(path) != Octet.QUESTION_MARK) ++path;
	const at = findLastAt(start, path);
	const host = at < path ? at + 1 : start;
	const hostEnd = writeHost(host, withoutPort(host, path), to);
	if (hostEnd < 0) return hostEnd;
	if (hostEnd == to) return fail(Status.EMPTY_HOST, Component.HOST, start);
	const query = find(path, end, Octet.QUESTION_MARK);
	const pathEnd = writePath(path, query, hostEnd);
	const written = writeEscaped(query, end, pathEnd);
	record(Component.HOST, to, hostEnd);
	record(Component.PATH, hostEnd, pathEnd);
	record(Component.QUERY, pathEnd, written);
	return written;
}

/** The end of the authority [start, end) without ":" and digits. */
function withoutPort(start: i32, end: i32): i32 {
	let at = end;
	while (at > start && load8(at - 1) >= Octet.DIGIT_0 && load8(at - 1) <= Octet.DIGIT_9) --at;
	return at > start && load8(at - 1) == Octet.COLON ? at - 1 : end;
}

/** Writes the path [start, end) without runs of "/" and dot-segments, escaped; "/" for an empty one. Changes its octets in place. */
function writePath(start: i32, end: i32, to: i32): i32 {
	let at = start;
	for (let octet = start; octet < end; ++octet) {
		const isRepeated = at > start && load8(octet) == Octet.SLASH && load8(at - 1) == Octet.SLASH;
		if (!isRepeated) store8(at++, load8(octet));
	}
	if (at > start) return writeEscaped(start, removeDotSegments(start, at), to);
	return writeRoot(to);
}

function writeRoot(to: i32): i32 {
	store8(to, Octet.SLASH);
	return to + 1;
}
