/** Suite `processes`: the command line against other commands, file to file, on a long list with duplicates. */

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Corpus, drawnLines } from "./corpus";
import { loaderFrom, peerFolder } from "./peer-folder";
import { SEED } from "./random.mjs";
import { type Row, summarize } from "./results";
import type { Suite } from "./suite";

/** Rounds of a suite that measures processes, which vary more than functions, at least. */
export const MIN_ROUNDS = 5;

const MAX_ROUNDS = 3;

/** A shell command that reads `$LIST` and writes `$RESULT`. `note` says what it computes. */
export interface Command {
	readonly name: string;
	readonly command: string;
	readonly note?: string;
}

const SORT: Command = {
	name: "LC_ALL=C sort -u",
	command: "LC_ALL=C sort -u -o $RESULT $LIST",
	note: "by octets, sorted; multi-threaded",
};

export const processes: Suite = {
	title: "Deduplication, file to file, whole processes",
	unit: "s",
	against: SORT.name,
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const count = isQuick ? 500_000 : 10_000_000;
		return inFolder((folder) => {
			const list = join(folder, "list.txt");
			writeDrawn(list, lists.get("as it is") as Corpus, count);
			return compare(commandsFor(root), list, folder, { rounds: Math.min(rounds, MAX_ROUNDS), input: linesIn(count) });
		});
	},
};

/** A shell command that runs the command line of this checkout quietly and writes to `$RESULT`. */
export function urlsieve(root: string, command: string): string {
	return `"${process.execPath}" "${join(root, "build", "out", "dist", "urlsieve.js")}" ${command} --quiet -o $RESULT`;
}

export function linesIn(count: number): string {
	return `${count.toLocaleString("en-US")} lines`;
}

function commandsFor(root: string): Command[] {
	const dedupe = urlsieve(root, "dedupe");
	const duckdb = {
		name: "DuckDB DISTINCT, 1 thread",
		command: `"${process.execPath}" "${join(root, "bench", "duckdb.mjs")}" $LIST $RESULT`,
		note: "by octets, in any order",
	};
	return [
		SORT,
		{ name: "awk '!s[$0]++'", command: "awk '!s[$0]++' $LIST > $RESULT", note: "by octets, in order" },
		...(loaderFrom(peerFolder(root)).has("@duckdb/node-api") ? [duckdb] : []),
		{ name: "urlsieve dedupe", command: `${dedupe} $LIST`, note: "by RFC 3986, in order; one thread per core" },
		{ name: "urlsieve dedupe --threads 1", command: `${dedupe} --threads 1 $LIST`, note: "by RFC 3986, in order" },
		{
			name: "urlsieve dedupe --threads 1 --level string",
			command: `${dedupe} --threads 1 --level string $LIST`,
			note: "by octets, in order",
		},
	];
}

/** The number of rounds and the name of the input. */
interface Runs {
	readonly rounds: number;
	readonly input: string;
}

/** Runs the commands in alternation. `ratio` compares each with the first. */
export function compare(commands: readonly Command[], list: string, folder: string, { rounds, input }: Runs): Row[] {
	const samples = commands.map((): number[] => []);
	for (let round = 0; round < rounds; ++round) {
		for (const [index, { command }] of commands.entries()) samples[index]?.push(run(command, list, folder));
	}
	const summaries = samples.map(summarize);
	const base = summaries[0]?.median as number;
	return commands.map(({ name, note }, index) => {
		const { best, median } = summaries[index] as (typeof summaries)[0];
		return { input, node: process.version, name, best, median, ratio: base / median, ...(note === undefined ? {} : { note }) };
	});
}

/** Returns the seconds that a command takes. It always writes a new file. Throws if it fails. */
function run(command: string, list: string, folder: string): number {
	const result = join(folder, "result.txt");
	rmSync(result, { force: true });
	const start = performance.now();
	const { status } = spawnSync("sh", ["-c", command], {
		env: { ...process.env, LIST: list, RESULT: result },
		stdio: ["ignore", "ignore", 2],
	});
	if (status !== 0) throw new Error(`${command} failed with status ${status}.`);
	return (performance.now() - start) / 1000;
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
export function writeDrawn(path: string, corpus: Corpus, count: number): void {
	writeAll(path, drawnLines(corpus, count, SEED));
}

export function writeAll(path: string, texts: Iterable<string>): void {
	const file = openSync(path, "w");
	for (const text of texts) writeSync(file, text);
	closeSync(file);
}
