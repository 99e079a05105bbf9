/**
 * The character classes of RFC 3986 (Appendix A), in two tables.
 *
 * ```
 *   CLASSES   256 x i32, by octet:               bit c is set if the octet is in class c
 *   ROWS      16 octets a class, by low nibble:  bit h is set if the octet (h << 4) | low is in the class
 * ```
 *
 * CLASSES is for one octet, ROWS for SIMD lookups of sixteen octets at once (span.ts). Eight bits suffice for the high nibble,
 * because no class has octets beyond US-ASCII.
 *
 * Each class is built from those above it and from the characters in alphabets.ts, which cites the ABNF.
 */

import { Address, NOT_HEX } from "../layout/addresses";
import {
	DIGIT,
	LOWER_ALPHA,
	PATH_EXTRA,
	QUERY_EXTRA,
	SCHEME_NON_ALNUM,
	SUB_DELIMS,
	UNRESERVED_NON_ALNUM,
	UPPER_ALPHA,
	USERINFO_EXTRA,
} from "./alphabets";
import { Octet } from "./char";
import { load8, load32, store8, store32 } from "./memory";

export const enum Class {
	UPPER = 0,
	ALPHA = 1,
	DIGIT = 2,
	SCHEME = 3,
	PATH_OR_LINE_END = 4,
	REG_NAME = 5,
	USERINFO = 6,
	PATH = 7,
	QUERY = 8,
	DNS = 9,
	PLAIN_HOST = 10,
	LOWER_REG_NAME = 11,
	FIRST_DELIMITER = 12,
	AUTHORITY_END = 13,
	PATH_END = 14,
	LINE_WHITE_SPACE = 15,
	UNRESERVED = 16,
	/** Number of classes above, which are in ROWS too. */
	COUNT = 17,
	/**
	 * Decoded by percent-unreserved, one class per edition in the order of Flag.EDITION_MASK; the first is RFC 3986. Only the
	 * core has the others: the crawl kernel gives their numbers to classes of its own.
	 */
	DECODED = 16,
	DECODED_2003 = 17,
	DECODED_1997 = 18,
	DECODED_1994 = 19,
	/** Building blocks of other classes: letters and digits, lower-case letters and digits. */
	ALNUM = 21,
	LOWER_ALNUM = 22,
	/** The empty class. */
	NONE = 31,
}

const enum Nibble {
	BITS = 4,
	MASK = 15,
}

/** Whether `octet` is in the class `set`. */
export function is(octet: i32, set: i32): bool {
	return ((load32(Address.CLASSES + (octet << 2)) >>> set) & 1) != 0;
}

/** The value of the hex digit `octet`, or NOT_HEX. HEXDIG of RFC 5234, in either case (RFC 3986 §2.1). */
export function hexValue(octet: i32): i32 {
	return load8(Address.HEX_VALUES + octet);
}

/** Fills CLASSES, ROWS and HEX_VALUES. */
export function initializeClasses(): void {
	define(Class.UPPER, Class.NONE, UPPER_ALPHA);
	define(Class.ALPHA, Class.UPPER, LOWER_ALPHA);
	define(Class.DIGIT, Class.NONE, DIGIT);
	define(Class.ALNUM, Class.ALPHA, DIGIT);
	define(Class.LOWER_ALNUM, Class.DIGIT, LOWER_ALPHA);

	// The octets of a scheme after the first, §3.1.
	define(Class.SCHEME, Class.ALNUM, SCHEME_NON_ALNUM);

	define(Class.UNRESERVED, Class.ALNUM, UNRESERVED_NON_ALNUM);

	// Octets that components allow outside triplets: reg-name, userinfo, path with its "/", query and fragment.
	define(Class.REG_NAME, Class.UNRESERVED, SUB_DELIMS);
	define(Class.USERINFO, Class.REG_NAME, USERINFO_EXTRA);
	define(Class.PATH, Class.USERINFO, PATH_EXTRA);
	define(Class.QUERY, Class.PATH, QUERY_EXTRA);

	// A DNS name in lower case: RFC 1035 §2.3.1, and "_" of RFC 8552.
	define(Class.DNS, Class.LOWER_ALNUM, "-._");

	// The part of lower-case reg-name outside ":" to "`", a range that one comparison finds: see guard.ts.
	define(Class.PLAIN_HOST, Class.LOWER_ALNUM, "-.~!$&'()*+,");

	// The octets of a reg-name that rule host-case does not change.
	define(Class.LOWER_REG_NAME, Class.PLAIN_HOST, "_;=");

	// Delimiters that end components (App. B, §3), and the white space of line breaks.
	define(Class.PATH_END, Class.NONE, "?#");
	define(Class.AUTHORITY_END, Class.PATH_END, "/");
	define(Class.FIRST_DELIMITER, Class.AUTHORITY_END, ":");
	define(Class.PATH_OR_LINE_END, Class.PATH_END, "\r\n");
	define(Class.LINE_WHITE_SPACE, Class.NONE, "\t\r\n");

	layDownRows();
	layDownHexValues();
}

/** Defines the class `set` as the octets of the class `base` and those of `text`. */
export function define(set: i32, base: i32, text: string): void {
	for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) if (is(octet, base)) add(octet, set);
	for (let i = 0; i < text.length; ++i) add(text.charCodeAt(i), set);
}

/** Puts `octet` into the class `set`. */
export function add(octet: i32, set: i32): void {
	const at = Address.CLASSES + (octet << 2);
	store32(at, load32(at) | (1 << set));
}

function layDownRows(): void {
	for (let row = 0; row < 8; ++row) store8(Address.ROW_BITS + row, 1 << row);
	for (let set: i32 = 0; set < Class.COUNT; ++set) layDownRow(set);
}

/** Fills in ROWS of the class `set`, so that `span` can use it. */
export function layDownRow(set: i32): void {
	for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) {
		const at = Address.ROWS + (set << 4) + (octet & Nibble.MASK);
		if (is(octet, set)) store8(at, load8(at) | (1 << (octet >> Nibble.BITS)));
	}
}

function layDownHexValues(): void {
	for (let octet = 0; octet < 256; ++octet) store8(Address.HEX_VALUES + octet, NOT_HEX);
	for (let value = 0; value < 10; ++value) store8(Address.HEX_VALUES + Octet.DIGIT_0 + value, value);
	for (let value = 10; value < 16; ++value) {
		store8(Address.HEX_VALUES + Octet.UPPER_A + value - 10, value);
		store8(Address.HEX_VALUES + Octet.LOWER_A + value - 10, value);
	}
}
