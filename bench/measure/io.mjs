/** What a step of a program takes, for benches of files. */
import { readFileSync } from "node:fs";

/**
 * Runs a step. Returns what it returns, and its CPU time and wall time in seconds, the octets that it has read and written by system calls,
 * and the peak memory of the process in megabytes. A program that maps a file reads it without calls.
 *
 * @template Result
 * @param {() => Result | Promise<Result>} step
 */
export async function gauged(step) {
	const [start, before, io] = [performance.now(), process.cpuUsage(), octets()];
	const result = await step();
	const { user, system } = process.cpuUsage(before);
	const after = octets();
	return {
		.../** @type {object} */ (result),
		time: (performance.now() - start) / 1000,
		cpu: (user + system) / 1e6,
		read: after.rchar - io.rchar,
		written: after.wchar - io.wchar,
		memory: Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1]) / 1000,
	};
}

/** Octets that the process has read and written by system calls. */
function octets() {
	const text = readFileSync("/proc/self/io", "latin1");
	const of = (name) => Number(new RegExp(`^${name}: (\\d+)`, "m").exec(text)?.[1]);
	return { rchar: of("rchar"), wchar: of("wchar") };
}
