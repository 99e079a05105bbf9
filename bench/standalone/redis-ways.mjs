/**
 * Ways to ask a Redis server which URLs are new: by pipelined SADD of each string, as crawlers do today, and by `urlsieve/redis`. Each
 * runs for real, on a server of its own on the loopback interface.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { npmPackages } from "../../build/npm.mjs";
import { root } from "../../build/root.mjs";
import { random, SEED } from "../lists/random.mjs";

/** URLs whose time is measured. Half of them are repeats. */
export const URLS = 100_000;
/** Different URLs of which the memory is measured. */
export const STORED = 1_000_000;
export const BATCH = 10_000;
export const ROUNDS = 3;
const MAX_WAITS = 200;

const { Redis } = createRequire(npmPackages("urlsieve-platforms", join(root, "test", "platforms", "package.json")))("ioredis");
const { SharedSeenSet } = await import("../../build/out/dist/redis.js");

let server;
let client;

/** Starts a server, runs an action, and ends the server. Throws if it cannot be started. */
export async function withServer(action) {
	const port = await freePort();
	server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" });
	const failed = new Promise((_, reject) => {
		server.on("error", (error) => reject(new Error(`cannot start redis-server: ${error.message}`)));
	});
	client = new Redis(port, {
		maxRetriesPerRequest: null,
		retryStrategy: (attempt) => (attempt < MAX_WAITS ? 50 : undefined),
	});
	client.on("error", () => {});
	try {
		return await Promise.race([action(), failed]);
	} finally {
		client.disconnect();
		server.kill();
	}
}

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

/**
 * Adds the URLs in each way, in several rounds. Returns for each way and round the nanoseconds of a URL: CPU time of this process,
 * that of the server, and wall time.
 */
export async function redisTimes() {
	const batches = batchesOf(shuffled(URLS, URLS / 2));
	const all = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
	for (let round = 0; round < ROUNDS; ++round) {
		for (const [name, run] of Object.entries(WAYS)) {
			await client.flushall();
			const [start, cpu, theirs] = [performance.now(), process.cpuUsage(), serverTime()];
			if ((await run(batches)) !== URLS / 2) throw new Error(`${name}: wrong number of new URLs`);
			const { user, system } = process.cpuUsage(cpu);
			const times = [(user + system) * 1000, serverTime() - theirs, (performance.now() - start) * 1e6];
			all[name].push(times.map((time) => time / URLS));
		}
	}
	return all;
}

/** The octets of server memory that a URL takes, for the ways that differ in it. */
export async function redisMemory() {
	const batches = batchesOf(shuffled(STORED, STORED));
	const all = {};
	for (const name of ["SADD of each string", "exact", "compact"]) {
		await client.flushall();
		const before = await usedMemory();
		if ((await WAYS[name](batches)) !== STORED) throw new Error(`${name}: wrong number of new URLs`);
		all[name] = ((await usedMemory()) - before) / STORED;
	}
	return all;
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
