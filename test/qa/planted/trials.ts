/** Runs of the fuzzer on a kernel, each in a process of its own. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Options that runs share. */
export interface Trials {
	readonly root: string;
	readonly seed: number;
	/** Lines of each run. */
	readonly lines: number;
}

/** The fate of a kernel. One that hangs or traps is also found. */
export interface Fuzzed {
	readonly outcome: "found" | "hung" | "survived";
	readonly output: string;
}

/** A run hangs if it takes this many times the CPU time of one without a fault, and some seconds more. */
const MAX_FACTOR = 3;
const MORE_SECONDS = 5;

/** Seconds of CPU time that a run on a kernel may take. Throws if it fails without a fault. */
export async function limitOf(kernel: string, trials: Trials): Promise<number> {
	const module = readFileSync(join(trials.root, "build", "out", kernel));
	const { outcome, output } = await fuzzKernel(kernel, module, trials, "whole", 1e6);
	if (outcome !== "survived") throw new Error(`The fuzzer fails on ${kernel} without a fault: ${output}`);
	return Math.ceil(MAX_FACTOR * Number(/^([\d.]+) s of CPU time$/m.exec(output)?.[1]) + MORE_SECONDS);
}

/** Runs the fuzzer on a kernel, which is `module`. `worker` distinguishes runs at the same time. */
export async function fuzzKernel(
	kernel: string,
	module: Uint8Array,
	{ root, seed, lines }: Trials,
	worker: number | string,
	seconds: number,
): Promise<Fuzzed> {
	const folder = join(root, "build", "out", "planted", `kernels-${process.pid}-${worker}-${kernel}`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, kernel), module);
	const options = JSON.stringify({ root, lines, seed, kernels: folder, isQuick: true });
	const ended = await new Promise<Fuzzed>((resolve) => {
		execFile(
			process.execPath,
			[join(root, "test", "qa", "planted", "start.mjs"), options, `${seconds}`],
			(error, stdout, stderr) => {
				const outcome = error === null ? "survived" : error.signal === "SIGKILL" ? "hung" : "found";
				resolve({ outcome, output: stdout + stderr });
			},
		);
	});
	rmSync(folder, { recursive: true });
	// A fuzzer that cannot be loaded, as while the package is built, has found nothing.
	if (ended.outcome === "found" && ended.output.includes("ERR_MODULE_NOT_FOUND")) throw new Error(ended.output);
	return ended;
}
