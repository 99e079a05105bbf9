/**
 * `node bench/standalone/edge.mjs`: `urlsieve/edge` in Node.js and in workerd. Prints the CPU time of a key with 7 parameters
 * (`string`: of a text, which `URL` parses), of the same by `URL` with `searchParams`, of reading a field, and of `agree` on a plain
 * target. Requires: urlsieve is built. edge-load.mjs measures a cache.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, inFolder, inWorkerd } from "../../test/edge/edge-cache.mjs";

const PROGRAM = `
import { agree, cacheKey, noVarySearch } from "urlsieve/edge";
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
export default {
	async fetch(request) {
		const { pathname, searchParams } = new URL(request.url);
		const count = Number(searchParams.get("count"));
		let sum = 0;
		for (let index = 0; index < count; ++index) sum += TASKS[pathname.slice(1)](index);
		return Response.json(sum);
	},
};`;
const TASKS = ["key", "url", "string", "field", "agree"];
const ROUNDS = 5;
const COUNT = 200_000;

await inFolder(async (folder) => {
	await bundle(PROGRAM, join(folder, "tasks.mjs"));
	const tasks = (await import(pathToFileURL(join(folder, "tasks.mjs")).href)).default;
	await measure("Node.js", (url) => tasks.fetch(new Request(url)), "http://node.test", process.pid);
});
await inWorkerd(PROGRAM, (base, pid) => measure("workerd", fetch, base, pid));

/** Prints the median of the CPU time of each task. The first round warms up. */
async function measure(runtime, ask, base, pid) {
	const times = Object.fromEntries(TASKS.map((name) => [name, []]));
	for (let round = 0; round <= ROUNDS; ++round) {
		for (const name of TASKS) {
			const before = cpuOf(pid);
			await (await ask(`${base}/${name}?count=${COUNT}`)).text();
			if (round > 0) times[name].push(((cpuOf(pid) - before) * 1e6) / COUNT);
		}
	}
	const median = (name) => times[name].sort((a, b) => a - b)[ROUNDS >> 1];
	console.log(runtime);
	for (const name of TASKS) console.log(`  ${name.padEnd(8)} ${median(name).toFixed(2)} µs of CPU time`);
	console.log(`  url / key ${(median("url") / median("key")).toFixed(1)}`);
}

/** Seconds of CPU time of a process. */
function cpuOf(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / 100;
}
