/** The host parser and the host serializer (URL Standard §3.5, §3.6). */

import { ABSENT, Address, Component, Limit } from "../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../layout/crawl-addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { copyLower, load8, load32, store8, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { readIPv6, writeGroups } from "../reference/ipv6";
import { encoded, tripletValue } from "../reference/percent";
import { fail } from "../reference/record";
import { endsInNumber, writeAddress } from "./ipv4";
import { isPrintable, Keep } from "./percent-encode-sets";
import { isSpecial } from "./url";
import { illFormedAt } from "./utf8";

/** Host parser, then host serializer: writes the host [start, end). Returns the new end, or `-Status`. */
export function writeHost(start: i32, end: i32, to: i32): i32 {
	if (start < end && load8(start) == Octet.OPEN_BRACKET) return writeIPv6Host(start, end, to);
	if (!isSpecial()) return writeOpaqueHost(start, end, to);

	// A domain of the most frequent kind: nothing to decode.
	if (span(start, end, Keep.DOMAIN) == end) return writeDomain(start, end, start, to);

	// Percent-decode, UTF-8 decode without BOM, domain to ASCII, forbidden domain code points.
	const decodedEnd = writeDecoded(start, end, to);
	const asciiEnd = span(to, decodedEnd, Keep.DOMAIN);
	if (asciiEnd == decodedEnd) return writeDomain(to, decodedEnd, start, to);
	for (let at = asciiEnd; at < decodedEnd; at = span(at + 1, decodedEnd, Keep.DOMAIN)) {
		if (isForbiddenInAnyForm(load8(at))) return fail(Status.INVALID_DOMAIN, Component.HOST, start);
	}
	if (illFormedAt(asciiEnd, decodedEnd) < decodedEnd) return fail(Status.INVALID_DOMAIN, Component.HOST, start);
	return writeALabels(to, decodedEnd, start, to);
}

/** Whether the octet is forbidden regardless of the next ones: NFC composes "<" and ">" with U+0338, and no other forbidden one. */
function isForbiddenInAnyForm(octet: i32): bool {
	return octet < Octet.BEYOND_ASCII && octet != Octet.LESS_THAN && octet != Octet.GREATER_THAN;
}

function writeIPv6Host(start: i32, end: i32, to: i32): i32 {
	const isClosed = load8(end - 1) == Octet.CLOSE_BRACKET;
	if (!isClosed || !readIPv6(start + 1, end - 1)) return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
	store8(to, Octet.OPEN_BRACKET);
	const written = writeGroups(8, to + 1);
	store8(written, Octet.CLOSE_BRACKET);
	return written + 1;
}

/** The opaque-host parser: forbidden host code points fail, the C0 control percent-encode set is encoded. */
function writeOpaqueHost(start: i32, end: i32, to: i32): i32 {
	let at = start;
	for (; at < end; ++at) {
		const octet = load8(at);
		const stop = span(at, end, Keep.HOST);
		if (stop > at) {
			for (; at < stop; ++at) store8(to++, load8(at));
			--at;
		} else if (octet == 0 || isPrintable(octet)) {
			return fail(Status.INVALID_HOST, Component.HOST, at);
		} else {
			store32(to, encoded(octet));
			to += 3;
		}
	}
	return to;
}

/** Writes the domain [start, end), which is US-ASCII without forbidden code points, in lower case or as an IPv4 address. */
function writeDomain(start: i32, end: i32, place: i32, to: i32): i32 {
	const written = copyLower(start, end, to);
	if (!endsInNumber(to, written)) return written;
	const address = writeAddress(to, written, to);
	return address == ABSENT ? fail(Status.INVALID_DOMAIN, Component.HOST, place) : address;
}

function writeDecoded(start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ++to) {
		const value = load8(at) == Octet.PERCENT ? tripletValue(at, end) : ABSENT;
		store8(to, value == ABSENT ? load8(at) : value);
		at += value == ABSENT ? 1 : 3;
	}
	return to;
}

/** Domain to ASCII (§3.3) of [start, end), which is UTF-8: the host of the kernel is asked, its answer is checked. */
function writeALabels(start: i32, end: i32, place: i32, to: i32): i32 {
	if ((load32(Address.OPTIONS) & Flag.NO_A_LABELS) != 0) return fail(Status.PROFILE_CANNOT, Component.HOST, place);
	const length = load32(Address.ANSWER_LENGTH);
	if (length == ABSENT) {
		store32(CrawlAddress.QUESTION_AT, start);
		store32(CrawlAddress.QUESTION_END, end);
		return -Status.NEEDS_ALABEL;
	}
	store32(Address.ANSWER_LENGTH, ABSENT);
	const isRefused = length <= 0 || !fits(length, end - start);
	const answerEnd: i32 = CrawlAddress.ANSWER + (isRefused ? 0 : length);
	const isDomain = !isRefused && span(CrawlAddress.ANSWER, answerEnd, Keep.DOMAIN) == answerEnd;
	if (!isDomain) return fail(Status.INVALID_DOMAIN, Component.HOST, place);
	return writeDomain(CrawlAddress.ANSWER, answerEnd, place, to);
}

/** Whether an answer fits into the room for a name of `size` octets. */
function fits(length: i32, size: i32): bool {
	return length <= CrawlLimit.ANSWER && length <= CrawlLimit.URL_GROWTH * size + (Limit.SLACK >> 2);
}
