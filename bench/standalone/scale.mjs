/**
 * `npm run bench -- --suite scale`: deduplicates a list as a cluster would, with every partition for real but one worker after the
 * other on this machine, for docs/integrations/scale.md.
 *
 * ```
 *   slice 0 ── dedupe ── route by key prefix ──┬─▶ partition 0 ── dedupe --seen ──▶ new URLs, store 0
 *   slice 1 ── dedupe ── route by key prefix ──┼─▶ partition 1 ── dedupe --seen ──▶ new URLs, store 1
 *     …                                        └─▶   …
 * ```
 *
 * The number of different URLs is known in advance. A partition is killed and run again; one host has 5 % of the list; a second day
 * continues with the snapshots; two snapshots are merged. scale-page.ts extrapolates.
 */
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { root } from "../../build/root.mjs";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";

const LINES = 2_000_000;
const WORKERS = 4;
const PARTITION_BITS = 3;
const PARTITIONS = 2 ** PARTITION_BITS;
/** Lines from one of the large host to the next. */
const SKEW = 20;
const NEW_ON_DAY_2 = 400_000;
const BATCH = 10_000;
/** Milliseconds until the partition that is to fail is killed. */
const KILL_AFTER = 150;

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const { fingerprintAll, SeenSet } = await import("../../build/out/dist/index.js");

const folder = mkdtempSync(join(tmpdir(), "urlsieve-scale-"));
const path = (name) => join(folder, name);
/** The same for all workers of a run: equal keys must go to the same partition. */
const secret = new Uint8Array(16).map((_, index) => index);
/** What was measured: name → unit → figure. */
const figures = {};
/** Name of a step → lines, nanoseconds of CPU and octets written. */
const totals = {};
/** What deduplicating the partitions is noted as. */
let reduceName = "reduce";
/** CPU time of a process that has nothing to do, in nanoseconds. */
let start = 0;

/** Measures everything. Returns what a suite returns. */
export async function measure() {
	let different;
	try {
		different = await run();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return {
		suite: "scale",
		title: "Partitions of a list",
		unit: "see input",
		corpus: `${LINES.toLocaleString("en-US")} generated lines, of which ${different.toLocaleString("en-US")} are different`,
		rows: Object.entries(figures).flatMap(([name, inputs]) =>
			Object.entries(inputs).map(([input, value]) => rowOf(name, input, value)),
		),
	};
}

function rowOf(name, input, value) {
	return { input, node: process.version, name, best: value, median: value };
}

/** Returns the number of different URLs. */
async function run() {
	writeFileSync(path("empty.txt"), "");
	writeFileSync(path("partition.key"), secret);
	start = Math.min(...Array.from({ length: 3 }, () => urlsieve("dedupe", "-o", path("empty.unique"), path("empty.txt"))));
	const { lines, classes } = skewedList();
	const slices = Array.from({ length: WORKERS }, (_, worker) => lines.filter((_, index) => index % WORKERS === worker));
	const octets = slices.map((slice) => Buffer.from(`${slice.join("\n")}\n`));
	const routed = octets.map((slice, worker) => map(`day1-${worker}`, slice));
	check("lines of a slice that are new there", routed.flat().length > classes, true);
	measureSkew(routed.flat());
	await killPartition("day1", 0);
	check("different URLs", reduceAll("day1"), classes);

	const fresh = Array.from({ length: NEW_ON_DAY_2 }, (_, index) => `HTTPS://New.example/./${index}`);
	const day2 = lines.slice(0, NEW_ON_DAY_2).flatMap((line, index) => [line, fresh[index]]);
	reduceName = "second day";
	const first = { ...totals };
	map("day2-0", Buffer.from(`${day2.join("\n")}\n`));
	Object.assign(totals, first);
	check("new URLs of day 2", reduceAll("day2"), NEW_ON_DAY_2);
	await merge(octets, classes);

	for (const [name, { count, cpu, written }] of Object.entries(totals)) {
		figures[name] = { "CPU, ns": cpu / count, ...(written > 0 ? { octets: written / count } : {}) };
	}
	figures.arriving = { share: totals.reduce.count / totals.route.count };
	Object.assign(figures, { different: { share: classes / LINES }, start: { "CPU, ms": start / 1e6 } });
	for (const [name, inputs] of Object.entries(figures)) {
		const cells = Object.entries(inputs).map(
			([input, value]) => `${value.toLocaleString("en-US", { maximumFractionDigits: 2 })} (${input})`,
		);
		console.log(name.padEnd(28) + cells.join(", "));
	}
	return classes;
}

/** The generated list, with lines of one host between. Half of these are repeats. */
function skewedList() {
	const others = LINES - LINES / SKEW;
	const { octets, classes } = syntheticList(others, SEED);
	const lines = Buffer.from(octets).toString().trimEnd().split("\n");
	const all = lines.flatMap((line, index) =>
		index % (SKEW - 1) === 0 ? [line, `http://large.example/${index % (others / 2)}`] : [line],
	);
	const large = new Set(all.filter((line) => line.startsWith("http://large.example/"))).size;
	return { lines: all, classes: classes + large };
}

/** What a worker does with a slice: drops its own duplicates, and writes the other lines to the files of their partitions. */
function map(name, slice) {
	writeFileSync(path(`${name}.txt`), slice);
	const count = slice.toString("latin1").split("\n").length - 1;
	const cpu = urlsieve(
		"dedupe",
		"--invalid",
		"drop",
		"--rejects",
		path(`${name}.rejects`),
		"-o",
		path(`${name}.unique`),
		path(`${name}.txt`),
	);
	note("dedupe", cpu, 0, count);
	const [key, unique] = [path("partition.key"), path(`${name}.unique`)];
	const routing = urlsieve("partition", "--into", path(`${name}.parts`), "--parts", `${PARTITIONS}`, "--key", key, unique);
	const wire = namesOf(name).reduce((sum, part) => sum + statSync(part).size, 0);
	note("route", routing, wire, count);
	const begin = process.cpuUsage();
	const files = routeInJavaScript(unique);
	const { user, system } = process.cpuUsage(begin);
	note("route in JavaScript", (user + system) * 1000, 0, count);
	for (const [partition, lines] of files.entries()) {
		check("lines of a part", readFileSync(namesOf(name)[partition], "utf8"), lines.map((line) => `${line}\n`).join(""));
	}
	return files.flat();
}

/** What a program without `partitionLines` does: the lines of a file by their parts, also written to files. */
function routeInJavaScript(name) {
	const urls = readFileSync(name, "utf8").trimEnd().split("\n");
	const files = Array.from({ length: PARTITIONS }, () => []);
	for (let at = 0; at < urls.length; at += BATCH) {
		const batch = urls.slice(at, at + BATCH);
		const { values } = fingerprintAll(batch, { key: secret });
		for (const [index, url] of batch.entries()) files[values[16 * index] >> (8 - PARTITION_BITS)].push(url);
	}
	for (const lines of files) writeFileSync(path("writing"), `${lines.join("\n")}\n`);
	return files;
}

/** The parts of a slice. */
function namesOf(slice) {
	return Array.from({ length: PARTITIONS }, (_, partition) => path(`${slice}.parts/part-000${partition}.txt`));
}

/** What arrives for a partition. */
function partsOf(day, partition) {
	const names = Array.from({ length: WORKERS }, (_, worker) => namesOf(`${day}-${worker}`)[partition]);
	return names.filter((name) => existsSync(name));
}

function reduceCommand(day, partition) {
	return ["dedupe", "--seen", path(`${partition}.seen`), "-o", path(`${day}-${partition}.new`), ...partsOf(day, partition)];
}

/** Deduplicates every partition. Returns the number of new URLs. */
function reduceAll(day) {
	let found = 0;
	let stored = 0;
	for (let partition = 0; partition < PARTITIONS; ++partition) {
		const arrived = partsOf(day, partition).reduce((sum, name) => sum + linesOf(name), 0);
		note(reduceName, urlsieve(...reduceCommand(day, partition)), 0, arrived);
		found += linesOf(path(`${day}-${partition}.new`));
		stored += statSync(path(`${partition}.seen`)).size;
	}
	if (day === "day1") figures.snapshot = { octets: stored / found };
	return found;
}

/** Kills a partition while it runs: it must leave neither output nor snapshot. `reduceAll` runs it again. */
async function killPartition(day, partition) {
	const command = reduceCommand(day, partition);
	const child = spawn(process.execPath, [CLI, ...command, "--quiet"], { stdio: "ignore" });
	await setTimeout(KILL_AFTER);
	const wasRunning = child.kill("SIGKILL");
	if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once("exit", resolve));
	const left = [`${partition}.seen`, `${day}-${partition}.new`].filter((name) => existsSync(path(name)));
	check("partition was killed before it ended, and left nothing", [wasRunning, ...left].join(), "true");
}

/** Two crawls of half the list each, with one secret: their snapshots are merged. */
async function merge(octets, classes) {
	const sets = [0, 1].map((half) => {
		const set = new SeenSet({ key: secret });
		for (const slice of octets.filter((_, worker) => worker % 2 === half)) set.addLines(slice);
		return set;
	});
	for (const [half, set] of sets.entries()) await writeStream(path(`half-${half}.seen`), set.save());
	const begin = process.cpuUsage();
	const [first, second] = await Promise.all(
		[0, 1].map((half) => SeenSet.load(Readable.toWeb(createReadStream(path(`half-${half}.seen`))))),
	);
	first.merge(second);
	const { user, system } = process.cpuUsage(begin);
	check("URLs after the merge", first.size, classes);
	figures.merge = { "CPU, ns": ((user + system) * 1000) / (sets[0].size + sets[1].size) };
}

async function writeStream(name, stream) {
	const chunks = [];
	for await (const chunk of stream) chunks.push(chunk);
	writeFileSync(name, Buffer.concat(chunks));
}

/** How much larger the largest partition is than the mean, by key prefix and by host. */
function measureSkew(urls) {
	const { values } = fingerprintAll(
		urls.map((url) => `http://${new URL(url).host}`),
		{ key: secret },
	);
	const hosts = Array.from({ length: urls.length }, (_, index) => values[16 * index] >> (8 - PARTITION_BITS));
	const keys = Array.from({ length: PARTITIONS }, (_, partition) =>
		partsOf("day1", partition).reduce((sum, name) => sum + linesOf(name), 0),
	);
	const counts = Array.from({ length: PARTITIONS }, (_, partition) => hosts.filter((host) => host === partition).length);
	const ratio = (sizes) => Math.max(...sizes) / (sizes.reduce((sum, size) => sum + size) / PARTITIONS);
	figures["largest partition ÷ mean"] = { "by key prefix": ratio(keys), "by host": ratio(counts) };
}

/** Runs the command line on one thread. Returns its CPU time in nanoseconds. */
function urlsieve(...args) {
	const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", process.execPath, CLI, ...args, "--quiet", "--threads", "1"];
	const { status, stderr } = spawnSync("bash", timed, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
	if (status !== 0) throw new Error(`urlsieve ${args.join(" ")}: ${stderr}`);
	const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
	return (user + system) * 1e9 - start;
}

/** Adds what a step took. */
function note(name, cpu, octets, count) {
	const old = totals[name] ?? { count: 0, cpu: 0, written: 0 };
	totals[name] = { count: old.count + count, cpu: old.cpu + cpu, written: old.written + octets };
}

function linesOf(name) {
	return readFileSync(name, "latin1").split("\n").length - 1;
}

function check(what, found, wanted) {
	if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
}
