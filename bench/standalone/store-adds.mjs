/**
 * `node bench/standalone/store-adds.mjs [ADDS [ROUNDS [KNOWN]]]`: what `SeenStore.add` costs, and how long the slowest adds take. Each
 * round adds ADDS new URLs, by default 1,200,000, one by one to a store of KNOWN URLs, by default none, so that a run is written meanwhile,
 * and lets the event loop run after each 1,000. Each add counts with its least time of all rounds: garbage collection and other programs
 * interrupt a different one each time. Long adds are counted without the time that the thread waited for a core, on Linux, and again
 * without those that garbage was collected in.
 * Requires: urlsieve is built.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { SeenStore } from "urlsieve/node";

const TURN = 1000;
const SHOWN = 5;
/** Milliseconds: adds that take longer are counted. No add should take longer than the last. */
const LONG = [1, 2, 5];

const [adds = 1_200_000, rounds = 5, known = 0] = process.argv.slice(2).map(Number);
if (![adds, rounds].every((count) => Number.isInteger(count) && count > 0) || !Number.isInteger(known) || known < 0) {
	console.error("store-adds: ADDS, ROUNDS and KNOWN must be integers, such as 1200000 5 0");
	process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "urlsieve-adds-"));
const [first, copy] = [join(folder, "known.seen"), join(folder, "copy.seen")];
/** Garbage collections. */
const collections = [];
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ type: "gc" });
/** The least time of each add, in milliseconds. */
const least = new Float32Array(adds).fill(Number.POSITIVE_INFINITY);

try {
	await writeKnown();
	const measured = [];
	for (let round = 0; round < rounds; ++round) measured.push(await addRound());
	// Collections are reported later.
	await setImmediate();
	show(measured);
} finally {
	rmSync(folder, { recursive: true });
}

async function writeKnown() {
	const store = await SeenStore.open(first);
	for (let from = 0; from < known; from += 100 * TURN)
		await store.addAll(urlsFrom(adds + from, Math.min(100 * TURN, known - from)));
	await store.close();
}

/** Prints what all rounds took. */
function show(measured) {
	const middle = (numbers) => numbers.sort((a, b) => a - b)[rounds >> 1].toFixed(2);
	const each = middle(measured.map(({ cpu }) => cpu));
	const all = middle(measured.map(({ process }) => process));
	console.log(`${each} µs of CPU time for an add, ${all} with the threads that write runs, medians of ${rounds} rounds`);
	const long = measured.flatMap((round) => round.long);
	const own = long.filter((add) => !collections.some((entry) => isDuring(entry, add)));
	const count = (list, limit) => list.filter(({ time }) => time > limit).length;
	const counts = LONG.map((limit) => `${count(long, limit)} longer than ${limit} ms (${count(own, limit)} without a collection)`);
	console.log(`of ${(adds * rounds).toLocaleString("en-US")} adds: ${counts.join(", ")}`);
	const worst = long.sort((a, b) => b.time - a.time).slice(0, SHOWN);
	console.log(`slowest of all: ${shown(worst.map(({ index, time }) => [index, time]))}`);
	const slowest = [...least.entries()].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
	console.log(`slowest by their least time of all rounds: ${shown(slowest)}`);
}

function shown(times) {
	return times.map(([index, time]) => `${time.toFixed(2)} ms (number ${index + 1})`).join(", ");
}

/** Adds all URLs. Returns the CPU time of an add in microseconds, with and without other threads, and which took long. */
async function addRound() {
	copyFileSync(first, copy);
	const store = await SeenStore.open(copy);
	const begin = process.cpuUsage();
	const [costs, long] = [[], []];
	for (let from = 0; from < adds; from += TURN) {
		costs.push(addTurn(store, from, long));
		await setImmediate();
	}
	await store.close();
	const { user, system } = process.cpuUsage(begin);
	return { cpu: costs.sort((a, b) => a - b)[costs.length >> 1], process: (user + system) / adds, long };
}

/** Adds a turn of URLs. Returns the CPU time of an add in microseconds. `long`: takes the time of each add that took long. */
function addTurn(store, from, long) {
	const urls = urlsFrom(from, Math.min(TURN, adds - from));
	let waited = waitingTime();
	const begin = process.cpuUsage();
	for (let index = 0; index < urls.length; ++index) {
		const start = performance.now();
		store.add(urls[index]);
		const time = performance.now() - start;
		if (time < least[from + index]) least[from + index] = time;
		if (time <= LONG[0]) continue;
		const now = waitingTime();
		const own = time - (now - waited);
		if (own > LONG[0]) long.push({ index: from + index, time: own, start, end: start + time });
		waited = now;
	}
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / urls.length;
}

/** Whether garbage was collected during an add. */
function isDuring({ startTime, duration }, { start, end }) {
	return startTime < end && startTime + duration > start;
}

/** Milliseconds that this thread was ready but had no core. */
function waitingTime() {
	const file = "/proc/thread-self/schedstat";
	return existsSync(file) ? Number(readFileSync(file, "latin1").split(" ")[1]) / 1e6 : 0;
}

function urlsFrom(first, count) {
	return Array.from({ length: count }, (_, index) => {
		const number = first + index;
		return `https://www.host-${number % 50_021}.example/articles/story-${number}.html`;
	});
}
