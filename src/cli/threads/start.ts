/** Starts threads: each runs this same program, which sees that it is not the main thread. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ChunkErrand } from "./chunk-worker";
import type { RelayErrand } from "./relay-worker";

export type Errand = ChunkErrand | RelayErrand;

/** Starts a thread. The process does not wait for its end. */
export function startThread(errand: Errand): Worker {
	const worker = new Worker(fileURLToPath(import.meta.url), { workerData: errand, stdout: true, stderr: true });
	worker.unref();
	return worker;
}
