/** `surt-java@1`, the input: white space goes, "http://" comes before what has no known scheme. */
import { Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { load8, move, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches, matchesInAnyCase } from "../../octets/text";
import { skipWhiteSpace, trimWhiteSpace } from "../../octets/white-space";
import { fail } from "../../reference/record";
import { illFormedAt } from "../../whatwg/utf8";
import { PREFIX, withPrefix } from "../surt/input";

/** Whether an input is not taken for a URL: an empty one, and names of ARC and WARC headers. */
export function isLiteral(start: i32, end: i32): bool {
	return start == end || begins(start, end, "filedesc") || begins(start, end, "warcinfo");
}

/** Whether an input names a host to a resolver. */
export function isDns(start: i32, end: i32): bool {
	return begins(start, end, "dns:");
}

/** Writes the URL that the input [start, end) stands for. Returns its end, or `-Status`: a string in Java has no octets that are not UTF-8. */
export function writeInput(start: i32, end: i32, to: i32): i32 {
	const fault = illFormedAt(start, end);
	if (fault < end) return fail(Status.PROFILE_CANNOT, Component.NONE, fault);
	const first = skipWhiteSpace(start, end);
	let written = writeJoined(first, trimWhiteSpace(first, end), to);
	// Java gives another key to a reference that only white space hides from `isLiteral` and `isDns`.
	if (isDns(to, written) || (isLiteral(to, written) && written > to)) return fail(Status.PROFILE_CANNOT, Component.NONE, start);
	if (!hasKnownScheme(to, written)) written = withPrefix(to, written);
	const authority = prefixEnd(to, written);
	return move(afterSlashes(authority, written), written, authority);
}

/** Place in the input of the octet at `place` of the URL that was written to `url`. */
export function placeInInput(start: i32, end: i32, url: i32, place: i32): i32 {
	const first = skipWhiteSpace(start, end);
	const last = trimWhiteSpace(first, end);
	const joined = writeJoined(first, last, url);
	const hasScheme = hasKnownScheme(url, joined);
	const written = hasScheme ? joined : withPrefix(url, joined);
	const authority = prefixEnd(url, written);
	const removed = place < authority ? 0 : afterSlashes(authority, written) - authority;
	return addressOf(first, last, place - url + removed - (hasScheme ? 0 : PREFIX.length));
}

function begins(start: i32, end: i32, text: string): bool {
	return end - start >= text.length && matches(start, start + text.length, text);
}

/** Copies [start, end) without line ends and TABs. Returns the new end. */
function writeJoined(start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ) {
		const stray = strayLength(at, end);
		if (stray == 0) store8(to++, load8(at));
		at += stray == 0 ? 1 : stray;
	}
	return to;
}

/** The address in [start, end) of the octet that `writeJoined` copies at this index; `end` for the index after the last. */
function addressOf(start: i32, end: i32, index: i32): i32 {
	let at = start;
	for (let left = index; at < end; ) {
		const stray = strayLength(at, end);
		if (stray == 0 && left-- <= 0) break;
		at += stray == 0 ? 1 : stray;
	}
	return at;
}

/** Octets of the line end or TAB at `at`; 0 if there is none. */
function strayLength(at: i32, end: i32): i32 {
	const octet = load8(at);
	return octet == Octet.TAB ? 1 : lineEndLength(at, end);
}

/** Octets of the LF, CR, U+0085, U+2028 or U+2029 at `at`; 0 if there is none. */
export function lineEndLength(at: i32, end: i32): i32 {
	const octet = load8(at);
	if (octet == Octet.LF || octet == Octet.CR) return 1;
	if (octet == 0xc2) return at + 1 < end && load8(at + 1) == 0x85 ? 2 : 0;
	const isSeparator = octet == 0xe2 && at + 2 < end && load8(at + 1) == 0x80 && (load8(at + 2) & 0xfe) == 0xa8;
	return isSeparator ? 3 : 0;
}

function hasKnownScheme(start: i32, end: i32): bool {
	const colon = find(start, end, Octet.COLON);
	if (end - colon < 3 || load8(colon + 1) != Octet.SLASH || load8(colon + 2) != Octet.SLASH) return false;
	return (
		matchesInAnyCase(start, colon, "http") ||
		matchesInAnyCase(start, colon, "https") ||
		matchesInAnyCase(start, colon, "ftp") ||
		matchesInAnyCase(start, colon, "mms") ||
		matchesInAnyCase(start, colon, "rtsp") ||
		matchesInAnyCase(start, colon, "wais")
	);
}

/** The end of "http://" or "https://", in lower case, at the start of [start, end); `end` if neither is there. */
function prefixEnd(start: i32, end: i32): i32 {
	if (begins(start, end, PREFIX)) return start + PREFIX.length;
	return begins(start, end, "https://") ? start + 8 : end;
}

function afterSlashes(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) == Octet.SLASH) ++at;
	return at;
}
