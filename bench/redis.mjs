/**
 * `npm run bench -- redis`: a list of URLs of which half are repeats, added to a Redis server on the loopback interface: by pipelined
 * SADD of each string, as crawlers do today, and by `urlsieve/redis`. Then the memory of the server for each way.
 *
 * Times are nanoseconds per URL, the best of several rounds: CPU time of this process, that of the server, and wall time.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { npmPackages } from "../build/npm.mjs";
import { root } from "../build/prepare.mjs";
import { random, SEED } from "./random.mjs";

const URLS = 100_000;
const STORED = 1_000_000;
const BATCH = 10_000;
const ROUNDS = 3;
const MAX_WAITS = 200;

const { Redis } = createRequire(npmPackages("urlsieve-platforms", join(root, "test", "platforms", "package.json")))("ioredis");
const { SharedSeenSet } = await import("../build/out/dist/redis.js");

const port = await freePort();
const server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" });
server.on("error", (error) => {
	console.error(`urlsieve: cannot start redis-server: ${error.message}`);
	process.exit(1);
});
const client = new Redis(port, {
	maxRetriesPerRequest: null,
	retryStrategy: (attempt) => (attempt < MAX_WAITS ? 50 : undefined),
});
client.on("error", () => {});

const shared = (options) => async (batches) => {
	const seen = await SharedSeenSet.open(client, "bench", options);
	let added = 0;
	for (const batch of batches) added += (await seen.add(batch)).added;
	return added;
};
const WAYS = {
	"SADD of each string": async (batches) => {
		let added = 0;
		for (const batch of batches) {
			const pipeline = client.pipeline();
			for (const url of batch) pipeline.sadd("strings", url);
			for (const [, isNew] of await pipeline.exec()) added += isNew;
		}
		return added;
	},
	exact: shared({ capacity: STORED }),
	compact: shared({ capacity: STORED, variant: "compact" }),
	"exact, without a local set": shared({ capacity: STORED, local: 0 }),
};

try {
	await printTimes();
	await printMemory();
} finally {
	client.disconnect();
	server.kill();
}

async function printTimes() {
	const batches = batchesOf(shuffled(URLS, URLS / 2));
	const best = Object.fromEntries(Object.keys(WAYS).map((name) => [name, [Infinity, Infinity, Infinity]]));
	for (let round = 0; round < ROUNDS; ++round) {
		for (const [name, run] of Object.entries(WAYS)) {
			await client.flushall();
			const [start, cpu, theirs] = [performance.now(), process.cpuUsage(), serverTime()];
			if ((await run(batches)) !== URLS / 2) throw new Error(`${name}: wrong number of new URLs`);
			const { user, system } = process.cpuUsage(cpu);
			const times = [(user + system) * 1000, serverTime() - theirs, (performance.now() - start) * 1e6];
			best[name] = best[name].map((time, index) => Math.min(time, times[index] / URLS));
		}
	}
	console.log(`${URLS} URLs, half of them repeats, in batches of ${BATCH}; ns a URL, best of ${ROUNDS} rounds`);
	console.log("way                            client   server     wall");
	for (const [name, times] of Object.entries(best)) {
		console.log(name.padEnd(28) + times.map((time) => String(Math.round(time)).padStart(9)).join(""));
	}
}

/** Prints the memory that the server takes for each URL, as the difference of its `used_memory`. */
async function printMemory() {
	const batches = batchesOf(shuffled(STORED, STORED));
	console.log(`\n${STORED} different URLs; octets of server memory a URL`);
	for (const name of ["SADD of each string", "exact", "compact"]) {
		await client.flushall();
		const before = await usedMemory();
		if ((await WAYS[name](batches)) !== STORED) throw new Error(`${name}: wrong number of new URLs`);
		console.log(name.padEnd(28) + (((await usedMemory()) - before) / STORED).toFixed(1).padStart(9));
	}
}

async function usedMemory() {
	return Number(/used_memory:(\d+)/.exec(await client.info("memory"))[1]);
}

/** `count` URLs in random order, of which `different` are different. */
function shuffled(count, different) {
	const urls = Array.from({ length: count }, (_, index) => `https://www.example.com/articles/${index % different}?page=2`);
	const next = random(SEED);
	for (let index = urls.length - 1; index > 0; --index) {
		const other = next(index + 1);
		[urls[index], urls[other]] = [urls[other], urls[index]];
	}
	return urls;
}

function batchesOf(urls) {
	return Array.from({ length: urls.length / BATCH }, (_, index) => urls.slice(index * BATCH, (index + 1) * BATCH));
}

/** CPU time of the server in nanoseconds. Linux only. */
function serverTime() {
	const [user, system] = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
	return (user + system) * 10_000_000;
}

async function freePort() {
	const probe = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => probe.once("listening", resolve));
	const { port } = probe.address();
	await new Promise((resolve) => probe.close(resolve));
	return port;
}
