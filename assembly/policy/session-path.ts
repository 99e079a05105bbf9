/**
 * P1 session-path, of `sessions@1`: session identifiers that servers write into paths.
 *
 * - The parameter `;jsessionid=…` of a segment, its name decoded, in any case (Jakarta Servlet 7.1.3). A segment stays
 *   unchanged if only "." or ".." would remain of it.
 * - A whole segment `(S(…))`, also several or without letter, 24 alphanumerics each, before a segment that ends in `.aspx`
 *   (ASP.NET, cookieless sessions). Parameters go first: what they leave counts.
 */
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { copy, load8, move } from "../octets/memory";
import { find } from "../octets/span";
import { matchesInAnyCase } from "../octets/text";
import { isDecodedText } from "./decoded";

const IDENTIFIER_LENGTH: i32 = 24;

/** Writes the path [start, end) without session identifiers. Returns the new end. */
export function writeWithoutSessions(start: i32, end: i32, to: i32): i32 {
	let at = start;
	let written = to;
	while (at < end) {
		// A segment, and the "/" before it.
		const segment = load8(at) == Octet.SLASH ? at + 1 : at;
		const segmentEnd = find(segment, end, Octet.SLASH);
		written = writeSegment(segment, segmentEnd, copy(at, segment, written));
		at = segmentEnd;
	}
	// Without parameters, a segment may be a session identifier, or a page.
	return withoutSessionSegments(to, written);
}

/** Removes session segments from the path [start, end). Returns the new end. */
function withoutSessionSegments(start: i32, end: i32): i32 {
	const pages = lastPage(start, end);
	let to = start;
	let at = start;
	while (at < pages) {
		const segment = load8(at) == Octet.SLASH ? at + 1 : at;
		const segmentEnd = find(segment, end, Octet.SLASH);
		if (!(segment < pages && isSessionSegment(segment, segmentEnd))) to = move(at, segmentEnd, to);
		at = segmentEnd;
	}
	return to == at ? end : move(at, end, to);
}

/** The start of the last segment that ends in ".aspx"; `start` if there is none. */
function lastPage(start: i32, end: i32): i32 {
	let segmentEnd = end;
	while (segmentEnd > start) {
		let segment = segmentEnd;
		while (segment > start && load8(segment - 1) != Octet.SLASH) --segment;
		const name = segmentEnd - 5;
		if (name >= segment && load8(name) == Octet.DOT && matchesInAnyCase(name + 1, segmentEnd, "aspx")) return segment;
		segmentEnd = segment - 1;
	}
	return start;
}

/** Whether the segment is "(" 24 alphanumerics ")", or "(" 1*( ALPHA "(" 24 alphanumerics ")" ) ")". */
function isSessionSegment(start: i32, end: i32): bool {
	if (end - start < IDENTIFIER_LENGTH + 2 || load8(start) != Octet.OPEN_PARENTHESIS) return false;
	if (load8(end - 1) != Octet.CLOSE_PARENTHESIS) return false;
	let at = start + 1;
	if (isIdentifier(at, end - 1)) return true;
	const size = IDENTIFIER_LENGTH + 3;
	for (; at + size < end; at += size) {
		if (!is(load8(at), Class.ALPHA) || load8(at + 1) != Octet.OPEN_PARENTHESIS) return false;
		if (!isIdentifier(at + 2, at + size - 1) || load8(at + size - 1) != Octet.CLOSE_PARENTHESIS) return false;
	}
	return at == end - 1;
}

function isIdentifier(start: i32, end: i32): bool {
	if (end - start != IDENTIFIER_LENGTH) return false;
	for (let at = start; at < end; ++at) if (!is(load8(at), Class.ALNUM)) return false;
	return true;
}

/** Writes a segment without its jsessionid parameters. */
function writeSegment(start: i32, end: i32, to: i32): i32 {
	let at = find(start, end, Octet.SEMICOLON);
	let written = copy(start, at, to);
	while (at < end) {
		const parameterEnd = find(at + 1, end, Octet.SEMICOLON);
		const nameEnd = find(at + 1, parameterEnd, Octet.EQUALS);
		if (!isDecodedText(at + 1, nameEnd, "jsessionid")) written = copy(at, parameterEnd, written);
		at = parameterEnd;
	}
	return isDots(to, written) ? copy(start, end, to) : written;
}

/** Whether [start, end) is "." or "..". */
export function isDots(start: i32, end: i32): bool {
	const length = end - start;
	if (length < 1 || length > 2) return false;
	return load8(start) == Octet.DOT && load8(end - 1) == Octet.DOT;
}
