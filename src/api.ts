/** The functions of `urlsieve` and `urlsieve/js`. */

import { unwrap } from "./errors";
import { type Octets, requireString } from "./input";
import type { LineStream } from "./lines/line-stream";
import type { NormalizedLines } from "./lines/lines";
import { type Level, type NormalizeOptions, resolveOptions } from "./options";
import type { Explanation } from "./reference/explain";
import { meansSameDocument, type ResolveOptions } from "./reference/resolve";
import { CoreRules } from "./rules/core-rules";
import { linesInto, linesOf, streamOf } from "./rules/rule-lines";
import { standardRules } from "./rules/standard";
import { shortestReference } from "./uri/relativize";

export type { AdmittedOptions } from "./admitted";
export { type CoreNormalizer as Normalizer, createNormalizer } from "./core-normalizer";
export type { Edition } from "./editions/editions";
export type { ToAscii } from "./engine/idna";
export type { Engine } from "./engine/kernel";
export { engine } from "./engine/select";
export {
	type Component,
	OptionError,
	type OptionErrorCode,
	SetError,
	type SetErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "./errors";
export { type ValidateAs, type ValidateOptions, validate } from "./grammar/validate";
export type { Octets } from "./input";
export type { Reject } from "./lines/batch";
export type { NormalizedColumn } from "./lines/column";
export type { LineCounts, LineStream } from "./lines/line-stream";
export type { NormalizedLines } from "./lines/lines";
export type { PartName, PublicSuffix } from "./lines/parts";
export type { DedupeCounts } from "./lines/stream";
export type { Utf8Column } from "./lines/utf8-column";
export type { Normalizer as ReferenceNormalizer } from "./normalizer";
export type { InvalidLines, Level, NormalizeOptions, Settings } from "./options";
export { recompose, type UriComponents } from "./reference/components";
export type { Explanation, ExplanationStep, RuleName } from "./reference/explain";
export type { ResolveOptions } from "./reference/resolve";
export { type FingerprintOptions, type Fingerprints, fingerprintAll } from "./rules/fingerprint-all";
export { type PartitionedLines, type PartitionOptions, partitionLines } from "./rules/partition-lines";
export type { ColumnsByPart, PartColumnsOptions } from "./rules/rule-columns";
export type { KeyNormalizer } from "./rules/rules";
export { dedupeStream } from "./seen/dedupe-stream";
export { type AddedLines, SeenSet, type SeenSetOptions } from "./seen/seen-set";
export type { SnapshotSource } from "./seen/snapshot";
export { type BaseSources, establishBase } from "./uri/base";
export { type ParseOptions, parse, tryParse, Uri } from "./uri/uri";

/**
 * Returns the normal form of a reference, or the same string if it is already normal. Throws UriError if it has none.
 *
 * @example
 * ```ts
 * normalize("HTTP://Example.com:80/%7Efoo/../a%2fb"); // "http://example.com/a%2Fb"
 * ```
 */
export function normalize(reference: string, options?: NormalizeOptions): string {
	return unwrap(by(options).tryForm("fetch", reference));
}

/**
 * Whether a reference is in normal form. Returns false for a reference that has none.
 *
 * @example
 * ```ts
 * isNormalized("http://example.com/"); // true
 * isNormalized("http://example.com"); // false
 * ```
 */
export function isNormalized(reference: string, options?: NormalizeOptions): boolean {
	requireString(reference, "reference");
	return by(options).tryForm("fetch", reference) === reference;
}

/**
 * Whether two references have the same normal form. Throws UriError if either has none.
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
 * Returns the lowest level of the comparison ladder (RFC 3986 §6.2) at which two references are equal, or undefined if they
 * differ at every level. Throws UriError if either has no normal form.
 *
 * @example
 * ```ts
 * compare("http://example.com/%7efoo", "http://example.com/~foo"); // "syntax"
 * compare("http://example.com", "http://example.com/"); // "scheme"
 * compare("http://example.com/a", "http://example.com/b"); // undefined
 * ```
 */
export function compare(a: string, b: string): Level | undefined {
	return standardRules().compare(a, b);
}

/**
 * Resolves a reference against a base (RFC 3986 §5.2). The target is not normalized.
 *
 * Throws UriError `base-not-absolute`, `excess-dots` if the options ask for it, and the errors of `parse`.
 *
 * @example
 * ```ts
 * resolve("../g", "http://a/b/c/d;p?q"); // "http://a/b/g"
 * resolve("?y", "http://a/b/c/d;p?q", { edition: "1997" }); // "http://a/b/c/?y"
 * ```
 */
export function resolve(reference: string, base: string, options?: ResolveOptions): string {
	return unwrap(standardRules().tryResolve(reference, base, options));
}

/**
 * Returns the shortest reference that resolves to the target against the base. Throws UriError as `resolve` does.
 *
 * @example
 * ```ts
 * relativize("http://a/b/g", "http://a/b/c/d;p?q"); // "../g"
 * ```
 */
export function relativize(target: string, base: string): string {
	return shortestReference(target, base, standardRules().single);
}

/**
 * Whether a reference identifies the document that has this base, so that nothing needs to be retrieved (RFC 3986 §4.4). In
 * earlier editions, only an empty reference or a lone fragment does. Throws UriError as `resolve` does.
 *
 * @example
 * ```ts
 * isSameDocument("#top", "http://a/b/c/d;p?q"); // true
 * isSameDocument("d;p?q", "http://a/b/c/d;p?q"); // true
 * isSameDocument("d;p?q", "http://a/b/c/d;p?q", { edition: "1997" }); // false
 * ```
 */
export function isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean {
	return meansSameDocument(reference, base, options, standardRules().single);
}

/**
 * Returns the steps of normalization: each rule that changes the reference, in the order in which the rules run, with its
 * source and the text before and after. Throws UriError as `normalize` does.
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
	return by(options).explain(reference);
}

/**
 * Normalizes octets that hold one reference per line: see `Normalizer.normalizeLines`.
 *
 * Throws OptionError `invalid-option`, or under `invalid: "fail"` the error of the first invalid line.
 *
 * @example
 * ```ts
 * const { lines, rejects } = normalizeLines(new TextEncoder().encode("HTTP://a\nhttp://[\n"));
 * new TextDecoder().decode(lines); // "http://a/\nhttp://[\n"
 * rejects[0].line; // 2
 * ```
 */
export function normalizeLines(lines: Octets, options?: NormalizeOptions): NormalizedLines {
	return linesOf(by(options), lines, "fetch");
}

/**
 * Normalizes octets that hold one reference per line into `output`: see `Normalizer.normalizeLinesInto`.
 *
 * Throws what `normalizeLines` does, OptionError `output-too-small`, and `invalid-option` if both arguments overlap.
 *
 * @example
 * ```ts
 * const octets = new TextEncoder().encode("HTTP://a\n");
 * const { lines } = normalizeLinesInto(octets, new Uint8Array(5 * octets.length + 1024));
 * new TextDecoder().decode(lines); // "http://a/\n"
 * ```
 */
export function normalizeLinesInto(lines: Octets, output: Octets, options?: NormalizeOptions): NormalizedLines {
	return linesInto(by(options), lines, output);
}

/**
 * Returns a transform stream that normalizes lines: see `Normalizer.lineStream`.
 *
 * @example
 * ```ts
 * const body = new Response("HTTP://a\nHTTP://b:80\n").body.pipeThrough(lineStream());
 * await new Response(body).text(); // "http://a/\nhttp://b/\n"
 * ```
 */
export function lineStream(options?: NormalizeOptions): LineStream {
	return streamOf(by(options), "fetch");
}

function by(options: NormalizeOptions | undefined): CoreRules {
	return options === undefined ? standardRules() : new CoreRules(resolveOptions(options));
}
