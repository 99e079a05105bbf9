/**
 * `npm run load`: streams 200 MB through `POST /normalize` and through `POST /dedupe`, twice, sends 10,000 small requests, and
 * prints how fast the worker was and how much memory it took. Fails when an answer is wrong, and when the second 200 MB make
 * memory grow by half of their size. (While the first ones do, V8 lets its heap grow.)
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
/** A list of references of which a good half differ, sent again and again: so the set does not grow after the first time. */
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
		if (peak - start > STREAMED / 2e6) throw new Error(`${name} made the memory grow from ${start} MB to ${peak} MB.`);
	}
	const { model } = cpus()[0];
	console.log(
		`${model}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Node.js ${process.version} as client\n`,
	);
	console.log(table(rows));
} finally {
	await worker.stop();
}

/** Sends the list so many times in one request, and reads the answer meanwhile. */
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
		throw new Error(`POST ${path} answered ${response.statusCode} with ${received} octets, not 200 with ${expected[path]}.`);
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

/** Many references, one a request, some requests at a time. */
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

/** Asks about one reference. Answers the milliseconds that it took. */
async function explain(number) {
	const start = performance.now();
	const url = `HTTP://Host-${number}.Example:80/%7Efoo/../${number}`;
	const response = await fetch(`${worker.origin}/?url=${encodeURIComponent(url)}`);
	const { normal, engine } = await response.json();
	if (response.status !== 200 || normal !== `http://host-${number}.example/${number}` || engine !== "wasm-simd") {
		throw new Error(`GET /?url=${url} answered ${response.status}, ${normal}, by ${engine}.`);
	}
	return performance.now() - start;
}

/** Does a thing, and samples the memory of workerd before, meanwhile and after. */
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

/** Memory of workerd that is in RAM, by Linux. */
function residentMegabytes() {
	const status = readFileSync(`/proc/${worker.pid}/status`, "utf8");
	return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) / 1024);
}

function table(rows) {
	const cells = rows.map(({ name, amount, rate, p50 = "", p99 = "", start, half, peak, end }) =>
		[name, amount, rate, p50, p99, start, half, peak, end].join(" | "),
	);
	const heads = "request | amount | rate | p50 | p99 | RSS in MB: at first | halfway | peak | at last";
	return [heads, heads.replace(/[^|]+/g, " --- ").trim(), ...cells].map((line) => `| ${line} |`).join("\n");
}

/** References as a crawl finds them: one in three was there before, in this spelling or in another. */
function references(count) {
	const lines = Array.from({ length: count }, (_, index) => {
		const number = index % 3 === 2 ? index >> 1 : index;
		const host = `www.site-${number % 997}.example`;
		const spelled = index % 3 === 2 ? `HTTP://${host.toUpperCase()}:80` : `http://${host}`;
		return `${spelled}/archive/${number}/article-${number}.html?section=${number % 7}\n`;
	});
	return new TextEncoder().encode(lines.join(""));
}
