/** Suffix references: RFC 3986 §4.5. */
import { UriError } from "../errors";
import { requireString } from "../input";
import { tryParse } from "../uri/uri";

/** How the host of a suffix reference begins, and the scheme that this stands for (RFC 3986 §4.5, 2396bis-01 App. F). */
const SCHEMES: readonly (readonly [begin: RegExp, scheme: string])[] = [
	[/^www\.[^./?#:]/i, "http"],
	[/^ftp\.[^./?#:]/i, "ftp"],
];

/**
 * Completes a suffix reference, which is authority and path alone, by the scheme that its host suggests: RFC 3986 §4.5. Hosts in
 * `www.` are taken for http, those in `ftp.` for ftp; anything else comes back as it is, as does what would not parse. This is
 * a guess, for what people write: never to be applied where a relative reference can stand, which has the same syntax.
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
