/**
 * The fast path for http and https references that are not clean: one pass over the index of special octets (specials.ts), as
 * web.ts of the core has it for RFC 3986.
 *
 * ```
 *   HTTP://Example.com:80/a/./b%7e|é LF
 *   \_____/\_________/\_/  |    | ||||         the prefix by two words, the host by 32 octets, the port by a word;
 *                          special octets      then from one special octet to the next
 *   http://example.com   /a/b%7e|%C3%A9        the URL
 *   http://example.com   /a/b~%7C%C3%A9        its normal form by RFC 3986, with WebForm.KEY_BASE
 * ```
 *
 * The slow path (states.ts) handles the rare cases: credentials, triplets and octets beyond ASCII in the host, IP addresses,
 * ports other than the default, "\", "%2e" in the path, white space that is removed, errors. `writeWebUrl` then returns 0 and its
 * output is discarded.
 */

import { ABSENT, Address, END_OF_WINDOW, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlAddress, Web } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { copyRun, load8, load32, store8, store32 } from "../octets/memory";
import { spanUntil } from "../octets/span";
import { dotsAfter, withoutLastSegment } from "../reference/dot-segments";
import { copyHost } from "../reference/guard";
import { encoded, tripletValue } from "../reference/percent";
import { indexNextWindow, nextEntry } from "../reference/reference-index";
import { CASE_BITS, HTTP, HTTP_PORT, HTTPS_PORT, prefixLength, S_DELIMITER, THREE_OCTETS } from "../reference/web-words";
import { Keep } from "./percent-encode-sets";
import { sequenceLength } from "./utf8";
import { isName } from "./web-host";

/** "/./", "/../", "%25", "%%%" and "%2e", as little-endian numbers. */
const CURRENT: i32 = 0x2f2e2f;
const PARENT: i32 = 0x2f2e2e2f;
const PERCENT_TRIPLET: i32 = 0x353225;
const THREE_PERCENTS: i32 = 0x252525;
const DOT_TRIPLET: i32 = 0x653225;
/** Octet.CASE_BIT of the third octet of a word. */
const THIRD_CASE_BIT: i32 = 0x200000;

/** The form to write, as bits. Without any, the URL. */
export const enum WebForm {
	/** The normal form of the URL by RFC 3986. */
	KEY_BASE = 1,
	/** Octets that are not UTF-8 take the slow path. Without it, each becomes a triplet. */
	WELL_FORMED = 2,
}

/**
 * Writes a form of the reference at `start` to `to`. It ends at the first LF or CR LF; its special octets, by the class `set`, are
 * listed from `entry` on. Returns the end of the output, or NEEDS_SLOW_PATH. TEXT_END
 * and NEXT_SPECIAL have the end of the reference, WEB describes the output.
 *
 * Requires: `set` is within Keep.CLEAN; Limit.GROWTH × length + Limit.SLACK octets at `to`.
 */
export function writeWebUrl(form: i32, set: i32, start: i32, entry: i32, to: i32): i32 {
	let second = load32(start + 4);
	if ((second | Octet.CASE_BIT) == S_DELIMITER) second = S_DELIMITER;
	const length = prefixLength(load32(start) | CASE_BITS, second);
	if (length == 0) return NEEDS_SLOW_PATH;
	store32(to, HTTP);
	store32(to + 4, second);

	const host = start + length;
	// "//" before a host that begins with "." is special, but not a path.
	if (load32(entry) < host) entry = nextEntry(set, entry);
	const hostEnd = copyHost(host, load32(entry), to + length);
	if (!isName(host, hostEnd)) return NEEDS_SLOW_PATH;
	const path = to + hostEnd - start;
	let at = hostEnd;
	let octet = load8(at);
	if (octet == Octet.COLON) {
		const isDefault = length == 8 ? load32(at) == HTTPS_PORT : (load32(at) & THREE_OCTETS) == HTTP_PORT;
		if (!isDefault) return NEEDS_SLOW_PATH;
		at += length - 4;
		octet = load8(at);
	}
	if (octet != Octet.SLASH && !is(octet, Class.PATH_OR_LINE_END)) return NEEDS_SLOW_PATH;
	store8(path, Octet.SLASH);
	store32(CrawlAddress.WEB + Web.HOST, to + length);
	store32(CrawlAddress.WEB + Web.HOST_END, to + hostEnd - start);
	return writeRest(form, set, at, entry, path, octet == Octet.SLASH ? path : path + 1);
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
function writeRest(form: i32, set: i32, start: i32, entry: i32, path: i32, to: i32): i32 {
	let run = start;
	let shift = to - start;
	// End of the path, computed when it is first needed.
	let pathEnd = 0;
	let query = 0;
	let fragment = 0;
	let hasSession = 0;
	// Up to here, octets are known to be UTF-8.
	let checked = start;
	let at = start;
	while (true) {
		at = load32(entry);
		entry += 4;
		const octet = load8(at);
		if (octet == Octet.QUESTION_MARK) {
			if ((query | fragment) == 0) query = at + shift;
			continue;
		}
		if (octet == Octet.HASH && fragment == 0) {
			fragment = at + shift;
			continue;
		}
		if (octet < Octet.SPACE) {
			if (at == END_OF_WINDOW) {
				entry = indexNextWindow(set);
				continue;
			}
			// White space that is not a line end, and controls, are left to the slow path.
			if (octet != Octet.LF && (octet != Octet.CR || load8(at + 1) != Octet.LF)) return NEEDS_SLOW_PATH;
			break;
		}
		if (octet == Octet.PERCENT && (form & WebForm.KEY_BASE) == 0 && !isDot(at)) continue;
		const triplet = octet == Octet.PERCENT ? tripletValue(at, at + 3) : ABSENT;
		// Fast path only: the end of the loop encodes the octet as well.
		if (octet == Octet.PERCENT && triplet == ABSENT) {
			to = copyRun(run, at, run + shift);
			store32(to, PERCENT_TRIPLET);
			// Fast path only, for a run of them, whose index entries follow each other: the outer loop writes the same.
			while ((load32(at) & THREE_OCTETS) == THREE_PERCENTS && load32(entry) == at + 1) {
				++at;
				entry += 4;
				to += 3;
				store32(to, PERCENT_TRIPLET);
			}
			run = at + 1;
			shift = to + 3 - run;
			continue;
		}
		if (octet == Octet.PERCENT && triplet != Octet.DOT) {
			// The triplet is in normal form.
			if (triplet != ABSENT && !is(triplet, Class.DECODED) && (load32(at) & THREE_OCTETS) == encoded(triplet)) continue;
		} else {
			if (pathEnd == 0) pathEnd = spanUntil(start, start + Limit.REFERENCE, Class.PATH_OR_LINE_END);
			const isInPath = at < pathEnd;
			if (octet == Octet.SLASH) {
				const dots = !isInPath ? 0 : load32(at) == PARENT ? 2 : dotsAfter(at, pathEnd);
				if (dots == 0) continue;
				to = copyRun(run, at, run + shift);
				if (dots == 2) to = withoutLastSegment(path, to);
				run = at + dots + 1;
				// Fast path only, for a run of "../" or "./", whose index entries follow each other: the outer loop removes each as well.
				while (load32(run) == PARENT && load32(entry) == run) {
					entry += 4;
					run += 3;
					to = withoutLastSegment(path, to);
				}
				while ((load32(run) & THREE_OCTETS) == CURRENT && load32(entry) == run) {
					entry += 4;
					run += 2;
				}
				if (run == pathEnd) store8(to++, Octet.SLASH);
				shift = to - run;
				continue;
			}
			if (octet == Octet.SEMICOLON || octet == Octet.OPEN_PARENTHESIS) {
				// Fast path only: the slow path finds no session.
				if (isInPath && mayBeginSession(at, octet)) hasSession = 1;
				continue;
			}
			if (isInPath && (octet == Octet.BACKSLASH || triplet == Octet.DOT)) return NEEDS_SLOW_PATH;
			if (octet == Octet.SPACE && load8(at + 1) < Octet.SPACE) return NEEDS_SLOW_PATH;
			if (triplet == Octet.DOT || is(octet, fragment != 0 ? Keep.FRAGMENT : isInPath ? Keep.PATH : Keep.SPECIAL_QUERY)) {
				if ((form & WebForm.KEY_BASE) == 0 || is(octet, Class.QUERY)) continue;
			} else if (octet >= Octet.BEYOND_ASCII && (form & WebForm.WELL_FORMED) != 0 && at >= checked) {
				const length = sequenceLength(at, at + 4);
				if (length < 0) return NEEDS_SLOW_PATH;
				checked = at + length;
			}
		}
		copyRun(run, at, run + shift);
		const decodes = triplet != ABSENT && is(triplet, Class.DECODED);
		store32(at + shift, decodes ? triplet : encoded(triplet != ABSENT ? triplet : octet));
		const taken = triplet != ABSENT ? 3 : 1;
		shift += (decodes ? 1 : 3) - taken;
		at += taken - 1;
		run = at + 1;
	}
	to = copyRun(run, at, run + shift);
	store32(Address.TEXT_END, at);
	store32(Address.NEXT_SPECIAL, load8(at) == Octet.LF ? entry : entry + 4);
	store32(CrawlAddress.WEB + Web.QUERY, query);
	store32(CrawlAddress.WEB + Web.FRAGMENT, fragment);
	store32(CrawlAddress.WEB + Web.HAS_SESSION, hasSession);
	return to;
}

/** Whether the triplet of "." is at `at`. */
function isDot(at: i32): bool {
	return ((load32(at) | THIRD_CASE_BIT) & THREE_OCTETS) == DOT_TRIPLET;
}

/** Whether the ";" or "(" at `at` may begin a session identifier: `;jsessionid=`, or a segment `(S(`. See session-path.ts. */
export function mayBeginSession(at: i32, octet: i32): bool {
	if (octet == Octet.OPEN_PARENTHESIS) return load8(at - 1) == Octet.SLASH;
	const next = load8(at + 1);
	return (next | Octet.CASE_BIT) == Octet.LOWER_J || next == Octet.PERCENT;
}
