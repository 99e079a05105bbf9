/** A crawler for python/tests/test_redis.py: `crawler.mjs REDIS LOG START END`. Claims the URLs from START to END, and logs them. */
import { openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { SharedSeenSet } from "../../build/out/dist/redis.js";

const BATCH = 500;
const { createClient } = createRequire(process.env.URLSIEVE_NPM)("redis");
const [url, name, start, end] = process.argv.slice(2);
const client = await createClient({ url }).connect();
const seen = await SharedSeenSet.open(client, "crawl");
const log = openSync(name, "a");
for (let first = Number(start); first < Number(end); first += BATCH) {
	const batch = await seen.claim(Array.from({ length: BATCH }, (_, index) => `http://EXAMPLE.com/${first + index}`));
	if (batch.urls.length === 0) continue;
	const numbers = batch.urls.map((text) => text.slice(text.lastIndexOf("/") + 1)).join(" ");
	writeSync(log, `new ${numbers}\nfetched ${numbers}\n`);
	if (!(await seen.acknowledge(batch.id))) throw new Error("a batch was taken away");
}
client.destroy();
