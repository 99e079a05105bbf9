/**
 * `w3lib@1`, `_checknetloc`: an authority is refused when NFKC makes a delimiter of one of its characters.
 *
 * A kernel without tables of Unicode knows the characters by name: nothing else decomposes to "/", "?", "#", "@", ":" or "\".
 */

import { Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { fail } from "../../reference/record";
import { sequenceLength } from "../../whatwg/utf8";
import { hasBeyondAscii } from "../emulation/ascii";

const DELIMITERS: string =
	"\u2047\u2048\u2049\u2100\u2101\u2105\u2106\u2a74\ufe13\ufe16\ufe55\ufe56\ufe5f\ufe68\ufe6b\uff03\uff0f\uff1a\uff1f\uff20\uff3c";

/** Returns Status.OK, or `-Status` if the authority [start, end) is refused. Requires: UTF-8. */
export function checkCompatibility(start: i32, end: i32): i32 {
	// Fast path only: US-ASCII has no other NFKC form.
	if (!hasBeyondAscii(start, end)) return Status.OK;
	let needsTables = false;
	for (let at = start; at < end; at += sequenceLength(at, end)) {
		const lead = load8(at);
		if (lead < Octet.BEYOND_ASCII) continue;
		// U+00C0 to U+00FF are their own NFKC.
		if (lead != 0xc3) needsTables = true;
		if ((lead & 0xf0) != 0xe0) continue;
		const character = ((lead & 15) << 12) | ((load8(at + 1) & 63) << 6) | (load8(at + 2) & 63);
		if (isDelimiter(character)) return fail(Status.INVALID_HOST, Component.HOST, at);
	}
	// A "\" is refused only if NFKC changes the rest, which takes tables.
	const backslash = find(start, end, Octet.BACKSLASH);
	return needsTables && backslash < end ? fail(Status.PROFILE_CANNOT, Component.HOST, backslash) : Status.OK;
}

function isDelimiter(character: i32): bool {
	for (let i = 0; i < DELIMITERS.length; ++i) if (DELIMITERS.charCodeAt(i) == character) return true;
	return false;
}
