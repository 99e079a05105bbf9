/** How the text is looked at: by patterns without backtracking, each from a place on, so that the time is linear. */
import { engine } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";
import { isParsable } from "../reference/reference";

/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), RFC 3986 §3.1, with the ":" behind it. */
const SCHEME = /[a-z][a-z0-9+.-]*:/iy;

/** A line break, of those that are white space. */
export const LINE_BREAK = /[\n\v\f\r\u2028\u2029]/;

/** The end of the scheme and ":" that begin at `start`; -1 when none do. */
export function schemeEnd(text: string, start: number): number {
	return matchEnd(SCHEME, text, start);
}

/** The end of what a sticky pattern matches at `start`; -1 when it does not match. */
export function matchEnd(sticky: RegExp, text: string, start: number): number {
	sticky.lastIndex = start;
	return sticky.test(text) ? sticky.lastIndex : -1;
}

/** The index from `start` on of the first character that a global pattern matches; the length of the text when there is none. */
export function indexFrom(global: RegExp, text: string, start: number): number {
	global.lastIndex = start;
	return global.exec(text)?.index ?? text.length;
}

/** Says whether a reference parses. */
export function parses(reference: string): boolean {
	return isParsable(reference, referenceWorkspace(engine));
}
