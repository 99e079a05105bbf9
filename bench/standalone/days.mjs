/**
 * `node bench/standalone/days.mjs [KNOWN [FOLDER]]`: what a day of `dedupe --seen` costs if KNOWN URLs are known, by default 1,560,000.
 * Prints the CPU time of each day without and with `--seen`, the median of five alternated runs on one thread, what the set takes, and
 * what it costs to open, ask and check it. The set is written in days of at most 100,000,000 URLs. One of more URLs is not copied for each
 * run, which each get other lines. FOLDER keeps the set for the next call. Requires: urlsieve is built; 16 octets of disk for a URL, and
 * 6 GB.
 */
import { spawnSync } from "node:child_process";
import {
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SeenStore } from "urlsieve/node";
import { root } from "../../build/root.mjs";

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const GAUGE = join(root, "bench", "measure", "gauge.mjs");
const ROUNDS = 5;
const MILLION = 1_000_000;
/** Lines that are written at a time. */
const TURN = 10_000;
/** Lines of the longest day that is measured. */
const MOST_LINES = 10 * MILLION;

/** URLs of a day that fills the set, and of the largest set that is copied for each run. */
const LARGE = 100 * MILLION;

const known = Number(process.argv[2] ?? 1_560_000);
if (!Number.isInteger(known) || known < 1) {
	console.error("days: KNOWN must be a positive integer, such as 10000000");
	process.exit(2);
}
const kept = process.argv[3];
const folder = kept ?? mkdtempSync(join(tmpdir(), "urlsieve-days-"));
const path = (name) => join(folder, name);
/** Number of the next line that no set has had. */
let next = known;

try {
	mkdirSync(folder, { recursive: true });
	if (!existsSync(path("known.seen"))) fill();
	const { size } = statSync(path("known.seen"));
	console.log(`${known} known: ${(size / 1e6).toFixed(1)} MB, ${(size / known).toFixed(2)} bytes each`);
	command("seen", "stat");
	command("seen", "verify");
	await questions();
	day("1,000 new lines", 1000, 0);
	if (known <= MOST_LINES) day("all lines known", 0, known);
	day("a million lines, half of them known", MILLION / 2, Math.min(known, MILLION / 2));
} finally {
	if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Writes the set, in days. Goes on with what an earlier call has completed. */
function fill() {
	for (let first = filledBefore(); first < known; first += LARGE) {
		writeLines("known.txt", [[first, Math.min(LARGE, known - first)]]);
		const { time, cpu, memory } = run("--seen", path("filled.seen"), path("known.txt"));
		const day = `${cpu.toFixed(1)} s of CPU, ${time.toFixed(0)} s, ${memory.toFixed(0)} MB of memory`;
		console.log(
			`filled to ${Math.min(known, first + LARGE)}: ${day}, ${(statSync(path("filled.seen")).size / 1e6).toFixed(1)} MB`,
		);
	}
	rmSync(path("known.txt"));
	rmSync(path("out.txt"));
	renameSync(path("filled.seen"), path("known.seen"));
}

function filledBefore() {
	if (!existsSync(path("filled.seen"))) return 0;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "seen", "stat", "--json", path("filled.seen")]);
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout).count;
}

/** Writes stretches of lines of some 60 octets, in an order that has nothing to do with that of their keys. */
function writeLines(name, stretches) {
	const descriptor = openSync(path(name), "w");
	for (const [first, count] of stretches) {
		for (let done = 0; done < count; done += TURN)
			writeSync(descriptor, urlsFrom(first + done, Math.min(TURN, count - done), "\n").join(""));
	}
	closeSync(descriptor);
}

function urlsFrom(first, count, end = "") {
	return Array.from({ length: count }, (_, index) => {
		const number = first + index;
		return `https://www.host-${number % 50_021}.example/articles/story-${number}.html${end}`;
	});
}

/** Prints what opening, and asking for a million URLs of which half are known, costs: all at once, and one by one. */
async function questions() {
	const read = () => SeenStore.open(path("known.seen"), { readOnly: true });
	const urls = [];
	for (let index = 0; index < MILLION; index += 2) {
		// URLs at equal distances, so that their pages are everywhere.
		urls.push(...urlsFrom(Math.floor((index / MILLION) * known), 1), ...urlsFrom(known + LARGE + index, 1));
	}
	const opened = await gauged("opening", read);
	await gauged("has, a million URLs one by one", () => {
		for (const url of urls) opened.has(url);
	});
	await opened.close();
}

/** Prints what a day of `count` new lines costs, and of known ones: the last that have been added. */
function day(title, fresh, repeated) {
	const [without, withSet] = [[], []];
	for (let round = 0; round < ROUNDS; ++round) {
		writeLines("day.txt", [
			[known - repeated, repeated],
			[next, fresh],
		]);
		next += fresh;
		without.push(run(path("day.txt")));
		if (known <= LARGE) copyFileSync(path("known.seen"), path("day.seen"));
		withSet.push(run("--seen", path(known <= LARGE ? "day.seen" : "known.seen"), path("day.txt")));
	}
	const [before, after] = [middle(without), middle(withSet)];
	const ratio = (after.cpu / before.cpu).toFixed(2);
	const times = `${before.cpu.toFixed(2)} s without --seen, ${after.cpu.toFixed(2)} s with it, ratio ${ratio}`;
	console.log(`${title}: ${times}, ${after.time.toFixed(2)} s of time, ${after.memory.toFixed(0)} MB`);
}

/** Runs `dedupe`. Returns its run time and CPU time in seconds and its peak memory in megabytes. */
function run(...args) {
	return cli("dedupe", "--quiet", "--threads", "1", "-o", path("out.txt"), ...args);
}

function cli(...args) {
	const env = { ...process.env, GAUGE: path("gauge.json") };
	const { status, stderr } = spawnSync(process.execPath, ["--import", GAUGE, CLI, ...args], { env, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(readFileSync(path("gauge.json"), "utf8"));
}

/** Prints what a command takes. */
function command(...args) {
	const { time, cpu, memory } = cli(...args, path("known.seen"));
	console.log(`${args.join(" ")}: ${cpu.toFixed(2)} s of CPU, ${time.toFixed(2)} s, ${memory.toFixed(0)} MB`);
}

/** Prints what a step takes in this process. Returns its result. */
async function gauged(title, step) {
	const [start, begin] = [performance.now(), process.cpuUsage()];
	const result = await step();
	const { user, system } = process.cpuUsage(begin);
	const time = (performance.now() - start) / 1000;
	console.log(`${title}: ${((user + system) / 1e6).toFixed(3)} s of CPU, ${time.toFixed(3)} s`);
	return result;
}

function middle(runs) {
	return runs.sort((a, b) => a.cpu - b.cpu)[ROUNDS >> 1];
}
