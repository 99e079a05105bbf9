/** The main function of every thread but the main one. */
import { workerData } from "node:worker_threads";
import { workOnChunks } from "./chunk-worker";
import { beat } from "./heartbeat";
import { workInRelay } from "./relay-worker";
import type { Task } from "./start";

export async function work(): Promise<void> {
	const task = workerData as Task;
	if (task.kind === "chunks") workOnChunks(task);
	else if (task.kind === "relay") await workInRelay(task);
	else beat(task);
}
