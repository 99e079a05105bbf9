/** A thread that normalizes chunks until it is asked to stop. */

import type { RuleTask } from "../rules/rules";
import { Chunk, State } from "./chunk";
import { openTask } from "./open-task";

/** In place of the number of offers: there will be no more. */
export const STOPPED = -1;

/** The task of a chunk thread. */
export interface ChunkTask {
	readonly kind: "chunks";
	readonly rules: RuleTask;
	readonly key: Uint8Array | undefined;
	readonly chunks: readonly SharedArrayBuffer[];
	/** One i32, a futex: counts the chunks offered so far, or is STOPPED. Idle threads wait for it to change. */
	readonly offers: SharedArrayBuffer;
}

export async function workOnChunks(task: ChunkTask): Promise<void> {
	const { settings, workspace } = await openTask(task.rules);
	const chunks = task.chunks.map((memory) => new Chunk(memory));
	const futex = new Int32Array(task.offers);
	while (true) {
		// Loaded before the search: an offer in between changes the word, and the wait returns at once.
		const offers = Atomics.load(futex, 0);
		if (offers === STOPPED) return;
		const chunk = chunks.find((candidate) => candidate.claim());
		if (chunk === undefined) Atomics.wait(futex, 0, offers);
		else workOn(chunk, () => chunk.work(workspace, { settings, key: task.key }));
	}
}

/** Marks the chunk as refused on any error, so that the reader feeds it itself and reports the error in order. */
function workOn(chunk: Chunk, normalize: () => void): void {
	try {
		normalize();
	} catch {
		chunk.state = State.REFUSED;
	}
}
