/**
 * urlsieve/crawl: profiles for crawlers. They say which URL is fetched.
 *
 * @packageDocumentation
 */
export type { Engine } from "../engine/kernel";
export { type Component, UriError, type UriErrorCode } from "../errors";
export type { ToAscii } from "../idna";
export { CrawlNormalizer, createNormalizer } from "./crawl-normalizer";
export type { CrawlOptions, CrawlSettings, ProfileId } from "./crawl-options";
