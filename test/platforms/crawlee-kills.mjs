/**
 * A crawler for python/tests/test_crawlee_kills.py: `crawlee-kills.mjs URL LOG`, in the folder of its files. It crawls from a URL, and
 * appends "checkpoint" to the log when it has saved all that was done before.
 */
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createNormalizer } from "../../build/out/dist/crawl.js";
import { SeenRequests } from "../../build/out/dist/crawlee.js";
import { SeenStore } from "../../build/out/dist/node.js";

const { CheerioCrawler, Configuration, LogLevel, Request, log } = createRequire(process.env.URLSIEVE_NPM)("@crawlee/cheerio");
log.setLevel(LogLevel.ERROR);
const [url, logName] = process.argv.slice(2);

const normalizer = createNormalizer({ profile: "crawl@1" });
const store = await SeenStore.open("pages.seen", { normalizer });
const flush = store.flush.bind(store);
store.flush = async () => {
	await flush();
	appendFileSync(logName, "checkpoint\n");
};
const requestQueue = await SeenRequests.open("pending.jsonl", { store, normalizer, Request });
const crawler = new CheerioCrawler(
	{
		requestQueue,
		maxConcurrency: 8,
		minConcurrency: 8,
		requestHandler: async ({ enqueueLinks }) => {
			await enqueueLinks({ strategy: "same-hostname" });
		},
	},
	new Configuration({ persistStorage: false }),
);
await crawler.run([url]);
await requestQueue.close();
await store.close();
