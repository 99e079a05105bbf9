/** Generators of references and bases, valid by RFC 3986, App. A, and full of what resolution has to look at. */
import fc from "fast-check";
import { isUriReference } from "./oracle";
import { type OracleResolveOptions, oracleRecompose, oracleResolve, oracleSplit, oracleTarget } from "./oracle-resolve";

/** A reference and the base against which it is resolved. */
export interface Pair {
	readonly reference: string;
	readonly base: string;
}

/** Every way in which the documents resolve. */
export const MODES: readonly OracleResolveOptions[] = [
	{},
	{ edition: "2005", strict: false },
	{ edition: "2003", excessDots: "keep" },
	{ edition: "2003", excessDots: "remove" },
	{ edition: "2003", excessDots: "error" },
	{ edition: "2003", strict: false },
	{ edition: "1997" },
	{ edition: "1997", strict: false },
];

const segment = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(".", "..") },
	{ weight: 2, arbitrary: fc.constant("") },
	{ weight: 4, arbitrary: fc.constantFrom("a", "b", "g", "d;p", "g;x=1") },
	{ weight: 2, arbitrary: fc.constantFrom("...", ".a", "..a", "a.", "a..", "%2e", "%2E%2e", ".%2E", "..%2F", "%2f..") },
	{ weight: 1, arbitrary: fc.constantFrom("@", "u@h", "c:d", ":", "x:", "1:2", "*", "!$&'()*+,;=", "~_-", "%00", "%C3%A9") },
);

const segments = fc.oneof({ weight: 6, arbitrary: fc.array(segment, { maxLength: 7 }) }, fc.array(segment, { maxLength: 40 }));

const path = fc.tuple(segments, fc.constantFrom("", "", "/", "/a/b/", "a/")).map(([parts, before]) => before + parts.join("/"));

const query = fc.option(
	fc.constantFrom("", "q", "y/./x", "y/../x", "/..", "..", ".", "/../../../z", "?", "a?b/../c", "@:", "%2e/./"),
	{
		nil: undefined,
	},
);

const fragment = fc.option(fc.constantFrom("", "s", "s/./x", "s/../x", "?", "/../.."), { nil: undefined });

const authority = fc.constantFrom("a", "h:80", "u:p@h", "", "h:", "[2001:db8::7]", "[v1.a:b]", "%41", "192.0.2.16");

const SCHEMES = ["http", "HTTP", "x", "file", "mailto", "urn", "a1+-."] as const;

/** Components made into text; a path behind an authority is empty or begins with a slash. */
function reference(scheme: fc.Arbitrary<string | undefined>, site: fc.Arbitrary<string | undefined>): fc.Arbitrary<string> {
	return fc
		.record({ scheme, authority: site, path, query, fragment })
		.map((parts) => {
			const isRooted = parts.authority === undefined || parts.path === "" || parts.path.startsWith("/");
			return oracleRecompose({ ...parts, path: isRooted ? parts.path : `/${parts.path}` });
		})
		.filter(isUriReference);
}

/** One of the values, or nothing more often than not. */
function rarely(value: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
	return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** A base with its scheme; from time to time the one of the examples. */
const base: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom("http://a/b/c/d;p?q", "http://a", "x:", "x:y", "x:/a/b"),
	reference(fc.constantFrom(...SCHEMES), fc.option(authority, { nil: undefined })),
);

/** A reference of any kind and a base. */
export const pair: fc.Arbitrary<Pair> = fc.record({
	reference: reference(rarely(fc.constantFrom(...SCHEMES)), rarely(authority)),
	base,
});

/**
 * Whether the target is a URI with the components that the document gives it. It is none when there is no authority and its path
 * begins with two slashes (`..//b` against `x:/a`): the documents do not say what then. Nor do they say whether `HTTP` and `http`
 * are identical schemes.
 */
export function isSound({ reference: given, base: against }: Pair, options: OracleResolveOptions): boolean {
	const scheme = oracleSplit(given).scheme;
	const other = oracleSplit(against).scheme;
	if (options.strict === false && scheme !== other && scheme?.toLowerCase() === other?.toLowerCase()) return false;
	try {
		const target = oracleTarget(given, against, options);
		const again = oracleSplit(oracleRecompose(target));
		return again.authority === target.authority && again.path === target.path;
	} catch {
		return true;
	}
}

/**
 * The pair as the documents are asked about it. Choice 16: in edition 1997, a path that is merged with the empty one behind an
 * authority is merged with "/", as in the editions after it.
 */
export function asChosen(given: Pair, { edition }: OracleResolveOptions): Pair {
	const reference = oracleSplit(given.reference);
	const base = oracleSplit(given.base);
	const isRelative = reference.scheme === undefined && reference.authority === undefined && /^[^/]/.test(reference.path);
	if (edition !== "1997" || !isRelative || base.authority === undefined || base.path !== "") return given;
	return { ...given, base: oracleRecompose({ ...base, path: "/" }) };
}

/** What comes of a resolution: the target, or the code of the error. */
export function outcome(resolve: () => string): string {
	try {
		return resolve();
	} catch (error) {
		return `error: ${(error as { code?: string }).code}`;
	}
}

/** A target that a reference can reach, the base, and a reference that does; by edition 2005. */
export const reachable: fc.Arbitrary<Pair & { readonly target: string }> = pair
	.filter((given) => isSound(given, {}))
	.map((given) => ({ ...given, target: oracleResolve(given.reference, given.base) }))
	.filter(({ target, base: against }) => isUriReference(target) && oracleResolve(target, against) === target);
