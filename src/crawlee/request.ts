/** The interface between a queue, Crawlee and a store. */
import type { KeyNormalizer } from "../rules/rules";

/** The part of Crawlee's `Request` that this queue needs. */
export interface QueuedRequest {
	id?: string | undefined;
	url: string;
	uniqueKey: string;
	method: string;
	payload?: unknown;
	handledAt?: string | undefined;
}

/** The part of `SeenStore` of `urlsieve/node` that this queue needs. */
export interface KnownUrls {
	has(reference: string): boolean;
	addAll(references: Iterable<string>): Promise<unknown>;
	flush(): Promise<void>;
}

/** Options of a queue. */
export interface SeenRequestsOptions<Request extends QueuedRequest> {
	/** Knows all URLs that were ever queued. It is yours to close, after the queue. */
	store: KnownUrls;
	/** The normalizer of the store. */
	normalizer: KeyNormalizer;
	/** The class of Crawlee: `import { Request } from "crawlee"`. */
	Request: new (
		options: never,
	) => Request;
}

/** The result of adding a request, as Crawlee expects it. */
export interface AddedRequest {
	requestId: string;
	uniqueKey: string;
	wasAlreadyPresent: boolean;
	wasAlreadyHandled: boolean;
}

/** Options for adding requests. */
export interface AddOptions {
	forefront?: boolean | undefined;
	maxNewRequests?: number | undefined;
}

/** A request, as the methods of Crawlee take it. */
export type Source = string | { url?: string | undefined };
