/**
 * `node bench/edge.mjs`: keys and a cache by rules in workerd, as in examples/edge-cache. Prints the time of a key with 7 parameters, that
 * of `URL` with `searchParams`, and the hit rate of a synthetic log with and without rules. Requires: urlsieve is built.
 *
 * The clock of workerd stands still while a request is processed: times are differences of requests that do more and less of the same.
 */
import { readFileSync } from "node:fs";
import { inWorkerd } from "../test/edge/edge-cache.mjs";

const PROGRAM = `
import { agree, cacheKey, createRules, noVarySearch } from "urlsieve/edge";
const rule = noVarySearch('key-order, params=("utm_source" "utm_medium" "gclid")');
const url = (index) => "https://example.com/shop/item?id=" + index + "&color=red&size=xl&utm_source=news&utm_medium=mail&gclid=Ab_1&page=2";
const TASKS = {
	key: (index) => cacheKey(new Request0(url(index)), rule).length,
	url: (index) => {
		const parsed = new URL(url(index));
		for (const name of ["utm_source", "utm_medium", "gclid"]) parsed.searchParams.delete(name);
		parsed.searchParams.sort();
		return parsed.href.length;
	},
	string: (index) => cacheKey(url(index), rule).length,
	field: (index) => noVarySearch('key-order, params=("utm_source" "utm_medium" "gclid' + index + '")').keyOrder ? 1 : 0,
	agree: () => agree("/shop/item/some-name_1", ["nginx", "tomcat"]).views.length,
};
function Request0(url) { this.url = url; }
function hits(given, count) {
	const rules = createRules({ given });
	const stored = new Set();
	let [found, seed] = [0, 7];
	const next = (limit) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % limit;
	for (let turn = 0; turn < count; ++turn) {
		const tracked = next(100) < 40 ? "&utm_source=s" + next(50) + "&gclid=" + next(1e6) : "";
		const request = new Request0("https://example.com/p" + Math.floor(Math.sqrt(next(250000))) + "?id=" + next(3) + tracked);
		const key = rules.key(request);
		if (stored.has(key)) ++found;
		else stored.add(key);
	}
	return found / count;
}
function paths(count) {
	const rules = createRules();
	const response = new Response("", { headers: { "no-vary-search": "params" } });
	for (let index = 0; index < count; ++index) rules.learn(new Request0("https://example.com/" + index), response);
	return rules.knows(new Request0("https://example.com/" + (count - 1)));
}
export default {
	async fetch(request) {
		const { pathname, searchParams } = new URL(request.url);
		const count = Number(searchParams.get("count"));
		if (pathname === "/hits") return Response.json([hits({}, count), hits({ "/*": 'params=("utm_source" "gclid")' }, count)]);
		if (pathname === "/paths") return Response.json(paths(count));
		let sum = 0;
		for (let index = 0; index < count; ++index) sum += TASKS[pathname.slice(1)](index);
		return Response.json(sum);
	},
};`;
const ROUNDS = 5;
const COUNT = 100_000;

await inWorkerd(PROGRAM, async (base, pid) => {
	const ask = async (path, count) => (await fetch(`${base}/${path}?count=${count}`)).json();
	const times = Object.fromEntries(["key", "url", "string", "field", "agree"].map((name) => [name, []]));
	for (let round = 0; round <= ROUNDS; ++round) {
		for (const name of Object.keys(times)) {
			const before = cpuOf(pid);
			await ask(name, COUNT);
			// The first round warms up.
			if (round > 0) times[name].push(((cpuOf(pid) - before) * 1e6) / COUNT);
		}
	}
	const median = (list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(2);
	for (const [name, list] of Object.entries(times)) console.log(`${name.padEnd(8)} ${median(list)} µs of CPU time`);
	const [without, withRules] = await ask("hits", 200_000);
	console.log(`hit rate without rules ${(100 * without).toFixed(1)} %, with rules ${(100 * withRules).toFixed(1)} %`);
	for (const count of [10_000, 1_000_000]) {
		await ask("paths", count);
		console.log(`after ${count} paths: ${(residentOf(pid) / 1e6).toFixed(0)} MB resident`);
	}
});

/** Seconds of CPU time of a process. */
function cpuOf(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Octets. */
function residentOf(pid) {
	return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
}
