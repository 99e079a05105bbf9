/**
 * Steps of the basic URL parser before its first state (URL Standard §4.4, steps 1 to 3): C0 controls and spaces go from both ends,
 * TAB, LF and CR from anywhere. Octets that are not UTF-8 are repaired here as well.
 */

import { Component } from "../layout/addresses";
import { CrawlAddress, Url } from "../layout/crawl-addresses";
import { Status } from "../layout/status";
import { Class, is } from "../octets/classes";
import { load8, load32, store8, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { skipWhiteSpace, trimWhiteSpace } from "../octets/white-space";
import { encoded } from "../reference/percent";
import { fail } from "../reference/record";
import { Keep } from "./percent-encode-sets";
import { illFormedAt, sequenceLength, writeReplacement } from "./utf8";

/** Treatments of octets that are not UTF-8. */
export const enum Repair {
	/** U+FFFD for each maximal subpart: Encoding Standard, "UTF-8 decode without BOM". */
	REPLACE = 0,
	/** A triplet for each octet, so that no two inputs become one. */
	PERCENT_ENCODE = 1,
	/** They are an error. */
	REFUSE = 2,
}

/** Prepares [start, end), copying it to `scratch` if it must change. Returns Status.OK or `-Status`. */
export function prepare(start: i32, end: i32, scratch: i32, repair: i32): i32 {
	const first = skipWhiteSpace(start, end);
	const last = trimWhiteSpace(first, end);
	set(Url.ORIGINAL_START, first);
	set(Url.ORIGINAL_END, last);
	set(Url.REPAIR, repair);
	set(Url.INPUT_START, first);
	set(Url.INPUT_END, last);
	set(Url.IS_COPY, 0);
	const plainEnd = span(first, last, Keep.PRINTABLE);
	// Fast path only: an empty rest has neither white space nor ill-formed octets.
	if (plainEnd == last) return Status.OK;
	const illFormed = illFormedAt(plainEnd, last);
	if (illFormed < last && repair == Repair.REFUSE) return fail(Status.ILL_FORMED_STRING, Component.NONE, illFormed);
	if (illFormed == last && !hasLineWhiteSpace(plainEnd, last)) return Status.OK;
	set(Url.IS_COPY, 1);
	set(Url.INPUT_START, scratch);
	set(Url.INPUT_END, writePrepared(first, last, scratch));
	return Status.OK;
}

function set(field: i32, value: i32): void {
	store32(CrawlAddress.URL + field, value);
}

function hasLineWhiteSpace(start: i32, end: i32): bool {
	for (let at = start; at < end; ++at) if (is(load8(at), Class.LINE_WHITE_SPACE)) return true;
	return false;
}

function writePrepared(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (at < end) {
		const length = sequenceLength(at, end);
		for (let i: i32 = 0; i < length; ++i) store8(to + i, load8(at + i));
		if (length < 0) writeRepaired(at, -length, to);
		to += preparedLength(at, length);
		at += length < 0 ? -length : length;
	}
	return to;
}

/** Octets that the sequence at `at` takes in the prepared input. `length` is its `sequenceLength`. */
function preparedLength(at: i32, length: i32): i32 {
	if (length < 0) return isReplaced() ? 3 : -3 * length;
	return is(load8(at), Class.LINE_WHITE_SPACE) ? 0 : length;
}

function writeRepaired(at: i32, length: i32, to: i32): void {
	if (isReplaced()) {
		writeReplacement(to);
		return;
	}
	for (let i = 0; i < length; ++i) store32(to + 3 * i, encoded(load8(at + i)));
}

function isReplaced(): bool {
	return load32(CrawlAddress.URL + Url.REPAIR) == Repair.REPLACE;
}

/** Place in the input of the octet at `place` of the prepared input. */
export function placeBefore(place: i32): i32 {
	if (load32(CrawlAddress.URL + Url.IS_COPY) == 0) return place;
	const end = load32(CrawlAddress.URL + Url.ORIGINAL_END);
	let at = load32(CrawlAddress.URL + Url.ORIGINAL_START);
	let left = place - load32(CrawlAddress.URL + Url.INPUT_START);
	while (at < end) {
		const length = sequenceLength(at, end);
		left -= preparedLength(at, length);
		if (left < 0) return at;
		at += length < 0 ? -length : length;
	}
	return end;
}
