/** Suite `growth`: time and memory of the command line as the number or the length of lines grows. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Corpus } from "../lists/corpus";
import { linesOfLength } from "../lists/long-lines";
import { inFolder, writeAll, writeDrawn } from "../measure/processes";
import { type Row, type Summary, summarize } from "../measure/results";
import type { Suite } from "./suite";

/** The two curves, by what grows. The results store these names. */
export const BY_LINES = "lines";
export const BY_LENGTH = "octets a line";

const COMMANDS = ["normalize", "dedupe"] as const;
const COUNTS = [10_000, 100_000, 1_000_000, 10_000_000];
const LENGTHS = [16, 100, 1000, 10_000, 100_000, 1_000_000];
/** Size of the file for each line length, in octets. */
const OCTETS = 64_000_000;
/** Seconds per point of a curve. Short runs vary more and are repeated more often, within MIN_RUNS and MAX_RUNS. */
const [SECONDS, QUICK_SECONDS] = [1, 0.2];
const [MIN_RUNS, MAX_RUNS] = [2, 9];

interface Run {
	/** Seconds. */
	readonly time: number;
	/** Megabytes. */
	readonly memory: number;
}

/** Paths and the time limit of a run. */
interface Setup {
	readonly program: string;
	readonly preload: string;
	readonly list: string;
	readonly result: string;
	readonly gauge: string;
	/** Seconds to spend on one point of a curve. */
	readonly seconds: number;
}

export const growth: Suite = {
	title: "Growth: the command line, one thread",
	unit: "s more than for an empty file",
	against: "",
	onEveryNode: false,
	async measure({ root, lists, isQuick }) {
		const corpus = lists.get("as it is") as Corpus;
		const rows: Row[] = [];
		inFolder((folder) => {
			const setup = setupIn(folder, root, isQuick ? QUICK_SECONDS : SECONDS);
			writeFileSync(setup.list, "");
			const idle = COMMANDS.map((command) => summarize(repeated(setup, command, MAX_RUNS).map(({ time }) => time)));
			for (const count of isQuick ? COUNTS.slice(0, -1) : COUNTS) {
				writeDrawn(setup.list, corpus, count);
				rows.push(...rowsAt(setup, idle, BY_LINES, count));
			}
			for (const length of LENGTHS) {
				writeAll(setup.list, linesOfLength(length, isQuick ? OCTETS / 8 : OCTETS));
				rows.push(...rowsAt(setup, idle, BY_LENGTH, length));
			}
		});
		return rows;
	},
};

function setupIn(folder: string, root: string, seconds: number): Setup {
	return {
		program: join(root, "build", "out", "dist", "urlsieve.js"),
		preload: pathToFileURL(join(root, "bench", "measure", "gauge.mjs")).href,
		list: join(folder, "list.txt"),
		result: join(folder, "result.txt"),
		gauge: join(folder, "gauge.json"),
		seconds,
	};
}

/** A row for each command, less `idle`, its time for an empty file. */
function rowsAt(setup: Setup, idle: readonly Summary[], input: string, at: number): Row[] {
	return COMMANDS.map((name, index) => {
		const runs = repeated(setup, name, MIN_RUNS);
		const { best, median } = summarize(runs.map(({ time }) => time));
		const empty = idle[index] as Summary;
		const memory = summarize(runs.map((run) => run.memory)).median;
		return { input, node: process.version, name, best: best - empty.best, median: median - empty.median, memory, at };
	});
}

/** Runs a command at least `min` times, and more often if it is fast. */
function repeated(setup: Setup, command: string, min: number): Run[] {
	const runs = [runOnce(setup, command)];
	const wanted = Math.min(Math.ceil(setup.seconds / (runs[0] as Run).time), MAX_RUNS);
	while (runs.length < Math.max(wanted, min)) runs.push(runOnce(setup, command));
	return runs;
}

/** Runs a command of urlsieve on a file. Throws if it fails. */
function runOnce(setup: Setup, command: string): Run {
	const { status, stderr } = spawnSync(
		process.execPath,
		["--import", setup.preload, setup.program, command, "--threads", "1", "--quiet", "-o", setup.result, setup.list],
		{ env: { ...process.env, GAUGE: setup.gauge }, encoding: "utf8" },
	);
	if (status !== 0) throw new Error(`urlsieve ${command} ended with status ${status}: ${stderr}`);
	return JSON.parse(readFileSync(setup.gauge, "utf8"));
}
