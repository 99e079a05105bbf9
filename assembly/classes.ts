/**
 * The character classes of RFC 3986 (Appendix A), as bits of one table of 256 words.
 *
 * Each class is built from the ones above it and from the characters in alphabets.ts, where the ABNF is. The same classes
 * are laid down a second time as ROWS, the form in which sixteen octets are looked up at once: bit r of octet l says that
 * the octet (r << 4) | l is in.
 */
import {
	DECODED_2003_BESIDE_ALNUM,
	DIGIT,
	LOWER_ALPHA,
	PATH_BESIDE_USERINFO,
	QUERY_BESIDE_PATH,
	SCHEME_BESIDE_ALNUM,
	SUB_DELIMS,
	UNRESERVED_1997_BESIDE_ALNUM,
	UNRESERVED_BESIDE_ALNUM,
	UPPER_ALPHA,
	USERINFO_BESIDE_REG_NAME,
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
	PLAIN_HOST = 10,
	LOWER_REG_NAME = 11,
	FIRST_DELIMITER = 12,
	AUTHORITY_END = 13,
	PATH_END = 14,
	LINE_WHITE_SPACE = 15,
	PATH_OR_LINE_END = 16,
	/** Number of the classes above, which ROWS has as well. */
	COUNT = 17,
	/** What percent-unreserved decodes, by edition: RFC 3986, and those before it, see `Flag.EDITION`. */
	DECODED = 17,
	DECODED_2003 = 18,
	DECODED_1997 = 19,
	DECODED_1994 = 20,
	/** What others are built from: letters and digits, and those in lower case. */
	ALNUM = 21,
	LOWER_ALNUM = 22,
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
	define(Class.SCHEME, Class.ALNUM, SCHEME_BESIDE_ALNUM);

	define(Class.UNRESERVED, Class.ALNUM, UNRESERVED_BESIDE_ALNUM);

	// What is no triplet of a reg-name, a userinfo, a path with its "/", a query or fragment.
	define(Class.REG_NAME, Class.UNRESERVED, SUB_DELIMS);
	define(Class.USERINFO, Class.REG_NAME, USERINFO_BESIDE_REG_NAME);
	define(Class.PATH, Class.USERINFO, PATH_BESIDE_USERINFO);
	define(Class.QUERY, Class.PATH, QUERY_BESIDE_PATH);

	// The octets of a name for the DNS in lower case: RFC 1035 §2.3.1, and "_" of RFC 8552.
	define(Class.DNS, Class.LOWER_ALNUM, "-._");

	// The part of lower-case reg-name outside ":" to "`", which one comparison tells apart: see guard.ts.
	define(Class.PLAIN_HOST, Class.LOWER_ALNUM, "-.~!$&'()*+,");

	// The octets of a reg-name that host-case leaves alone.
	define(Class.LOWER_REG_NAME, Class.PLAIN_HOST, "_;=");

	// Where components end: App. B, §3. Where lines end.
	define(Class.PATH_END, Class.NONE, "?#");
	define(Class.AUTHORITY_END, Class.PATH_END, "/");
	define(Class.FIRST_DELIMITER, Class.AUTHORITY_END, ":");
	define(Class.PATH_OR_LINE_END, Class.PATH_END, "\r\n");
	define(Class.LINE_WHITE_SPACE, Class.NONE, "\t\r\n");

	define(Class.DECODED, Class.UNRESERVED, "");
	define(Class.DECODED_2003, Class.ALNUM, DECODED_2003_BESIDE_ALNUM);
	define(Class.DECODED_1997, Class.ALNUM, UNRESERVED_1997_BESIDE_ALNUM);
	define(Class.DECODED_1994, Class.ALNUM, "");

	layDownRows();
	layDownHexValues();
}

/** Lets the class `set` be what the class `base` is, and the octets of `text`. */
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

/** Lays down ROWS of the class `set`, so that `span` can be asked about it. */
export function layDownRow(set: i32): void {
	for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) {
		const at = Address.ROWS + (set << 4) + (octet & 15);
		if (is(octet, set)) store8(at, load8(at) | (1 << (octet >> 4)));
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
