/** `w3lib@1`, the authority: userinfo quoted, host in lower case, port a number (`_urlsplit`, `_SplitResult`, `_safe_url_split`). */

import { ABSENT, Component } from "../../layout/addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8, store8, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { encoded, tripletValue } from "../../reference/percent";
import { fail } from "../../reference/record";
import { findLastAt } from "../../reference/scan";
import { writePort } from "../../whatwg/port";
import { writeBracketed } from "./brackets";
import { writeHost } from "./host";
import { checkCompatibility } from "./nfkc";

/** Writes the authority [start, end). Returns the new end, or `-Status`. */
export function writeNetloc(start: i32, end: i32, to: i32): i32 {
	const hasOpening = find(start, end, Octet.OPEN_BRACKET) < end;
	const hasClosing = find(start, end, Octet.CLOSE_BRACKET) < end;
	if (hasOpening != hasClosing) return fail(Status.INVALID_HOST, Component.HOST, start);
	const status = checkCompatibility(start, end);
	if (status < 0) return status;
	const at = findLastAt(start, end);
	if (at < end) to = writeUserinfo(start, at, to);
	const host = at < end ? at + 1 : start;
	if (hasOpening) return writeBracketed(host, end, to);
	const colon = find(host, end, Octet.COLON);
	const written = writeHost(host, colon, to);
	return written < 0 || colon == end ? written : writePort(colon + 1, end, written);
}

/** Writes the userinfo [start, end) and "@". */
function writeUserinfo(start: i32, end: i32, to: i32): i32 {
	const colon = find(start, end, Octet.COLON);
	let written = writeCredential(start, colon, to);
	if (colon < end) {
		store8(written, Octet.COLON);
		written = writeCredential(colon + 1, end, written + 1);
	}
	store8(written, Octet.AT);
	return written + 1;
}

/** Writes a user name or a password, decoded once and quoted again: unreserved and sub-delims without ";" and "=" are safe. */
function writeCredential(start: i32, end: i32, to: i32): i32 {
	for (let at = start; at < end; ) {
		const value = load8(at) == Octet.PERCENT ? tripletValue(at, end) : ABSENT;
		const octet = value == ABSENT ? load8(at) : value;
		at += value == ABSENT ? 1 : 3;
		if (is(octet, Class.REG_NAME) && octet != Octet.SEMICOLON && octet != Octet.EQUALS) {
			store8(to++, octet);
		} else {
			store32(to, encoded(octet));
			to += 3;
		}
	}
	return to;
}
