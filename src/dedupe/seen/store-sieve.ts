/**
 * Removes duplicates of lines and of the keys of a store. A store is asked for many keys at once, so batches of lines wait until there are
 * enough of them, or until a pipe stalls:
 *
 * ```
 *   lines ──▶ batch ──▶ first marks ────────────────────┐ held, up to MAX_BATCH or HELD_OCTETS
 *                  └──▶ fingerprints that may be fresh ─┴──store──▶ final marks ──▶ fresh lines, batch by batch
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, mark, unmark } from "../../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { type LineWorkspace, MAX_RECORDS } from "../../engine/workspace";
import { fingerprintBatch, type Print, type SievedBatch } from "../../lines/line-sieve";
import { type Batch, LineFeed } from "../../lines/lines";
import { MAX_BATCH } from "../../store/lookup";
import { freshOf, type Marks } from "./marks";

/** Octets of held lines. */
const HELD_OCTETS = 2 ** 26;

/** A batch of lines, copied from its workspace. */
interface Held {
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

/** The consumers of batches. */
export interface SieveTakers {
	/** Called when a batch is read, while its rejects are in the workspace. */
	takeRejects(batch: Batch): void;
	/** Called in the same order, once it is known which lines are fresh. The workspace has no rejects. */
	take(batch: SievedBatch): void;
}

export class StoreSieve {
	readonly feed: LineFeed;
	readonly #create: () => LineWorkspace;
	readonly #known: Marks;
	readonly #print: Print;
	readonly #needsInput: boolean;
	readonly #takers: SieveTakers;
	/** The workspace in which batches are placed again. */
	#spare: LineWorkspace | undefined;
	#held: Held[] = [];
	#heldOctets = 0;
	/** The fingerprints that are FRESH so far, batch by batch, and their number. */
	#fresh: Uint8Array[] = [];
	#freshCount = 0;
	/** Number of lines so far that could not be normalized. */
	rejected = 0;

	/**
	 * `create` returns the workspace where batches are placed again: another one like `workspace`, if the takers read the input of lines
	 * (`needsInput`), for the rest of the input is in that one.
	 */
	constructor(
		workspace: LineWorkspace,
		create: () => LineWorkspace,
		known: Marks,
		{ print, needsInput }: { readonly print: Print; readonly needsInput: boolean },
		takers: SieveTakers,
	) {
		this.feed = new LineFeed(workspace, known.settings, (batch) => this.#hold(batch));
		this.#create = create;
		this.#known = known;
		this.#print = print;
		this.#needsInput = needsInput;
		this.#takers = takers;
	}

	/** Number of new lines so far. */
	get added(): number {
		return this.#known.added;
	}

	/** Number of lines that are equivalent to an earlier one. Requires: nothing is held. */
	get duplicates(): number {
		return this.feed.lines - this.added - this.rejected;
	}

	/** Asks the store for the held batches, and passes them on. Throws Failure. */
	flush(): void {
		if (this.#held.length === 0) return;
		const fresh = Buffer.concat(this.#fresh.splice(0));
		const known = this.#known.ask(fresh);
		let next = 0;
		for (const held of this.#held.splice(0)) next = this.#release(held, fresh, known, next);
		this.#heldOctets = 0;
		this.#freshCount = 0;
	}

	#hold(batch: Batch): void {
		this.#takers.takeRejects(batch);
		this.rejected += batch.rejects;
		const fingerprints = fingerprintBatch(this.#known, batch, batch.workspace);
		const marks = this.#known.compare(fingerprints).slice();
		const fresh = freshOf(fingerprints, marks);
		this.#fresh.push(fresh);
		this.#freshCount += fresh.length / FINGERPRINT_SIZE;
		const held = this.#copyOf(batch, marks);
		this.#held.push(held);
		this.#heldOctets += held.output.length + (held.input?.length ?? 0);
		const isFull = this.#freshCount + MAX_RECORDS > MAX_BATCH;
		if (isFull || this.#heldOctets > HELD_OCTETS) this.flush();
	}

	#copyOf({ workspace, ...batch }: Batch, marks: Int32Array): Held {
		const { kernel, records: at, output: start, capacity } = workspace;
		const records = kernel.words.slice(at >> 2, (at + batch.records * LineRecord.SIZE) >> 2);
		const output = kernel.octets.slice(start, batch.outputEnd);
		const input = this.#needsInput ? kernel.octets.slice(batch.first, inputEndOf(records) ?? batch.first) : undefined;
		return { batch, marks, records, output, input, start, capacity };
	}

	/** Puts a batch into a workspace, where the kernel writes its fresh lines. Returns the number of the next fresh fingerprint. */
	#release(
		{ batch, marks, records: words, output: lines, input, start, capacity }: Held,
		fresh: Uint8Array,
		known: Uint8Array,
		from: number,
	): number {
		const next = this.#known.finish(marks, fresh, known, from);
		this.#spare ??= this.#create();
		const workspace = this.#spare;
		workspace.reserve(capacity);
		const { kernel, records, marks: marksAt, output, result } = workspace;
		if (output !== start) moveOutput(words, output - start);
		kernel.words.set(words, records >> 2);
		kernel.words.set(marks, marksAt >> 2);
		kernel.octets.set(lines, output);
		if (input !== undefined) kernel.octets.set(input, batch.first);
		const end =
			this.#print === "normalized"
				? kernel.call.writeFreshLines(records, batch.records, marksAt, output, result)
				: kernel.call.writeFreshOriginals(records, batch.records, marksAt, batch.first, output, result);
		const outputEnd = batch.outputEnd + output - start;
		this.#takers.take({ ...batch, outputEnd, workspace, marks, fresh: kernel.octets.subarray(result, end) });
		return next;
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
