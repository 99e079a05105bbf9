/**
 * Percent-decoding and -encoding (§2.1, §2.3, §2.4, §6.2.2.2). A pct-encoded is called a triplet.
 *
 * ```
 *   pct-encoded = "%" HEXDIG HEXDIG                                                              §2.1
 * ```
 */

import { ABSENT, Address, Component, NOT_HEX } from "../layout/addresses";
import { Flag, Rule } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, hexValue, is } from "../octets/classes";
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { fail } from "./record";

/**
 * Writes the octets [start, end) of `component` to `to` in normal form: rules host-case, percent-case, percent-unreserved and
 * percent-illegal. Returns the new end, or `-Status`. Each triplet is decoded at most once (§2.4).
 *
 * Choice 1: "%" without two hex digits becomes "%25", because the output must be a URI reference.
 */
export function writeOctets(start: i32, end: i32, to: i32, component: i32): i32 {
	const options = load32(Address.OPTIONS);
	const lowers = component == Component.HOST && (options & Rule.HOST_CASE) != 0;
	const unchanged = unchangedClass(component, lowers);
	let at = start;
	while (at < end) {
		const octet = load8(at);
		const value = octet == Octet.PERCENT ? tripletValue(at, end) : ABSENT;
		if (is(octet, unchanged)) {
			const stop = span(at + 1, end, unchanged);
			to = copy(at, stop, to);
			at = stop;
		} else if (value != ABSENT) {
			to = writeTriplet(at, value, to, lowers);
			at += 3;
		} else if (lowers && is(octet, Class.UPPER)) {
			store8(to++, octet | Octet.CASE_BIT);
			++at;
		} else if ((options & Flag.STRICT) != 0) {
			return fail(illegalStatus(octet, component), component, at);
		} else {
			if ((options & Rule.PERCENT_ILLEGAL) != 0) to = writeEncoded(octet, to);
			else store8(to++, octet);
			++at;
		}
	}
	return to;
}

/** The octet that the triplet at `at` encodes, or ABSENT if no two hex digits follow before `end`. Requires: "%" at `at`. */
export function tripletValue(at: i32, end: i32): i32 {
	return end - at < 3 ? ABSENT : hexPair(at + 1);
}

/** The octet that two hex digits at `at` encode, or ABSENT if there are no two. */
export function hexPair(at: i32): i32 {
	const high = hexValue(load8(at));
	const low = high == NOT_HEX ? high : hexValue(load8(at + 1));
	return low == NOT_HEX ? ABSENT : (high << 4) | low;
}

/** The class of the octets whose triplets the edition in the options decodes. */
export function decodedClass(options: i32): i32 {
	return Class.DECODED + ((options >>> Flag.EDITION_SHIFT) & Flag.EDITION_MASK);
}

/** Writes the triplet at `at`, which encodes `octet`: decoded if that is unreserved, else in upper case. */
function writeTriplet(at: i32, octet: i32, to: i32, lowers: bool): i32 {
	const options = load32(Address.OPTIONS);
	if ((options & Rule.PERCENT_UNRESERVED) != 0 && is(octet, decodedClass(options))) {
		store8(to, lowers && is(octet, Class.UPPER) ? octet | Octet.CASE_BIT : octet);
		return to + 1;
	}
	return (options & Rule.PERCENT_CASE) != 0 ? writeEncoded(octet, to) : copy(at, at + 3, to);
}

/** Writes `octet` as a triplet in upper case. Overwrites one octet after it. */
function writeEncoded(octet: i32, to: i32): i32 {
	store32(to, encoded(octet));
	return to + 3;
}

/**
 * The triplet of `octet`, in upper case, as a little-endian number.
 *
 * Computes both digits at once, one in each octet of `values`. Adding 6 carries into the next four bits if a digit is 10 or more;
 * such a digit is a letter, and seven octets lie between "9" and "A".
 */
export function encoded(octet: i32): i32 {
	const values = ((octet * 0x1001) >> 4) & 0x0f0f;
	const isLetter = ((values + 0x0606) >> 4) & 0x0101;
	return Octet.PERCENT | ((values + 0x3030 + 7 * isLetter) << 8);
}

/** The class of the octets that `component` allows and no rule changes. */
function unchangedClass(component: i32, lowers: bool): i32 {
	if (component == Component.PATH) return Class.PATH;
	if (component == Component.HOST) return lowers ? Class.LOWER_REG_NAME : Class.REG_NAME;
	return component == Component.USERINFO ? Class.USERINFO : Class.QUERY;
}

function illegalStatus(octet: i32, component: i32): i32 {
	if (octet == Octet.PERCENT) return Status.INVALID_PERCENT_ENCODING;
	if (component == Component.USERINFO) return Status.INVALID_USERINFO;
	return component == Component.HOST ? Status.INVALID_HOST : Status.INVALID_CHARACTER;
}

/** Lower-cases the letters of [start, end) in place, except in triplets. Requires: every "%" starts a triplet. */
export function lowerCase(start: i32, end: i32): void {
	let at = start;
	while (at < end) {
		const octet = load8(at);
		if (is(octet, Class.UPPER)) store8(at, octet | Octet.CASE_BIT);
		at += octet == Octet.PERCENT ? 3 : 1;
	}
}
