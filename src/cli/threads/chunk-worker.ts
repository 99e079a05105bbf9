/** A thread that normalizes chunks until it is told to stop. */
import { createKernel } from "../../engine/select";
import { LINES_CAPACITY, Workspace } from "../../engine/workspace";
import { type NormalizeOptions, resolveOptions } from "../../options";
import { Chunk, State } from "./chunk";

/** What a thread is started for. */
export interface ChunkErrand {
	readonly kind: "chunks";
	readonly options: NormalizeOptions;
	readonly key: Uint8Array | undefined;
	readonly chunks: readonly SharedArrayBuffer[];
	/** One i32 that counts what was offered: whoever has nothing to do waits for it to change; negative: it is over. */
	readonly bell: SharedArrayBuffer;
}

export function workOnChunks(data: ChunkErrand): void {
	const settings = resolveOptions(data.options);
	const workspace = new Workspace(createKernel(settings.engine), LINES_CAPACITY);
	const chunks = data.chunks.map((memory) => new Chunk(memory));
	const bell = new Int32Array(data.bell);
	while (true) {
		const rung = Atomics.load(bell, 0);
		if (rung < 0) return;
		const chunk = chunks.find((candidate) => candidate.claim());
		if (chunk === undefined) Atomics.wait(bell, 0, rung);
		else workOn(chunk, () => chunk.work(workspace, { settings, key: data.key }));
	}
}

/** Whatever goes wrong, nobody waits in vain: the reader meets the same chunk, and says what is wrong with it. */
function workOn(chunk: Chunk, normalize: () => void): void {
	try {
		normalize();
	} catch {
		chunk.state = State.REFUSED;
	}
}
