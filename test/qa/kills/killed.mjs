/** Programs that are killed. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../build/root.mjs";

const FAULTS = join(root, "test", "cli", "faults.mjs");

export const CLI = join(root, "build", "out", "dist", "urlsieve.js");

/**
 * Runs a program until it ends or is killed: by `signal` after `delay` milliseconds, or instead of call number `fault.at` of `fault.call`.
 * `isKilled`: SIGTERM ends the command line with status 143.
 */
export function runKilled(args, { delay, signal = "SIGKILL", fault } = {}, input = "") {
	const preload = fault === undefined ? [] : ["--import", FAULTS];
	const env = { ...process.env, FAULTS: JSON.stringify({ kill: fault && { ...fault, signal } }) };
	const child = spawn(process.execPath, [...preload, ...args], { env, stdio: "pipe" });
	// A killed run leaves a pipe that breaks.
	child.stdin.on("error", () => {});
	child.stdin.end(input);
	const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
		const chunks = [];
		stream.on("data", (octets) => chunks.push(octets));
		return chunks;
	});
	const timer = delay === undefined ? undefined : setTimeout(() => child.kill(signal), delay);
	return new Promise((resolve) => {
		child.on("close", (status, endedBy) => {
			clearTimeout(timer);
			const [output, messages] = [stdout, stderr].map((chunks) => Buffer.concat(chunks).toString());
			if (status !== 0 && endedBy === null) process.stderr.write(messages);
			resolve({ pid: child.pid, status, isKilled: endedBy !== null || status === 143, endedBy, output, messages });
		});
	});
}
