/** What a thread beside the main one does: what it was started for, and no more. */
import { workerData } from "node:worker_threads";
import { workOnChunks } from "./chunk-worker";
import { beat } from "./heartbeat";
import { workInRelay } from "./relay-worker";
import type { Errand } from "./start";

export async function work(): Promise<void> {
	const errand = workerData as Errand;
	if (errand.kind === "chunks") workOnChunks(errand);
	else if (errand.kind === "relay") await workInRelay(errand);
	else beat(errand);
}
