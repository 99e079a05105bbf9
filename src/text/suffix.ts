/** Completes suffix references: RFC 3986 §4.5. */
import { UriError } from "../errors";
import { requireString } from "../input";
import { tryParse } from "../uri/uri";

/** The start of a suffix reference's host, and the scheme that it implies (RFC 3986 §4.5, 2396bis-01 App. F). */
const SCHEMES: readonly (readonly [begin: RegExp, scheme: string])[] = [
	[/^www\.[^./?#:]/i, "http"],
	[/^ftp\.[^./?#:]/i, "ftp"],
];

/**
 * Completes a suffix reference, an authority and path without a scheme, by the scheme that its host suggests (RFC 3986 §4.5): http for
 * `www.`, ftp for `ftp.`. Returns other text unchanged, and text that would not parse.
 *
 * This is a guess about what people type. Do not apply it where a relative reference is possible, since both have the same syntax.
 *
 * @example
 * ```ts
 * expandSuffix("www.w3.org/Addressing/"); // "http://www.w3.org/Addressing/"
 * expandSuffix("ftp.example.com:2121"); // "ftp://ftp.example.com:2121"
 * expandSuffix("example.com/www.txt"); // "example.com/www.txt"
 * ```
 */
export function expandSuffix(reference: string): string {
	requireString(reference, "reference");
	const row = SCHEMES.find(([begin]) => begin.test(reference));
	if (row === undefined) return reference;
	const expanded = `${row[1]}://${reference}`;
	return tryParse(expanded) instanceof UriError ? reference : expanded;
}
