/** The command line against other commands, as whole processes, on a long list with repeats. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Corpus, drawnLines } from "./corpus";
import { summarize } from "./measure";
import { print } from "./report";

const CLI = fileURLToPath(new URL("../dist/urlsieve.js", import.meta.url));
const SEED = 3986;

/** Commands that write the different lines of `$LIST` to `$RESULT`. What each takes for different, it says. */
const COMMANDS: readonly (readonly [name: string, command: string, note: string])[] = [
	["urlsieve dedupe", `${process.execPath} ${CLI} dedupe --quiet -o $RESULT $LIST`, "by RFC 3986, in order"],
	[
		"urlsieve dedupe --level string",
		`${process.execPath} ${CLI} dedupe --level string --quiet -o $RESULT $LIST`,
		"by octets, in order",
	],
	["LC_ALL=C sort -u", "LC_ALL=C sort -u -o $RESULT $LIST", "by octets, sorted"],
	["awk '!s[$0]++'", "awk '!s[$0]++' $LIST > $RESULT", "by octets, in order"],
];

/** Times the commands in turn on `count` lines drawn from the corpus. */
export function compareProcesses(corpus: Corpus, count: number, rounds: number): void {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
	try {
		const list = join(folder, "list.txt");
		writeList(list, corpus, count);
		const megabytes = Math.round(statSync(list).size / 1e6);
		const samples = COMMANDS.map((): number[] => []);
		for (let round = 0; round < rounds; ++round) {
			for (const [index, [, command]] of COMMANDS.entries()) samples[index]?.push(run(command, list, folder));
		}
		const medians = samples.map((seconds) => summarize(seconds).median);
		const rows = COMMANDS.map(([name, , note], index) => [
			name,
			summarize(samples[index] as number[]).best.toFixed(2),
			(medians[index] as number).toFixed(2),
			`${((medians[2] as number) / (medians[index] as number)).toFixed(2)} ×`,
			note,
		]);
		print(`${count} lines, ${megabytes} MB, file to file`, ["", "best s", "median s", "against sort", ""], rows);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function writeList(path: string, corpus: Corpus, count: number): void {
	const file = openSync(path, "w");
	for (const lines of drawnLines(corpus, count, SEED)) writeSync(file, lines);
	closeSync(file);
}

/** Seconds that a command takes. The file it writes is new each time. */
function run(command: string, list: string, folder: string): number {
	const result = join(folder, "result.txt");
	rmSync(result, { force: true });
	const start = performance.now();
	const { status } = spawnSync("sh", ["-c", command], { env: { ...process.env, LIST: list, RESULT: result } });
	if (status !== 0) throw new Error(`${command} ended with status ${status}.`);
	return (performance.now() - start) / 1000;
}
