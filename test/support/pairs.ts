/** Generators of references and bases: valid by RFC 3986, App. A, and full of dot-segments, empty parts and odd schemes. */
import fc from "fast-check";
import { isUriReference } from "../oracle/normalize";
import { type OracleResolveOptions, oracleRecompose, oracleResolve, oracleSplit, oracleTarget } from "../oracle/resolve";

/** A reference and its base. */
export interface Pair {
	readonly reference: string;
	readonly base: string;
}

/** Every edition of resolution with each of its options. */
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

/** A recomposed reference. After an authority, the path is empty or starts with a slash. */
function reference(scheme: fc.Arbitrary<string | undefined>, site: fc.Arbitrary<string | undefined>): fc.Arbitrary<string> {
	return fc
		.record({ scheme, authority: site, path, query, fragment })
		.map((parts) => {
			const isRooted = parts.authority === undefined || parts.path === "" || parts.path.startsWith("/");
			return oracleRecompose({ ...parts, path: isRooted ? parts.path : `/${parts.path}` });
		})
		.filter(isUriReference);
}

/** A value in one of nine cases, else undefined. */
function rarely(value: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
	return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** An absolute base; half of them are bases of the documents' examples. */
const base: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom("http://a/b/c/d;p?q", "http://a", "x:", "x:y", "x:/a/b"),
	reference(fc.constantFrom(...SCHEMES), fc.option(authority, { nil: undefined })),
);

/** Any reference and a base. */
export const pair: fc.Arbitrary<Pair> = fc.record({
	reference: reference(rarely(fc.constantFrom(...SCHEMES)), rarely(authority)),
	base,
});

/**
 * Whether the documents define the target. They do not when the target has no authority and a path that starts with two slashes
 * (`..//b` against `x:/a`): it would read as an authority. Nor do they say whether `HTTP` and `http` are identical schemes.
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
 * The pair for the oracle. Choice 16: in edition 1997, a path merged with the empty path of an authority is merged with "/",
 * as in later editions.
 */
export function asChosen(given: Pair, { edition }: OracleResolveOptions): Pair {
	const reference = oracleSplit(given.reference);
	const base = oracleSplit(given.base);
	const isRelative = reference.scheme === undefined && reference.authority === undefined && /^[^/]/.test(reference.path);
	if (edition !== "1997" || !isRelative || base.authority === undefined || base.path !== "") return given;
	return { ...given, base: oracleRecompose({ ...base, path: "/" }) };
}

/** The target, or the code of the error. */
export function outcome(resolve: () => string): string {
	try {
		return resolve();
	} catch (error) {
		return `error: ${(error as { code?: string }).code}`;
	}
}

/** A reachable target, its base, and a reference that reaches it; edition 2005. */
export const reachable: fc.Arbitrary<Pair & { readonly target: string }> = pair
	.filter((given) => isSound(given, {}))
	.map((given) => ({ ...given, target: oracleResolve(given.reference, given.base) }))
	.filter(({ target, base: against }) => isUriReference(target) && oracleResolve(target, against) === target);
