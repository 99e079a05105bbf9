/** The tasks of a thread. Each loads only its own code: reading and compiling all of it takes longer than most runs. */
import { workerData } from "node:worker_threads";
import type { Task } from "../threads/start";

const TASKS: { readonly [kind: string]: () => Promise<(task: never) => Promise<void> | void> } = {
	heartbeat: async () => (await import("../threads/beat")).beat,
	chunks: async () => (await import("../threads/chunk-worker")).workOnChunks,
	relay: async () => (await import("../threads/relay-turns")).workInRelay,
	passes: async () => (await import("../dedupe/passes/passes-thread")).workInPasses,
	run: async () => (await import("../store/disk/run-thread")).writeRunInThread,
	fetches: async () => (await import("../learn/read/fetch-thread")).readFetches,
};
/** The task that needs no kernel. */
const BEATS = "heartbeat";

export async function runThread(): Promise<void> {
	const task = workerData as Task;
	const [run] = await Promise.all([TASKS[task.kind]?.(), task.kind === BEATS || import("../engine/wasm-engine")]);
	await run?.(task as never);
}
