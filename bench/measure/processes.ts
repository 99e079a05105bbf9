/** Measures whole processes, file to file: time, CPU time and memory. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Corpus, type Draw, drawnLines } from "../lists/corpus";
import { SEED } from "../lists/random.mjs";
import { type Row, summarize } from "./results";

/** Rounds of a suite that measures processes, which vary more than functions, at least. */
export const MIN_ROUNDS = 5;

/** A shell command that reads `$LIST` and writes `$RESULT`. `note` says what it computes. */
export interface Command {
	readonly name: string;
	readonly command: string;
	readonly note?: string;
}

/** A shell command that runs the command line of this checkout quietly and writes to `$RESULT`. */
export function urlsieve(root: string, command: string): string {
	return `"${process.execPath}" "${join(root, "build", "out", "dist", "urlsieve.js")}" ${command} --quiet -o $RESULT`;
}

export function linesIn(count: number): string {
	return `${count.toLocaleString("en-US")} lines`;
}

/** The number of rounds and the name of the input. */
interface Runs {
	readonly rounds: number;
	readonly input: string;
}

/** Runs the commands in alternation. `ratio` compares each with the first. */
export function compare(commands: readonly Command[], list: string, folder: string, { rounds, input }: Runs): Row[] {
	const samples = commands.map((): Run[] => []);
	for (let round = 0; round < rounds; ++round) {
		for (const [index, { command }] of commands.entries()) samples[index]?.push(run(command, list, folder));
	}
	const summaries = samples.map((runs) => summarize(runs.map(({ time }) => time)));
	const base = summaries[0]?.median as number;
	return commands.map(({ name, note }, index) => {
		const { best, median } = summaries[index] as (typeof summaries)[0];
		const ratio = base / median;
		const used = usedBy(samples[index] as Run[]);
		return { input, node: process.version, name, best, median, ratio, ...used, ...(note === undefined ? {} : { note }) };
	});
}

/** What a command took. Without GNU time, only its time is known. */
interface Run {
	/** Seconds. */
	readonly time: number;
	/** Seconds of user and system time. */
	readonly cpu?: number;
	/** Megabytes. */
	readonly memory?: number;
}

/** The medians of CPU time and memory, if they are known. */
function usedBy(runs: readonly Run[]): Pick<Row, "cpu" | "memory"> {
	const median = (numbers: readonly (number | undefined)[]) => summarize(numbers as readonly number[]).median;
	if (runs.some(({ cpu }) => cpu === undefined)) return {};
	return { cpu: median(runs.map(({ cpu }) => cpu)), memory: median(runs.map(({ memory }) => memory)) };
}

/** GNU time, which reports what a process and its children use. */
const TIME = "/usr/bin/time";

/** Runs a command. It always writes a new file. Throws if it fails. */
function run(command: string, list: string, folder: string): Run {
	const result = join(folder, "result.txt");
	const usage = join(folder, "usage.txt");
	rmSync(result, { force: true });
	const isTimed = existsSync(TIME);
	const [program, ...args] = isTimed ? [TIME, "-f", "%U %S %M", "-o", usage, "sh", "-c", command] : ["sh", "-c", command];
	const start = performance.now();
	const { status } = spawnSync(program as string, args, {
		env: { ...process.env, LIST: list, RESULT: result },
		stdio: ["ignore", "ignore", 2],
	});
	if (status !== 0) throw new Error(`${command} failed with status ${status}.`);
	const time = (performance.now() - start) / 1000;
	if (!isTimed) return { time };
	const [user, system, kibibytes] = readFileSync(usage, "utf8").split(" ").map(Number) as [number, number, number];
	return { time, cpu: user + system, memory: (kibibytes * 1024) / 1e6 };
}

/** Calls `use` with a temporary folder, which is removed afterwards. */
export function inFolder<Result>(use: (folder: string) => Result): Result {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
	try {
		return use(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Writes a file of `count` random lines of a corpus. */
export function writeDrawn(path: string, corpus: Corpus, count: number, draw?: Draw): void {
	writeAll(path, drawnLines(corpus, count, SEED, draw));
}

export function writeAll(path: string, texts: Iterable<string>): void {
	const file = openSync(path, "w");
	for (const text of texts) writeSync(file, text);
	closeSync(file);
}
