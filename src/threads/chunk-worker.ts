/** A thread that normalizes chunks until it is told to stop. */

import type { CrawlTask } from "../crawl/job";
import { LINES_CAPACITY, type LineWorkspace } from "../engine/workspace";
import type { LineSettings } from "../lines/lines";
import { type NormalizeOptions, resolveOptions } from "../options";
import { Chunk, State } from "./chunk";
import { createLineWorkspace } from "./line-kernel";

/** In place of the number of offers: there will be no more. */
export const STOPPED = -1;

/** The task of a chunk thread. */
export interface ChunkTask {
	readonly kind: "chunks";
	/** The options of the core, or what a profile or a policy needs. */
	readonly options: NormalizeOptions;
	readonly rules: CrawlTask | undefined;
	readonly key: Uint8Array | undefined;
	readonly chunks: readonly SharedArrayBuffer[];
	/** One i32, a futex: counts the chunks offered so far, or is STOPPED. Idle threads wait for it to change. */
	readonly offers: SharedArrayBuffer;
}

export async function workOnChunks(task: ChunkTask): Promise<void> {
	const { settings, workspace } = await open(task);
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

async function open({ rules, options }: ChunkTask): Promise<{ workspace: LineWorkspace; settings: LineSettings }> {
	if (rules === undefined) {
		const settings = resolveOptions(options);
		return { settings, workspace: createLineWorkspace(settings.engine) };
	}
	const { openTask } = await import("../crawl/job");
	const { settings, workspace } = openTask(rules);
	workspace.reserve(LINES_CAPACITY);
	return { settings, workspace };
}

/** Marks the chunk as refused on any error, so that the reader feeds it itself and reports the error in order. */
function workOn(chunk: Chunk, normalize: () => void): void {
	try {
		normalize();
	} catch {
		chunk.state = State.REFUSED;
	}
}
