/** Reports a run that hangs: a kernel that loops blocks the main thread, so another thread does it. */
import { Worker } from "node:worker_threads";

/** Seconds of CPU time between two beats: a batch takes a few, and the search for its shortest failure a minute. */
const LIMIT = 600;

const WATCH = `
const { workerData: { beats, seed, limit } } = require("node:worker_threads");
let [last, start] = [-1, 0];
setInterval(() => {
	const { user, system } = process.cpuUsage();
	if (beats[0] !== last) [last, start] = [beats[0], user + system];
	else if (user + system - start > 1e6 * limit) {
		const row = JSON.stringify(["nothing hangs", "the batch after line " + last + ", seed " + seed, "an end", "none within " + limit + " s of CPU time"]);
		require("node:fs").writeSync(1, row + "\\n0 passed, 1 failed\\n");
		process.kill(process.pid, "SIGKILL");
	}
}, 100);`;

/** Watches a run, from the first beat on. */
export class Watchdog {
	readonly #beats = new Float64Array(new SharedArrayBuffer(8));
	readonly #worker: Worker;

	/** `limit`: seconds of CPU time. */
	constructor(seed: number, limit = LIMIT) {
		this.#worker = new Worker(WATCH, { eval: true, execArgv: [], workerData: { beats: this.#beats, seed, limit } });
		this.#worker.unref();
	}

	/** Starts the time anew, after `lines` lines. */
	beat(lines: number): void {
		this.#beats[0] = lines;
	}

	async end(): Promise<void> {
		await this.#worker.terminate();
	}
}
