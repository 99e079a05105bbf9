/**
 * The percent-decoder and -encoder (§2.1, §2.3, §2.4, §6.2.2.2).
 *
 * ```
 *   pct-encoded = "%" HEXDIG HEXDIG                                                              §2.1
 * ```
 */
import { Octet } from "./char";
import { Class, hexValue, is } from "./classes";
import { ABSENT, Address, Component, NOT_HEX } from "./layout";
import { copy, load8, load32, store8, store32 } from "./memory";
import { Flag, Rule } from "./options";
import { fail } from "./record";
import { span } from "./span";
import { Status } from "./status";

/**
 * Writes the octets [start, end) of `component` to `to` in normal form.
 *
 * Rules host-case, percent-case, percent-unreserved and percent-illegal; every triplet is looked at exactly once (§2.4).
 * Choice 1: "%" without two hex digits becomes "%25", for the output must be a URI reference.
 * Returns the end of what was written, or `-Status`.
 */
export function writeOctets(start: i32, end: i32, to: i32, component: i32): i32 {
	const options = load32(Address.OPTIONS);
	const lowers = component == Component.HOST && (options & Rule.HOST_CASE) != 0;
	const unchanged = unchangedClass(component, lowers);
	let at = start;
	while (at < end) {
		const octet = load8(at);
		const mayBegin = octet == Octet.PERCENT && hexValue(load8(at + 1)) != NOT_HEX;
		const value = mayBegin ? tripletValue(at, end) : ABSENT;
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

/** The octet that the triplet at `at` stands for; ABSENT when "%" is not followed by two hex digits before `end`. */
export function tripletValue(at: i32, end: i32): i32 {
	const high = hexValue(load8(at + 1));
	if (end - at < 3 || high == NOT_HEX) return ABSENT;
	const low = hexValue(load8(at + 2));
	return low == NOT_HEX ? ABSENT : (high << 4) | low;
}

/** Whether the edition in the options decodes triplets of `octet`. */
export function isDecoded(octet: i32, options: i32): bool {
	return is(octet, Class.DECODED + ((options >>> Flag.EDITION_SHIFT) & Flag.EDITION_MASK));
}

/** Writes the triplet at `at`, which stands for `octet`: decoded when that is unreserved, else in upper case. */
function writeTriplet(at: i32, octet: i32, to: i32, lowers: bool): i32 {
	const options = load32(Address.OPTIONS);
	if ((options & Rule.PERCENT_UNRESERVED) != 0 && isDecoded(octet, options)) {
		store8(to, lowers && is(octet, Class.UPPER) ? octet | Octet.CASE_BIT : octet);
		return to + 1;
	}
	return (options & Rule.PERCENT_CASE) != 0 ? writeEncoded(octet, to) : copy(at, at + 3, to);
}

/** Writes `octet` as a triplet with upper-case hex digits, and overwrites the octet behind it. */
function writeEncoded(octet: i32, to: i32): i32 {
	store32(to, encoded(octet));
	return to + 3;
}

/**
 * The triplet for `octet`, with upper-case hex digits, as a little-endian number. Both digits are made at once, a digit an octet:
 * adding 6 carries out of four bits from 10 on, and seven octets lie between "9" and "A".
 */
export function encoded(octet: i32): i32 {
	const values = (octet >> 4) | ((octet & 15) << 8);
	const isLetter = ((values + 0x0606) >> 4) & 0x0101;
	return Octet.PERCENT | ((values + 0x3030 + 7 * isLetter) << 8);
}

/** The class of the octets that stand in `component` as they are. */
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

/** Puts the letters of [start, end) into lower case, in place, save the hex digits of triplets. Requires: triplets are whole. */
export function lowerCase(start: i32, end: i32): void {
	let at = start;
	while (at < end) {
		const octet = load8(at);
		if (is(octet, Class.UPPER)) store8(at, octet | Octet.CASE_BIT);
		at += octet == Octet.PERCENT ? 3 : 1;
	}
}
