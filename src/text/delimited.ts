/** References inside `<…>` and `"…"`: RFC 3986 App. C. */
import type { Delimiter, ExtractedReference } from "./extracted";
import { leastEnd } from "./familiar";
import { indexFrom, LINE_BREAK, matchEnd, parses, schemeEnd } from "./scan";

/** What cannot stand between delimiters, and the one that closes. */
const ENDS = { angle: { end: /[<>"]/g, closing: ">" }, quotes: { end: /[\s<>"]/g, closing: '"' } } as const;
const WHITE_SPACE = /\s*/y;
const PREFIX = /URL:\s*/iy;
const GAP = /\s+/g;

/** What is never meant as a reference: "\", controls, marks that turn the direction of text, the sign for octets that are no text. */
const NEVER = /[\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/u;

/**
 * Takes what stands from `from` to the closing `>` or `"`. Neither `<` nor `"` is part of a reference: so tags of HTML are none.
 * The scheme is looked at first, which is soon done: only for one is the closing delimiter sought.
 */
export function takeDelimited(text: string, from: number, delimiter: "angle" | "quotes"): ExtractedReference | undefined {
	const prefix = matchEnd(WHITE_SPACE, text, from);
	const prefixEnd = matchEnd(PREFIX, text, prefix);
	const start = Math.max(prefix, prefixEnd);
	const behind = schemeEnd(text, start) - start;
	if (behind < 0) return undefined;
	const { end, closing } = ENDS[delimiter];
	const close = indexFrom(end, text, from);
	if (text[close] !== closing) return undefined;
	const content = text.slice(start, close).trimEnd();
	const reference = content.replace(GAP, "");
	const { doubtful, hasBlanks } = readGaps(content);
	const isMarked = prefixEnd >= 0;
	if (!isMarked && !isMeant(reference, behind, delimiter, hasBlanks)) return undefined;
	if (NEVER.test(reference) || !parses(reference)) return undefined;
	return { text: reference, start, end: start + content.length, delimiter, doubtful };
}

/** Says whether the delimiters are there for a reference whose scheme and ":" end at `behind`, and not for something else. */
function isMeant(reference: string, behind: number, delimiter: Delimiter, hasBlanks: boolean): boolean {
	if (delimiter === "angle") return !hasBlanks || leastEnd(reference, 0, behind) >= 0;
	if (reference.startsWith("//", behind)) return true;
	return behind > 2 && behind < reference.length && reference[behind] !== ":";
}

/** What the white space inside a reference tells: blanks are gaps that do not break the line. */
function readGaps(content: string): { doubtful: boolean; hasBlanks: boolean } {
	let doubtful = false;
	let hasBlanks = false;
	for (const { 0: gap, index } of content.matchAll(GAP)) {
		if (!LINE_BREAK.test(gap)) hasBlanks = true;
		else if (content[index - 1] === "-") doubtful = true;
	}
	return { doubtful, hasBlanks };
}
