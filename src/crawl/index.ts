/**
 * urlsieve/crawl: profiles for crawlers. They decide which URL is fetched and which URLs count as the same page.
 *
 * @packageDocumentation
 */

export type { ToAscii } from "../engine/idna";
export type { Engine } from "../engine/kernel";
export { type Component, UriError, type UriErrorCode } from "../errors";
export type { LineCounts, LineStream } from "../lines/line-stream";
export type { NormalizedLines, Reject } from "../lines/lines";
export type { InvalidLines } from "../options";
export { checkPolicy, readPolicy } from "./check-policy";
export type { BothLines } from "./crawl-lines";
export { CrawlNormalizer, createNormalizer } from "./crawl-normalizer";
export type { CrawlOptions, CrawlSettings } from "./crawl-options";
export type { Forms } from "./crawl-reference";
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
export { ListError, type ListErrorCode, type ListReport, type ListReportCode } from "./list-error";
export { type ListFormat, type ListOptions, type ReadList, readList } from "./lists/read-list";
export type { FetchRules, KeyRules, Parameter, ParameterList, Policy, QueryRules } from "./policy";
export { PolicyError } from "./policy-error";
export { listSchema, policySchema, type Schema } from "./policy-schema";
export type { ProfileId } from "./profiles";
export type { Removal } from "./removals";
