/**
 * A scheme part that is not taken apart: RFC 1738 §5.
 *
 * ```
 *   genericurl = scheme ":" schemepart            schemepart = *xchar | ip-schemepart
 * ```
 */
import { readEncoded, writeEncoded, XCHAR } from "./rule";
import { Part, Source } from "./source";

/** What stands behind the scheme and its colon, as it stands. */
export function readSchemePart(source: Source): string {
	const { input, rest, fragment } = source;
	const start = (source.userinfo ?? source.host)?.start;
	if (start === undefined) return readEncoded(rest, XCHAR);
	const end = fragment === undefined ? input.length : fragment.start - 1;
	return readEncoded(new Part(source, "authority", start - 2, input.slice(start - 2, end)), XCHAR);
}

/** The URI of a scheme and what stands behind its colon. Throws UriError when they are no URI. */
export function writeSchemePart(scheme: string, schemePart: string): string {
	return new Source(`${scheme}:${writeEncoded(schemePart, XCHAR, "path")}`).input;
}
