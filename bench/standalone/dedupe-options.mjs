/**
 * CPU time of `dedupe` with --audit, --report, --keep and --count, as a ratio to the run without them: on a list, and on the list with
 * each line twice, in random order; then on tables of these lines, as CSV, with --count-into instead of --count. `node
 * bench/standalone/dedupe-options.mjs LIST [RUNS] [OPTION...]`: options are for all runs, such as a profile.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
/** Prints the CPU time of the process in milliseconds, after it has ended its work. */
const TIMED = `process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("\\n" + (user + system) / 1000); });`;

const [list, runs = "3", ...common] = process.argv.slice(2);
if (list === undefined) throw new Error("usage: node bench/standalone/dedupe-options.mjs LIST [RUNS] [OPTION...]");
const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
const path = (name) => join(folder, name);
const WAYS = {
	plain: [],
	"--audit": ["--audit", path("audit.tsv")],
	"--report": ["--report", path("report.html")],
	"--keep last": ["--keep", "last"],
	"--count": ["--count"],
};
const TABLE_WAYS = {
	plain: [],
	"--keep last": ["--keep", "last"],
	"--keep max": ["--keep", "max:number"],
	"--count-into": ["--count-into", "lines"],
};

try {
	writeFileSync(path("timed.mjs"), TIMED);
	writeFileSync(path("twice.txt"), shuffled(readFileSync(list, "latin1")), "latin1");
	for (const [name, file] of Object.entries({ once: list, twice: path("twice.txt") })) {
		measure(name, file, WAYS, common);
		writeFileSync(path("table.csv"), table(readFileSync(file, "latin1")), "latin1");
		measure(`${name}, CSV`, path("table.csv"), TABLE_WAYS, [...common, "--column", "url"]);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** Prints medians, runs of all ways alternated. */
function measure(name, file, ways, options) {
	const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
	for (let round = 0; round < Number(runs); ++round)
		for (const [way, more] of Object.entries(ways)) times[way].push(timeOf([...options, ...more], file));
	const plain = median(times.plain);
	for (const [way, all] of Object.entries(times)) {
		const ms = median(all);
		console.log(`${name.padEnd(10)}  ${way.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / plain).toFixed(2)}`);
	}
}

function timeOf(options, file) {
	const output = path("output.txt");
	for (const name of ["output.txt", "audit.tsv", "report.html"]) rmSync(path(name), { force: true });
	const args = ["--import", path("timed.mjs"), CLI, "dedupe", "--quiet", "-o", output, ...options, file];
	const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return Number(stderr.split("\n").at(-1));
}

/** The lines as the column `url` of a table, after a column of numbers. */
function table(text) {
	const rows = text.replace(/\n$/, "").split("\n");
	return `number,url\n${rows.map((url, at) => `${(at * 7919) % 1000},"${url.replaceAll('"', '""')}"\n`).join("")}`;
}

function median(values) {
	return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Each line twice, in an order that is the same in each run. */
function shuffled(text) {
	const once = text.replace(/\n$/, "").split("\n");
	const lines = [...once, ...once];
	let state = 1;
	for (let last = lines.length - 1; last > 0; --last) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		const other = Math.floor((state / 2 ** 32) * (last + 1));
		[lines[last], lines[other]] = [lines[other], lines[last]];
	}
	return `${lines.join("\n")}\n`;
}
