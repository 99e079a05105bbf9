/**
 * The entry `urlsieve/crawlee`: Crawlee's `uniqueKey` by a normalizer, and a queue whose known URLs last.
 *
 * @module
 */
import { type KeyNormalizer, rulesOf } from "../rules/rules";

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
export type { AddedRequest, AddOptions, KnownUrls, QueuedRequest, SeenRequestsOptions, Source } from "./request";
export { SeenRequests } from "./seen-requests";

/** The part of Crawlee's `RequestOptions` that this entry needs. */
export interface CrawleeRequest {
	url: string;
	uniqueKey?: string | undefined;
	method?: string | undefined;
	payload?: unknown;
	keepUrlFragment?: boolean | undefined;
	useExtendedUniqueKey?: boolean | undefined;
}

/**
 * Returns a function that gives requests the key of their URL as `uniqueKey`, so that Crawlee fetches one of those with equal keys. It
 * is a `transformRequestFunction` of `enqueueLinks`.
 *
 * Requests keep Crawlee's own key if they have a `uniqueKey`, a `payload`, a method other than GET, `keepUrlFragment` or
 * `useExtendedUniqueKey`, or if their URL has no key.
 *
 * @example
 * ```ts
 * import { createNormalizer } from "urlsieve/crawl";
 *
 * const withKey = uniqueKeys(createNormalizer({ profile: "crawl@1" }));
 * withKey({ url: "http://example.com/?utm_source=feed&b=2&a=1#top" }).uniqueKey; // "http://example.com/?a=1&b=2"
 * ```
 */
export function uniqueKeys(normalizer: KeyNormalizer): <Options extends CrawleeRequest>(request: Options) => Options {
	const rules = rulesOf(normalizer);
	return (request) => {
		if (isCrawlees(request)) return request;
		const key = rules.tryForm("key", request.url);
		return typeof key === "string" ? { ...request, uniqueKey: key } : request;
	};
}

/** Whether Crawlee makes the key. */
function isCrawlees({ uniqueKey, method = "GET", payload, keepUrlFragment, useExtendedUniqueKey }: CrawleeRequest): boolean {
	return uniqueKey !== undefined || method !== "GET" || payload !== undefined || !!keepUrlFragment || !!useExtendedUniqueKey;
}
