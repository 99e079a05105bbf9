/** Pattern matching in text, by patterns without backtracking, each from a given index, so that time stays linear. */
import { engineInUse } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";
import { SCHEME } from "../grammar/patterns";
import { isParsable } from "../reference/reference";

/** A scheme (RFC 3986 §3.1) and the ":" after it. */
const SCHEME_AND_COLON = new RegExp(`${SCHEME}:`, "iy");

/** White space that breaks a line. */
export const LINE_BREAK = /[\n\v\f\r\u2028\u2029]/;

/** The end of the scheme and ":" that begin at `start`, or -1. */
export function schemeEnd(text: string, start: number): number {
	return matchEnd(SCHEME_AND_COLON, text, start);
}

/** The end of a sticky pattern's match at `start`, or -1. */
export function matchEnd(sticky: RegExp, text: string, start: number): number {
	sticky.lastIndex = start;
	return sticky.test(text) ? sticky.lastIndex : -1;
}

/** The index of a global pattern's first match at or after `start`, or the length of the text. */
export function indexFrom(global: RegExp, text: string, start: number): number {
	global.lastIndex = start;
	return global.exec(text)?.index ?? text.length;
}

/** Whether a reference parses. */
export function parses(reference: string): boolean {
	return isParsable(reference, referenceWorkspace(engineInUse()));
}
