/**
 * urlsieve/crawl: profiles for crawlers. They decide which URL is fetched and which URLs count as the same page.
 *
 * The functions take the options of `createNormalizer`, of which a `profile` or a `policy` is required: without either they throw
 * OptionError `invalid-option`. Each call with a policy compiles it anew: for more than a few references, create a normalizer.
 *
 * `SeenSet` is that of `urlsieve`: it goes by the profile or policy of its `normalizer`, and without one by `rfc3986@1`.
 *
 * @packageDocumentation
 */
import { OptionError } from "../errors";
import type { LineStream } from "../lines/line-stream";
import type { DedupeCounts } from "../lines/stream";
import type { Level } from "../options";
import { dedupeStream as streamOf } from "../seen/dedupe-stream";
import type { SeenSet } from "../seen/seen-set";
import { createNormalizer } from "./crawl-normalizer";
import type { CrawlOptions } from "./crawl-options";
import type { CrawlExplanation } from "./explain/explain";

export type { AdmittedOptions } from "../admitted";
export type { ToAscii } from "../engine/idna";
export type { Engine } from "../engine/kernel";
export {
	type Component,
	FileError,
	type FileErrorCode,
	ListError,
	type ListErrorCode,
	type ListReportCode,
	OptionError,
	type OptionErrorCode,
	PolicyError,
	type PolicyErrorCode,
	type PolicyFault,
	SetError,
	type SetErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../errors";
export type { Octets } from "../input";
export type { LearnedShapes } from "../learned/learned-shapes";
export type { Reject } from "../lines/batch";
export type { NormalizedColumn } from "../lines/column";
export type { LineCounts, LineStream } from "../lines/line-stream";
export type { NormalizedLines } from "../lines/lines";
export type { PartName } from "../lines/parts";
export type { DedupeCounts } from "../lines/stream";
export type { Utf8Column } from "../lines/utf8-column";
export type { Normalizer } from "../normalizer";
export type { InvalidLines, Level } from "../options";
export type { BothColumns, ColumnsByPart, PartColumnsOptions } from "../rules/rule-columns";
export type { BothLines } from "../rules/rule-lines";
export type { Forms, KeyNormalizer } from "../rules/rules";
export { type AddedLines, SeenSet, type SeenSetOptions } from "../seen/seen-set";
export type { SnapshotSource } from "../seen/snapshot";
export { CrawlNormalizer, createNormalizer } from "./crawl-normalizer";
export type { CrawlOptions, CrawlSettings } from "./crawl-options";
export type { CrawlExplanation, CrawlStep, Unstable } from "./explain/explain";
export type { KeptPieces } from "./explain/kept-pieces";
export {
	type PathDescription,
	type ProfileDescription,
	profile,
	type RuleDescription,
	type SiteDescription,
} from "./explain/profile-description";
export type { Removal } from "./explain/removals";
export {
	type ExpressionOptions,
	expressionLines,
	expressions,
	fromTldts,
	type HashOptions,
	hashes,
	hashLines,
	type PublicSuffix,
} from "./expressions";
export type { ListDoubt, ListReport } from "./lists/list-error";
export type { ListFormat } from "./lists/list-format";
export { type ListOptions, type ReadList, readList } from "./lists/read-list";
export type { SwitchedOff } from "./lists/switched-off";
export { checkPolicy, readPolicy } from "./policy/check-policy";
export { type PolicyChange, type PolicyChanges, PolicyDiff } from "./policy-diff";
export { type FailedTest, type PolicyTestResults, type TestedReference, testPolicy } from "./policy-tests";
export type { ProfileId } from "./profiles";
export { readShapes } from "./read-shapes";
export type { OneOrMore, Parameter, ParameterEntry, PathParameter, PathParameterEntry } from "./schema/parameter";
export type {
	HostSite,
	ParameterList,
	PathSite,
	Policy,
	PolicyTests,
	Rewrite,
	RewriteInside,
	RewriteTo,
	Site,
} from "./schema/policy";
export { listSchema, policySchema, type Schema } from "./schema/policy-schema";
export type {
	FetchQueryRules,
	FetchRules,
	FragmentRules,
	IndexName,
	KeyRules,
	ListsOf,
	ListUse,
	PathRules,
	QueryRules,
	RuleKind,
	SentListUse,
	SiteRules,
} from "./schema/registry";
export { type ShapeOptions, shape } from "./shape";

/**
 * Returns the URL to fetch, or the same string if it has that form already. Throws UriError if there is no such form.
 *
 * @example
 * ```ts
 * normalize("HTTP://0x7f.1/a/../b c", { profile: "whatwg@1" }); // "http://127.0.0.1/b%20c"
 * ```
 */
export function normalize(reference: string, options: CrawlOptions): string {
	return createNormalizer(options).normalize(reference);
}

/**
 * Returns the key, which is equal for references to the same page. Compare and store it; never fetch it. Throws UriError.
 *
 * @example
 * ```ts
 * key("http://example.com/?utm_source=feed&b=2&a=1#top", { profile: "crawl@1" }); // "http://example.com/?a=1&b=2"
 * ```
 */
export function key(reference: string, options: CrawlOptions): string {
	return createNormalizer(options).key(reference);
}

/**
 * Resolves a reference against a base: see `CrawlNormalizer.resolve`. Throws UriError.
 *
 * @example
 * ```ts
 * resolve("../g?b&a", "HTTP://h/x/y/z", { profile: "whatwg@1" }); // "http://h/x/g?b&a"
 * ```
 */
export function resolve(reference: string, base: string, options: CrawlOptions): string {
	return createNormalizer(options).resolve(reference, base);
}

/**
 * Whether `normalize` returns the reference unchanged. Returns false if it cannot be normalized.
 *
 * @example
 * ```ts
 * isNormalized("http://h/?b&a", { profile: "crawl@1" }); // true
 * isNormalized("http://h", { profile: "crawl@1" }); // false
 * ```
 */
export function isNormalized(reference: string, options: CrawlOptions): boolean {
	return createNormalizer(options).isNormalized(reference);
}

/**
 * Whether two references have the same key. Throws UriError if either has none.
 *
 * @example
 * ```ts
 * equivalent("http://h/?b&a", "http://h/?a&b#top", { profile: "crawl@1" }); // true
 * ```
 */
export function equivalent(a: string, b: string, options: CrawlOptions): boolean {
	return createNormalizer(options).equivalent(a, b);
}

/**
 * Why two references count as the same page: see `CrawlNormalizer.compare`. Throws UriError if either has no key.
 *
 * @example
 * ```ts
 * compare("http://h/?b&a", "http://h/?a&b", { profile: "crawl@1" }); // ["query-sort"]
 * ```
 */
export function compare(a: string, b: string, options: CrawlOptions): Level | string[] | undefined {
	return createNormalizer(options).compare(a, b);
}

/**
 * Returns how a reference gets its key: see `CrawlNormalizer.explain`. Throws UriError if it has no key.
 *
 * @example
 * ```ts
 * const { steps, fetch } = explain("HTTP://h/?b&a", { profile: "crawl@1" });
 * steps.map(({ rule }) => rule); // ["url-standard", "query-sort"]
 * fetch; // "http://h/?b&a"
 * ```
 */
export function explain(reference: string, options: CrawlOptions): CrawlExplanation {
	return createNormalizer(options).explain(reference);
}

/**
 * Returns a transform stream that passes the first of each group of lines with the same key: `dedupeStream` of `urlsieve`, but there is no
 * set by default, since no profile is. Throws OptionError `invalid-input` unless `seen` is a set.
 *
 * @example
 * ```ts
 * const unique = dedupeStream(new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) }));
 * const body = new Response("http://h/?b&a\nhttp://h/?a&b\n").body.pipeThrough(unique);
 * await new Response(body).text(); // "http://h/?b&a\n"
 * ```
 */
export function dedupeStream(seen: SeenSet): LineStream<DedupeCounts> {
	if (seen !== undefined) return streamOf(seen);
	throw new OptionError("invalid-input", "dedupeStream needs a set, which says by which profile: new SeenSet({ normalizer }).");
}
