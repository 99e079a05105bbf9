/**
 * Kills `urlsieve dedupe --memory`, and `normalize` of Parquet and Arrow, at random moments, and checks after each attempt that each
 * output is the old one or complete, and that no temporary file outlives the next run. A list comes as a file or through a pipe. A
 * pipe is copied as a whole, or once the set is full. Tables have lists of rejects and duplicates besides.
 *
 *   npm run test:kills:passes               200 kills
 *   npm run test:kills:passes -- 20 7       20 kills, from seed 7
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { syntheticList } from "../../../bench/lists/synthetic.mjs";
import { prepare } from "../../../build/prepare.mjs";
import { CLI, runKilled } from "./killed.mjs";
import { writeTable } from "./tables.mjs";

const LINES = 300_000;
/** Lines whose set outgrows its share of 64M. */
const MANY_LINES = 1_500_000;
const ROWS = 200_000;
const tableKind = (name, extension, args) => ({
	name,
	lines: ROWS,
	extension,
	args: [...args, "--memory", "16M"],
	lists: ["--rejects", "--audit"],
});
const columnKind = (name, extension) => ({
	name,
	lines: ROWS,
	extension,
	command: "normalize",
	args: ["--column", "url"],
	lists: ["--rejects"],
});
const KINDS = [
	{ name: "file", lines: LINES, args: ["--memory", "16M"] },
	{ name: "file under a profile", lines: LINES, args: ["--memory", "16M", "--profile", "crawl@1"] },
	{ name: "pipe", lines: LINES, args: ["--memory", "16M"], isPiped: true },
	{ name: "pipe under a profile", lines: LINES, args: ["--memory", "16M", "--profile", "crawl@1"], isPiped: true },
	{ name: "pipe with a set", lines: MANY_LINES, args: ["--memory", "64M"], isPiped: true },
	tableKind("CSV", "csv", ["--column", "url"]),
	tableKind("JSON lines", "jsonl", ["--column", "page.url"]),
	tableKind("Parquet in passes", "parquet", ["--column", "url"]),
	{ name: "file by class", lines: LINES, args: ["--memory", "16M", "--count", "--keep", "last"] },
	{ ...tableKind("CSV by class", "csv", ["--column", "url", "--keep", "max:1", "--count-into", "copies"]), lists: ["--rejects"] },
	columnKind("Parquet", "parquet"),
	columnKind("Arrow", "arrow"),
];

const [kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
await prepare();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kills-"));
const file = (name) => join(folder, name);
const pick = random(seed);
const counts = { killed: 0, completed: 0, failed: 0 };

console.log(`${kills} kills of runs in passes and on tables, seed ${seed}, in ${folder}`);
const lists = new Map([LINES, MANY_LINES, ROWS].map((count) => [count, syntheticList(count, seed).octets]));
for (const [count, octets] of lists) writeFileSync(file(`${count}.txt`), octets);
const extensions = new Set(KINDS.flatMap(({ extension }) => extension ?? []));
for (const extension of extensions) await writeTable(file(`${ROWS}.${extension}`), lists.get(ROWS));
for (const kind of KINDS) await complete(kind);
for (let at = 0; counts.killed < kills; ++at) await attempt(KINDS[at % KINDS.length]);
await run("last", KINDS[0], {});
check(hidden().length === 0, `left over by a completed run: ${hidden()}`);
const runs = counts.killed + counts.completed + 1;
console.log(KINDS.map(({ name, killed, spooled }) => `${name}: ${killed} killed, ${spooled} MB on disk`).join("\n"));
console.log(`${runs} runs, ${counts.killed} of them killed`);
console.log(`${runs - counts.failed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

/** Completes a run of this kind, to know its outputs and how long it takes, and checks that it writes temporary files. */
async function complete(kind) {
	const start = performance.now();
	const { summary } = await run("complete", kind, {});
	kind.duration = performance.now() - start;
	kind.outputs = outputsOf("complete", kind).map(({ path }) => readFileSync(path));
	kind.killed = 0;
	kind.spooled = Math.round((summary.tempOctets ?? 0) / 1e6);
	check(kind.command !== undefined || summary.tempOctets > 0, `${kind.name}: a run that is not in passes`);
	for (const octets of kind.outputs) check(octets.length > 1000, `${kind.name}: an output with little in it`);
}

/** The files that a run writes, and the options for them. */
function outputsOf(name, { lists = [] }) {
	return ["--output", ...lists].map((option) => ({ option, path: file(name + option) }));
}

/** One run that is killed after a while, unless it completes. */
async function attempt(kind) {
	const outputs = outputsOf("out", kind);
	for (const { path } of outputs) writeFileSync(path, "old\n");
	const signal = pick(4) === 0 ? "SIGTERM" : "SIGKILL";
	const { pid, status, isKilled, endedBy } = await run("out", kind, { delay: pick(Math.ceil(kind.duration)), signal });
	counts[isKilled ? "killed" : "completed"] += 1;
	kind.killed += isKilled ? 1 : 0;
	check(isKilled || status === 0, `${kind.name}: ended with status ${status}`);
	for (const [index, { option, path }] of outputs.entries()) {
		const octets = readFileSync(path);
		const isComplete = octets.equals(kind.outputs[index]);
		check(isComplete || (isKilled && octets.toString() === "old\n"), `${kind.name}: ${option} is torn`);
	}
	// The replacement of an output has a name, which a killed run cannot remove. The other files have one for a moment.
	const own = hidden().filter((name) => name.includes(`-${pid}-`));
	check(own.length <= (endedBy === "SIGKILL" ? outputs.length + 1 : 0), `${kind.name}: left over: ${own}`);
}

async function run(name, kind, moment) {
	const { lines, extension = "txt", command = "dedupe", args, isPiped } = kind;
	const list = isPiped ? "-" : file(`${lines}.${extension}`);
	const outputs = outputsOf(name, kind).flatMap(({ option, path }) => [option, path]);
	const all = [CLI, command, ...args, "--json", "--threads", "1", ...outputs, list];
	const result = await runKilled(all, moment, isPiped ? lists.get(lines) : "");
	return { ...result, summary: result.status === 0 ? JSON.parse(result.messages) : undefined };
}

function hidden() {
	return readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"));
}

function check(holds, what) {
	if (holds) return;
	counts.failed += 1;
	console.log(`✗ run ${counts.killed + counts.completed}: ${what}`);
}
