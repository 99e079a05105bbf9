/**
 * Kills `urlsieve dedupe -o --seen --rejects --audit` again and again, half of the time with `--memory`. Checks after each attempt that
 * nothing is lost.
 *
 *   npm run test:kills               300 kills
 *   npm run test:kills -- 20         20 kills
 *   npm run test:kills -- 20 7       the same lists and moments, from seed 7
 *
 * All attempts share one set and one output. Each processes a sample of a fixed list of URLs and is repeated until it completes. Kills come
 * at random moments and at every rename, sync and write at the end of a run.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { prepare } from "../../../build/prepare.mjs";
import { CLI, runKilled } from "./killed.mjs";

const URLS = 200_000;
const SAMPLE = 5_000;
/** Max milliseconds until a kill at random. */
const LONGEST = 1000;

/**
 * Moments at which a kill by fault injection strikes: before each of these calls. Three outputs are renamed, and the set if it is new or rewritten.
 * Its run and its root are written and synced by themselves.
 */
const MOMENTS = Object.entries({ renameSync: 4, fsyncSync: 5, fdatasyncSync: 3, writeSync: 9 }).flatMap(([call, count]) =>
	Array.from({ length: count }, (_, index) => ({ call, at: index + 1 })),
);

const [kills = 300, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
await prepare();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kills-"));
const file = (name) => join(folder, name);
const pick = random(seed);

/** The lines that the set knows. */
const known = new Set();
const counts = { kills: 0, runs: 0, known: 0, failed: 0 };

console.log(`${kills} kills, seed ${seed}, in ${folder}`);
while (counts.kills < kills) await runSample();
console.log(`${counts.runs} runs, ${counts.kills} of them killed, ${counts.known} after the set knew their lines`);
console.log(`${counts.runs - counts.failed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

/** Repeats a sample until an attempt completes. */
async function runSample() {
	const list = sampleLines();
	writeFileSync(file("urls.txt"), `${list.join("\n")}\n`);
	while (!(await runAttempt(list)));
	const left = readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"));
	check(left.length === 0, `left over by a completed run: ${left}`);
}

/** Returns whether the attempt completed. */
async function runAttempt(list) {
	const { text, fresh } = expectedOf(list);
	writeFileSync(file("out"), "old\n");
	const outputs = ["out", "rejects", "audit"].flatMap((name) => [name === "out" ? "-o" : `--${name}`, file(name)]);
	// Runs in memory and runs in passes alternate on one set file.
	const passes = pick(2) === 0 ? ["--memory", "16M"] : [];
	const args = [CLI, "dedupe", "--quiet", "--seen", file("set"), ...passes, ...outputs, file("urls.txt")];
	const { status, isKilled } = await runKilled(args, nextKill());
	counts.runs += 1;
	check(status === 0 || isKilled, `ended with status ${status}`);
	const output = readFileSync(file("out"), "latin1");
	const count = await countOf("set");
	check(output === text || output === "old\n", "the output is torn");
	check(count === known.size || count === known.size + fresh.length, `the set knows ${count} lines, a part of a list`);
	const isKnown = fresh.length > 0 && count > known.size;
	check(!isKnown || output === text, "the set knows lines that were not delivered");
	check(status !== 0 || (output === text && count === known.size + fresh.length), "ended with status 0 and delivered nothing");
	if (isKnown) for (const line of fresh) known.add(line);
	counts.kills += isKilled ? 1 : 0;
	counts.known += isKilled && isKnown ? 1 : 0;
	return status === 0;
}

/** A kill for two of three attempts. */
function nextKill() {
	const kind = pick(3);
	if (kind === 0) return { delay: pick(LONGEST), signal: pick(4) === 0 ? "SIGTERM" : "SIGKILL" };
	return kind === 1 ? { fault: MOMENTS[pick(MOMENTS.length)] } : {};
}

/** URLs in several spellings, and lines that cannot be normalized. */
function sampleLines() {
	return Array.from({ length: SAMPLE }, () => {
		const start = pick(100) === 0 ? "1:" : ["http://host/", "HTTP://HOST/", "http://host:80/"][pick(3)];
		return start + pick(URLS);
	});
}

/** The expected complete output, given what the set contained before, and its lines that are new. */
function expectedOf(list) {
	const lines = list.map((line) => line.replace(/^http:\/\/host(:80)?/i, "http://host"));
	const fresh = new Set(lines.filter((line) => !line.startsWith("1:") && !known.has(line)));
	const rest = new Set(fresh);
	const written = lines.filter((line) => line.startsWith("1:") || rest.delete(line));
	return { text: written.map((line) => `${line}\n`).join(""), fresh: [...fresh] };
}

/** Returns the number of lines of a set. Asks a copy. */
async function countOf(name) {
	if (!existsSync(file(name))) return 0;
	copyFileSync(file(name), file("copy"));
	return Number.parseInt((await runKilled([CLI, "seen", "verify", file("copy")])).output, 10);
}

function check(holds, what) {
	if (holds) return;
	counts.failed += 1;
	console.log(`✗ run ${counts.runs}: ${what}`);
}
