/** Findings before the first character of a reference. */
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
