/** Starts threads: each runs this same program, which sees that it is not the main thread. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ChunkErrand } from "./chunk-worker";
import type { HeartbeatErrand } from "./heartbeat";
import type { RelayErrand } from "./relay-worker";

export type Errand = ChunkErrand | RelayErrand | HeartbeatErrand;

/** Starts `count` threads, or as many as the system grants: the work gets done without them. The process does not wait for their end. */
export function startThreads(count: number, errand: Errand): Worker[] {
	const workers: Worker[] = [];
	try {
		while (workers.length < count) workers.push(startThread(errand));
	} catch {
		// No more threads, or no memory for them.
	}
	return workers;
}

function startThread(errand: Errand): Worker {
	// Kept apart, the outputs of a thread leave those of the process alone: else a pipe there would be made non-blocking.
	const worker = new Worker(fileURLToPath(import.meta.url), { workerData: errand, stdout: true, stderr: true });
	worker.unref();
	// One that cannot begin, for want of memory, is not missed either.
	worker.on("error", () => {});
	return worker;
}
