/**
 * `node bench/standalone/edge-load.mjs [PATHS]`: load on examples/edge-cache in workerd, by HTTP, with its cache in memory and an
 * origin in the same process. Prints, for a synthetic log with tracking parameters, the hit rate and the CPU time of a request with
 * and without rules; then the memory during requests for a million paths, or for PATHS. Requires: urlsieve is built.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { inWorkerd } from "../../test/edge/edge-cache.mjs";
import { random } from "../lists/random.mjs";

const REQUESTS = 200_000;
const CONNECTIONS = 4;
/** Requests that a connection sends at once. */
const BATCH = 32;
const PAGES = 2000;

const WORKER = `
import { createRules } from "urlsieve/edge";
import { createFreshCache } from "../../examples/edge-cache/fresh-cache.mjs";
import { createHandler } from "../../examples/edge-cache/handler.mjs";
import { createMapCache } from "../../examples/edge-cache/map-cache.mjs";
const cache = createFreshCache(createMapCache(10_000));
const handler = createHandler({ rules: createRules(), cache, origin: (request) => fetch(request) });
export default { fetch: (request, env, context) => handler(request, (storing) => context.waitUntil(storing)) };`;

const originWith = (field) => `
const headers = { "cache-control": "max-age=3600", ${field === undefined ? "" : `"no-vary-search": ${JSON.stringify(field)}`} };
export default { fetch: () => new Response("x".repeat(1000), { headers }) };`;

const FIELD = 'key-order, params=("utm_source" "utm_medium" "utm_campaign" "gclid" "fbclid")';

for (const [name, field] of [
	["without rules", undefined],
	["with rules", FIELD],
]) {
	await inWorkerd(
		WORKER,
		async (base, pid) => {
			// The code is compiled, and the cache is filled as in operation.
			await load(base, log(REQUESTS / 4, 1));
			const before = cpuOf(pid);
			const hits = await load(base, log(REQUESTS, 2));
			const micros = ((cpuOf(pid) - before) * 1e6) / REQUESTS;
			console.log(`${name}: ${((100 * hits) / REQUESTS).toFixed(1)} % hits, ${micros.toFixed(0)} µs of CPU time a request`);
		},
		originWith(field),
	);
}

const paths = Number(process.argv[2] ?? 1_000_000);
await inWorkerd(
	WORKER,
	async (base, pid) => {
		let done = 0;
		for (const share of [0.05, 0.25, 0.5, 0.75, 1]) {
			const count = Math.floor(share * paths) - done;
			const first = done;
			await load(
				base,
				Array.from({ length: count }, (_, index) => `/path/${first + index}?utm_source=x`),
			);
			done += count;
			console.log(`after ${done} paths: ${(residentOf(pid) / 1e6).toFixed(0)} MB resident`);
		}
	},
	originWith(FIELD),
);

/** Targets of a log: few pages have most requests, and of these, 40 % come from campaigns. */
function log(count, seed) {
	const next = random(seed);
	return Array.from({ length: count }, () => {
		const page = Math.floor(PAGES * (next(1000) / 1000) ** 3);
		const parameters = [`id=${page}`, `page=${next(2)}`];
		if (next(100) < 40) parameters.push(`utm_source=s${next(20)}`, `utm_medium=m${next(4)}`, `gclid=${next(1_000_000)}`);
		return `/shop/${page}?${next(10) < 1 ? parameters.reverse().join("&") : parameters.join("&")}`;
	});
}

/** Sends all, over several connections at a time. Returns the number of hits. */
async function load(base, targets) {
	const { port } = new URL(base);
	let next = 0;
	const take = () => {
		next += BATCH;
		return targets.slice(next - BATCH, next);
	};
	const hits = Array.from({ length: CONNECTIONS }, async () => {
		const connection = connect(Number(port), "127.0.0.1");
		let sum = 0;
		for (let batch = take(); batch.length > 0; batch = take()) sum += await exchange(connection, batch);
		connection.destroy();
		return sum;
	});
	return (await Promise.all(hits)).reduce((sum, count) => sum + count, 0);
}

/** Sends some requests at once, and reads as many responses, each of which has a header `x-cache`. Returns the number of hits. */
function exchange(connection, targets) {
	return new Promise((resolve, reject) => {
		let [text, answers, hits] = ["", 0, 0];
		const read = (data) => {
			text += data.toString("latin1");
			let end = 0;
			for (const { 0: header, 1: state, index } of text.matchAll(/\r\nx-cache: (hit|miss)\r\n/gi)) {
				++answers;
				hits += Number(state === "hit");
				end = index + header.length;
			}
			text = text.slice(Math.max(end, text.length - 20));
			if (answers < targets.length) return;
			connection.off("data", read).off("close", reject);
			resolve(hits);
		};
		connection.on("data", read).on("close", reject);
		connection.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: e.test\r\n\r\n`).join(""));
	});
}

/** Seconds of CPU time of a process. */
function cpuOf(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Octets. */
function residentOf(pid) {
	return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
}
