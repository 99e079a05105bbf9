/**
 * The rule of scheme data: RFC 2397 §3.
 *
 * ```
 *   dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data
 *   mediatype = [ type "/" subtype ] *( ";" parameter )
 * ```
 */
import { Octet } from "../../octets/char";
import { load8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matchesInAnyCase } from "../../octets/text";
import { lowerCase } from "../percent";

const enum Base64 {
	/** Octets of "base64". */
	LENGTH = 6,
}

/** Lower-cases type, subtype and ";base64" of the path [start, end) in place. Parameters and data stay. */
export function normalizeDataPath(start: i32, end: i32): void {
	const comma = find(start, end, Octet.COMMA);
	if (comma == end) return;
	const typeEnd = find(start, comma, Octet.SEMICOLON);
	if (find(start, typeEnd, Octet.SLASH) < typeEnd) lowerCase(start, typeEnd);
	const base64 = comma - Base64.LENGTH;
	const isEncoded = base64 > start && load8(base64 - 1) == Octet.SEMICOLON && matchesInAnyCase(base64, comma, "base64");
	if (isEncoded) lowerCase(base64, comma);
}
