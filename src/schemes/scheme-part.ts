/**
 * Scheme parts without a syntax of their own: RFC 1738 §5.
 *
 * ```
 *   genericurl = scheme ":" schemepart            schemepart = *xchar | ip-schemepart
 * ```
 */
import { readEncoded, writeEncoded, XCHAR } from "./rule";
import { Part, Source } from "./source";

/** Returns the text after the scheme's colon, not decoded. */
export function readSchemePart(source: Source): string {
	const { input, rest, fragment } = source;
	const start = (source.userinfo ?? source.host)?.start;
	if (start === undefined) return readEncoded(rest, XCHAR);
	const end = fragment === undefined ? input.length : fragment.start - 1;
	return readEncoded(new Part(source, "authority", start - 2, input.slice(start - 2, end)), XCHAR);
}

/** Joins a scheme and its part into a URI. Throws UriError if the result is not a URI. */
export function writeSchemePart(scheme: string, schemePart: string): string {
	return new Source(`${scheme}:${writeEncoded(schemePart, XCHAR, "path")}`).input;
}
