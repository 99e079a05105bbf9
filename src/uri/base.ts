/** Establishes a base URI: RFC 3986 §5.1. */
import { UriError } from "../errors";
import { checkNames } from "../input";
import { type ResolveOptions, withoutFragment } from "../reference/resolve";
import { parse } from "./uri";

/** Sources of a base URI in order of precedence: RFC 3986 §5.1. */
export interface BaseSources {
	/** Embedded in the content, §5.1.1, for example by HTML's `base` element. */
	readonly embedded?: string | undefined;
	/** Header fields of a message, in edition 1997 only: Content-Base, and Content-Location, which may be relative. */
	readonly contentBase?: string | undefined;
	readonly contentLocation?: string | undefined;
	/** The base of the entity that encapsulates the content, §5.1.2. */
	readonly encapsulating?: string | undefined;
	/** The URI from which the content was retrieved, after all redirects, §5.1.3. */
	readonly retrieval?: string | undefined;
	/** The application's default, §5.1.4. */
	readonly fallback?: string | undefined;
	readonly edition?: ResolveOptions["edition"];
}

/**
 * Returns the base URI (RFC 3986 §5.1): the first source given, without its fragment, or undefined if none is given. In edition
 * 1997, the header fields of a message come after the content, and a relative Content-Location is resolved against the sources
 * after it.
 *
 * Throws UriError `base-not-absolute` if that source has no scheme, and the errors of `parse`.
 *
 * @example
 * ```ts
 * establishBase({ retrieval: "http://example.com/a#top", fallback: "http://example.org/" }); // "http://example.com/a"
 * ```
 */
export function establishBase(sources: BaseSources): string | undefined {
	checkNames(sources, "embedded", "contentBase", "contentLocation", "encapsulating", "retrieval", "fallback", "edition");
	const { embedded, contentBase, contentLocation, encapsulating, retrieval, fallback, edition = "2005" } = sources;
	const headers = edition === "1997" ? [contentBase, contentLocation] : [];
	const given = [embedded, ...headers, encapsulating, retrieval, fallback].find((source) => source !== undefined);
	if (given === undefined) return undefined;
	const uri = parse(given);
	if (uri.scheme !== undefined) return withoutFragment(given);
	const rest =
		given === contentLocation && edition === "1997" ? establishBase({ ...sources, contentLocation: undefined }) : undefined;
	if (rest === undefined)
		throw new UriError("base-not-absolute", "The base URI must have a scheme.", {
			component: "scheme",
			input: given,
			rule: "absolute-URI",
		});
	return withoutFragment(uri.resolve(rest, { edition }).toString());
}
