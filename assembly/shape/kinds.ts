/** The tables of shapes: the kinds of octets, and the text that stands for each class. */

import { NOT_HEX } from "../layout/addresses";
import { CLASS_TEXTS, Kind, ShapeAddress, ShapeClass, ShapeName } from "../layout/shapes";
import { Octet } from "../octets/char";
import { Class, hexValue, is } from "../octets/classes";
import { load8, store8 } from "../octets/memory";

/** A set of `Kind`. */
export function kindOf(octet: i32): i32 {
	return load8(ShapeAddress.KINDS + octet);
}

/** The kinds of the octet at `at`; none at the end. */
export function kindAt(at: i32, end: i32): i32 {
	return at < end ? kindOf(load8(at)) : 0;
}

/** Whether a letter or a digit is at `at`. */
export function isAlnumAt(at: i32, end: i32): bool {
	return (kindAt(at, end) & Kind.ALNUM) != 0;
}

export function isDigitAt(at: i32, end: i32): bool {
	return (kindAt(at, end) & Kind.DIGIT) != 0;
}

/** The end of the digits from `at` on. */
export function digitsEnd(at: i32, end: i32): i32 {
	while (isDigitAt(at, end)) ++at;
	return at;
}

/** The value of the triplet at `at`, or −1 if there is none. */
export function tripletAt(at: i32, end: i32): i32 {
	if (at + 3 > end || load8(at) != Octet.PERCENT) return -1;
	const high = hexValue(load8(at + 1));
	const low = hexValue(load8(at + 2));
	return high == NOT_HEX || low == NOT_HEX ? -1 : (high << 4) | low;
}

/** Fills KINDS and NAMES. Requires the tables of classes.ts. */
export function initializeShapes(): void {
	for (let octet = 0; octet < 256; ++octet) store8(ShapeAddress.KINDS + octet, kindsOf(octet));
	let row: i32 = ShapeClass.EMAIL;
	let length = 0;
	for (let i = 0; i < CLASS_TEXTS.length; ++i) {
		const octet = CLASS_TEXTS.charCodeAt(i);
		const at = ShapeAddress.NAMES + (row << ShapeName.BITS);
		if (octet != Octet.SPACE) {
			store8(at + length++, octet);
			continue;
		}
		store8(at + ShapeName.LENGTH, length);
		length = 0;
		++row;
	}
}

function kindsOf(octet: i32): i32 {
	if (octet >= Octet.BEYOND_ASCII) return Kind.BEYOND;
	if (octet == Octet.PERCENT) return Kind.PERCENT;
	if (octet == Octet.SLASH || octet == Octet.SEMICOLON || octet == Octet.QUESTION_MARK || octet == Octet.HASH) return Kind.END;
	if (octet == Octet.DOT || octet == Octet.AT || octet == Octet.OPEN_BRACE || octet == Octet.CLOSE_BRACE) return Kind.MARK;
	if (is(octet, Class.DIGIT)) return Kind.DIGIT;
	const letter = is(octet, Class.UPPER) ? Kind.UPPER : is(octet, Class.ALPHA) ? Kind.LOWER : 0;
	return letter != 0 && hexValue(octet) == NOT_HEX ? letter | Kind.NOT_HEX : letter;
}
