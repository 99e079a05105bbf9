/** `surt@1`, the input: white space goes, "http://" comes before what has no scheme, and of a run of them the last one stays. */

import { Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { copy, load8, move, store8, store32 } from "../../octets/memory";
import { matches } from "../../octets/text";
import { addressBeforeJoining, joinLines } from "../../octets/white-space";
import { fail } from "../../reference/record";
import { DELIMITER, HTTP } from "../../reference/web-words";
import { schemeEnd } from "../emulation/split";

export const PREFIX: string = "http://";

/** Whether an input is not taken for a URL: an empty one, and names of ARC file headers. */
export function isLiteral(start: i32, end: i32): bool {
	return start == end || (end - start >= 8 && matches(start, start + 8, "filedesc"));
}

/** Writes the key of such an input: "-" if it is empty, else the input itself. */
export function writeLiteral(start: i32, end: i32, to: i32): i32 {
	if (start < end) return copy(start, end, to);
	store8(to, Octet.HYPHEN);
	return to + 1;
}

/** Writes the URL that the input [start, end) stands for. Returns its end, or `-Status` if the input is only white space. */
export function writeInput(start: i32, end: i32, to: i32): i32 {
	const first = skipSpaces(start, end);
	const last = trimSpaces(first, end);
	if (first == last) return fail(Status.EMPTY_HOST, Component.HOST, start);
	let written = joinLines(first, last, to);
	if (schemeEnd(to, written) == written) written = withPrefix(to, written);
	const kept = lastPrefix(to, written);
	return kept == to ? written : move(kept, written, to);
}

/** Puts "http://" before [start, end). Returns the new end. */
export function withPrefix(start: i32, end: i32): i32 {
	const written = move(start, end, start + PREFIX.length);
	store32(start, HTTP);
	store32(start + 3, (DELIMITER << 8) | (HTTP >>> 24));
	return written;
}

/** Place in the input of the octet at `place` of the URL that was written to `url`. */
export function placeInInput(start: i32, end: i32, url: i32, place: i32): i32 {
	const first = skipSpaces(start, end);
	const last = trimSpaces(first, end);
	const joinedEnd = joinLines(first, last, url);
	const added = schemeEnd(url, joinedEnd) == joinedEnd ? PREFIX.length : 0;
	const index = place - url - added + (lastPrefix(url, joinedEnd) - url);
	return index < 0 ? first : addressBeforeJoining(first, last, index);
}

/** The start of the last prefix in the run of "http://" and "https://" at `start`. */
function lastPrefix(start: i32, end: i32): i32 {
	let at = start;
	for (let next = prefixEnd(start, end); next > at && prefixEnd(next, end) > next; next = prefixEnd(at, end)) at = next;
	return at;
}

function prefixEnd(start: i32, end: i32): i32 {
	if (end - start >= 7 && matches(start, start + 7, PREFIX)) return start + 7;
	return end - start >= 8 && matches(start, start + 8, "https://") ? start + 8 : start;
}

function skipSpaces(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && isSpace(load8(at))) ++at;
	return at;
}

function trimSpaces(start: i32, end: i32): i32 {
	let last = end;
	while (last > start && isSpace(load8(last - 1))) --last;
	return last;
}

/** ASCII white space of Python's `strip` on octets. */
function isSpace(octet: i32): bool {
	return octet == Octet.SPACE || (octet >= Octet.TAB && octet <= Octet.CR);
}
