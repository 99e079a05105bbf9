/**
 * CPU time and memory of `dedupe --exclude` by many hosts, as ratios to `dedupe` without it. `node bench/standalone/exclude.mjs LIST [HOSTS]
 * [RUNS]`: HOSTS hosts, 1,000,000 if not given, of which one in twenty is in the list if it has so many. The memory is the most that a
 * process had, minus that of a run that excludes one host.
 */
import { spawnSync } from "node:child_process";
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
/** Prints the CPU time of the process in milliseconds, and its most resident memory in MB. */
const TIMED = `process.on("exit", () => {
	const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
	process.stderr.write("\\n" + (userCPUTime + systemCPUTime) / 1000 + " " + maxRSS / 1000);
});`;
const ENDS = ["com", "org", "net", "de", "co.uk"];

const [list, hosts = "1000000", runs = "5"] = process.argv.slice(2);
if (list === undefined) throw new Error("usage: node bench/standalone/exclude.mjs LIST [HOSTS] [RUNS]");
const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
const path = (name) => join(folder, name);

try {
	writeFileSync(path("timed.mjs"), TIMED);
	writeFileSync(path("one.txt"), "a.example\n");
	await writeHosts(path("hosts.txt"), Number(hosts));
	const ways = { plain: [], "one host": ["--exclude", path("one.txt")], [`${hosts} hosts`]: ["--exclude", path("hosts.txt")] };
	const figures = Object.fromEntries(Object.keys(ways).map((way) => [way, { times: [], sizes: [] }]));
	for (let round = 0; round < Number(runs); ++round) {
		for (const [way, options] of Object.entries(ways)) {
			const [time, size] = figuresOf(options);
			figures[way].times.push(time);
			figures[way].sizes.push(size);
		}
	}
	const plain = median(figures.plain.times);
	const least = median(figures["one host"].sizes);
	for (const [way, { times, sizes }] of Object.entries(figures)) {
		const [time, size] = [median(times), median(sizes)];
		const more = way === "plain" ? "" : `  ${(size - least).toFixed(0).padStart(4)} MB more`;
		console.log(
			`${way.padEnd(16)} ${time.toFixed(0).padStart(6)} ms  ${(time / plain).toFixed(2)}  ${size.toFixed(0).padStart(4)} MB${more}`,
		);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function figuresOf(options) {
	rmSync(path("output.txt"), { force: true });
	const args = ["--import", path("timed.mjs"), CLI, "dedupe", "--quiet", "-o", path("output.txt"), ...options, list];
	const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return stderr.split("\n").at(-1).split(" ").map(Number);
}

/** Writes hosts in an order that is the same in each run: some of the list, and others of random letters. */
async function writeHosts(file, count) {
	const known = await hostsIn(list);
	let state = 1;
	const random = (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
	const output = openSync(file, "w");
	for (let done = 0; done < count; done += 1000) {
		let text = "";
		for (let index = 0; index < Math.min(1000, count - done); ++index)
			text += `${index % 20 === 0 && known.length > 0 ? known.pop() : randomHost(random)}\n`;
		writeSync(output, text);
	}
	closeSync(output);
}

function randomHost(random) {
	const letters = Array.from({ length: 5 + random(10) }, () => String.fromCharCode(97 + random(26)));
	return `${letters.join("")}.${ENDS[random(ENDS.length)]}`;
}

async function hostsIn(file) {
	const hosts = new Set();
	for await (const line of createInterface({ input: createReadStream(file) })) {
		const [, host] = /^https?:\/\/([a-z\d-]+(?:\.[a-z\d-]+)+)\//.exec(line) ?? [];
		if (host !== undefined) hosts.add(host);
	}
	return [...hosts].sort().reverse();
}

function median(values) {
	return values.toSorted((a, b) => a - b)[values.length >> 1];
}
