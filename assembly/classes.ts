/**
 * The character classes of RFC 3986 (Appendix A), as bits of one table of 256 words.
 *
 * Each class is built from the ones above it, with its ABNF beside it. The same classes are laid down a second time as
 * ROWS, the form in which sixteen octets are looked up at once: bit r of octet l says that the octet (r << 4) | l is in.
 */
import { Octet } from "./char";
import { Address, NOT_HEX } from "./layout";
import { load8, load32, store8, store32 } from "./memory";

export const enum Class {
	ALPHA = 0,
	DIGIT = 1,
	UPPER = 2,
	SCHEME = 3,
	UNRESERVED = 4,
	SUB_DELIMS = 5,
	REG_NAME = 6,
	LOWER_REG_NAME = 7,
	USERINFO = 8,
	PATH = 9,
	QUERY = 10,
	DNS = 11,
	UNCHANGED_HOST = 12,
	FIRST_DELIMITER = 13,
	AUTHORITY_END = 14,
	PATH_END = 15,
	LINE_WHITE_SPACE = 16,
	COUNT = 17,
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
	// ALPHA = %x41-5A / %x61-7A, DIGIT = %x30-39                                          RFC 5234 App. B.1
	addRange(Class.UPPER, Octet.UPPER_A, Octet.UPPER_Z);
	addClass(Class.ALPHA, Class.UPPER);
	addRange(Class.ALPHA, Octet.LOWER_A, Octet.LOWER_Z);
	addRange(Class.DIGIT, Octet.DIGIT_0, Octet.DIGIT_9);

	// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )                                 §3.1: its later octets
	addClass(Class.SCHEME, Class.ALPHA);
	addClass(Class.SCHEME, Class.DIGIT);
	addText(Class.SCHEME, "+-.");

	// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"                                  §2.3
	addClass(Class.UNRESERVED, Class.ALPHA);
	addClass(Class.UNRESERVED, Class.DIGIT);
	addText(Class.UNRESERVED, "-._~");

	// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="        §2.2
	addText(Class.SUB_DELIMS, "!$&'()*+,;=");

	// reg-name = *( unreserved / pct-encoded / sub-delims )                               §3.2.2: what is no triplet
	addClass(Class.REG_NAME, Class.UNRESERVED);
	addClass(Class.REG_NAME, Class.SUB_DELIMS);

	// The same without the letters that host-case changes.
	addClass(Class.LOWER_REG_NAME, Class.REG_NAME);
	removeClass(Class.LOWER_REG_NAME, Class.UPPER);

	// userinfo = *( unreserved / pct-encoded / sub-delims / ":" )                         §3.2.1
	addClass(Class.USERINFO, Class.REG_NAME);
	addText(Class.USERINFO, ":");

	// pchar = unreserved / pct-encoded / sub-delims / ":" / "@", and "/" between them     §3.3
	addClass(Class.PATH, Class.USERINFO);
	addText(Class.PATH, "@/");

	// query = *( pchar / "/" / "?" ), fragment the same                                   §3.4, §3.5
	addClass(Class.QUERY, Class.PATH);
	addText(Class.QUERY, "?");

	// The octets of a name for the DNS in lower case: RFC 1035 §2.3.1, and "_" of RFC 8552.
	addRange(Class.DNS, Octet.LOWER_A, Octet.LOWER_Z);
	addClass(Class.DNS, Class.DIGIT);
	addText(Class.DNS, "-._");

	// What the guard takes for an unchanged host: a part of LOWER_REG_NAME that fits its two tables (see guard.ts).
	addClass(Class.UNCHANGED_HOST, Class.LOWER_REG_NAME);
	removeOctet(Class.UNCHANGED_HOST, Octet.ASTERISK);
	removeOctet(Class.UNCHANGED_HOST, Octet.UNDERSCORE);

	// Where components end: App. B, §3.
	addText(Class.FIRST_DELIMITER, ":/?#");
	addText(Class.AUTHORITY_END, "/?#");
	addText(Class.PATH_END, "?#");
	addText(Class.LINE_WHITE_SPACE, "\t\r\n");

	layDownRows();
	layDownHexValues();
}

function addOctet(set: i32, octet: i32): void {
	const at = Address.CLASSES + (octet << 2);
	store32(at, load32(at) | (1 << set));
}

function removeOctet(set: i32, octet: i32): void {
	const at = Address.CLASSES + (octet << 2);
	store32(at, load32(at) & ~(1 << set));
}

function addRange(set: i32, first: i32, last: i32): void {
	for (let octet = first; octet <= last; ++octet) addOctet(set, octet);
}

function addText(set: i32, text: string): void {
	for (let i = 0; i < text.length; ++i) addOctet(set, text.charCodeAt(i));
}

function addClass(set: i32, other: i32): void {
	for (let octet = 0; octet < 256; ++octet) if (is(octet, other)) addOctet(set, octet);
}

function removeClass(set: i32, other: i32): void {
	for (let octet = 0; octet < 256; ++octet) if (is(octet, other)) removeOctet(set, octet);
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
