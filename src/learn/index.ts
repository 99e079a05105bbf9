/**
 * The entry `urlsieve/learn`: learns a policy from the pages that a crawl has fetched. Node.js only.
 *
 * @module
 */
import "../engine/wasm-engine";

export type { ParameterList, Policy } from "../crawl/schema/policy";
export {
	type Component,
	ListError,
	type ListErrorCode,
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
export {
	type Against,
	type Column,
	type Domains,
	type Evidence,
	type Guard,
	type LearnCounts,
	type Learned,
	type LearnOptions,
	type LearnProgress,
	learn,
	type Reach,
	type RowBatch,
	type RuleEvidence,
	type UrlPair,
} from "./rows";
