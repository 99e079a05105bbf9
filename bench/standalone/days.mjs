/**
 * `node bench/standalone/days.mjs [KNOWN]`: what a day of `dedupe --seen` costs if KNOWN URLs are known, by default 1,560,000. Prints
 * the CPU time of each day without and with `--seen`, the median of five alternated runs on one thread, and what the set takes.
 * Requires: urlsieve is built.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../build/root.mjs";

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const GAUGE = join(root, "bench", "measure", "gauge.mjs");
const ROUNDS = 5;
const MILLION = 1_000_000;
/** Lines of the longest day that is measured. */
const MOST_LINES = 10 * MILLION;

const known = Number(process.argv[2] ?? 1_560_000);
if (!Number.isInteger(known) || known < 1) {
	console.error("days: KNOWN must be a positive integer, such as 10000000");
	process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "urlsieve-days-"));
const path = (name) => join(folder, name);

try {
	writeLines("known.txt", 0, known);
	writeLines("few.txt", known, 1000);
	writeLines("half.txt", known - Math.min(known, MILLION / 2), MILLION);
	run("--seen", path("known.seen"), path("known.txt"));
	const { size } = statSync(path("known.seen"));
	console.log(`${known} known: ${(size / 1e6).toFixed(1)} MB, ${(size / known).toFixed(2)} bytes each`);
	day("1,000 new lines", "few.txt");
	if (known <= MOST_LINES) day("all lines known", "known.txt");
	day("a million lines, half of them known", "half.txt");
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** Writes `count` lines of some 50 octets, numbered from `first`, in an order that has nothing to do with that of their keys. */
function writeLines(name, first, count) {
	writeFileSync(path(name), "");
	for (let done = 0; done < count; done += MILLION) {
		const lines = Array.from({ length: Math.min(MILLION, count - done) }, (_, index) => {
			const number = first + done + index;
			return `https://www.host-${number % 50_021}.example/articles/story-${number}.html\n`;
		});
		writeFileSync(path(name), lines.join(""), { flag: "a" });
	}
}

/** Prints what a day costs. Each run begins with a copy of the set. */
function day(title, list) {
	const [without, withSet] = [[], []];
	for (let round = 0; round < ROUNDS; ++round) {
		without.push(run(path(list)));
		copyFileSync(path("known.seen"), path("day.seen"));
		withSet.push(run("--seen", path("day.seen"), path(list)));
	}
	const [before, after] = [middle(without), middle(withSet)];
	const ratio = (after.cpu / before.cpu).toFixed(2);
	console.log(
		`${title}: ${before.cpu.toFixed(2)} s without --seen, ${after.cpu.toFixed(2)} s with it, ratio ${ratio}, ${after.memory.toFixed(0)} MB`,
	);
}

/** Runs `dedupe`. Returns its CPU time in seconds and its peak memory in megabytes. */
function run(...args) {
	const env = { ...process.env, GAUGE: path("gauge.json") };
	const command = ["--import", GAUGE, CLI, "dedupe", "--quiet", "--threads", "1", "-o", path("out.txt"), ...args];
	const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(readFileSync(path("gauge.json"), "utf8"));
}

function middle(runs) {
	return runs.sort((a, b) => a.cpu - b.cpu)[ROUNDS >> 1];
}
