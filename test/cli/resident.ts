/**
 * The command line in one process for many runs: it starts once, where a process for each run would load it each time. All else is as in
 * such a process: descriptors, pipes and files are real ones. What a run leaves behind in memory stays.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("resident-program.mjs", import.meta.url));

/** Seconds after which the process is killed: less than a test may take, so that it fails and does not hang. */
const TIMEOUT = "1000";

/** Milliseconds after which a process is replaced by another, so that no run has less time than remains until it is killed. */
const MAX_AGE = 300_000;

/** Octets of a reply. */
const MAX_REPLY = 16;

export interface Octets {
	readonly status: number | null;
	readonly stdout: Buffer;
	readonly stderr: Buffer;
}

export class Resident {
	readonly #folder = mkdtempSync(join(tmpdir(), "urlsieve-resident-"));
	readonly #child: ChildProcess;
	readonly #requests: number;
	readonly #replies: number;
	#hasEnded = false;
	readonly #started = performance.now();

	/** All processes that still run. */
	static readonly #all = new Set<Resident>();

	/** Ends all processes. Evaluating the modules of tests again would lose the variables that hold them. */
	static endAll(): void {
		for (const one of Resident.#all) one.end();
	}

	/** A process for the next run: `last`, or a new one if there is none, it has ended, or it is old. */
	static fresh(commandLine: string, last: Resident | undefined, variables?: NodeJS.ProcessEnv, program?: string): Resident {
		if (last !== undefined && !last.#isOver()) return last;
		last?.end();
		return new Resident(commandLine, variables, program);
	}

	/** Starts the process, which imports the command line from a file. `program` is resident-program.mjs, for bundles of this file. */
	constructor(commandLine: string, variables: NodeJS.ProcessEnv = {}, program = PROGRAM) {
		const pipes = ["requests", "replies", "input", "output"].map((name) => this.#file(name));
		execFileSync("mkfifo", pipes);
		this.#child = spawn("timeout", ["-s", "KILL", TIMEOUT, process.execPath, program, this.#folder], {
			env: { ...process.env, ...variables, URLSIEVE_PROGRAM: commandLine },
			stdio: ["ignore", "ignore", "inherit"],
		});
		this.#child.unref();
		this.#requests = openSync(this.#file("requests"), "w");
		this.#replies = openSync(this.#file("replies"), "r");
		Resident.#all.add(this);
	}

	/** Runs a command to its end, in a folder. `faults` are for a process that has loaded faults.mjs. Throws if the process ends. */
	run(args: readonly string[], input: string | Uint8Array, cwd = process.cwd(), faults?: object): Octets {
		writeFileSync(this.#file("in"), input);
		writeSync(this.#requests, `${JSON.stringify({ args, cwd, faults })}\n`);
		const reply = Buffer.alloc(MAX_REPLY);
		const length = readSync(this.#replies, reply);
		const [stdout, stderr] = ["out", "err"].map((name) => readFileSync(this.#file(name))) as [Buffer, Buffer];
		this.#hasEnded = length === 0;
		if (this.#hasEnded) rmSync(this.#folder, { recursive: true, force: true });
		if (this.#hasEnded) throw new Error(`urlsieve ${args.join(" ")} has ended the process: ${stderr}`);
		return { status: Number(reply.toString("latin1", 0, length)), stdout, stderr };
	}

	/** Ends the process, as the end of this one does. It removes its folder. */
	end(): void {
		if (!Resident.#all.delete(this)) return;
		this.#hasEnded = true;
		closeSync(this.#requests);
		closeSync(this.#replies);
	}

	#isOver(): boolean {
		return this.#hasEnded || performance.now() - this.#started > MAX_AGE;
	}

	#file(name: string): string {
		return join(this.#folder, name);
	}
}
