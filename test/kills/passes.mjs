/**
 * Kills `urlsieve dedupe --memory` at random moments, and checks after each attempt that the output is the old one or complete, and
 * that no temporary file outlives the next run.
 *
 *   npm run test:kills:passes               200 kills
 *   npm run test:kills:passes -- 20 7       20 kills, from seed 7
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "../../bench/random.mjs";
import { syntheticList } from "../../bench/synthetic.mjs";
import { prepare, root } from "../../build/prepare.mjs";

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const LINES = 300_000;
const RULES = [[], ["--profile", "crawl@1"]];

const [kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
await prepare();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kills-"));
const file = (name) => join(folder, name);
const pick = random(seed);
const counts = { killed: 0, completed: 0, failed: 0 };

console.log(`${kills} kills of runs in passes, seed ${seed}, in ${folder}`);
writeFileSync(file("list.txt"), syntheticList(LINES, seed).octets);
const start = performance.now();
await run("complete.txt", RULES[0], {});
const duration = performance.now() - start;
await run("crawl.txt", RULES[1], {});
const complete = ["complete.txt", "crawl.txt"].map((name) => readFileSync(file(name)));
while (counts.killed < kills) await attempt();
await run("last.txt", RULES[0], {});
check(hidden().length === 0, `left over by a completed run: ${hidden()}`);
const runs = counts.killed + counts.completed + 1;
console.log(`${runs} runs, ${counts.killed} of them killed`);
console.log(`${runs - counts.failed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

/** One run that is killed after a while, unless it completes. */
async function attempt() {
	writeFileSync(file("out.txt"), "old\n");
	const signal = pick(4) === 0 ? "SIGTERM" : "SIGKILL";
	const choice = pick(RULES.length);
	const { pid, status, signal: endedBy } = await run("out.txt", RULES[choice], { delay: pick(Math.ceil(duration)), signal });
	const isKilled = endedBy !== null || status === 143;
	counts[isKilled ? "killed" : "completed"] += 1;
	check(isKilled || status === 0, `ended with status ${status}`);
	const octets = readFileSync(file("out.txt"));
	const isComplete = octets.equals(complete[choice]);
	check(isComplete || (isKilled && octets.toString() === "old\n"), "the output is torn");
	// The replacement of the output has a name, which a killed run cannot remove. The other file has one for a moment.
	const own = hidden().filter((name) => name.includes(`-${pid}-`));
	check(own.length <= (endedBy === "SIGKILL" ? 2 : 0), `left over: ${own}`);
}

function run(output, rules, { delay, signal }) {
	const args = ["dedupe", ...rules, "--quiet", "--memory", "16M", "-o", file(output), file("list.txt")];
	const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "ignore", "inherit"] });
	const timer = delay === undefined ? undefined : setTimeout(() => child.kill(signal), delay);
	return new Promise((resolve) => {
		child.on("exit", (status, endedBy) => {
			clearTimeout(timer);
			resolve({ pid: child.pid, status, signal: endedBy });
		});
	});
}

function hidden() {
	return readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"));
}

function check(holds, what) {
	if (holds) return;
	counts.failed += 1;
	console.log(`✗ run ${counts.killed + counts.completed}: ${what}`);
}
