/**
 * The character classes of RFC 3986 (Appendix A), as bits of one table of 256 words.
 *
 * Each class is built from the ones above it and from the characters in alphabets.ts, where the ABNF is. The same classes
 * are laid down a second time as ROWS, the form in which sixteen octets are looked up at once: bit r of octet l says that
 * the octet (r << 4) | l is in.
 */
import {
	DECODED_2003_NON_ALNUM,
	DIGIT,
	LOWER_ALPHA,
	PATH_EXTRA,
	QUERY_EXTRA,
	SCHEME_NON_ALNUM,
	SUB_DELIMS,
	UNRESERVED_1997_NON_ALNUM,
	UNRESERVED_NON_ALNUM,
	UPPER_ALPHA,
	USERINFO_EXTRA,
} from "./alphabets";
import { Octet } from "./char";
import { Address, NOT_HEX } from "./layout";
import { load8, load32, store8, store32 } from "./memory";

export enum Class {
	UPPER = 0,
	ALPHA = 1,
	DIGIT = 2,
	SCHEME = 3,
	UNRESERVED = 4,
	REG_NAME = 5,
	USERINFO = 6,
	PATH = 7,
	QUERY = 8,
	DNS = 9,
	UNCHANGED_HOST = 10,
	LOWER_REG_NAME = 11,
	FIRST_DELIMITER = 12,
	AUTHORITY_END = 13,
	PATH_END = 14,
	LINE_WHITE_SPACE = 15,
	/** Number of the classes above, which ROWS has as well. */
	COUNT = 16,
	/** What percent-unreserved decodes, by edition: RFC 3986, and those before it, see `Flag.EDITION`. */
	DECODED = 16,
	DECODED_2003 = 17,
	DECODED_1997 = 18,
	DECODED_1994 = 19,
	/** What others are built from: letters and digits, and those in lower case. */
	ALNUM = 20,
	LOWER_ALNUM = 21,
	/** No octet is in it. */
	NONE = 31,
}

/** Says whether `octet` is in the class `set`. */
export function is(octet: i32, set: i32): bool {
	return ((load32(Address.CLASSES + (octet << 2)) >>> set) & 1) != 0;
}

/** The value of the hex digit `octet`; NOT_HEX when it is none. HEXDIG of RFC 5234, in either case (RFC 3986 §2.1). */
export function hexValue(octet: i32): i32 {
	return load8(Address.HEX_VALUES + octet);
}

/** Lays down all tables of this file. */
export function initializeClasses(): void {
	define(Class.UPPER, Class.NONE, UPPER_ALPHA);
	define(Class.ALPHA, Class.UPPER, LOWER_ALPHA);
	define(Class.DIGIT, Class.NONE, DIGIT);
	define(Class.ALNUM, Class.ALPHA, DIGIT);
	define(Class.LOWER_ALNUM, Class.DIGIT, LOWER_ALPHA);

	// The later octets of a scheme, §3.1.
	define(Class.SCHEME, Class.ALNUM, SCHEME_NON_ALNUM);

	define(Class.UNRESERVED, Class.ALNUM, UNRESERVED_NON_ALNUM);

	// What is no triplet of a reg-name, a userinfo, a path with its "/", a query or fragment.
	define(Class.REG_NAME, Class.UNRESERVED, SUB_DELIMS);
	define(Class.USERINFO, Class.REG_NAME, USERINFO_EXTRA);
	define(Class.PATH, Class.USERINFO, PATH_EXTRA);
	define(Class.QUERY, Class.PATH, QUERY_EXTRA);

	// The octets of a name for the DNS in lower case: RFC 1035 §2.3.1, and "_" of RFC 8552.
	define(Class.DNS, Class.LOWER_ALNUM, "-._");

	// What the guard takes for an unchanged host: a part of lower-case reg-name that fits its two tables (see guard.ts).
	define(Class.UNCHANGED_HOST, Class.LOWER_ALNUM, "-.~!$&'()+,;=");

	// The octets of a reg-name that host-case leaves alone.
	define(Class.LOWER_REG_NAME, Class.UNCHANGED_HOST, "_*");

	// Where components end: App. B, §3. Where lines end.
	define(Class.PATH_END, Class.NONE, "?#");
	define(Class.AUTHORITY_END, Class.PATH_END, "/");
	define(Class.FIRST_DELIMITER, Class.AUTHORITY_END, ":");
	define(Class.LINE_WHITE_SPACE, Class.NONE, "\t\r\n");

	define(Class.DECODED, Class.UNRESERVED, "");
	define(Class.DECODED_2003, Class.ALNUM, DECODED_2003_NON_ALNUM);
	define(Class.DECODED_1997, Class.ALNUM, UNRESERVED_1997_NON_ALNUM);
	define(Class.DECODED_1994, Class.ALNUM, "");

	layDownRows();
	layDownHexValues();
}

/** Lets the class `set` be what the class `base` is, and the octets of `text`. */
function define(set: i32, base: i32, text: string): void {
	for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) if (is(octet, base)) add(octet, set);
	for (let i = 0; i < text.length; ++i) add(text.charCodeAt(i), set);
}

function add(octet: i32, set: i32): void {
	const at = Address.CLASSES + (octet << 2);
	store32(at, load32(at) | (1 << set));
}

function layDownRows(): void {
	for (let set: i32 = 0; set < Class.COUNT; ++set) {
		for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) {
			const at = Address.ROWS + (set << 4) + (octet & 15);
			if (is(octet, set)) store8(at, load8(at) | (1 << (octet >> 4)));
		}
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
