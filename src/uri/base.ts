/** Where a base URI comes from: RFC 3986 §5.1. */
import { UriError } from "../errors";
import { checkNames } from "../input";
import { type ResolveOptions, withoutFragment } from "./resolve";
import { parse } from "./uri";

/** Where a base may come from, RFC 3986 §5.1, in this order. */
export interface BaseSources {
	/** Embedded in the content, §5.1.1: HTML's `base`, for one. */
	readonly embedded?: string | undefined;
	/** In edition 1997, the header fields of a message: Content-Base, and Content-Location, which may be relative. */
	readonly contentBase?: string | undefined;
	readonly contentLocation?: string | undefined;
	/** That of the entity which encapsulates the content, §5.1.2. */
	readonly encapsulating?: string | undefined;
	/** The URI by which the content was retrieved, after all redirects, §5.1.3. */
	readonly retrieval?: string | undefined;
	/** What the application has for want of any other, §5.1.4. */
	readonly fallback?: string | undefined;
	readonly edition?: ResolveOptions["edition"];
}

/**
 * The base URI by RFC 3986 §5.1: the first source that is given, without its fragment; undefined when none is. In edition
 * 1997 the header fields of a message come behind the content, and a relative Content-Location is resolved against the rest.
 *
 * Throws UriError: `base-not-absolute` when the source that decides has no scheme, or what `parse` throws.
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
		throw new UriError("base-not-absolute", "A base has a scheme.", { component: "scheme", input: given, rule: "absolute-URI" });
	return withoutFragment(uri.resolve(rest, { edition }).toString());
}
