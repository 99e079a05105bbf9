/**
 * Converts between text and percent-encoded octets: RFC 1738 §2.2, RFC 3986 §2.1.
 *
 * Octets decode as UTF-8. An octet that is not part of a UTF-8 character decodes to the lone surrogate U+DC00 + octet, so decoding is
 * lossless and can always be reversed.
 */
import { UriError } from "../errors";
import { HEX_PAIR } from "../grammar/patterns";
import { requireString } from "../input";
import { encoder } from "../utf8";

/** A UTF-8 character of several octets (RFC 3629 §4), or an octet outside one. Each octet is one UTF-16 unit. */
const BEYOND_ASCII =
	/[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

const TRIPLETS = new RegExp(`%(${HEX_PAIR})`, "g");

/** Lone surrogates that represent an octet, and those that do not. */
const OCTETS_ALONE = /([\udc80-\udcff]+)/u;
const ILL_FORMED = /[\ud800-\udc7f\udd00-\udfff]/u;

/** Decodes every triplet of a text. Requires: the text is US-ASCII. */
export function percentDecode(text: string): string {
	return textOf(text.replace(TRIPLETS, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
}

/** Percent-encodes every octet of a text. */
export function percentEncode(text: string): string {
	return Array.from(octetsOf(text), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/**
 * Returns the octets of a decoded part of a scheme record, or of a result of `ftpCommands` or `gopherRequest`: its UTF-8 form, with
 * each lone surrogate U+DC80 to U+DCFF as the octet that it represents. Throws UriError `ill-formed-string` for other lone surrogates.
 *
 * @example
 * ```ts
 * const url = parseScheme("file:///%C3%A9%FF");
 * if (url.scheme === "file") {
 *   url.name; // "é\udcff"
 *   [...octetsOf(url.name)]; // [0xc3, 0xa9, 0xff]
 * }
 * ```
 */
export function octetsOf(text: string): Uint8Array {
	requireString(text, "text");
	const fault = text.search(ILL_FORMED);
	if (fault >= 0) {
		const message = "The text has a lone surrogate that does not represent a byte.";
		throw new UriError("ill-formed-string", message, { input: text, offset: fault });
	}
	const runs = text.split(OCTETS_ALONE).map((run, index) => (index % 2 === 0 ? encoder.encode(run) : alone(run)));
	return runs.length === 1 ? (runs[0] as Uint8Array) : concatenate(runs);
}

/** Decodes octets, each given as one UTF-16 unit. */
function textOf(octets: string): string {
	return octets.replace(BEYOND_ASCII, (character) => {
		const first = character.charCodeAt(0);
		if (character.length === 1) return String.fromCharCode(0xdc00 + first);
		let point = first & (0xff >> (character.length + 1));
		for (let at = 1; at < character.length; ++at) point = (point << 6) | (character.charCodeAt(at) & 0x3f);
		return String.fromCodePoint(point);
	});
}

function alone(run: string): Uint8Array {
	return Uint8Array.from(run, (unit) => unit.charCodeAt(0) - 0xdc00);
}

function concatenate(runs: readonly Uint8Array[]): Uint8Array {
	const octets = new Uint8Array(runs.reduce((sum, run) => sum + run.length, 0));
	let at = 0;
	for (const run of runs) {
		octets.set(run, at);
		at += run.length;
	}
	return octets;
}
