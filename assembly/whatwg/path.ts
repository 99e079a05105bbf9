/** Paths (URL Standard §4.1, §4.4: path start state, path state, cannot-be-a-base-URL path state). */

import { CrawlAddress, Url } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, store8, store32 } from "../octets/memory";
import { spanUntil } from "../octets/span";
import { withoutLastSegment } from "../reference/dot-segments";
import { encoded, tripletValue } from "../reference/percent";
import { Keep, writePercentEncoded } from "./percent-encode-sets";
import { isFile, isSlash, isSpecial } from "./url";

/**
 * Path state: writes the segments from `start` on after `to`. The path begins at `path` in the output and may have segments
 * already. A "/" before the first segment is left out by the caller. Returns the new end; REST is where the path ends.
 */
export function writePath(start: i32, end: i32, path: i32, to: i32): i32 {
	const delimiters: i32 = isSpecial() ? Keep.SPECIAL_END : Class.AUTHORITY_END;
	let at = start;
	while (true) {
		const segmentEnd = spanUntil(at, end, delimiters);
		const isLast = !isSlash(segmentEnd, end);
		const dots = dotsIn(at, segmentEnd);
		if (dots == 2) to = shortened(path, to);
		if (dots == 0) {
			to = writeSegment(at, segmentEnd, path, to);
		} else if (isLast) {
			store8(to++, Octet.SLASH);
		}
		at = segmentEnd + 1;
		if (!isLast) continue;
		store32(CrawlAddress.URL + Url.REST, segmentEnd);
		return to;
	}
}

/** Appends "/" and the segment [start, end). A Windows drive letter that begins a file path gets ":" for "|". */
function writeSegment(start: i32, end: i32, path: i32, to: i32): i32 {
	store8(to, Octet.SLASH);
	const written = writePercentEncoded(start, end, to + 1, Keep.PATH);
	if (to == path && end - start == 2 && isFile() && isDriveLetter(start, end)) store8(to + 2, Octet.COLON);
	return written;
}

/** 1 for a single-dot segment, 2 for a double-dot segment, else 0: §4.1, where "%2e" in either case is a dot. */
function dotsIn(start: i32, end: i32): i32 {
	let dots = 0;
	let at = start;
	while (at < end && dots < 3) {
		if (load8(at) == Octet.DOT) ++at;
		else if (load8(at) == Octet.PERCENT && tripletValue(at, end) == Octet.DOT) at += 3;
		else return 0;
		++dots;
	}
	return dots < 3 ? dots : 0;
}

/** Shorten a URL's path (§4.1): the end of [path, end) without its last segment. A file path keeps its drive letter. */
export function shortened(path: i32, end: i32): i32 {
	if (isFile() && end - path == 3 && isNormalizedDriveLetter(path + 1)) return end;
	return withoutLastSegment(path, end);
}

/** Cannot-be-a-base-URL path state: writes the opaque path [start, end). A space right before "?" or "#" is "%20". */
export function writeOpaquePath(start: i32, end: i32, to: i32): i32 {
	const pathEnd = spanUntil(start, end, Class.PATH_END);
	const isSpaced = pathEnd > start && pathEnd < end && load8(pathEnd - 1) == Octet.SPACE;
	const at = writePercentEncoded(start, isSpaced ? pathEnd - 1 : pathEnd, to, Keep.PRINTABLE);
	store32(CrawlAddress.URL + Url.REST, pathEnd);
	if (!isSpaced) return at;
	store32(at, encoded(Octet.SPACE));
	return at + 3;
}

/** Whether [start, end) is a Windows drive letter: an ASCII letter, then ":" or "|". */
export function isDriveLetter(start: i32, end: i32): bool {
	if (end - start != 2 || !is(load8(start), Class.ALPHA)) return false;
	return load8(start + 1) == Octet.COLON || load8(start + 1) == Octet.VERTICAL_LINE;
}

/** Whether the two octets at `start` are a letter and ":". */
export function isNormalizedDriveLetter(start: i32): bool {
	return is(load8(start), Class.ALPHA) && load8(start + 1) == Octet.COLON;
}

/** Whether [start, end) starts with a Windows drive letter that is the whole of it, or a segment. */
export function startsWithDriveLetter(start: i32, end: i32): bool {
	if (end - start < 2 || !isDriveLetter(start, start + 2)) return false;
	return end - start == 2 || is(load8(start + 2), Keep.SPECIAL_END);
}
