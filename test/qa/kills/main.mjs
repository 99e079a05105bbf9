/**
 * Kills `urlsieve dedupe -o --seen --rejects --audit` again and again, half of the time with `--memory`. Checks after each attempt that
 * nothing is lost.
 *
 *   npm run test:kills               300 kills
 *   npm run test:kills -- 20         20 kills
 *   npm run test:kills -- 20 7       the same lists and moments, from seed 7
 *
 * All attempts share one set. Each processes a sample of a fixed list of URLs and is repeated until it completes. Kills come at
 * random moments and at every rename and sync at the end of a run. Half of the samples write to one shared file, the others to a
 * new file per attempt. A reader of the output consumes the lines after each attempt, before the next.
 */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { prepare } from "../../../build/prepare.mjs";
import { root } from "../../../build/root.mjs";

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const FAULTS = join(root, "test", "cli", "faults.mjs");
const URLS = 200_000;
const SAMPLE = 5_000;

/**
 * Where a kill by fault injection strikes: before each of these calls. Three outputs are renamed, and the set if it is new or rewritten.
 * Its run and its root are written and synced by themselves.
 */
const MOMENTS = [
	...[1, 2, 3, 4].map((at) => ({ call: "renameSync", at })),
	...[1, 2, 3, 4, 5].map((at) => ({ call: "fsyncSync", at })),
	...[1, 2, 3].map((at) => ({ call: "fdatasyncSync", at })),
	...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => ({ call: "writeSync", at })),
];

const [kills = 300, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
await prepare();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kills-"));
const file = (name) => join(folder, name);
const pick = random(seed);

/** Lines that were delivered; lines in the set. */
const delivered = new Set();
let known = new Set();
const counts = { kills: 0, runs: 0, before: 0, between: 0, behind: 0, twice: 0, replacedByNone: 0, failed: 0 };

console.log(`${kills} kills, seed ${seed}, in ${folder}`);
const duration = await measure();
for (let sample = 0; counts.kills < kills; ++sample) await runSample(sample);
check(known.size === delivered.size, "the set knows lines that were never delivered");
report();
rmSync(folder, { recursive: true });

/** Repeats a sample until an attempt completes. */
async function runSample(sample) {
	const list = sampleLines();
	writeFileSync(file("urls.txt"), `${list.join("\n")}\n`);
	for (let attempt = 0, isDone = false; !isDone; ++attempt) {
		const output = sample % 2 === 0 ? "out" : `out-${sample}-${attempt}`;
		isDone = await runAttempt(list, output);
		if (output !== "out") rmSync(file(output), { force: true });
	}
	check(leftovers().length === 0, `left over by a completed run: ${leftovers()}`);
}

/** Returns whether the attempt completed. */
async function runAttempt(list, output) {
	const expected = expectedOf(list);
	const old = contentOf(output);
	const { status, signal } = await run(output, nextKill());
	counts.runs += 1;
	check(status === 0 || status === 143 || signal !== null, `ended with status ${status}`);
	const lines = readLines(output, old, expected);
	const isReplaced = await setKnows(list);
	if (status === 0) check(isReplaced && lines !== undefined, "ended with status 0 and delivered nothing");
	note(lines, isReplaced, expected);
	if (status === 0) return true;
	counts.kills += 1;
	counts[lines === undefined ? "before" : isReplaced ? "behind" : "between"] += 1;
	if (isReplaced && output === "out" && expected.fresh.length > 0) counts.replacedByNone += 1;
	return false;
}

/** A kill for two of three attempts: { delay } after the start, or { fault } at a call. */
function nextKill() {
	const signal = pick(4) === 0 ? "SIGTERM" : "SIGKILL";
	const kind = pick(3);
	if (kind === 0) return { delay: pick(Math.ceil(duration * 1.1)), signal };
	if (kind === 1) return { fault: { ...MOMENTS[pick(MOMENTS.length)], signal: "SIGKILL" } };
	return {};
}

/** Runs the command until it completes or is killed. */
function run(output, { delay, signal, fault } = {}, seen = "set", list = "urls.txt") {
	const outputs = ["-o", file(output), "--rejects", file("rejects"), "--audit", file("audit")];
	// Runs in memory and runs in passes alternate on one set file.
	const passes = pick(2) === 0 ? ["--memory", "16M"] : [];
	const preload = fault === undefined ? [] : ["--import", FAULTS];
	const env = { ...process.env, FAULTS: JSON.stringify({ kill: fault }) };
	const child = spawn(
		process.execPath,
		[...preload, CLI, "dedupe", "--quiet", "--seen", file(seen), ...passes, ...outputs, file(list)],
		{
			env,
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	const timer = delay === undefined ? undefined : setTimeout(() => child.kill(signal), delay);
	return new Promise((resolve) => {
		child.on("exit", (status, endedBy) => {
			clearTimeout(timer);
			resolve({ status, signal: endedBy });
		});
	});
}

/** Milliseconds of a run without a kill. */
async function measure() {
	writeFileSync(file("urls.txt"), `${sampleLines().join("\n")}\n`);
	const start = performance.now();
	await run("measured", {}, "measured-set");
	for (const name of ["measured", "measured-set", "rejects", "audit"]) rmSync(file(name));
	return performance.now() - start;
}

/** URLs in several spellings, and lines that cannot be normalized. */
function sampleLines() {
	return Array.from({ length: SAMPLE }, () => {
		const number = pick(URLS);
		return [`http://host/${number}`, `HTTP://HOST/${number}`, `http://host:80/${number}`, `1:${number}`][
			pick(100) === 0 ? 3 : pick(3)
		];
	});
}

/** The expected complete output, given what the set contained before. */
function expectedOf(list) {
	const seen = new Set(known);
	const lines = [];
	for (const line of list) {
		const normal = normalOf(line);
		if (!line.startsWith("1:") && seen.has(normal)) continue;
		lines.push(normal);
		if (!line.startsWith("1:")) seen.add(normal);
	}
	return { text: lines.map((line) => `${line}\n`).join(""), fresh: lines.filter((line) => !line.startsWith("1:")) };
}

function normalOf(line) {
	return line.replace(/^http:\/\/host(:80)?/i, "http://host");
}

function contentOf(name) {
	return existsSync(file(name)) ? readFileSync(file(name), "latin1") : undefined;
}

/** All lines of an attempt, or undefined if the output is still the old one. Torn output fails the check. */
function readLines(output, old, expected) {
	const text = contentOf(output);
	if (text === old && text !== expected.text) return undefined;
	check(text === expected.text, `${output} is torn`);
	return expected.fresh;
}

/** Whether the set now contains all lines of the list. Checks a copy. */
async function setKnows(list) {
	if (!existsSync(file("set"))) return false;
	copyFileSync(file("set"), file("copy"));
	await run("probe", {}, "copy");
	const rest = contentOf("probe")
		.split("\n")
		.filter((line) => line.startsWith("http:"));
	for (const name of ["probe", "copy"]) rmSync(file(name));
	const unknown = new Set(list.map(normalOf).filter((line) => line.startsWith("http:") && !known.has(line)));
	check(rest.length === 0 || rest.length === unknown.size, "the set knows a part of a list");
	return rest.length === 0;
}

/** Records the delivered lines and the new contents of the set. */
function note(lines = [], isReplaced, { fresh }) {
	for (const line of lines) {
		if (delivered.has(line)) counts.twice += 1;
		delivered.add(line);
	}
	if (!isReplaced) return;
	known = new Set([...known, ...fresh]);
	check(
		[...fresh].every((line) => delivered.has(line)),
		"the set knows a line that was never delivered",
	);
}

function leftovers() {
	return readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"));
}

function check(holds, what) {
	if (holds) return;
	counts.failed += 1;
	console.log(`✗ run ${counts.runs}: ${what}`);
}

function report() {
	console.log(`${counts.runs} runs, ${counts.kills} of them killed:`);
	console.log(`  ${counts.before} before any output was in place`);
	console.log(`  ${counts.between} between the outputs and the set: their lines were repeated, ${counts.twice} lines in all`);
	console.log(`  ${counts.behind} after the set: their lines could be read`);
	console.log(`    of these, ${counts.replacedByNone} were repeated under the same -o, which replaced the lines by none`);
	console.log(`  ${delivered.size} distinct lines delivered; the set contains ${known.size}`);
	console.log(`${counts.runs - counts.failed} passed, ${counts.failed} failed`);
	process.exitCode = counts.failed === 0 ? 0 : 1;
}
