/**
 * Expressions of Safe Browsing: a host suffix and a path prefix each, and their SHA-256, as one JSON array.
 *
 * Host, path and query of a canonical URL stand side by side, so every expression is a part of it, from where one of the hosts begins
 * to where one of the paths ends:
 *
 * ```
 *   http://a.b.c.d.e.f.g/1/2/3.html?q          v4
 *          │   │ │ │ │  │ │ │      │ │
 *          0   1 2 3 4  └ 2 3      1 0
 * ```
 */

import { ABSENT, Component, Limit } from "../../layout/addresses";
import { CrawlAddress, CrawlLimit, Question, Url } from "../../layout/crawl-addresses";
import { CrawlFlag } from "../../layout/crawl-options";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { copy, load8, load32, store8, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { sha256 } from "../../policy/sha256";
import { endOf, fail, startOf } from "../../reference/record";
import { indexReference } from "../../reference/reference-index";
import { Keep } from "../../whatwg/percent-encode-sets";
import { field } from "../../whatwg/url";
import { splitClean, splitHost } from "../emulation/clean";
import { writeCanonicalUrl, writeCleanUrl } from "./canonical";

const MAX_HOSTS: i32 = 5;
/** "/" and three longer prefixes. */
const MAX_PREFIXES: i32 = 4;
const DIGEST: i32 = 32;
/** In each octet of a word: what makes 10 reach 16, one, "0". */
const SIX: i32 = 0x06060606;
const ONE: i32 = 0x01010101;
const ZERO: i32 = 0x30303030;
/** From ":", which follows "9", to "a". */
const TO_LETTER: i32 = 39;

/**
 * Writes the expressions of [start, end), or their digests, to `to`. Returns the end, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH_OF_LISTS × (end − start) + CrawlLimit.SLACK_OF_LISTS octets at `to`.
 */
export function writeExpressions(options: i32, start: i32, end: i32, to: i32): i32 {
	if (end - start > CrawlLimit.LISTED) return fail(Status.TOO_LONG, Component.NONE, start + CrawlLimit.LISTED);
	const growth: i32 = CrawlLimit.GROWTH_OF_LISTS - CrawlLimit.GROWTH;
	const url = to + growth * (end - start) + (CrawlLimit.SLACK_OF_LISTS >> 1);
	const clean = writeClean(options, start, end, url);
	const urlEnd = clean != 0 ? clean : writeCanonicalUrl(options, start, end, url);
	if (urlEnd < 0) return urlEnd;
	const count = listHosts(options);
	if (count < 0) return count;
	store8(to, Octet.OPEN_BRACKET);
	let written = to + 1;
	for (let index = 0; index < count; ++index) written = writePaths(options, host(index), urlEnd, written);
	// Each expression has a "," after it.
	store8(written - 1, Octet.CLOSE_BRACKET);
	return written;
}

/** Writes the canonical URL of a clean reference [start, end). Returns its end, or 0 for the slow path. */
function writeClean(options: i32, start: i32, end: i32, to: i32): i32 {
	// Fast path only: the slow path writes the same.
	if (end - start >= Limit.WINDOW) return 0;
	const next = load8(end);
	store8(end, Octet.LF);
	const last = splitClean(options, start, indexReference(Keep.CLEAN_KEY, start, end));
	store8(end, next);
	if (last == 0 || load32(last) != end) return 0;
	splitHost();
	return writeCleanUrl(start, end - start, to);
}

function host(index: i32): i32 {
	return load32(CrawlAddress.HOSTS + (index << 2));
}

function addHost(index: i32, start: i32): i32 {
	store32(CrawlAddress.HOSTS + (index << 2), start);
	return index + 1;
}

/** Lists where hosts begin: the host itself, and suffixes of one that is a name. Returns how many there are, or `-Status`. */
function listHosts(options: i32): i32 {
	const start = startOf(Component.HOST);
	const end = endOf(Component.HOST);
	const count = addHost(0, start);
	if (field(Url.HOST_IS_ADDRESS) != 0) return count;
	return (options & CrawlFlag.HOSTS_V5) != 0 ? listFromRegistrable(start, end, count) : listSuffixes(start, end, count);
}

/** v4: the last 5, 4, 3 and 2 labels. */
function listSuffixes(start: i32, end: i32, from: i32): i32 {
	let count = from;
	let labels = 0;
	for (let at = end - 1; at > start && labels < MAX_HOSTS; --at) {
		if (load8(at) == Octet.DOT && ++labels > 1) count = addHost(count, at + 1);
	}
	// They are found in the opposite order.
	for (let index = from; index < count - 1; ++index) {
		const other = count - 1 - (index - from);
		if (other <= index) break;
		const suffix = host(index);
		addHost(index, host(other));
		addHost(other, suffix);
	}
	return count;
}

/** v5: the registrable domain, which the host of the kernel knows, and up to three more labels. */
function listFromRegistrable(start: i32, end: i32, from: i32): i32 {
	const length = load32(CrawlAddress.REGISTRABLE);
	if (length == ABSENT) {
		store32(CrawlAddress.QUESTION_AT, start);
		store32(CrawlAddress.QUESTION_END, end);
		store32(CrawlAddress.QUESTION_KIND, Question.REGISTRABLE);
		return -Status.NEEDS_ALABEL;
	}
	store32(CrawlAddress.REGISTRABLE, ABSENT);
	let count = from;
	if (length <= 0 || length >= end - start) return count;
	count = addHost(count, end - length);
	for (let at = end - length - 2; at > start && count < MAX_HOSTS; --at) {
		if (load8(at) == Octet.DOT) count = addHost(count, at + 1);
	}
	return count;
}

/** Writes the expressions of the host at `start`: with the path and the query, with the path, and with prefixes of it. */
function writePaths(options: i32, start: i32, urlEnd: i32, to: i32): i32 {
	const path = startOf(Component.PATH);
	const pathEnd = endOf(Component.PATH);
	let written = to;
	if (hasQuery()) written = writeExpression(options, start, urlEnd, urlEnd, written);
	written = writeExpression(options, start, pathEnd, urlEnd, written);
	let prefix = path;
	for (let count = 0; count < MAX_PREFIXES; ++count) {
		prefix = find(prefix, pathEnd, Octet.SLASH) + 1;
		if (prefix >= pathEnd) break;
		written = writeExpression(options, start, prefix, urlEnd, written);
	}
	return written;
}

/** Whether the recorded canonical URL has a non-empty query. */
function hasQuery(): bool {
	return endOf(Component.QUERY) - startOf(Component.QUERY) > 1;
}

/** The end of the first expression of the recorded canonical URL: its host, path and query. */
export function firstExpressionEnd(): i32 {
	return hasQuery() ? endOf(Component.QUERY) : endOf(Component.PATH);
}

/** Writes the expression [start, end), or its digest, as a JSON string and ",". There is room at `scratch`, after the URL. */
function writeExpression(options: i32, start: i32, end: i32, urlEnd: i32, to: i32): i32 {
	store8(to, Octet.QUOTATION_MARK);
	const written =
		(options & CrawlFlag.HASHES) != 0 ? writeDigest(options, start, end, urlEnd, to + 1) : writeText(start, end, to + 1);
	store8(written, Octet.QUOTATION_MARK);
	store8(written + 1, Octet.COMMA);
	return written + 2;
}

/** The text in JSON: canonical URLs are printable US-ASCII. */
function writeText(start: i32, end: i32, to: i32): i32 {
	const isPlain = find(start, end, Octet.QUOTATION_MARK) == end && find(start, end, Octet.BACKSLASH) == end;
	if (isPlain) return copy(start, end, to);
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.QUOTATION_MARK || octet == Octet.BACKSLASH) store8(to++, Octet.BACKSLASH);
		store8(to++, octet);
	}
	return to;
}

/** The first octets of the SHA-256 of [start, end), in hexadecimal. */
function writeDigest(options: i32, start: i32, end: i32, urlEnd: i32, to: i32): i32 {
	const digest = urlEnd + Limit.MARGIN;
	const text = digest + DIGEST;
	sha256(text, copy(start, end, text), digest);
	const count = ((options >> CrawlFlag.PREFIX_SHIFT) & CrawlFlag.PREFIX_MASK) + 1;
	for (let at: i32 = 0; at < count; at += 2) store32(to + (at << 1), hexDigits(load8(digest + at), load8(digest + at + 1)));
	return to + (count << 1);
}

/** The hexadecimal digits of two octets, as a little-endian word. */
function hexDigits(first: i32, second: i32): i32 {
	const digits = (first >> 4) | ((first & 15) << 8) | ((second >> 4) << 16) | ((second & 15) << 24);
	const letters = ((digits + SIX) >>> 4) & ONE;
	return digits + ZERO + letters * TO_LETTER;
}
