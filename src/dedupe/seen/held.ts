/**
 * Batches of lines that wait until it pays to ask a store: for many fingerprints at once, or because a pipe stalls.
 *
 * ```
 *   batch ──▶ first marks ────────────────────┐ held, up to MAX_BATCH or HELD_OCTETS
 *        └──▶ fingerprints that may be fresh ─┴──store──▶ final marks ──▶ write, batch by batch
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, mark, unmark } from "../../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { type LineWorkspace, MAX_RECORDS } from "../../engine/workspace";
import type { Batch } from "../../lines/batch";
import { MAX_BATCH } from "../../store/lookup";
import type { AskedIndex } from "./index";
import { freshOf } from "./known-index";

/** Octets of held lines. */
const HELD_OCTETS = 2 ** 26;

/** A batch of lines, copied from its workspace. */
interface Copy {
	readonly batch: Omit<Batch, "workspace">;
	readonly marks: Int32Array;
	readonly records: Int32Array;
	readonly output: Uint8Array;
	/** The input, if it is needed. */
	readonly input: Uint8Array | undefined;
	/** The address that the output had. */
	readonly start: number;
	readonly capacity: number;
}

/** The caller's side of held batches. */
export interface HeldUse {
	/** The fingerprints of a batch: see `fingerprintBatch`. */
	readonly fingerprintsOf: (batch: Batch) => Uint8Array;
	/** Returns the workspace where batches are placed again: another one, if the input of lines is read (`needsInput`). */
	readonly create: () => LineWorkspace;
	readonly needsInput: boolean;
	/** Takes the batches in order, with final marks. The workspace has no rejects. */
	readonly take: (batch: Batch, marks: Int32Array) => void;
}

export class Held {
	readonly #index: AskedIndex;
	readonly #use: HeldUse;
	/** The workspace in which batches are placed again. */
	#spare: LineWorkspace | undefined;
	#held: Copy[] = [];
	#heldOctets = 0;
	/** The fingerprints that are FRESH so far, batch by batch, and their number. */
	#fresh: Uint8Array[] = [];
	#freshCount = 0;

	constructor(index: AskedIndex, use: HeldUse) {
		this.#index = index;
		this.#use = use;
	}

	/** Adds a batch, which waits for its verdict. Throws Failure. */
	takeBatch(batch: Batch): undefined {
		const fingerprints = this.#use.fingerprintsOf(batch);
		const marks = this.#index.compare(fingerprints).slice();
		const fresh = freshOf(fingerprints, marks);
		this.#fresh.push(fresh);
		this.#freshCount += fresh.length / FINGERPRINT_SIZE;
		const copy = this.#copyOf(batch, marks);
		this.#held.push(copy);
		this.#heldOctets += copy.output.length + (copy.input?.length ?? 0);
		const isFull = this.#freshCount + MAX_RECORDS > MAX_BATCH;
		if (isFull || this.#heldOctets > HELD_OCTETS) this.flush();
	}

	/** Asks the store for the held batches, and passes them on. Throws Failure. */
	flush(): void {
		if (this.#held.length === 0) return;
		const known = this.#index.ask(Buffer.concat(this.#fresh.splice(0)));
		let next = 0;
		for (const copy of this.#held.splice(0)) {
			next = this.#index.settle(copy.marks, known, next);
			this.#use.take(this.#restored(copy), copy.marks);
		}
		this.#heldOctets = 0;
		this.#freshCount = 0;
	}

	#copyOf({ workspace, ...batch }: Batch, marks: Int32Array): Copy {
		const { kernel, records: at, output: start, capacity } = workspace;
		const records = kernel.words.slice(at >> 2, (at + batch.records * LineRecord.SIZE) >> 2);
		const output = kernel.octets.slice(start, batch.outputEnd);
		const input = this.#use.needsInput ? kernel.octets.slice(batch.first, inputEndOf(records) ?? batch.first) : undefined;
		return { batch, marks, records, output, input, start, capacity };
	}

	/** Puts a batch into the spare workspace. */
	#restored({ batch, records: words, output: lines, input, start, capacity }: Copy): Batch {
		this.#spare ??= this.#use.create();
		const workspace = this.#spare;
		workspace.reserve(capacity);
		const { kernel, records, output } = workspace;
		if (output !== start) moveOutput(words, output - start);
		kernel.words.set(words, records >> 2);
		kernel.octets.set(lines, output);
		if (input !== undefined) kernel.octets.set(input, batch.first);
		return { ...batch, outputEnd: batch.outputEnd + output - start, workspace };
	}
}

/** Returns the end of the last line of these records in the input. Undefined if there is none. */
function inputEndOf(records: Int32Array): number | undefined {
	const last = records[records.length + (LineRecord.INPUT_END - LineRecord.SIZE) / 4];
	return last === undefined ? undefined : unmark(last);
}

/** Adds `shift` to the ends of output in records. */
function moveOutput(records: Int32Array, shift: number): void {
	for (let at = LineRecord.OUTPUT_END / 4; at < records.length; at += LineRecord.SIZE / 4) {
		const end = records[at] as number;
		records[at] = isMarked(end) ? mark(unmark(end) + shift) : end + shift;
	}
}
