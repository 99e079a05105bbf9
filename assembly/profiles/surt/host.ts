/** `surt@1`, the host: unescaped, mapped, escaped, without excess dots and "www", an address where it is a number. */

import { Component, Limit } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { load8, load32, move, store8 } from "../../octets/memory";
import { span } from "../../octets/span";
import { matchesInAnyCase } from "../../octets/text";
import { endOf, startOf } from "../../reference/record";
import { Keep } from "../../whatwg/percent-encode-sets";
import { sequenceLength } from "../../whatwg/utf8";
import { hasBeyondAscii, lowerInPlace } from "../emulation/ascii";
import { isAsciiHost, writeIdna2003 } from "../emulation/idna";
import { writeEscaped, writeUnescaped } from "../emulation/unescape";
import { writeNumericHost } from "./numeric-host";

/** Writes the recorded host of a URL with the scheme [scheme, colon) to `to`. Returns the new end, or `-Status`. */
export function writeHost(scheme: i32, colon: i32, keepsWww: bool, to: i32): i32 {
	const mapped = writeMapped(startOf(Component.HOST), endOf(Component.HOST), to);
	if (mapped < 0) return mapped;
	const address = writeNumericHost(to, withoutExcessDots(to, mapped));
	if (address < 0) return address;
	const written = writeSafe(to, address);
	lowerInPlace(to, written);
	return keepsWww || matchesInAnyCase(scheme, colon, "dns") ? written : withoutWww(to, written);
}

/** Unescapes, drops octets that are not UTF-8, and maps characters beyond ASCII. Copies the host unchanged if that fails. */
function writeMapped(start: i32, end: i32, to: i32): i32 {
	const written = writeUnescaped(start, end, to);
	if (!hasBeyondAscii(to, written)) return written;
	const text = written + Limit.MARGIN;
	const textEnd = writeWellFormed(to, written, text);
	if (!hasBeyondAscii(text, textEnd)) return isAsciiHost(text, textEnd) ? move(text, textEnd, to) : written;
	const mapped = writeIdna2003(text, textEnd, start, text);
	if (mapped < 0) return mapped;
	return mapped > text ? move(text, mapped, to) : written;
}

/** Copies [start, end) without octets that are not UTF-8. Returns the new end. */
function writeWellFormed(start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ) {
		const length = sequenceLength(at, end);
		if (length > 0) to = move(at, at + length, to);
		at += length > 0 ? length : -length;
	}
	return to;
}

/** Escapes the octets of [start, end) that need it. */
function writeSafe(start: i32, end: i32): i32 {
	// Fast path only: nothing needs an escape.
	if (span(start, end, Keep.UNESCAPED) == end) return end;
	const escaped = end + Limit.MARGIN;
	return move(escaped, writeEscaped(start, end, escaped), start);
}

/** One of each two dots in a row stays, from the left; none stays at the ends. */
function withoutExcessDots(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		store8(to++, octet);
		if (octet == Octet.DOT && at + 1 < end && load8(at + 1) == Octet.DOT) ++at;
	}
	while (to > start && load8(to - 1) == Octet.DOT) --to;
	let first = start;
	while (first < to && load8(first) == Octet.DOT) ++first;
	return first == start ? to : move(first, to, start);
}

/** Cuts "www", digits and "." off the front. */
function withoutWww(start: i32, end: i32): i32 {
	const rest = afterLowerWww(start, end);
	return rest > start ? move(rest, end, start) : end;
}

/** "www" as a little-endian number. */
const WWW: i32 = 0x777777;

/** The start of the lower-case host [start, end) after "www", digits and ".", if it begins with these. */
export function afterLowerWww(start: i32, end: i32): i32 {
	if (end - start < 4 || (load32(start) & 0xffffff) != WWW) return start;
	if (load8(start + 3) == Octet.DOT) return start + 4;
	const dot = span(start + 3, end, Class.DIGIT);
	return dot < end && load8(dot) == Octet.DOT ? dot + 1 : start;
}
