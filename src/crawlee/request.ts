/** What a queue needs of Crawlee and of a store, and what it tells Crawlee. */
import type { KeyNormalizer } from "../rules/rules";

/** What this queue needs of Crawlee's `Request`. */
export interface QueuedRequest {
	id?: string | undefined;
	url: string;
	uniqueKey: string;
	method: string;
	payload?: unknown;
	handledAt?: string | undefined;
}

/** What this queue needs of a `SeenStore` of `urlsieve/node`. */
export interface KnownUrls {
	has(reference: string): boolean;
	addAll(references: Iterable<string>): Promise<unknown>;
	flush(): Promise<void>;
}

/** Options of a queue. */
export interface SeenRequestsOptions<Request extends QueuedRequest> {
	/** Knows all URLs that were ever queued. It is yours to close, after the queue. */
	store: KnownUrls;
	/** That of the store. */
	normalizer: KeyNormalizer;
	/** The class of Crawlee: `import { Request } from "crawlee"`. */
	Request: new (
		options: never,
	) => Request;
}

/** What Crawlee is told of a request that is added. */
export interface AddedRequest {
	requestId: string;
	uniqueKey: string;
	wasAlreadyPresent: boolean;
	wasAlreadyHandled: boolean;
}

/** How requests are added. */
export interface AddOptions {
	forefront?: boolean | undefined;
	maxNewRequests?: number | undefined;
}

/** A request, as the methods of Crawlee take it. */
export type Source = string | { url?: string | undefined };
