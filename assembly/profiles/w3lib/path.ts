/** `w3lib@1`, the path: parameters of the last segment split off, octets decoded and quoted again, dot-segments removed. */

import { ABSENT } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { copy, load8, store8, store32 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { isOneOf } from "../../octets/text";
import { removeDotSegments } from "../../reference/dot-segments";
import { encoded, tripletValue } from "../../reference/percent";
import { writeQuoted } from "../emulation/quote";

/** Schemes in both `uses_params` and `uses_netloc` of Python's urllib.parse. */
export const USES_BOTH: string = "ftp http https imap mms prospero rtsp rtsps rtspu sftp shttp";
/** The rest of `uses_params`, "" aside. */
const USES_PARAMS: string = "hdl sip sips tel";

/** Writes the path [start, end), with its parameters, of a URL whose scheme and ":" are [scheme, schemeEnd). Returns the new end. */
export function writePath(scheme: i32, schemeEnd: i32, start: i32, end: i32, to: i32): i32 {
	const pathEnd = findParameters(scheme, schemeEnd, start, end);
	let written = writeSegments(start, pathEnd, to);
	if (start == pathEnd) store8(written++, Octet.SLASH);
	else if (load8(to) == Octet.SLASH) written = removeDotSegments(to, written);
	return pathEnd + 1 < end ? writeSafe(pathEnd, end, written) : written;
}

/** `_split_params`: the first ";" of the last segment, where the scheme is one with parameters; else `end`. */
function findParameters(scheme: i32, schemeEnd: i32, start: i32, end: i32): i32 {
	let semicolon = find(start, end, Octet.SEMICOLON);
	if (semicolon == end) return end;
	const nameEnd = schemeEnd - 1;
	if (schemeEnd > scheme && !isOneOf(scheme, nameEnd, USES_BOTH) && !isOneOf(scheme, nameEnd, USES_PARAMS)) return end;
	for (let slash = find(semicolon, end, Octet.SLASH); slash < end; slash = find(slash + 1, end, Octet.SLASH)) semicolon = slash;
	return find(semicolon, end, Octet.SEMICOLON);
}

/** `_unquotepath`, then `_quote`: decodes all triplets except those of "%", "/", ";" and "?". Returns the new end. */
function writeSegments(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (true) {
		const stop = span(at, end, Class.QUERY);
		if (at < stop) to = copy(at, stop, to);
		if (stop == end) return to;
		const octet = load8(stop);
		const value = octet == Octet.PERCENT ? tripletValue(stop, end) : ABSENT;
		at = stop + (value == ABSENT ? 1 : 3);
		if (isReserved(value)) {
			store32(to, encoded(value));
			to += 3;
		} else {
			to = writeSegmentOctet(value == ABSENT ? octet : value, to);
		}
	}
}

/** Whether a triplet of this octet stays one. */
function isReserved(octet: i32): bool {
	return octet == Octet.PERCENT || octet == Octet.SLASH || octet == Octet.SEMICOLON || octet == Octet.QUESTION_MARK;
}

function writeSegmentOctet(octet: i32, to: i32): i32 {
	const isSafe = octet == Octet.OPEN_BRACKET || octet == Octet.CLOSE_BRACKET || octet == Octet.VERTICAL_LINE;
	if (!isSafe && octet != Octet.PERCENT) return writeQuoted(octet, Class.QUERY, to);
	store8(to, octet);
	return to + 1;
}

/** The source's first pass, for parameters only: octets outside Class.QUERY and "%" become triplets. */
function writeSafe(start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.PERCENT || is(octet, Class.QUERY)) store8(to++, octet);
		else to = writeQuoted(octet, Class.QUERY, to);
	}
	return to;
}
