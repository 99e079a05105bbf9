/** Lines as a report shows them: their beginning, as text. */
import { UriError } from "../../errors";
import { visualize } from "../../text/visualize";
import { tryParse } from "../../uri/uri";
import { strictDecoder } from "../../utf8";

/** Octets of a line that are shown. */
export const MAX_OCTETS = 1000;
/** In front of the two hex digits of an octet that is not UTF-8: as lone surrogates, such octets stay apart from all text. */
const ESCAPE = 0xdc00;
/** Instead of a password (RFC 3986 §7.5). */
const HIDDEN = "…";

/** A line or the beginning of one. */
export interface Excerpt {
	readonly text: string;
	/** Whether the line is longer. */
	readonly isCut?: true;
}

/** A copy of the part of a line that `excerptOf` reads. */
export function beginningOf(line: Uint8Array): Uint8Array {
	return line.slice(0, MAX_OCTETS + 1);
}

/** Returns the part of a line that is shown. Passwords are hidden. */
export function excerptOf(line: Uint8Array): Excerpt {
	const isCut = line.length > MAX_OCTETS;
	const text = withoutPassword(textOf(isCut ? line.subarray(0, startOfCharacter(line, MAX_OCTETS)) : line));
	return isCut ? { text, isCut } : { text };
}

/** The host of a line in lower case, as it is written; undefined if it has none. */
export function hostOf(line: Uint8Array): string | undefined {
	const uri = tryParse(withoutEscapes(textOf(line.subarray(0, MAX_OCTETS))));
	return uri instanceof UriError ? undefined : uri.host?.toLowerCase() || undefined;
}

function withoutPassword(text: string): string {
	if (!text.includes("@")) return text;
	return visualize(withoutEscapes(text))
		.map(({ secret, start, end }) => (secret ? HIDDEN : text.slice(start, end)))
		.join("");
}

/** The text with U+FFFD for each octet that is not UTF-8: parsers refuse lone surrogates. */
function withoutEscapes(text: string): string {
	return text.replace(/[\udc80-\udcff]/gu, "\ufffd");
}

/** Decodes UTF-8. An octet that is not part of a character becomes U+DC00 plus its value, as in Python's `surrogateescape`. */
function textOf(octets: Uint8Array): string {
	try {
		return strictDecoder.decode(octets);
	} catch {
		return textByCharacter(octets);
	}
}

function textByCharacter(octets: Uint8Array): string {
	let text = "";
	for (let at = 0; at < octets.length; ) {
		const [character, length] = characterAt(octets, at);
		text += character;
		at += length;
	}
	return text;
}

function characterAt(octets: Uint8Array, at: number): [character: string, length: number] {
	for (let length = 1; length <= 4; ++length) {
		try {
			return [strictDecoder.decode(octets.subarray(at, at + length)), length];
		} catch {}
	}
	return [String.fromCharCode(ESCAPE + (octets[at] as number)), 1];
}

/** The start of the character of UTF-8 that has the octet at `end`. */
function startOfCharacter(octets: Uint8Array, end: number): number {
	let start = end;
	while (start > end - 4 && ((octets[start] as number) & 0xc0) === 0x80) --start;
	return start;
}
