/** Runs the command line as a process, in a temporary folder that is removed after the tests. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { built } from "../support/dist";
import { IS_LONG } from "../support/extent";
import { type Octets, Resident } from "./resident";

export const CLI = built("urlsieve.js");

/** Maximum output of a run, in octets. */
const MAX_OUTPUT = 1 << 30;

/** Milliseconds after which a process is killed: less than a test may take, so that it fails and does not hang. */
const TIMEOUT = 1_000_000;

/** Exit status and output of a process. */
export interface Ended {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

type Encoding = "utf8" | "latin1";

let resident: Resident | undefined;

/** Options whose runs have a process of their own in the long form of the tests: threads end with it, and what it leaves of a set lasts. */
const OWN = ["--threads", "--seen"];

/** Runs the command line to its end. `encoding` is that of standard output. Runs share a process, but for those of `OWN`. */
export function run(args: string[], input: string | Uint8Array = "", encoding: Encoding = "utf8"): Ended {
	return asText(runOctets(args, input), encoding);
}

function asText({ status, stdout, stderr }: Octets, encoding: Encoding = "utf8"): Ended {
	return { status, stdout: stdout.toString(encoding), stderr: stderr.toString() };
}

/** The same, with the octets of the output, in a folder. */
export function runOctets(args: string[], input: string | Uint8Array = "", cwd = process.cwd()): Octets {
	if (hasOwnProcess(args)) return spawnToEnd(args, input, cwd);
	resident = Resident.fresh(CLI, resident);
	return resident.run(args, input, cwd);
}

function hasOwnProcess(args: readonly string[]): boolean {
	return IS_LONG && OWN.some((name) => args.includes(name));
}

/**
 * Runs the command line to its end, in a process of its own in either form: for what a process does once, such as removing the
 * leftovers of others, and for its memory.
 */
export function runAlone(args: string[], input: string | Uint8Array = ""): Ended {
	return asText(spawnToEnd(args, input));
}

function spawnToEnd(args: string[], input: string | Uint8Array, cwd?: string): Octets {
	return spawnSync(process.execPath, [CLI, ...args], { input, cwd, maxBuffer: MAX_OUTPUT, timeout: TIMEOUT });
}

/** Waits until a condition holds. The time limit of the test is the only one. */
export async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await setTimeout(1);
}

const FAULTS = fileURLToPath(new URL("faults.mjs", import.meta.url));

/** Faults to inject into a run: see faults.mjs. */
export interface Faults {
	readonly trace?: string;
	readonly fail?: { call: string; at: number; code: string; lasts?: boolean };
	readonly kill?: { call: string; at: number; signal?: string; inThread?: boolean };
	readonly exit?: { call: string; at: number };
	readonly grow?: { call: string; at: number; file: string };
	readonly shrink?: { call: string; at: number; file: string };
	readonly touch?: { call: string; at: number; file: string };
	readonly replace?: { call: string; at: number; file: string; by: string };
	readonly alter?: { call: string; at: number; octet: number };
	readonly spools?: string;
	readonly threads?: string;
	readonly stall?: boolean;
	readonly free?: number;
	readonly memory?: number;
	readonly days?: number;
	readonly elsewhere?: boolean;
}

let faulty: Resident | undefined;

/** Faults of a process, not of a run: it ends, or they hold from its start. */
const PROCESS_FAULTS = ["kill", "exit", "memory", "elsewhere", "threads"] as const;

/** Runs the command line to its end, with injected faults. Runs share a process where they can. */
export function runWithFaults(
	args: string[],
	faults: Faults,
	input: string | Uint8Array = "",
): Ended & { signal: string | null } {
	// A fault that lasts may leave a lock, which the next run can take only from a process that has ended.
	const isOfRun = faults.fail?.lasts !== true && !PROCESS_FAULTS.some((name) => name in faults);
	if (isOfRun && !hasOwnProcess(args)) {
		faulty = Resident.fresh(CLI, faulty, { NODE_OPTIONS: `--import ${FAULTS}` });
		return { ...asText(faulty.run(args, input, process.cwd(), faults)), signal: null };
	}
	const env = { ...process.env, FAULTS: JSON.stringify(faults) };
	const all = ["--import", FAULTS, CLI, ...args];
	const settings = { env, input, maxBuffer: MAX_OUTPUT, timeout: TIMEOUT };
	const { status, signal, stdout, stderr } = spawnSync(process.execPath, all, settings);
	return { status, signal, stdout: stdout.toString(), stderr: stderr.toString() };
}

const SHELL_VARIABLES = {
	...process.env,
	URLSIEVE: `${process.execPath} ${CLI}`,
	FAULTY: `${process.execPath} --import ${FAULTS} ${CLI}`,
	NO_COLOR: "",
};

/**
 * Creates a temporary folder. `path` and `write` take names of files in it. `runHere` runs the command line there, and `shell` a
 * command: `$URLSIEVE` is the command line, `$FAULTY` the same with the faults in the variable FAULTS.
 * `shellBeside` runs one that succeeds, while other tests go on. `step` runs a command of a page, which names `urlsieve`: without a
 * shell if it needs none, in the short form of the tests.
 */
export function useFolder() {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-test-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const path = (name: string) => join(folder, name);
	const write = (name: string, content: string | Uint8Array) => {
		writeFileSync(path(name), content);
		return path(name);
	};
	const settings = { env: SHELL_VARIABLES, cwd: folder, maxBuffer: MAX_OUTPUT, timeout: TIMEOUT };
	const shell = (command: string): Ended => asText(spawnSync("bash", ["-c", command], settings));
	const shellBeside = (command: string) => promisify(execFile)("bash", ["-c", command], settings);
	const runHere = (args: string[], input: string | Uint8Array = ""): Ended => asText(runOctets(args, input, folder));
	const step = (command: string): Ended => {
		const words = IS_LONG ? undefined : wordsOf(command);
		return words === undefined ? shell(command.replaceAll(URLSIEVE, "$URLSIEVE ")) : runHere(words);
	};
	return { folder, path, write, shell, shellBeside, runHere, step };
}

/** The name of the command line in a command such as `npx urlsieve normalize`. */
const URLSIEVE = /(?<![-\w.])(?:npx )?urlsieve /g;

/** The arguments of a command that is nothing but a run of the command line. Undefined if a shell has to read it. */
function wordsOf(command: string): string[] | undefined {
	const [name] = /^(?:npx )?urlsieve /.exec(command) ?? [];
	const rest = name === undefined ? "$" : command.slice(name.length);
	const words = rest.match(/'[^']*'|"[^"$`\\!]*"|[^\s'"]+/g) ?? [];
	const isPlain = words.join(" ") === rest && words.every((word) => /^['"]/.test(word) || !/[$`|&;<>()*?[\]{}~#\\!=]/.test(word));
	return isPlain ? words.map((word) => word.replaceAll(/^['"]|['"]$/g, "")) : undefined;
}

/** Arguments of `dedupe`, its status, and what it says. */
export type Refusal = [args: string[], status: number, sentence: string | RegExp];

/** Runs a `dedupe` that fails, to an output of this name. The output stays as it was, and nothing is left beside it. */
export function expectRefused(
	{ folder, write }: ReturnType<typeof useFolder>,
	name: string,
	...[args, status, sentence]: Refusal
): void {
	const before = readdirSync(folder).sort();
	const output = write(name, "kept");
	const failed = run(["dedupe", "-o", output, ...args]);
	expect([failed.status, failed.stdout, readFileSync(output, "utf8")]).toEqual([status, "", "kept"]);
	rmSync(output);
	expect(readdirSync(folder).sort()).toEqual(before);
	if (typeof sentence === "string") expect(failed.stderr).toBe(`urlsieve: ${sentence}\n`);
	else expect(failed.stderr).toMatch(sentence);
}
