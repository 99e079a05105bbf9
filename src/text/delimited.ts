/** Finds references inside `<…>` and `"…"`: RFC 3986 App. C. */
import type { Delimiter, ExtractedReference } from "./extracted";
import { leastEnd } from "./familiar";
import { indexFrom, LINE_BREAK, matchEnd, parses, schemeEnd } from "./scan";

/** The characters that end a delimited stretch, and the one that closes it properly. */
const ENDS = { angle: { end: /[<>"]/g, closing: ">" }, quotes: { end: /[\s<>"]/g, closing: '"' } } as const;
const WHITE_SPACE = /\s*/y;
const PREFIX = /URL:\s*/iy;
const GAP = /\s+/g;

/** Characters never found in an intended reference: "\", controls, direction marks, and U+FFFD, which replaces undecodable octets. */
const NEVER = /[\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/u;

/**
 * Tries the text from `from` to the closing `>` or `"`. Neither `<` nor `"` can be part of a reference, which rules out HTML tags.
 * Checks the scheme first, since that is cheap, and searches the closing delimiter only if there is one.
 */
export function takeDelimited(text: string, from: number, delimiter: "angle" | "quotes"): ExtractedReference | undefined {
	const prefix = matchEnd(WHITE_SPACE, text, from);
	const prefixEnd = matchEnd(PREFIX, text, prefix);
	const start = Math.max(prefix, prefixEnd);
	const afterColon = schemeEnd(text, start) - start;
	if (afterColon < 0) return undefined;
	const { end, closing } = ENDS[delimiter];
	const close = indexFrom(end, text, from);
	if (text[close] !== closing) return undefined;
	const content = text.slice(start, close).trimEnd();
	const reference = content.replace(GAP, "");
	const { doubtful, hasBlanks } = readGaps(content);
	const isMarked = prefixEnd >= 0;
	if (!isMarked && !isMeant(reference, afterColon, delimiter, hasBlanks)) return undefined;
	if (NEVER.test(reference) || !parses(reference)) return undefined;
	return { text: reference, start, end: start + content.length, delimiter, doubtful };
}

/** Whether the delimiters are likely to delimit a reference. Its scheme and ":" end at `afterColon`. */
function isMeant(reference: string, afterColon: number, delimiter: Delimiter, hasBlanks: boolean): boolean {
	if (delimiter === "angle") return !hasBlanks || leastEnd(reference, 0, afterColon) >= 0;
	if (reference.startsWith("//", afterColon)) return true;
	return afterColon > 2 && afterColon < reference.length && reference[afterColon] !== ":";
}

/** Classifies white space inside a reference: line breaks after a hyphen are doubtful, and blanks are gaps without a line break. */
function readGaps(content: string): { doubtful: boolean; hasBlanks: boolean } {
	let doubtful = false;
	let hasBlanks = false;
	for (const { 0: gap, index } of content.matchAll(GAP)) {
		if (!LINE_BREAK.test(gap)) hasBlanks = true;
		else if (content[index - 1] === "-") doubtful = true;
	}
	return { doubtful, hasBlanks };
}
