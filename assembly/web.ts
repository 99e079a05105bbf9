/**
 * The short way for references of the schemes http and https that need work: one pass over them, from one octet that may need
 * work to the next, as the guard sees them. What is between two of them is copied.
 *
 * The long way, normalize.ts, is left what is seldom: userinfo, triplets in the host, IP literals, ports, the default one aside,
 * white space that goes, errors. Where it does not know, it says so, and nothing that it wrote counts.
 */
import { Octet } from "./char";
import { Class, hexValue, is } from "./classes";
import { dotsAfter, removeDotSegments, withoutLastSegment } from "./dot-segments";
import { nextWork, unchangedHostEnd } from "./guard";
import { NOT_HEX } from "./layout";
import { copy, copyLower, load8, load32, move, store8, store32 } from "./memory";
import { Flag, Level, Rule } from "./options";
import { encoded } from "./percent";
import { span, spanUntil } from "./span";

/** `http`, `://` and `s://` as little-endian numbers, what takes the first three octets of one, and what makes letters lower case. */
export const HTTP: i32 = 0x70747468;
export const DELIMITER: i32 = 0x2f2f3a;
export const S_DELIMITER: i32 = 0x2f2f3a73;
export const THREE_OCTETS: i32 = 0xffffff;
const CASE_BITS: i32 = 0x20202020;

/** `:80` and `:443` likewise. */
const HTTP_PORT: i32 = 0x30383a;
const HTTPS_PORT: i32 = 0x3334343a;

/**
 * Writes the normal form of the reference [start, end) to `to`. Returns its end; 0 when the reference has to go the long way.
 * `window` is where the guard's window begins in which the reference is, 0 when it is in none.
 *
 * Requires: what `normalize` requires; at `end`, an octet that may need work.
 */
export function writeWeb(options: i32, window: i32, start: i32, end: i32, to: i32): i32 {
	if ((options & Level.SYNTAX) != Level.SYNTAX || (load32(start) | CASE_BITS) != HTTP) return 0;
	const delimiter = load32(start + 4);
	const isHttps = (delimiter | Octet.CASE_BIT) == S_DELIMITER;
	if (!isHttps && (delimiter & THREE_OCTETS) != DELIMITER) return 0;
	const length = isHttps ? 8 : 7;
	const host = start + length;
	let hostEnd = unchangedHostEnd(window, host);
	if (is(load8(hostEnd), Class.REG_NAME)) hostEnd = span(hostEnd + 1, end, Class.REG_NAME);
	let at = hostEnd;
	if (load8(at) == Octet.COLON) {
		const isDefault = isHttps ? load32(at) == HTTPS_PORT : (load32(at) & THREE_OCTETS) == HTTP_PORT;
		if (!isDefault || (options & Rule.DEFAULT_PORT) == 0) return 0;
		at += length - 4;
	}
	if (hostEnd == host || (at < end && !is(load8(at), Class.AUTHORITY_END))) return 0;

	store32(to, HTTP);
	// "s" in lower case; ":" has that bit anyway.
	store32(to + 4, delimiter | Octet.CASE_BIT);
	const path = copyLower(host, hostEnd, to + length);
	store8(path, Octet.SLASH);
	const isEmpty = load8(at) != Octet.SLASH;
	return writeRest(options, window, at, end, path, isEmpty && (options & Rule.EMPTY_PATH) != 0 ? path + 1 : path);
}

/** Writes what is behind the authority, [start, end), to `to`: the path, which begins at `path` in the output, and the rest. */
function writeRest(options: i32, window: i32, start: i32, end: i32, path: i32, to: i32): i32 {
	// Where what is not written yet begins.
	let run = start;
	// Once it is looked for, where the path ends in which dot-segments are removed here.
	let pathEnd = 0;
	let hasFragment = false;
	let at = nextWork(window, start);
	while (at < end) {
		const octet = load8(at);
		if (octet == Octet.PERCENT) {
			const high = hexValue(load8(at + 1));
			const low = hexValue(load8(at + 2));
			if (run < at) to = copy(run, at, to);
			if ((high | low) == NOT_HEX) {
				if ((options & Flag.STRICT) != 0) return 0;
				store32(to, encoded(Octet.PERCENT));
				to += 3;
				run = at += 1;
				continue;
			}
			const value = (high << 4) | low;
			const isDecoded = is(value, Class.DECODED + ((options >>> Flag.EDITION_SHIFT) & Flag.EDITION_MASK));
			store32(to, isDecoded ? value : encoded(value));
			to += isDecoded ? 1 : 3;
			run = at += 3;
			// From here on, dot-segments show when all is decoded.
			if (value == Octet.DOT) pathEnd = start;
			continue;
		}
		if (octet == Octet.SLASH && load8(at + 1) == Octet.DOT) {
			if (pathEnd == 0) pathEnd = spanUntil(start, end, Class.PATH_END);
			const dots = at < pathEnd ? dotsAfter(at, pathEnd) : 0;
			if (dots != 0) {
				if (run < at) to = copy(run, at, to);
				if (dots == 2) to = withoutLastSegment(path, to);
				run = at += dots + 1;
				if (at == pathEnd) store8(to++, Octet.SLASH);
				continue;
			}
		}
		if (is(octet, Class.QUERY) || (octet == Octet.HASH && !hasFragment)) {
			if (octet == Octet.HASH) hasFragment = true;
			at = nextWork(window, at + 1);
			continue;
		}
		// White space that goes is left to the long way.
		const mayGo = octet < Octet.SPACE || (octet == Octet.SPACE && at + 1 == end);
		if (mayGo || (options & Flag.STRICT) != 0) return 0;
		if (run < at) to = copy(run, at, to);
		store32(to, encoded(octet));
		to += 3;
		run = at += 1;
	}
	to = copy(run, end, to);
	return pathEnd == start ? removeDecodedDots(path, to) : to;
}

/** Removes the dot-segments of the path that begins at `start` in the output, which ends at `end`. Returns the new end. */
function removeDecodedDots(start: i32, end: i32): i32 {
	const pathEnd = spanUntil(start, end, Class.PATH_END);
	return move(pathEnd, end, removeDotSegments(start, pathEnd));
}
