/** A queue of Crawlee whose known URLs last. A kill loses at most the last second. */
import { OptionError } from "../errors";
import { type Rules, rulesOf } from "../rules/rules";
import type { AddedRequest, AddOptions, KnownUrls, QueuedRequest, SeenRequestsOptions, Source } from "./request";
import { type Checkpoint, RequestJournal } from "./request-journal";

/** Milliseconds between checkpoints. */
const INTERVAL = 1000;

/**
 * A `requestQueue` for the crawlers of Crawlee. It queues a request unless its URL is known: unless the store, or a request since, has the same
 * key. Requests whose identity is not their URL, because they have a `uniqueKey`, a payload or another method than GET, are known by their
 * `uniqueKey`.
 *
 * Each second, the requests that are not done are saved in a file, and then the keys are added to the store: a key that lasts longer than its
 * request would lose the page. So a killed crawl continues with every request that was not done, and may repeat those of the last
 * second. A request is done once its handler has ended: await `enqueueLinks` there. Pending requests are in memory as well.
 *
 * @example
 * ```ts
 * import { createNormalizer } from "urlsieve/crawl";
 * import { SeenStore } from "urlsieve/node";
 *
 * class Request { constructor(options) { Object.assign(this, { method: "GET", uniqueKey: options.url }, options); } } // that of "crawlee"
 * const normalizer = createNormalizer({ profile: "crawl@1" });
 * const store = await SeenStore.open("pages.seen", { normalizer });
 * const requestQueue = await SeenRequests.open("pending.jsonl", { store, normalizer, Request });
 * await requestQueue.addRequest({ url: "http://example.com/?utm_source=feed" });
 * (await requestQueue.addRequest({ url: "http://example.com/#top" })).wasAlreadyPresent; // true
 * await requestQueue.close();
 * await store.close();
 * ```
 */
export class SeenRequests<Request extends QueuedRequest> {
	readonly #journal: RequestJournal;
	readonly #store: KnownUrls;
	readonly #rules: Rules;
	readonly #Request: new (
		options: never,
	) => Request;
	/** Requests that wait, by their number: the next one first. Those for the front of the queue, the next one last. */
	readonly #waiting = new Map<number, Request>();
	readonly #front: number[] = [];
	/** Requests that are being handled. */
	readonly #taken = new Map<number, Request>();
	#lastNumber = 0;
	#handled: number;
	/** Saved by the next checkpoint. */
	#added = new Set<number>();
	#done: number[] = [];
	#names = new Set<string>();
	/** Names that are being added to the store. */
	#saving: ReadonlySet<string> = new Set();
	#checkpoint: Promise<void> | undefined;
	readonly #timer: ReturnType<typeof setInterval>;
	#failure: unknown;

	private constructor(
		journal: RequestJournal,
		handled: number,
		requests: ReadonlyMap<number, unknown>,
		{ store, normalizer, Request }: SeenRequestsOptions<Request>,
	) {
		this.#journal = journal;
		this.#handled = handled;
		this.#store = store;
		this.#rules = rulesOf(normalizer);
		this.#Request = Request;
		for (const [number, options] of requests) {
			const request = new Request(options as never);
			this.#waiting.set(number, request);
			this.#lastNumber = Math.max(this.#lastNumber, number);
			// A kill between the two steps of a checkpoint leaves a request without its key.
			const name = this.#nameOf(request);
			if (!store.has(name)) this.#names.add(name);
		}
		this.#timer = setInterval(() => {
			this.save().catch((error) => {
				this.#failure = error;
			});
		}, INTERVAL);
		this.#timer.unref?.();
	}

	/**
	 * Opens the file of a queue, or creates it. The lock of the store keeps other processes from it. Throws SetError `invalid-store` if the
	 * file is not that of a queue, OptionError `invalid-option`, or the system's error.
	 */
	static async open<Request extends QueuedRequest>(
		path: string,
		options: SeenRequestsOptions<Request>,
	): Promise<SeenRequests<Request>> {
		if (typeof options?.store?.addAll !== "function" || typeof options.Request !== "function") {
			throw new OptionError("invalid-option", "The options must have a store, its normalizer, and the class Request of Crawlee.");
		}
		rulesOf(options.normalizer);
		const { journal, requests, handled } = await RequestJournal.open(path);
		return new SeenRequests(journal, handled, requests, options);
	}

	/** Queues a request, unless it is known. */
	async addRequest(source: Source, options: AddOptions = {}): Promise<AddedRequest & { forefront: boolean }> {
		return { ...this.#add(source, options.forefront === true), forefront: options.forefront === true };
	}

	/** Queues requests, and returns once all are queued. Those beyond `maxNewRequests` are returned instead. */
	async addRequestsBatched(sources: Iterable<Source> | AsyncIterable<Source>, options: AddOptions = {}) {
		const { forefront = false, maxNewRequests = Number.POSITIVE_INFINITY } = options;
		const addedRequests: AddedRequest[] = [];
		const requestsOverLimit: Source[] = [];
		let count = 0;
		for await (const source of sources) {
			if (count >= maxNewRequests) {
				requestsOverLimit.push(source);
				continue;
			}
			const added = this.#add(source, forefront);
			if (!added.wasAlreadyPresent) count += 1;
			addedRequests.push(added);
		}
		return { addedRequests, waitForAllRequestsToBeAdded: Promise.resolve([] as AddedRequest[]), requestsOverLimit };
	}

	/** The next request, or null if none waits. */
	async fetchNextRequest(): Promise<Request | null> {
		this.#throwFailure();
		const number = this.#front.pop() ?? this.#waiting.keys().next().value;
		if (number === undefined) return null;
		const request = this.#waiting.get(number) as Request;
		this.#waiting.delete(number);
		request.id = String(number);
		this.#taken.set(number, request);
		return request;
	}

	/** Notes that a request is done. */
	async markRequestHandled(request: Request): Promise<AddedRequest | null> {
		const number = Number(request.id);
		if (!this.#taken.delete(number)) return null;
		request.handledAt ??= new Date().toISOString();
		this.#handled += 1;
		this.#done.push(number);
		return { requestId: String(number), uniqueKey: request.uniqueKey, wasAlreadyPresent: true, wasAlreadyHandled: false };
	}

	/** Queues a failed request again. */
	async reclaimRequest(request: Request, options: AddOptions = {}): Promise<(AddedRequest & { forefront: boolean }) | null> {
		const number = Number(request.id);
		if (!this.#taken.delete(number)) return null;
		const forefront = options.forefront === true;
		this.#queue(number, request, forefront);
		return {
			requestId: String(number),
			uniqueKey: request.uniqueKey,
			wasAlreadyPresent: true,
			wasAlreadyHandled: false,
			forefront,
		};
	}

	async isEmpty(): Promise<boolean> {
		this.#throwFailure();
		return this.#waiting.size === 0;
	}

	async isFinished(): Promise<boolean> {
		return (await this.isEmpty()) && this.#taken.size === 0;
	}

	/** Number of requests that were ever handled. */
	async handledCount(): Promise<number> {
		return this.#handled;
	}

	getTotalCount(): number {
		return this.#handled + this.getPendingCount();
	}

	getPendingCount(): number {
		return this.#waiting.size + this.#taken.size;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
		for (let next = await this.fetchNextRequest(); next !== null; next = await this.fetchNextRequest()) yield next;
	}

	/** Saves all changes so far, which happens each second anyway. Throws the error of the store or of the system. Then nothing is lost. */
	save(): Promise<void> {
		this.#checkpoint ??= this.#save().finally(() => {
			this.#checkpoint = undefined;
		});
		return this.#checkpoint;
	}

	/** Saves, and closes the file. Throws as `save` does. */
	async close(): Promise<void> {
		clearInterval(this.#timer);
		await this.#checkpoint?.catch(() => {});
		try {
			await this.save();
		} finally {
			await this.#journal.close();
		}
	}

	async #save(): Promise<void> {
		const [added, done, names] = [this.#added, this.#done, this.#names];
		if (added.size + done.length + names.size === 0) return;
		const checkpoint = this.#journal.isWasteful ? this.#all() : this.#since(added, done);
		[this.#added, this.#done, this.#names, this.#saving] = [new Set(), [], new Set(), names];
		try {
			await (this.#journal.isWasteful ? this.#journal.rewrite(checkpoint) : this.#journal.append(checkpoint));
			await this.#store.addAll(names);
			await this.#store.flush();
		} catch (error) {
			this.#added = new Set([...added, ...this.#added]);
			this.#done = [...done, ...this.#done];
			this.#names = new Set([...names, ...this.#names]);
			throw error;
		} finally {
			this.#saving = new Set();
		}
	}

	#since(added: ReadonlySet<number>, done: readonly number[]): Checkpoint {
		const requests = [...added].flatMap((number) => {
			const request = this.#waiting.get(number) ?? this.#taken.get(number);
			return request === undefined ? [] : [[number, request] as const];
		});
		return { added: requests, done, handled: this.#handled };
	}

	#all(): Checkpoint {
		return { added: [...this.#taken, ...this.#waiting], done: [], handled: this.#handled };
	}

	#add(source: Source, forefront: boolean): AddedRequest {
		const request = this.#requestOf(source);
		const name = this.#nameOf(request);
		const { uniqueKey } = request;
		if (this.#names.has(name) || this.#saving.has(name) || this.#store.has(name)) {
			return { requestId: request.id ?? uniqueKey, uniqueKey, wasAlreadyPresent: true, wasAlreadyHandled: false };
		}
		this.#names.add(name);
		const number = ++this.#lastNumber;
		request.id = String(number);
		this.#queue(number, request, forefront);
		return { requestId: request.id, uniqueKey, wasAlreadyPresent: false, wasAlreadyHandled: false };
	}

	#queue(number: number, request: Request, forefront: boolean): void {
		this.#waiting.set(number, request);
		if (forefront) this.#front.push(number);
		this.#added.add(number);
	}

	#requestOf(source: Source): Request {
		const options = typeof source === "string" ? { url: source } : source;
		if (typeof options?.url !== "string")
			throw new OptionError("invalid-input", "A request must have a url; requestsFromUrl is not supported.");
		return options instanceof this.#Request ? options : new this.#Request(options as never);
	}

	/** The name of a request in the store: a reference in normal form. */
	#nameOf({ url, uniqueKey, method, payload }: Request): string {
		const isPlain = method === "GET" && payload === undefined && uniqueKey === new this.#Request({ url } as never).uniqueKey;
		const key = isPlain ? this.#rules.tryForm("key", url) : undefined;
		return typeof key === "string" ? key : `urn:unique-key:${encodeURIComponent(uniqueKey)}`;
	}

	/** Throws the failure of the last checkpoint: if the queue continued, a kill would repeat more and more. */
	#throwFailure(): void {
		const failure = this.#failure;
		this.#failure = undefined;
		if (failure !== undefined) throw failure;
	}
}
