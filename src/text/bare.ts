/** Finds references without delimiters in running text: RFC 3986 App. C. */
import { SCHEME_CHARACTER, SCHEME_START } from "../grammar/patterns";
import type { ExtractedReference } from "./extracted";
import { leastEnd } from "./familiar";
import { indexFrom, LINE_BREAK, matchEnd, parses, schemeEnd } from "./scan";

/** The result of an attempt at one place: a reference, if there is one, and where to continue. */
export interface Attempt {
	readonly reference?: ExtractedReference | undefined;
	readonly next: number;
}

/** Characters that end a bare reference. Brackets and "'" end it only in some contexts. */
const STOP = /[\s<>"\\^`|'()[\]{}\p{Cc}\p{Cf}\p{Cs}\ufffd]|[^\P{P}\p{ASCII}]/gu;
/** Opening brackets, and the closing ones in the same order. */
const OPENING = "([{";
const CLOSING = ")]}";
/** Characters stripped from the end of a reference: punctuation of the sentence, and brackets left open. */
const PUNCTUATION = `.,:;!?'${OPENING}`;
const LINE_END = new RegExp(`[ \\t]*${LINE_BREAK.source}`, "y");

/** The characters of a scheme, and those that it may begin with: RFC 3986 §3.1. */
const OF_SCHEME = new RegExp(SCHEME_CHARACTER, "i");
const STARTS_SCHEME = new RegExp(SCHEME_START, "i");

/** Tries the reference whose scheme ends at `colon`. With `takesPrefix`, "URL:" is a prefix before a scheme. */
export function takeBare(text: string, colon: number, takesPrefix: boolean): Attempt {
	const word = schemeStart(text, colon);
	const isPrefix = takesPrefix && colon - word === 3 && text.slice(word, colon).toUpperCase() === "URL";
	const start = isPrefix ? colon + 1 : word;
	const least = isPrefix ? schemeEnd(text, start) + 1 : leastEnd(text, start, colon + 1);
	if (least <= start) return { next: colon + 1 };
	const stop = bareEnd(text, start);
	const end = withoutPunctuation(text, least, stop);
	const reference = text.slice(start, end);
	if (end < least || !parses(reference)) return { next: stop };
	const doubtful = end === stop && reference.endsWith("-") && matchEnd(LINE_END, text, end) >= 0;
	return { reference: { text: reference, start, end, delimiter: "none", doubtful }, next: stop };
}

/** The start of the scheme before the ":", or the index of the ":" if there is none. */
function schemeStart(text: string, colon: number): number {
	let start = colon;
	while (start > 0 && OF_SCHEME.test(text.charAt(start - 1))) --start;
	while (start < colon && !STARTS_SCHEME.test(text.charAt(start))) ++start;
	return start;
}

/** The end of the reference that begins at `start`, trailing punctuation included. */
function bareEnd(text: string, start: number): number {
	const isQuoted = text[start - 1] === "'";
	const open = [0, 0, 0];
	let at = indexFrom(STOP, text, start);
	for (; at < text.length; at = indexFrom(STOP, text, at + 1)) {
		const character = text.charAt(at);
		const opens = OPENING.indexOf(character);
		const closes = CLOSING.indexOf(character);
		if (opens >= 0) open[opens] = (open[opens] as number) + 1;
		else if (closes >= 0 && open[closes] !== 0) open[closes] = (open[closes] as number) - 1;
		else if (character !== "'" || isQuoted) break;
	}
	return at;
}

function withoutPunctuation(text: string, least: number, stop: number): number {
	let end = stop;
	while (end > least && PUNCTUATION.includes(text.charAt(end - 1))) --end;
	return end;
}
