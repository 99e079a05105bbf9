/**
 * `npm run bench -- --suite scale`: deduplicates a list as a cluster would, with every partition for real but one worker after the
 * other on this machine, and extrapolates (docs/scale.md).
 *
 * ```
 *   slice 0 ── dedupe ── route by key prefix ──┬─▶ partition 0 ── dedupe --seen ──▶ new URLs, snapshot 0
 *   slice 1 ── dedupe ── route by key prefix ──┼─▶ partition 1 ── dedupe --seen ──▶ new URLs, snapshot 1
 *     …                                        └─▶   …
 * ```
 *
 * The number of different URLs is known in advance. A partition is killed and run again; one host has 5 % of the list; a second day
 * continues with the snapshots; two snapshots are merged.
 */
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { root } from "../build/prepare.mjs";
import { SEED } from "./random.mjs";
import { syntheticList } from "./synthetic.mjs";

const LINES = 2_000_000;
const WORKERS = 4;
const PARTITION_BITS = 3;
const PARTITIONS = 2 ** PARTITION_BITS;
/** Every so many lines, one of the large host. */
const SKEW = 20;
const NEW_ON_DAY_2 = 400_000;
const BATCH = 10_000;
/** Milliseconds until the partition that is to fail is killed. */
const KILL_AFTER = 150;
const SIZES = [1e6, 1e8, 1e9, 1e10, 1e11, 1e12];
/** Different URLs of a list, and cores that work at the same time, in the extrapolation. */
const [DIFFERENT, CORES] = [0.65, 64];
/** Max different URLs in a partition: a snapshot of 1.6 GB, a set of 2 to 4 GB. */
const MAX_PARTITION = 1e8;

const CLI = join(root, "build", "out", "dist", "urlsieve.js");
const { SeenSet } = await import("../build/out/dist/index.js");
const { fingerprintAll } = await import("../build/out/dist/redis.js");

const folder = mkdtempSync(join(tmpdir(), "urlsieve-scale-"));
const path = (name) => join(folder, name);
/** The same for all workers of a run: equal keys must go to the same partition. */
const secret = new Uint8Array(16).map((_, index) => index);
const figures = {};
/** CPU time of a process that has nothing to do, in nanoseconds. */
let start = 0;

try {
	await run();
	extrapolate();
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function run() {
	writeFileSync(path("empty.txt"), "");
	start = Math.min(...Array.from({ length: 3 }, () => urlsieve("dedupe", "-o", path("empty.unique"), path("empty.txt"))));
	const { lines, classes } = skewedList();
	const slices = Array.from({ length: WORKERS }, (_, worker) => lines.filter((_, index) => index % WORKERS === worker));
	const octets = slices.map((slice) => Buffer.from(`${slice.join("\n")}\n`));
	const routed = octets.map((slice, worker) => map(`day1-${worker}`, slice));
	check("lines of a slice that are new there", routed.flat().length > classes, true);
	printSkew(routed.flat());
	await killPartition("day1", 0);
	check("different URLs", reduceAll("day1"), classes);

	const fresh = Array.from({ length: NEW_ON_DAY_2 }, (_, index) => `HTTPS://New.example/./${index}`);
	const day2 = lines.slice(0, NEW_ON_DAY_2).flatMap((line, index) => [line, fresh[index]]);
	const before = { ...figures };
	map("day2-0", Buffer.from(`${day2.join("\n")}\n`));
	const kept = figures["dedupe --seen *"];
	check("new URLs of day 2", reduceAll("day2"), NEW_ON_DAY_2);
	Object.assign(figures, before, { "dedupe --seen *": kept, "dedupe --seen, a second day *": figures["dedupe --seen *"] });
	await merge(octets, classes);

	console.log(
		`${LINES} lines, ${classes} different; ${WORKERS} slices, ${PARTITIONS} partitions; CPU ns and octets per line of the list or, where`,
	);
	console.log(
		`so marked, per line that arrives at a partition (*) or per URL of a snapshot (**). Not counted: ${(start / 1e6).toFixed(0)} ms to start a process\n`,
	);
	for (const [name, { cpu, octets }] of Object.entries(figures)) {
		console.log(name.padEnd(36) + (cpu?.toFixed(0) ?? "").padStart(8) + (octets?.toFixed(1) ?? "").padStart(8));
	}
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
	note("dedupe of a slice", cpu, 0, count);
	const begin = process.cpuUsage();
	const urls = readFileSync(path(`${name}.unique`), "utf8")
		.trimEnd()
		.split("\n");
	const files = Array.from({ length: PARTITIONS }, () => []);
	for (let at = 0; at < urls.length; at += BATCH) {
		const batch = urls.slice(at, at + BATCH);
		const { values } = fingerprintAll(batch, { secret });
		for (const [index, url] of batch.entries()) files[values[16 * index] >> (8 - PARTITION_BITS)].push(url);
	}
	for (const [partition, lines] of files.entries()) {
		// A worker that dies leaves no file under this name.
		writeFileSync(path("writing"), `${lines.join("\n")}\n`);
		renameSync(path("writing"), path(`${name}-${partition}.part`));
	}
	const { user, system } = process.cpuUsage(begin);
	const wire = files.reduce((sum, _, partition) => sum + statSync(path(`${name}-${partition}.part`)).size, 0);
	note("route by key prefix", (user + system) * 1000, wire, count);
	return urls;
}

/** What arrives for a partition. */
function partsOf(day, partition) {
	const names = Array.from({ length: WORKERS }, (_, worker) => path(`${day}-${worker}-${partition}.part`));
	return names.filter((name) => existsSync(name));
}

function reduceCommand(day, partition) {
	return ["dedupe", "--seen", path(`${partition}.seen`), "-o", path(`${day}-${partition}.new`), ...partsOf(day, partition)];
}

/** Deduplicates every partition. Returns the number of new URLs. */
function reduceAll(day) {
	figures["dedupe --seen *"] = undefined;
	let found = 0;
	let stored = 0;
	for (let partition = 0; partition < PARTITIONS; ++partition) {
		const arrived = partsOf(day, partition).reduce((sum, name) => sum + linesOf(name), 0);
		note("dedupe --seen *", urlsieve(...reduceCommand(day, partition)), 0, arrived);
		found += linesOf(path(`${day}-${partition}.new`));
		stored += statSync(path(`${partition}.seen`)).size;
	}
	if (day === "day1") figures["snapshots **"] = { octets: stored / found };
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
	figures["load and merge two snapshots **"] = { cpu: ((user + system) * 1000) / (sets[0].size + sets[1].size) };
}

async function writeStream(name, stream) {
	const chunks = [];
	for await (const chunk of stream) chunks.push(chunk);
	writeFileSync(name, Buffer.concat(chunks));
}

/** Prints how much larger the largest partition is than the mean, by key prefix and by host. */
function printSkew(urls) {
	const { values } = fingerprintAll(
		urls.map((url) => `http://${new URL(url).host}`),
		{ secret },
	);
	const hosts = Array.from({ length: urls.length }, (_, index) => values[16 * index] >> (8 - PARTITION_BITS));
	const keys = Array.from({ length: PARTITIONS }, (_, partition) =>
		partsOf("day1", partition).reduce((sum, name) => sum + linesOf(name), 0),
	);
	const counts = Array.from({ length: PARTITIONS }, (_, partition) => hosts.filter((host) => host === partition).length);
	const ratio = (sizes) => (Math.max(...sizes) / (sizes.reduce((sum, size) => sum + size) / PARTITIONS)).toFixed(2);
	console.log(
		`largest partition ÷ mean: ${ratio(keys)} by key prefix, ${ratio(counts)} by host; one host has ${100 / SKEW} % of the list\n`,
	);
}

/** Runs the command line on one thread. Returns its CPU time in nanoseconds. */
function urlsieve(...args) {
	const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", process.execPath, CLI, ...args, "--quiet", "--threads", "1"];
	const { status, stderr } = spawnSync("bash", timed, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
	if (status !== 0) throw new Error(`urlsieve ${args.join(" ")}: ${stderr}`);
	const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
	return (user + system) * 1e9 - start;
}

/** Adds to the figures of a step. */
function note(name, cpu, octets, count) {
	const old = figures[name] ?? { total: 0, time: 0, written: 0 };
	const [total, time, written] = [old.total + count, old.time + cpu, old.written + octets];
	figures[name] = { total, time, written, cpu: time / total, ...(written > 0 ? { octets: written / total } : {}) };
}

function linesOf(name) {
	return readFileSync(name, "latin1").split("\n").length - 1;
}

function check(what, found, wanted) {
	if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
}

/** Prints what larger lists would take, if every step scales with the number of lines. */
function extrapolate() {
	const {
		"dedupe of a slice": own,
		"route by key prefix": route,
		"dedupe --seen *": reduce,
		"snapshots **": snapshots,
	} = figures;
	const arriving = reduce.total / route.total;
	const cpu = own.cpu + route.cpu + reduce.cpu * arriving;
	const number = (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 2 });
	console.log(
		`\nA line takes ${cpu.toFixed(0)} ns of CPU and ${route.octets.toFixed(1)} octets on the wire; ${(100 * DIFFERENT).toFixed(0)} % are different.`,
	);
	console.log(`lines     core-hours   hours on ${CORES}   GB on the wire   GB of snapshots   partitions`);
	for (const size of SIZES) {
		const hours = (size * cpu) / 3.6e12;
		const partitions = Math.max(1, 2 ** Math.ceil(Math.log2((size * DIFFERENT) / MAX_PARTITION)));
		const cells = [hours, hours / CORES, (size * route.octets) / 1e9, (size * DIFFERENT * snapshots.octets) / 1e9].map(number);
		console.log(
			[size.toExponential(0), ...cells, partitions]
				.map((cell, index) => String(cell).padEnd([10, 13, 14, 17, 18, 0][index]))
				.join(""),
		);
	}
}
