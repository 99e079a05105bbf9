/**
 * `npm run load`: streams 200 MB through `POST /normalize` and `POST /dedupe`, twice each, then sends 10,000 small requests. Prints
 * throughput, latency and memory. Fails if a response is wrong, or if memory grows by more than half of a stream's size in the
 * second pass. In the first pass V8 grows its heap.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { availableParallelism, cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { prepare, serve } from "./serve.mjs";

const STREAMED = 200e6;
const REQUESTS = 10000;
const CONCURRENCY = 16;
const SAMPLED_EVERY = 50;
/** Lines of the list, which is sent repeatedly. The set only grows while it is sent for the first time. */
const LINES = 300000;

await prepare();
const { createNormalizer, SeenSet } = await import("urlsieve");
const list = references(LINES);
const times = Math.ceil(STREAMED / list.length);
const expected = {
	"/normalize": times * createNormalizer().normalizeLines(list).lines.length,
	"/dedupe": new SeenSet().addLines(list).fresh.length,
};

const worker = await serve({ log: (text) => process.stderr.write(text) });
try {
	await explain(0);
	const rows = [];
	for (const path of ["/normalize", "/dedupe", "/normalize", "/dedupe"]) rows.push(await sampled(() => stream(path)));
	rows.push(await sampled(explainMany));
	for (const { name, start, peak } of rows.slice(2)) {
		if (peak - start > STREAMED / 2e6) throw new Error(`${name} increased memory from ${start} MB to ${peak} MB.`);
	}
	const { model } = cpus()[0];
	console.log(
		`${model}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Node.js ${process.version} as client\n`,
	);
	console.log(table(rows));
} finally {
	await worker.stop();
}

/** Sends the list `times` times in one request and reads the response meanwhile. Throws if the response is wrong. */
async function stream(path) {
	const start = performance.now();
	const response = await new Promise((resolve, reject) => {
		const sent = request(worker.origin + path, { method: "POST", headers: { "content-type": "text/plain" } }, resolve);
		sent.on("error", reject);
		send(sent).catch(reject);
	});
	let received = 0;
	for await (const octets of response) received += octets.length;
	if (response.statusCode !== 200 || received !== expected[path]) {
		throw new Error(`POST ${path} returned ${response.statusCode} with ${received} octets, not 200 with ${expected[path]}.`);
	}
	const megabytes = (times * list.length) / 1e6;
	const seconds = (performance.now() - start) / 1000;
	return { name: `POST ${path}`, amount: `${megabytes.toFixed(0)} MB`, rate: `${(megabytes / seconds).toFixed(0)} MB/s` };
}

async function send(sent) {
	for (let time = 0; time < times; ++time) {
		for (let start = 0; start < list.length; start += 65536) {
			if (!sent.write(list.subarray(start, start + 65536))) await new Promise((resolve) => sent.once("drain", resolve));
		}
	}
	sent.end();
}

/** Sends many small requests, some of them concurrently. */
async function explainMany() {
	const durations = [];
	let next = 0;
	const start = performance.now();
	const client = async () => {
		while (next < REQUESTS) durations.push(await explain(next++));
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, client));
	const rate = (REQUESTS / (performance.now() - start)) * 1000;
	durations.sort((a, b) => a - b);
	const percentile = (share) => `${durations[Math.floor(share * (REQUESTS - 1))].toFixed(1)} ms`;
	const amount = `${REQUESTS} requests, ${CONCURRENCY} at a time`;
	return { name: "GET /?url=", amount, rate: `${rate.toFixed(0)} requests/s`, p50: percentile(0.5), p99: percentile(0.99) };
}

/** Requests one reference. Returns milliseconds. Throws if the response is wrong. */
async function explain(number) {
	const start = performance.now();
	const url = `HTTP://Host-${number}.Example:80/%7Efoo/../${number}`;
	const response = await fetch(`${worker.origin}/?url=${encodeURIComponent(url)}`);
	const { normal, engine } = await response.json();
	if (response.status !== 200 || normal !== `http://host-${number}.example/${number}` || engine !== "wasm") {
		throw new Error(`GET /?url=${url} returned ${response.status}, ${normal}, engine ${engine}.`);
	}
	return performance.now() - start;
}

/** Runs a function and samples the memory of workerd before, during and after. */
async function sampled(run) {
	const sizes = [residentMegabytes()];
	let isOver = false;
	const sampling = (async () => {
		while (!isOver) {
			await sleep(SAMPLED_EVERY);
			sizes.push(residentMegabytes());
		}
	})();
	const row = await run().finally(() => (isOver = true));
	await sampling;
	return { ...row, start: sizes[0], half: sizes[sizes.length >> 1], peak: Math.max(...sizes), end: sizes.at(-1) };
}

/** Resident memory of workerd, from /proc (Linux only). */
function residentMegabytes() {
	const status = readFileSync(`/proc/${worker.pid}/status`, "utf8");
	return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) / 1024);
}

function table(rows) {
	const cells = rows.map(({ name, amount, rate, p50 = "", p99 = "", start, half, peak, end }) =>
		[name, amount, rate, p50, p99, start, half, peak, end].join(" | "),
	);
	const heads = "request | amount | rate | p50 | p99 | RSS in MB: start | halfway | peak | end";
	return [heads, heads.replace(/[^|]+/g, " --- ").trim(), ...cells].map((line) => `| ${line} |`).join("\n");
}

/** References like those of a crawl. Every third one repeats an earlier one in another spelling. */
function references(count) {
	const lines = Array.from({ length: count }, (_, index) => {
		const number = index % 3 === 2 ? index >> 1 : index;
		const host = `www.site-${number % 997}.example`;
		const spelled = index % 3 === 2 ? `HTTP://${host.toUpperCase()}:80` : `http://${host}`;
		return `${spelled}/archive/${number}/article-${number}.html?section=${number % 7}\n`;
	});
	return new TextEncoder().encode(lines.join(""));
}
