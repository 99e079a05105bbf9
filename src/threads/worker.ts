/** The main function of every thread but the main one. */
import { workerData } from "node:worker_threads";
import { type ChunkTask, workOnChunks } from "./chunk-worker";
import { beat, type HeartbeatTask } from "./heartbeat";
import { type RelayTask, workInRelay } from "./relay-turns";

type KnownTask = ChunkTask | RelayTask | HeartbeatTask;

/** Tasks of rooms above, by their kind. */
export interface OtherTasks {
	readonly [kind: string]: () => Promise<void> | void;
}

/** Does the task of this thread. */
export async function work(others: OtherTasks): Promise<void> {
	const task = workerData as KnownTask | { readonly kind: "other" };
	if (task.kind === "chunks") await workOnChunks(task);
	else if (task.kind === "relay") await workInRelay(task);
	else if (task.kind === "heartbeat") beat(task);
	else await others[(workerData as { kind: string }).kind]?.();
}
