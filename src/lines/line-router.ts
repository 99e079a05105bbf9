/** Routes lines to parts by the first bits of the fingerprints of their keys: see assembly/lines/route.ts. */
import { Routing } from "../../assembly/lines/route";
import type { Batch } from "./batch";
import { fingerprintBatch } from "./fingerprints";

/** The most parts of a list. */
export const MAX_PARTS = Routing.MAX_PARTS;

export class LineRouter {
	/** The key of the fingerprints. */
	readonly #key: Uint8Array;
	readonly #parts: number;
	readonly #take: (part: number, lines: Uint8Array) => void;
	/** Whether the last batch ended in a line that is too long: its next pieces follow it. */
	#inLongLine = 0;

	/** `take` gets the lines of a part, unchanged and each ended by LF. They are valid until it returns. `parts`: 1 to MAX_PARTS. */
	constructor(key: Uint8Array, parts: number, take: (part: number, lines: Uint8Array) => void) {
		this.#key = key;
		this.#parts = parts;
		this.#take = take;
	}

	/** Routes the lines of a batch. Throws what `take` throws. */
	write(batch: Batch): void {
		const { workspace } = batch;
		fingerprintBatch(batch, this.#key);
		const { kernel, key, records, fingerprints, output, result, marks: routing } = workspace;
		kernel.words.set([this.#parts, key, result, this.#inLongLine], routing >> 2);
		kernel.call.routeLines(records, batch.records, fingerprints, batch.first, output, routing);
		this.#inLongLine = kernel.words[(routing + Routing.IN_LONG_LINE) >> 2] as number;
		for (let part = 0, at = (routing + Routing.SPANS) >> 2; part < this.#parts; ++part, at += 2) {
			const [start, end] = [kernel.words[at] as number, kernel.words[at + 1] as number];
			if (end > start) this.#take(part, kernel.octets.subarray(start, end));
		}
	}
}
