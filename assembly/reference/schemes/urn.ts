/**
 * The rules of scheme urn: RFC 8141 §3.1, RFC 9562 §4.
 *
 * ```
 *   assigned-name = "urn" ":" NID ":" NSS
 *   NID           = (alphanum) 0*30(ldh) (alphanum)
 * ```
 */

import { NOT_HEX } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, hexValue, is } from "../../octets/classes";
import { load8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches } from "../../octets/text";
import { lowerCase } from "../percent";

const enum Length {
	/** Octets of a NID. */
	MIN_NID = 2,
	MAX_NID = 32,
	/** Octets of a UUID, hyphens included. */
	UUID = 36,
}

/** Lower-cases the NID of the path [start, end), and the NSS if it is a UUID, in place. */
export function normalizeUrnPath(start: i32, end: i32): void {
	const nidEnd = find(start, end, Octet.COLON);
	if (nidEnd == end || !isNid(start, nidEnd)) return;
	lowerCase(start, nidEnd);
	if (matches(start, nidEnd, "uuid") && isUuid(nidEnd + 1, end)) lowerCase(nidEnd + 1, end);
}

function isNid(start: i32, end: i32): bool {
	if (end - start < Length.MIN_NID || end - start > Length.MAX_NID) return false;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		const isInner = octet == Octet.HYPHEN && at > start && at + 1 < end;
		if (!isInner && !is(octet, Class.ALPHA) && !is(octet, Class.DIGIT)) return false;
	}
	return true;
}

/** UUID = 8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG */
function isUuid(start: i32, end: i32): bool {
	if (end - start != Length.UUID) return false;
	for (let i = 0; i < Length.UUID; ++i) {
		const octet = load8(start + i);
		const isHyphen = i == 8 || i == 13 || i == 18 || i == 23;
		if (isHyphen ? octet != Octet.HYPHEN : hexValue(octet) == NOT_HEX) return false;
	}
	return true;
}
