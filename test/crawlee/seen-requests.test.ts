/** SeenRequests: queueing, saving and recovery. test/platforms/crawlee-kills.mjs crawls with it, with the Request of Crawlee. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createNormalizer } from "urlsieve/crawl";
import { SeenRequests } from "urlsieve/crawlee";
import { SeenStore } from "urlsieve/node";
import { afterAll, describe, expect, it, vi } from "vitest";
import { longIt } from "../support/long-it";

/** The part of Crawlee's class that the queue uses. */
class Request {
	declare id?: string;
	declare url: string;
	declare uniqueKey: string;
	declare method: string;
	declare payload?: string;
	declare handledAt?: string;
	retryCount = 0;

	constructor(options: { url: string; uniqueKey?: string }) {
		Object.assign(this, { method: "GET", uniqueKey: options.url.replace(/#.*/, ""), ...options });
	}
}

const folder = mkdtempSync(join(tmpdir(), "urlsieve-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `${++files}`);
const normalizer = createNormalizer({ profile: "crawl@1" });
const coded = (code: string) => expect.objectContaining({ code });

async function open(path: string) {
	const store = await SeenStore.open(`${path}.seen`, { normalizer });
	const queue = await SeenRequests.open(`${path}.jsonl`, { store, normalizer, Request });
	return { store, queue };
}

/** Opens copies of the files, as the next process does after a kill. */
async function reopen(path: string) {
	const copy = newPath();
	for (const ending of ["seen", "jsonl"]) writeFileSync(`${copy}.${ending}`, readFileSync(`${path}.${ending}`));
	return open(copy);
}

async function urlsIn(queue: SeenRequests<Request>): Promise<string[]> {
	const urls = [];
	for await (const { url } of queue) urls.push(url);
	return urls;
}

describe("a queue", () => {
	it("queues one request of those with the same key, in order", async () => {
		const { queue } = await open(newPath());
		const { addedRequests } = await queue.addRequestsBatched([
			"http://a/?utm_source=x",
			{ url: "http://b/" },
			new Request({ url: "http://a/#x" }),
		]);
		expect(addedRequests).toEqual([
			{ requestId: "1", uniqueKey: "http://a/?utm_source=x", wasAlreadyPresent: false, wasAlreadyHandled: false },
			{ requestId: "2", uniqueKey: "http://b/", wasAlreadyPresent: false, wasAlreadyHandled: false },
			{ requestId: "http://a/", uniqueKey: "http://a/", wasAlreadyPresent: true, wasAlreadyHandled: false },
		]);
		expect([queue.getTotalCount(), queue.getPendingCount(), await queue.isEmpty(), await queue.isFinished()]).toEqual([
			2,
			2,
			false,
			false,
		]);
		const first = (await queue.fetchNextRequest()) as Request;
		expect(first.url).toBe("http://a/?utm_source=x");
		await queue.addRequest("http://c/", { forefront: true });
		await queue.addRequest("http://d/", { forefront: true });
		expect(await urlsIn(queue)).toEqual(["http://d/", "http://c/", "http://b/"]);
		expect([await queue.isEmpty(), await queue.isFinished(), await queue.fetchNextRequest()]).toEqual([true, false, null]);
		await queue.close();
	});

	it("identifies requests with a unique key of their own by that key", async () => {
		const { queue } = await open(newPath());
		const own = [
			{ url: "http://a/", uniqueKey: "monday" },
			{ url: "http://a/", method: "POST", uniqueKey: "POST(x):http://a/" },
			{ url: "http://a/", payload: "a", uniqueKey: "with payload" },
			{ url: "http://a b/" },
			{ url: "http://a/" },
		];
		for (const options of own) {
			expect((await queue.addRequest(options)).wasAlreadyPresent).toBe(false);
			expect((await queue.addRequest({ ...options })).wasAlreadyPresent).toBe(true);
		}
		await queue.close();
	});

	it("returns the requests beyond a limit, for which known requests do not count", async () => {
		const { queue } = await open(newPath());
		await queue.addRequest("http://a/");
		async function* sources() {
			yield* ["http://a/", "http://b/", "http://c/", "http://d/"];
		}
		const { addedRequests, requestsOverLimit } = await queue.addRequestsBatched(sources(), { maxNewRequests: 2 });
		expect([addedRequests.length, requestsOverLimit]).toEqual([3, ["http://d/"]]);
		await queue.close();
	});

	it("takes back a failed request, and counts a finished one", async () => {
		const { queue } = await open(newPath());
		await queue.addRequestsBatched(["http://a/", "http://b/"]);
		const first = (await queue.fetchNextRequest()) as Request;
		first.retryCount = 1;
		expect(await queue.reclaimRequest(first, { forefront: true })).toMatchObject({ requestId: first.id });
		expect(await queue.reclaimRequest(first)).toBeNull();
		const again = (await queue.fetchNextRequest()) as Request;
		expect(again).toBe(first);
		expect(await queue.markRequestHandled(again)).toMatchObject({ wasAlreadyPresent: true });
		expect(await queue.markRequestHandled(again)).toBeNull();
		expect([again.handledAt, await queue.handledCount(), queue.getTotalCount()]).toEqual([expect.any(String), 1, 2]);
		await queue.close();
	});

	it.each<[string, () => Promise<unknown>, string]>([
		["no options", () => SeenRequests.open(newPath(), undefined as never), "invalid-option"],
		["no class", async () => SeenRequests.open(newPath(), { ...(await open(newPath())), normalizer } as never), "invalid-option"],
		[
			"no normalizer",
			async () => SeenRequests.open(newPath(), { ...(await open(newPath())), Request } as never),
			"invalid-option",
		],
		[
			"a list to be fetched",
			async () => (await open(newPath())).queue.addRequest({ requestsFromUrl: "http://a/" } as never),
			"invalid-input",
		],
	])("refuses %s", async (_, use, code) => {
		await expect(use()).rejects.toThrow(coded(code));
	});
});

describe("a process that is killed", () => {
	it("leaves exactly the requests that were not done at the last checkpoint", async () => {
		const path = newPath();
		const { queue } = await open(path);
		await queue.addRequestsBatched(["http://a/", "http://b/", "http://c/"]);
		const [first, second] = [(await queue.fetchNextRequest()) as Request, (await queue.fetchNextRequest()) as Request];
		second.retryCount = 3;
		await queue.markRequestHandled(first);
		await queue.reclaimRequest(second);
		await queue.save();
		await queue.addRequest("http://late/");
		await queue.markRequestHandled((await queue.fetchNextRequest()) as Request);
		const next = await reopen(path);
		expect([await next.queue.handledCount(), next.queue.getPendingCount()]).toEqual([1, 2]);
		for (const url of ["http://a/", "http://b/"]) expect((await next.queue.addRequest(url)).wasAlreadyPresent).toBe(true);
		for (const url of ["http://late/", "http://later/"]) expect((await next.queue.addRequest(url)).wasAlreadyPresent).toBe(false);
		const requests = [];
		for await (const request of next.queue) requests.push([request.url, request.retryCount]);
		expect(requests).toEqual([
			["http://b/", 3],
			["http://c/", 0],
			["http://late/", 0],
			["http://later/", 0],
		]);
		await queue.close();
	});

	it("never leaves a key whose request is lost", async () => {
		const path = newPath();
		const { queue, store } = await open(path);
		await queue.addRequest("http://a/");
		const adding = vi.spyOn(store, "addAll");
		const flushing = vi.spyOn(store, "flush");
		let saved: string | undefined;
		adding.mockImplementationOnce(async (names) => {
			saved = readFileSync(`${path}.jsonl`, "utf8");
			adding.mockRestore();
			return store.addAll(names);
		});
		await queue.save();
		expect([saved?.includes("http://a/"), flushing.mock.calls.length]).toEqual([true, 1]);
		await queue.close();
	});

	it("between the two steps of a checkpoint leaves requests that are not queued twice", async () => {
		const path = newPath();
		const { store, queue } = await open(path);
		await queue.addRequest("http://a/");
		vi.spyOn(store, "addAll").mockReturnValueOnce(new Promise(() => {}));
		void queue.save();
		await vi.waitFor(() => expect(readFileSync(`${path}.jsonl`, "utf8")).toContain("http://a/"));
		const next = await reopen(path);
		expect(next.store.has("http://a/")).toBe(false);
		expect((await next.queue.addRequest("http://a/#again")).wasAlreadyPresent).toBe(true);
		expect(await urlsIn(next.queue)).toEqual(["http://a/"]);
		await next.queue.save();
		expect(next.store.has("http://a/")).toBe(true);
		await next.queue.close();
	});

	it("leaves a partial line, which is cut off", async () => {
		const path = newPath();
		const { queue, store } = await open(path);
		await queue.addRequest("http://a/");
		await queue.close();
		await store.close();
		const { size } = statSync(`${path}.jsonl`);
		appendFileSync(`${path}.jsonl`, '{"added":[[2,{"url":"http://b/"');
		const next = await open(path);
		expect([statSync(`${path}.jsonl`).size, await urlsIn(next.queue)]).toEqual([size, ["http://a/"]]);
		await next.queue.close();
	});
});

describe("a file", () => {
	it.each(["urls", "{}", "[]", '{"added":[1],"done":[],"handled":0}', '{"added":[],"done":[],"handled":"x"}', "null"])(
		"with the line %s is refused",
		async (line) => {
			const path = newPath();
			writeFileSync(`${path}.jsonl`, `{"added":[],"done":[],"handled":0}\n${line}\n`);
			await expect(open(path)).rejects.toThrow(
				expect.objectContaining({ code: "invalid-store", message: `Line 2 of ${path}.jsonl is not a checkpoint of a queue.` }),
			);
		},
	);

	longIt(
		"is rewritten with all pending requests once most of it is dead, even after the program changed its folder",
		async () => {
			const path = newPath();
			const before = process.cwd();
			process.chdir(folder);
			const { queue, store } = await open(basename(path)).finally(() => process.chdir(before));
			const long = "x".repeat(20_000);
			await queue.addRequest("http://first/");
			for (let round = 0; round < 260; ++round) {
				await queue.addRequest(`http://a/${round}/${long}`);
				await queue.save();
				if (round === 0) expect((await queue.fetchNextRequest())?.url).toBe("http://first/");
				await queue.markRequestHandled((await queue.fetchNextRequest()) as Request);
			}
			expect(statSync(`${path}.jsonl`).size).toBeLessThan(2_000_000);
			await queue.close();
			await store.close();
			const next = await open(path);
			expect([await urlsIn(next.queue), await next.queue.handledCount()]).toEqual([["http://first/"], 260]);
			await next.queue.close();
		},
	);

	it("that cannot be written loses nothing: the next checkpoint has everything", async () => {
		const path = newPath();
		const { queue, store } = await open(path);
		await queue.addRequest("http://a/");
		const failing = vi.spyOn(store, "addAll").mockRejectedValueOnce(new Error("no space left"));
		await expect(queue.save()).rejects.toThrow("no space left");
		expect((await queue.addRequest("http://a/#x")).wasAlreadyPresent).toBe(true);
		failing.mockRestore();
		await queue.save();
		expect(store.has("http://a/")).toBe(true);
		const next = await reopen(path);
		expect(await urlsIn(next.queue)).toEqual(["http://a/"]);
		await queue.close();
	});
});
