/** The main function of every thread but the main one. */
import { workerData } from "node:worker_threads";
import { type ChunkTask, workOnChunks } from "./chunk-worker";
import { beat, type HeartbeatTask } from "./heartbeat";
import { type RelayTask, workInRelay } from "./relay-worker";

type KnownTask = ChunkTask | RelayTask | HeartbeatTask;

/** Does the task of this thread. `workInPasses` is of a room above. */
export async function work(workInPasses: () => Promise<void>): Promise<void> {
	const task = workerData as KnownTask | { readonly kind: "passes" };
	if (task.kind === "chunks") await workOnChunks(task);
	else if (task.kind === "relay") await workInRelay(task);
	else if (task.kind === "passes") await workInPasses();
	else beat(task);
}
