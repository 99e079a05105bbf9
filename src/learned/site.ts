/** The site of a key: its scheme and authority. */
import { Octet } from "../../assembly/octets/char";

/**
 * The end of the site of the key [start, end), where its path begins, as `shape@1` has it (assembly/shape/shape.ts). -1 if the key has no
 * host. `haveSlashes`: whether hosts of these keys follow `//` (`haveSlashes` of src/rules/rules.ts).
 *
 * ```
 *   http://h.example/a    //h.example/a    example,h)/a    h.example/a    urn:a    file:///a    /a
 *                   ^                ^             ^             ^        none     none         none
 * ```
 */
export function siteEnd(octets: Uint8Array, start: number, end: number, haveSlashes = false): number {
	const slashes = afterSlashes(octets, start, end);
	if (haveSlashes && slashes < 0) return -1;
	const host = slashes < 0 ? start : slashes;
	let at = host;
	while (at < end && !isDelimiter(octets[at] as number)) ++at;
	return at === host || (slashes < 0 && hasScheme(octets, start, at)) ? -1 : at;
}

/** The end of the `//` that the key begins with, or that follows its scheme. -1 without. */
function afterSlashes(octets: Uint8Array, start: number, end: number): number {
	let at = start;
	while (at < end && !isDelimiter(octets[at] as number)) if (octets[at++] === Octet.COLON) break;
	const isFirst = at === start || octets[at - 1] === Octet.COLON;
	return isFirst && at + 2 <= end && octets[at] === Octet.SLASH && octets[at + 1] === Octet.SLASH ? at + 2 : -1;
}

/** Whether a key without `//` begins with a scheme. Hosts of `surt@1` end with `)`, and may have a port. */
function hasScheme(octets: Uint8Array, start: number, end: number): boolean {
	return octets[end - 1] !== Octet.CLOSE_PARENTHESIS && octets.subarray(start, end).includes(Octet.COLON);
}

function isDelimiter(octet: number): boolean {
	return octet === Octet.SLASH || octet === Octet.QUESTION_MARK || octet === Octet.HASH;
}
