/**
 * Adds lines to a store. A store is asked for many keys at once, so batches of lines wait until there are enough:
 *
 * ```
 *   chunk ──LineFeed──▶ batch ──▶ fingerprints ┐ held, up to MAX_BATCH or HELD_OCTETS ──addAll──▶ marks
 *                             └─▶ output ──────┘                                                    └──▶ fresh lines, batch by batch
 * ```
 */

import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked, mark, unmark } from "../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { FRESH } from "../engine/seen-table";
import { MAX_RECORDS } from "../engine/workspace";
import type { Keys } from "../keys/keys";
import { type Batch, LineFeed } from "../lines/lines";
import { MAX_BATCH } from "./lookup";

/** Octets of held lines. */
export const HELD_OCTETS = 2 ** 26;
/** A mark of the kernel for a line that is not new. */
const KNOWN = 0;

/** A batch of lines, copied from its workspace. */
interface Held {
	readonly records: Int32Array;
	readonly output: Uint8Array;
	/** The address of the output when the records were made. */
	readonly start: number;
}

export class HeldLines {
	readonly feed: LineFeed;
	readonly #key: Uint8Array;
	readonly #addAll: (fingerprints: Uint8Array) => Uint8Array;
	readonly #onBatch: (batch: Batch) => void;
	readonly #takeFresh: (lines: Uint8Array) => void;
	#held: Held[] = [];
	#octets = 0;
	readonly #fingerprints: Uint8Array[] = [];
	#count = 0;
	/** Number of new lines so far, and of lines that could not be normalized. */
	added = 0;
	rejected = 0;

	/**
	 * `addAll` adds fingerprints to the store and marks those that were new with 0. `onBatch` gets each batch when it is read, and `takeFresh`
	 * the new lines, in order.
	 */
	constructor(
		keys: Keys,
		key: Uint8Array,
		addAll: (fingerprints: Uint8Array) => Uint8Array,
		onBatch: (batch: Batch) => void,
		takeFresh: (lines: Uint8Array) => void,
	) {
		this.#key = key;
		this.#addAll = addAll;
		this.#onBatch = onBatch;
		this.#takeFresh = takeFresh;
		this.feed = new LineFeed(keys.workspace(), keys.settings, (batch) => this.#hold(batch));
	}

	/** Asks the store for what is held. */
	end(): void {
		const fingerprints = joined(this.#fingerprints.splice(0));
		const marks = fingerprints.length === 0 ? new Uint8Array(0) : this.#addAll(fingerprints);
		let at = 0;
		for (const held of this.#held.splice(0)) at = this.#writeFresh(held, marks, at);
		this.#octets = 0;
		this.#count = 0;
	}

	#hold(batch: Batch): void {
		this.#onBatch(batch);
		const { workspace } = batch;
		const { kernel, records, output, fingerprints } = workspace;
		workspace.setKey(this.#key);
		kernel.call.fingerprintLines(workspace.key, records, batch.records, output, fingerprints);
		const words = kernel.words.slice(records >> 2, (records + batch.records * LineRecord.SIZE) >> 2);
		this.#fingerprints.push(withoutRejects(kernel.octets, fingerprints, words));
		this.#held.push({ records: words, output: kernel.octets.slice(output, batch.outputEnd), start: output });
		this.rejected += batch.rejects;
		this.#octets += batch.outputEnd - output;
		this.#count += batch.records;
		if (this.#octets > HELD_OCTETS || this.#count + MAX_RECORDS > MAX_BATCH) this.end();
	}

	/** Puts a batch back into the workspace, where the kernel writes its new lines. Returns the next mark. */
	#writeFresh({ records: words, output: lines, start }: Held, marks: Uint8Array, from: number): number {
		const { workspace } = this.feed;
		workspace.reserve(lines.length);
		const { kernel, records, marks: marksAt, output, result } = workspace;
		const count = (words.length * 4) / LineRecord.SIZE;
		let at = from;
		for (let index = 0; index < count; ++index) {
			const end = (index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2;
			const recorded = words[end] as number;
			if (output !== start) words[end] = isMarked(recorded) ? mark(unmark(recorded) + output - start) : recorded + output - start;
			const isNew = !isMarked(recorded) && marks[at++] === 0;
			if (isNew) this.added += 1;
			kernel.words[(marksAt >> 2) + index] = isNew ? FRESH : KNOWN;
		}
		kernel.words.set(words, records >> 2);
		kernel.octets.set(lines, output);
		const end = kernel.call.writeFreshLines(records, count, marksAt, output, result);
		if (end > result) this.#takeFresh(kernel.octets.subarray(result, end));
		return at;
	}
}

/** The fingerprints of the lines that have one. */
function withoutRejects(memory: Uint8Array, fingerprints: number, records: Int32Array): Uint8Array {
	const count = (records.length * 4) / LineRecord.SIZE;
	const kept = memory.slice(fingerprints, fingerprints + count * FINGERPRINT_SIZE);
	let end = 0;
	for (let index = 0; index < count; ++index) {
		if (isMarked(records[(index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number)) continue;
		if (end !== index) kept.copyWithin(end * FINGERPRINT_SIZE, index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE);
		end += 1;
	}
	return kept.subarray(0, end * FINGERPRINT_SIZE);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
	const octets = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		octets.set(part, at);
		at += part.length;
	}
	return octets;
}
