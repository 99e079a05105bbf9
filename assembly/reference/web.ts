/**
 * The fast path for http and https references that are not plain: one pass over the index of special octets (specials.ts).
 *
 * ```
 *   HTTP://Example.com:80/a/./b%7e%2f LF
 *   \_____/\_________/\_/  |    |  |   |        the prefix by two words, the host by 32 octets, the port by a word;
 *                          special octets       then from one special octet to the next
 *   http://example.com   /a/b~%2F
 *                        \_/\/\___/             the runs between rewrites are copied
 * ```
 *
 * The slow path (normalize.ts) handles the rare cases: user information, triplets in the host, IP literals, ports other than
 * the default, white space that is removed, errors. `writeWeb` then returns NEEDS_SLOW_PATH and its output is discarded.
 */

import { ABSENT, Address, END_OF_WINDOW, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { Flag, Rule } from "../layout/options";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { copy, copyRun, load8, load32, move, store8, store32 } from "../octets/memory";
import { spanUntil } from "../octets/span";
import { dotsAfter, removeDotSegments, withoutLastSegment } from "./dot-segments";
import { copyHost } from "./guard";
import { decodedClass, encoded, hexPair } from "./percent";
import { indexNextWindow, nextEntry } from "./reference-index";
import { CASE_BITS, HTTP, HTTP_PORT, HTTPS_PORT, prefixLength, S_DELIMITER, THREE_OCTETS } from "./web-words";

/** "%25" as a little-endian number. */
const ENCODED_PERCENT: i32 = 0x353225;

/**
 * Writes the normal form of the reference at `start` to `to`. It ends at the first LF or CR LF; its special octets are listed
 * from `entry` on. Returns the end of the output, or NEEDS_SLOW_PATH.
 * TEXT_END and NEXT_SPECIAL say where the reference ended.
 *
 * Requires: all rules of Level.SYNTAX; Limit.GROWTH × length + Limit.SLACK octets at `to`.
 */
export function writeWeb(options: i32, start: i32, entry: i32, to: i32): i32 {
	let second = load32(start + 4);
	if ((second | Octet.CASE_BIT) == S_DELIMITER) second = S_DELIMITER;
	const length = prefixLength(load32(start) | CASE_BITS, second);
	if (length == 0) return NEEDS_SLOW_PATH;
	store32(to, HTTP);
	store32(to + 4, second);

	const host = start + length;
	// "//" before a host that begins with "." is special, but not a path.
	if (load32(entry) < host) entry = nextEntry(Class.QUERY, entry);
	const hostEnd = copyHost(host, load32(entry), to + length);
	if (hostEnd == host) return NEEDS_SLOW_PATH;
	const path = to + hostEnd - start;
	let at = hostEnd;
	let octet = load8(at);
	if (octet == Octet.COLON) {
		const isDefault = length == 8 ? load32(at) == HTTPS_PORT : (load32(at) & THREE_OCTETS) == HTTP_PORT;
		if (!isDefault || (options & Rule.DEFAULT_PORT) == 0) return NEEDS_SLOW_PATH;
		at += length - 4;
		octet = load8(at);
	}
	if (octet != Octet.SLASH && !is(octet, Class.PATH_OR_LINE_END)) return NEEDS_SLOW_PATH;
	store8(path, Octet.SLASH);
	const isEmpty = octet != Octet.SLASH && (options & Rule.EMPTY_PATH) != 0;
	return writeRest(options, at, entry, path, isEmpty ? path + 1 : path);
}

/**
 * Writes what follows the authority, from `start` on, to `to`. `path` is where the path starts in the output.
 *
 * ```
 *   input     ........|pending run|special octet....
 *                     run          at
 *   output    ........|                                   run + shift: where the run goes
 * ```
 */
function writeRest(options: i32, start: i32, entry: i32, path: i32, to: i32): i32 {
	let run = start;
	let shift = to - start;
	// End of the path, computed when the first "/." needs it; `start` if dot-segments show only after decoding.
	let pathEnd = 0;
	let hasFragment = false;
	const decoded = decodedClass(options);
	let at = 0;
	while (true) {
		at = load32(entry);
		entry += 4;
		const octet = load8(at);
		if (octet == Octet.SLASH) {
			if (pathEnd == 0) pathEnd = spanUntil(start, start + Limit.REFERENCE, Class.PATH_OR_LINE_END);
			const dots = at < pathEnd ? dotsAfter(at, pathEnd) : 0;
			if (dots == 0) continue;
			to = copyRun(run, at, run + shift);
			if (dots == 2) to = withoutLastSegment(path, to);
			at += dots;
			run = at + 1;
			if (run == pathEnd) store8(to++, Octet.SLASH);
			shift = to - run;
			continue;
		} else if (octet == Octet.HASH && !hasFragment) {
			hasFragment = true;
			continue;
		} else if (octet < Octet.SPACE) {
			if (at != END_OF_WINDOW) break;
			entry = indexNextWindow(Class.QUERY);
			continue;
		} else if (octet == Octet.SPACE && load8(at + 1) < Octet.SPACE) {
			return NEEDS_SLOW_PATH;
		}
		to = copyRun(run, at, run + shift);
		// Octets that follow and are rewritten as well are not looked up in the index.
		entry -= 4;
		do {
			entry += 4;
			const octet = load8(at);
			const value = octet == Octet.PERCENT ? hexPair(at + 1) : ABSENT;
			if (value == ABSENT) {
				// The octet is not allowed here.
				if ((options & Flag.STRICT) != 0) return NEEDS_SLOW_PATH;
				store32(to, octet == Octet.PERCENT ? ENCODED_PERCENT : encoded(octet));
				to += 3;
				at += 1;
			} else {
				const isDecoded = is(value, decoded);
				if (isDecoded && value == Octet.DOT) pathEnd = start;
				to = isDecoded ? writeOctet(value, to) : writeUpperCase(load32(at), to);
				at += 3;
			}
		} while (isRewritten(load8(at), hasFragment));
		run = at;
		shift = to - run;
		if (at >= load32(Address.INDEXED)) {
			store32(Address.INDEXED, at);
			entry = END_OF_WINDOW;
		}
	}
	if (!isLineEnd(at)) return NEEDS_SLOW_PATH;
	to = copy(run, at, run + shift);
	store32(Address.TEXT_END, at);
	store32(Address.NEXT_SPECIAL, load8(at) == Octet.LF ? entry : entry + 4);
	return pathEnd == start ? removeDecodedDots(path, to) : to;
}

/** Whether the control character at `at` ends the line. White space that does not is left to the slow path. */
function isLineEnd(at: i32): bool {
	return load8(at) == Octet.LF || (load8(at) == Octet.CR && load8(at + 1) == Octet.LF);
}

/** Writes a decoded octet (§6.2.2.2). Returns its end. */
function writeOctet(octet: i32, to: i32): i32 {
	store8(to, octet);
	return to + 1;
}

/** Writes a triplet in upper case (§6.2.2.1). Of hex digits, letters have the bit 0x40, and their case is the next lower one. */
function writeUpperCase(triplet: i32, to: i32): i32 {
	store32(to, triplet & ~((triplet & 0x404000) >> 1));
	return to + 3;
}

/** Whether `octet` is special regardless of the octets after it, and rewritten. */
function isRewritten(octet: i32, isFragment: bool): bool {
	// Fast path only: the index of specials finds the triplet as well.
	if (octet == Octet.PERCENT) return true;
	return octet > Octet.SPACE && !is(octet, Class.QUERY) && (octet != Octet.HASH || isFragment);
}

/** Removes the dot-segments of the path that starts at `start` in the output, which ends at `end`. Returns the new end. */
function removeDecodedDots(start: i32, end: i32): i32 {
	const pathEnd = spanUntil(start, end, Class.PATH_END);
	return move(pathEnd, end, removeDotSegments(start, pathEnd));
}
