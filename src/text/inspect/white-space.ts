/** Findings before the first character of a reference, and behind the last one. */
import type { Finding } from "./finding";
import type { Subject } from "./subject";

/** The characters that the normalizer removes before a reference: white space and controls of US-ASCII (RFC 3986 App. C). */
const LEADING = /^[\0- ]+/;

/** Number of leading white space characters, in UTF-16 units. */
export function leadingWhiteSpace(reference: string): number {
	return LEADING.exec(reference)?.[0].length ?? 0;
}

/** Finds leading white space. By the grammar the reference is then relative or invalid, but browsers remove it (RFC 3986 App. C). */
export function findWhiteSpace({ reference, uri }: Subject): Finding[] {
	const count = leadingWhiteSpace(reference);
	if (count === 0) return [];
	const component = uri.scheme !== undefined ? "scheme" : uri.authority !== undefined ? "authority" : "path";
	const sentence = "White space precedes the reference. Some programs remove it, and others read another reference or none.";
	return [{ code: "leading-white-space", component, offset: 0, sentence, count }];
}

/** White space beyond US-ASCII, and characters without width. No program removes them from a reference. */
const UNICODE_SPACE = /[\u0085\u200b-\u200d\u2060\ufeff]|(?![\0- ])\p{White_Space}/u;

const isUnicodeSpace = (character = "") => UNICODE_SPACE.test(character);

/** Finds white space of Unicode at either end, which nobody sees and which belongs to the reference. */
export function findUnicodeSpace({ reference, uri }: Subject): Finding[] {
	const trailing = uri.fragment !== undefined ? "fragment" : uri.query !== undefined ? "query" : "path";
	const last = reference.length - 1;
	const places = [
		...(isUnicodeSpace(reference[0]) ? [{ component: "path", offset: 0 } as const] : []),
		...(last > 0 && isUnicodeSpace(reference[last]) ? [{ component: trailing, offset: last } as const] : []),
	];
	const sentence = "White space of Unicode, or a character without width, is at an end of the reference and belongs to it.";
	return places.map((place) => ({ code: "unicode-space", ...place, sentence }));
}
