/**
 * The entry `urlsieve/redis`: a set of URLs on a Redis or Valkey server that several crawlers share. Node.js, Deno and Bun.
 *
 * @module
 */
import "../engine/wasm-engine";

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
} from "../errors";
export type { Octets } from "../input";
export type { KeyNormalizer } from "../rules/rules";
export type { RedisClient, RedisFunction } from "./client";
export {
	type Added,
	type Batch,
	type Claimed,
	SharedSeenSet,
	type SharedSeenSetOptions,
} from "./shared-seen-set";
export type { Variant } from "./stored";
