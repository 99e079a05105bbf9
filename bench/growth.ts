/** Suite `growth`: time and memory of the command line for more and more lines, and for longer and longer ones. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Corpus } from "./corpus";
import { linesOfLength } from "./long-lines";
import { inFolder, writeAll, writeDrawn } from "./processes";
import { type Row, type Summary, summarize } from "./results";
import type { Suite } from "./suite";

/** The two curves: what grows. */
export const BY_LINES = "lines";
export const BY_LENGTH = "octets a line";

const COMMANDS = ["normalize", "dedupe"] as const;
const COUNTS = [10_000, 100_000, 1_000_000, 10_000_000];
const LENGTHS = [16, 100, 1000, 10_000, 100_000, 1_000_000];
/** Octets of a file of lines of one length. */
const OCTETS = 64_000_000;
/** Short runs are repeated more often, for they vary more: so many seconds in all, within limits. */
const [SECONDS, QUICK_SECONDS] = [1, 0.2];
const [LEAST_RUNS, MOST_RUNS] = [2, 9];

interface Run {
	/** Seconds. */
	readonly time: number;
	/** Megabytes. */
	readonly memory: number;
}

/** Where everything is. */
interface Place {
	readonly program: string;
	readonly preload: string;
	readonly list: string;
	readonly result: string;
	readonly gauge: string;
	/** Seconds that a point of a curve may take. */
	readonly seconds: number;
}

export const growth: Suite = {
	title: "Growth: the command line, one thread",
	unit: "s beyond the time for an empty file",
	against: "",
	onEveryNode: false,
	async measure({ root, lists, isQuick }) {
		const corpus = lists.get("as it is") as Corpus;
		const rows: Row[] = [];
		inFolder((folder) => {
			const place = placeIn(folder, root, isQuick ? QUICK_SECONDS : SECONDS);
			writeFileSync(place.list, "");
			const idle = COMMANDS.map((command) => summarize(repeated(place, command, MOST_RUNS).map(({ time }) => time)));
			for (const count of isQuick ? COUNTS.slice(0, -1) : COUNTS) {
				writeDrawn(place.list, corpus, count);
				rows.push(...rowsAt(place, idle, BY_LINES, count));
			}
			for (const length of LENGTHS) {
				writeAll(place.list, linesOfLength(length, isQuick ? OCTETS / 8 : OCTETS));
				rows.push(...rowsAt(place, idle, BY_LENGTH, length));
			}
		});
		return rows;
	},
};

function placeIn(folder: string, root: string, seconds: number): Place {
	return {
		program: join(root, "build", "out", "dist", "urlsieve.js"),
		preload: pathToFileURL(join(root, "bench", "gauge.mjs")).href,
		list: join(folder, "list.txt"),
		result: join(folder, "result.txt"),
		gauge: join(folder, "gauge.json"),
		seconds,
	};
}

/** A row for each command, less what it takes for an empty file: `idle`. */
function rowsAt(place: Place, idle: readonly Summary[], input: string, at: number): Row[] {
	return COMMANDS.map((name, index) => {
		const runs = repeated(place, name, LEAST_RUNS);
		const { best, median } = summarize(runs.map(({ time }) => time));
		const nothing = idle[index] as Summary;
		const memory = summarize(runs.map((run) => run.memory)).median;
		return { input, node: process.version, name, best: best - nothing.best, median: median - nothing.median, memory, at };
	});
}

/** At least so many runs of a command, and more when they are short. */
function repeated(place: Place, command: string, least: number): Run[] {
	const runs = [runOnce(place, command)];
	const wanted = Math.min(Math.ceil(place.seconds / (runs[0] as Run).time), MOST_RUNS);
	while (runs.length < Math.max(wanted, least)) runs.push(runOnce(place, command));
	return runs;
}

/** Runs a command of urlsieve on a file. Throws when it fails. */
function runOnce(place: Place, command: string): Run {
	const { status, stderr } = spawnSync(
		process.execPath,
		["--import", place.preload, place.program, command, "--threads", "1", "--quiet", "-o", place.result, place.list],
		{ env: { ...process.env, GAUGE: place.gauge }, encoding: "utf8" },
	);
	if (status !== 0) throw new Error(`urlsieve ${command} ended with status ${status}: ${stderr}`);
	return JSON.parse(readFileSync(place.gauge, "utf8"));
}
