/**
 * `node bench/standalone/count-by-host.mjs LIST`: the CPU time of `urlsieve count --by host` and of `cut`, `sort` and `uniq` in pairs of runs,
 * and how many lines each counts for the right host. Requires: urlsieve is built.
 */
import { spawnSync } from "node:child_process";

const PAIRS = 7;

const [list] = process.argv.slice(2);
if (list === undefined) {
	console.error("count-by-host: pass a LIST");
	process.exit(2);
}
const COUNT = 'node build/out/dist/urlsieve.js count --quiet --by host "$LIST"';
const CUT = 'cut -d/ -f3 "$LIST" | sort | uniq -c';

/** Runs a command in bash. Returns its output, and the seconds of CPU time of all its processes. */
function timed(command) {
	const script = `TIMEFORMAT='%U %S'; time { ${command}; }`;
	const { stdout, stderr } = spawnSync("bash", ["-c", script], { env: { ...process.env, LIST: list }, maxBuffer: 2 ** 30 });
	const [user, system] = stderr.toString().trim().split("\n").at(-1).split(" ").map(Number);
	return { output: stdout.toString("latin1"), seconds: user + system };
}

/** The counts of an output, by host. */
function countsOf(output) {
	const rows = output.split("\n").filter((row) => row !== "");
	return new Map(rows.map((row) => /^\s*(\d+)[\t ](.*)$/s.exec(row)).map(([, count, host]) => [host, Number(count)]));
}

const pairs = Array.from({ length: PAIRS }, () => [timed(COUNT), timed(CUT)]);
const median = (numbers) => numbers.sort((a, b) => a - b)[PAIRS >> 1].toFixed(2);
const [counted, cut] = [0, 1].map((place) => countsOf(pairs[0][place].output));
let missed = 0;
for (const [host, count] of counted) missed += Math.max(0, count - (cut.get(host) ?? 0));
console.log(
	`CPU time: urlsieve ${median(pairs.map(([own]) => own.seconds))} s, cut ${median(pairs.map(([, other]) => other.seconds))} s, ratio ${median(pairs.map(([own, other]) => own.seconds / other.seconds))}`,
);
console.log(`hosts: urlsieve ${counted.size}, cut ${cut.size}; cut counts ${missed} lines for another text than their host`);
