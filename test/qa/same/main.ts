/** Compares what two builds of the command line leave: docs/internals/qa.md. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Case, casesOf, runsOf } from "./cases";
import { writeInputs } from "./inputs";

export interface SameOptions {
	/** The programs of the two builds. */
	readonly programs: readonly [string, string];
	readonly cases: number;
	readonly seed: number;
}

/** Texts left by a case, by their origin. */
type Left = ReadonlyMap<string, string>;

/** Values that differ between runs: times, speed, memory. */
const MASKED = /\b[\d.,]+(?= (?:s|ms|min|MB\/s|MB of memory)\b)|(?<="(?:seconds|peakMemory)":)[\d.]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Values that also differ if the input is a pipe, which comes in pieces of any length. */
const OF_PIPES = /(?<="tempOctets":)\d+|\b[\d.,]+(?= MB of temporary files)/g;
/** Files that have a random key, and those that have times. */
const SECRET = /\.seen$/;
const REPORT = /^report\./;
/** Milliseconds after which a run is killed. */
const TIMEOUT = 120_000;
const SHOWN = 400;

/** Runs all cases, and prints those that differ. Returns the exit status. */
export async function main({ programs, cases, seed }: SameOptions): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-same-"));
	const statuses = new Map<string, number>();
	let failed = 0;
	try {
		const inputs = join(folder, "inputs");
		await writeInputs(inputs, seed);
		for (const one of take(casesOf(seed, inputs), cases)) {
			const [old, now] = await leftByBoth(programs, one, folder);
			const status = old.get("status 1") as string;
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			if (difference(old, now) === undefined) continue;
			++failed;
			await report(programs, one, folder);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
	const counts = [...statuses].sort().map(([status, count]) => `${count} with status ${status}`);
	console.log(`${cases} cases of seed ${seed}: ${counts.join(", ")}`);
	console.log(`${cases - failed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
	let left = count;
	if (left > 0)
		for (const value of values) {
			yield value;
			if (--left === 0) return;
		}
}

/** Prints the case with the fewest options that still differs. */
async function report(programs: SameOptions["programs"], found: Case, folder: string): Promise<void> {
	let shortest = found;
	for (const group of found.groups) {
		const shorter = { ...shortest, groups: shortest.groups.filter((other) => other !== group) };
		const [old, now] = await leftByBoth(programs, shorter, folder);
		if (difference(old, now) !== undefined) shortest = shorter;
	}
	const [old, now] = await leftByBoth(programs, shortest, folder);
	const [run = []] = runsOf(shortest);
	const input = shortest.isPiped ? ` < ${shortest.inputs}` : "";
	console.log(`✗ urlsieve ${run.join(" ")}${input}\n${difference(old, now) ?? "differs only sometimes"}\n`);
}

/** Both builds at the same time, in folders of their own. */
function leftByBoth(programs: SameOptions["programs"], one: Case, folder: string): Promise<[Left, Left]> {
	const [old, now] = programs;
	return Promise.all([leftBy(old, one, join(folder, "old")), leftBy(now, one, join(folder, "new"))]);
}

async function leftBy(program: string, one: Case, folder: string): Promise<Left> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(join(folder, "temporary"), { recursive: true });
	writeFileSync(join(folder, "key.bin"), "0123456789abcdef");
	const left = new Map<string, string>();
	for (const [index, args] of runsOf(one).entries()) {
		const { status, output, messages } = await run(program, args, folder, one);
		const day = index + 1;
		left
			.set(`status ${day}`, `${status}`)
			.set(`output ${day}`, output)
			.set(`messages ${day}`, masked(one.isPiped ? messages.replace(OF_PIPES, "#") : messages));
		for (const name of filesIn(folder)) {
			const text = readFileSync(join(folder, name), "latin1");
			left.set(`${name} ${day}`, REPORT.test(name) ? masked(text) : text);
		}
	}
	return left;
}

async function run(program: string, args: readonly string[], folder: string, { inputs, isPiped }: Case) {
	const env = { ...process.env, TMPDIR: join(folder, "temporary") };
	const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, timeout: TIMEOUT });
	// A command that refuses its options does not read.
	child.stdin.on("error", () => undefined);
	if (isPiped) createReadStream(inputs[0] as string).pipe(child.stdin);
	else child.stdin.end();
	const [output, messages] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, "close")]);
	return { status: child.exitCode ?? child.signalCode, output: output.toString("latin1"), messages: messages.toString() };
}

function filesIn(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const names = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
	return names.filter((name) => !SECRET.test(name)).sort();
}

function masked(text: string): string {
	return text.replace(MASKED, "#");
}

/** Returns the first difference with its line, or undefined. */
function difference(old: Left, now: Left): string | undefined {
	const name = [...old.keys(), ...now.keys()].find((key) => old.get(key) !== now.get(key));
	if (name === undefined) return undefined;
	const [a, b] = [old.get(name) ?? "(missing)", now.get(name) ?? "(missing)"];
	let at = 0;
	while (a[at] === b[at]) ++at;
	const start = a.lastIndexOf("\n", at - 1) + 1;
	return `  ${name}, octet ${at}:\n  - ${excerpt(a, start)}\n  + ${excerpt(b, start)}`;
}

function excerpt(text: string, start: number): string {
	return JSON.stringify(text.slice(start, start + SHOWN));
}
