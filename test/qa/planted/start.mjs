/**
 * Runs the bundled fuzzer in a process of its own: its options are the first argument, as JSON. A second one limits the seconds of CPU
 * time: a kernel that hangs holds the main thread, so another one ends the process.
 */
import { Worker } from "node:worker_threads";
import { main } from "../../../build/out/fuzz/main.js";

const [options, seconds] = process.argv.slice(2);
if (seconds !== undefined) {
	const watch = `setInterval(() => {
		const { user, system } = process.cpuUsage();
		if (user + system > ${1e6 * Number(seconds)}) process.kill(process.pid, "SIGKILL");
	}, 200);`;
	new Worker(watch, { eval: true }).unref();
}
process.exitCode = await main({ minutes: Number.POSITIVE_INFINITY, ...JSON.parse(options) });
