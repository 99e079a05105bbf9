/**
 * urlsieve: references in normal form, by the letter of RFC 3986.
 *
 * @packageDocumentation
 */

import { unwrap } from "./errors";
import type { Octets } from "./input";
import { type NormalizedLines, normalizeLines as normalizeEachLine } from "./lines/lines";
import { dedupeStream as streamOfFirsts, lineStream as streamOfLines } from "./lines/stream";
import { type Level, type NormalizeOptions, resolveOptions } from "./options";
import type { Explanation } from "./reference/explain";
import { explainReference } from "./reference/explain";
import { ReferenceNormalizer } from "./reference/reference-normalizer";
import { SeenSet } from "./seen/seen-set";
import { shortestReference } from "./uri/relativize";
import { meansSameDocument, type ResolveOptions, tryResolve } from "./uri/resolve";

export type { Edition } from "./editions/editions";
export type { ToAscii } from "./engine/idna";
export type { Engine } from "./engine/kernel";
export { engine } from "./engine/select";
export { type Component, UriError, type UriErrorCode } from "./errors";
export { type ValidateAs, type ValidateOptions, validate } from "./grammar/validate";
export type { Octets } from "./input";
export type { NormalizedColumn } from "./lines/column";
export type { NormalizedLines, Reject } from "./lines/lines";
export type { Utf8Column } from "./lines/utf8-column";
export { createNormalizer, type Normalizer } from "./normalizer";
export type { InvalidLines, Level, NormalizeOptions, Observations, Settings } from "./options";
export type { Rung } from "./reference/compare";
export { recompose, type UriComponents } from "./reference/components";
export type { Explanation, ExplanationStep, RuleName } from "./reference/explain";

export type { ReferenceNormalizer } from "./reference/reference-normalizer";
export { type AddedLines, SeenSet, type SeenSetOptions } from "./seen/seen-set";
export { type BaseSources, establishBase } from "./uri/base";
export type { ResolveOptions } from "./uri/resolve";
export { type ParseOptions, parse, tryParse, Uri } from "./uri/uri";

/** Functions stand on this one alone, and not on all that `createNormalizer` knows: a bundle has what it uses. */
const standard = new ReferenceNormalizer(resolveOptions());

/**
 * The normal form of a reference; the same string when it is in normal form already. Throws UriError when it has none.
 *
 * @example
 * ```ts
 * normalize("HTTP://Example.com:80/%7Efoo/../a%2fb"); // "http://example.com/a%2Fb"
 * ```
 */
export function normalize(reference: string, options?: NormalizeOptions): string {
	return by(options).normalize(reference);
}

/**
 * Says whether a reference is in normal form. One that has none is not.
 *
 * @example
 * ```ts
 * isNormalized("http://example.com/"); // true
 * isNormalized("http://example.com"); // false
 * ```
 */
export function isNormalized(reference: string, options?: NormalizeOptions): boolean {
	return by(options).isNormalized(reference);
}

/**
 * Says whether two references have the same normal form. Throws UriError when one has none.
 *
 * @example
 * ```ts
 * equivalent("http://example.com:80", "http://EXAMPLE.com/"); // true
 * equivalent("http://example.com/a%2Fb", "http://example.com/a/b"); // false
 * ```
 */
export function equivalent(a: string, b: string, options?: NormalizeOptions): boolean {
	return by(options).equivalent(a, b);
}

/**
 * The lowest rung of the ladder (RFC 3986 §6.2) on which two references are equal; undefined for none. Throws UriError when
 * one has no normal form.
 *
 * @example
 * ```ts
 * compare("http://example.com/%7efoo", "http://example.com/~foo"); // "syntax"
 * compare("http://example.com", "http://example.com/"); // "scheme"
 * compare("http://example.com/a", "http://example.com/b"); // undefined
 * ```
 */
export function compare(a: string, b: string): Level | undefined {
	// Nothing is observed by this normalizer.
	return standard.compare(a, b) as Level | undefined;
}

/**
 * The target of a reference against a base, RFC 3986 §5.2: the text of both, not normalized.
 *
 * Throws UriError: `base-not-absolute`, `excess-dots` where the options ask for it, and what `parse` throws.
 *
 * @example
 * ```ts
 * resolve("../g", "http://a/b/c/d;p?q"); // "http://a/b/g"
 * resolve("?y", "http://a/b/c/d;p?q", { edition: "1997" }); // "http://a/b/c/?y"
 * ```
 */
export function resolve(reference: string, base: string, options?: ResolveOptions): string {
	return unwrap(tryResolve(reference, base, options, standard.workspace));
}

/**
 * The shortest reference that the base resolves to the target. Throws UriError as `resolve`.
 *
 * @example
 * ```ts
 * relativize("http://a/b/g", "http://a/b/c/d;p?q"); // "../g"
 * ```
 */
export function relativize(target: string, base: string): string {
	return shortestReference(target, base, standard.workspace);
}

/**
 * Says whether a reference means the document whose base is given, so that nothing is to be retrieved: RFC 3986 §4.4. In the
 * editions before, only an empty reference and a fragment do. Throws UriError as `resolve`.
 *
 * @example
 * ```ts
 * isSameDocument("#top", "http://a/b/c/d;p?q"); // true
 * isSameDocument("d;p?q", "http://a/b/c/d;p?q"); // true
 * isSameDocument("d;p?q", "http://a/b/c/d;p?q", { edition: "1997" }); // false
 * ```
 */
export function isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean {
	return meansSameDocument(reference, base, options, standard.workspace);
}

/**
 * The steps that normalization takes: each rule that changes something, in the order in which they run, with the section that
 * says so and the text before and after. Throws UriError as `normalize`.
 *
 * @example
 * ```ts
 * const { steps, value } = explain("HTTP://Example.com:80/%7Efoo");
 * steps.map(({ rule }) => rule); // ["scheme-case", "host-case", "percent-unreserved", "default-port"]
 * steps[2].section; // "RFC 3986 §6.2.2.2"
 * steps[2].after; // "http://example.com:80/~foo"
 * value; // "http://example.com/~foo"
 * ```
 */
export function explain(reference: string, options?: NormalizeOptions): Explanation {
	const { settings, workspace } = by(options);
	return explainReference(reference, settings, workspace);
}

/**
 * Normalizes references that stand one a line, as octets: see the method of `Normalizer`. Throws UriError `invalid-option`, and with
 * `invalid: "fail"` the error of the first line that cannot be normalized.
 *
 * @example
 * ```ts
 * const { lines, rejects } = normalizeLines(new TextEncoder().encode("HTTP://a\nhttp://[\n"));
 * new TextDecoder().decode(lines); // "http://a/\nhttp://[\n"
 * rejects[0].line; // 2
 * ```
 */
export function normalizeLines(lines: Octets, options?: NormalizeOptions): NormalizedLines {
	return normalizeEachLine(lines, resolveOptions(options));
}

/**
 * A stream that normalizes lines, whatever the chunking, in constant memory: see the method of `Normalizer`.
 *
 * @example
 * ```ts
 * const body = new Response("HTTP://a\nHTTP://b:80\n").body.pipeThrough(lineStream());
 * await new Response(body).text(); // "http://a/\nhttp://b/\n"
 * ```
 */
export function lineStream(options?: NormalizeOptions): TransformStream<Octets, Uint8Array> {
	return streamOfLines(resolveOptions(options));
}

/**
 * A stream of lines that lets the first of each equivalence class through, in normal form; `seen` keeps what was seen, and has the
 * options. See the method of `Normalizer`.
 *
 * @example
 * ```ts
 * const seen = new SeenSet();
 * const body = new Response("HTTP://a\nhttp://a/\n").body.pipeThrough(dedupeStream(seen));
 * await new Response(body).text(); // "http://a/\n"
 * seen.size; // 1
 * ```
 */
export function dedupeStream(seen: SeenSet = new SeenSet()): TransformStream<Octets, Uint8Array> {
	return streamOfFirsts(seen.contents());
}

function by(options: NormalizeOptions | undefined): ReferenceNormalizer {
	return options === undefined ? standard : new ReferenceNormalizer(resolveOptions(options), options.observed);
}
