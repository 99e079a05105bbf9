/**
 * `node bench/standalone/store-adds.mjs [ADDS [ROUNDS]]`: what `SeenStore.add` costs, and how long the slowest adds take. Each round adds
 * ADDS new URLs to an empty store, by default 1,200,000, one by one, so that a run is written meanwhile, and lets the event loop run after
 * each 1,000. Each add counts with its least time of all rounds: garbage collection and other programs interrupt a different one each time.
 * Requires: urlsieve is built.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { SeenStore } from "urlsieve/node";

const TURN = 1000;
const SHOWN = 5;

const [adds = 1_200_000, rounds = 5] = process.argv.slice(2).map(Number);
if (![adds, rounds].every((count) => Number.isInteger(count) && count > 0)) {
	console.error("store-adds: ADDS and ROUNDS must be positive integers, such as 1200000 5");
	process.exit(2);
}

/** The least time of each add, in milliseconds. */
const least = new Float32Array(adds).fill(Number.POSITIVE_INFINITY);
const costs = [];
for (let round = 0; round < rounds; ++round) costs.push(await measure());
costs.sort((a, b) => a - b);
console.log(`${costs[rounds >> 1].toFixed(2)} µs of CPU time for an add, median of ${rounds} rounds`);
const slowest = [...least.entries()].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
console.log(`slowest adds: ${slowest.map(([index, time]) => `${time.toFixed(2)} ms (number ${index + 1})`).join(", ")}`);

/** A round. Returns the CPU time of an add in microseconds, with that of a thread that writes a run. */
async function measure() {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-adds-"));
	const store = await SeenStore.open(join(folder, "urls.seen"));
	let cpu = 0;
	for (let from = 0; from < adds; from += TURN) {
		const urls = Array.from({ length: Math.min(TURN, adds - from) }, (_, index) => urlOf(from + index));
		const begin = process.cpuUsage();
		addAll(store, urls, from);
		const { user, system } = process.cpuUsage(begin);
		cpu += user + system;
		await setImmediate();
	}
	await store.close();
	rmSync(folder, { recursive: true });
	return cpu / adds;
}

function addAll(store, urls, from) {
	for (let index = 0; index < urls.length; ++index) {
		const start = performance.now();
		store.add(urls[index]);
		least[from + index] = Math.min(least[from + index], performance.now() - start);
	}
}

function urlOf(number) {
	return `https://www.host-${number % 50_021}.example/articles/story-${number}.html`;
}
