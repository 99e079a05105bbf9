/**
 * `npm run bench -- store-days LIST`: how the file of `dedupe --seen` grows in 30 days, of which each brings a thirtieth of the lines of
 * LIST. Prints a table, and writes bench/results/store-days.svg.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { linePlot } from "../pages/plot";
import { picture } from "../pages/svg";
import { aligned } from "../pages/table";

/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CLI = join(ROOT, "build", "out", "dist", "urlsieve.js");
const GAUGE = join(ROOT, "bench", "measure", "gauge.mjs");
const DAYS = 30;
const BOX = { x: 0, y: 0, width: 640, height: 300 };
const LF = 10;

/** What a day has left. */
interface Day {
	readonly lines: number;
	readonly known: number;
	readonly octets: number;
	readonly runs: number;
	/** CPU time of the run, in seconds. */
	readonly cpu: number;
}

const [list] = process.argv.slice(3);
if (list === undefined) {
	console.error("store-days: pass a list, plain or gzip-compressed");
	process.exit(2);
}
const read = readFileSync(list);
const folder = mkdtempSync(join(tmpdir(), "urlsieve-days-"));
const [file, part, gauge] = ["days.seen", "day.txt", "gauge.json"].map((name) => join(folder, name)) as [string, string, string];
try {
	show([...daysOf(list.endsWith(".gz") ? gunzipSync(read) : read)]);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function* daysOf(octets: Uint8Array): Generator<Day> {
	let from = 0;
	for (let day = 1; day <= DAYS; ++day) {
		const end = day === DAYS ? octets.length : octets.indexOf(LF, Math.floor((octets.length * day) / DAYS)) + 1;
		writeFileSync(part, octets.subarray(from, end));
		from = end;
		const { lines } = JSON.parse(
			run(["dedupe", "--json", "--threads", "1", "--seen", file, "-o", join(folder, "new.txt"), part]).stderr,
		);
		const { cpu } = JSON.parse(readFileSync(gauge, "utf8"));
		const { count, runs } = JSON.parse(run(["seen", "stat", "--json", file]).stdout);
		yield { lines, known: count, octets: statSync(file).size, runs: runs.length, cpu };
	}
}

function run(args: readonly string[]): { stdout: string; stderr: string } {
	const env = { ...process.env, GAUGE: gauge };
	const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", GAUGE, CLI, ...args], { env, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return { stdout, stderr };
}

function show(days: readonly Day[]): void {
	const curveOf = (name: string, value: (day: Day) => number) => ({
		name,
		points: days.map((day, index) => [index + 1, value(day)] as const),
	});
	const curves = [curveOf("bytes of FILE", ({ octets }) => octets), curveOf("URLs known", ({ known }) => known)];
	const title = "FILE of urlsieve dedupe --seen in 30 days";
	const plot = linePlot(BOX, title, "day", "bytes, URLs", curves);
	writeFileSync(join(ROOT, "bench", "results", "store-days.svg"), picture(BOX.width, BOX.height, title, plot));
	const rows = days.map(({ lines, known, octets, runs, cpu }, index) => [
		...[index + 1, lines, known, octets].map((value) => value.toLocaleString("en-US")),
		...[(octets / known).toFixed(1), String(runs), cpu.toFixed(2)],
	]);
	console.log(aligned([["day", "lines", "known", "bytes of FILE", "each", "runs", "CPU, s"], ...rows], () => true));
}
