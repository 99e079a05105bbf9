/**
 * A chunk of whole lines in shared memory, and its results.
 *
 * ```
 *   CONTROL | INPUT | OUTPUT | RECORDS | REJECTS | FINGERPRINTS                  one shared memory per chunk
 *
 *   FREE -> FILLED -> CLAIMED -> DONE ----> FREE
 *                        \-----> REFUSED -> FREE
 * ```
 *
 * Results contain addresses. They are valid in any workspace of the same kernel, program and capacity: all have the same layout.
 */
import { Cursor, Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { LINES_CAPACITY, type LineWorkspace, MAX_RECORDS, MAX_REJECTS } from "../engine/workspace";
import type { BatchCounts } from "../lines/batch";
import type { LineSettings } from "../lines/lines";
import { NO_RULE_COUNTS, RULE_COUNTS, ruleCountsIn, sumOfCounts } from "../lines/rule-counts";
import { runLines } from "../lines/run-lines";

/** Lines at the start of a workspace's input. */
export interface Lines {
	/** In octets. */
	readonly length: number;
	/** Whether these are the first, or the last, lines of a stream. */
	readonly isFirst: boolean;
	readonly isLast: boolean;
}

/**
 * Normalizes the lines as one batch. If the kernel stops at a question, answers it and resumes. If it runs out of line records,
 * resumes too, overwriting them unless `keepsRecords`.
 *
 * Returns undefined if the lines do not fit one batch or contain an invalid one under `invalid: "fail"`: feed them to a LineFeed
 * then.
 */
export function normalizeBatch(
	workspace: LineWorkspace,
	settings: LineSettings,
	lines: Lines,
	keepsRecords: boolean,
): BatchCounts | undefined {
	const { input } = workspace;
	const end = input + lines.length;
	const word = settings.linesWord | (lines.isFirst ? Flag.STREAM_START : 0) | (lines.isLast ? Flag.STREAM_END : 0);
	const counts = { records: 0, lines: 0, rejects: 0, ruleCounts: NO_RULE_COUNTS, first: input, outputEnd: workspace.output };
	workspace.setCursor(Cursor.IN_LONG_LINE, 0);
	const status = runLines(workspace, word, input, end, settings, (stop) => {
		if (counts.records === 0) counts.first = workspace.cursor(Cursor.FIRST);
		renumberRejects(workspace, counts.rejects, counts.lines);
		counts.outputEnd = workspace.cursor(Cursor.WRITTEN);
		counts.records += workspace.cursor(Cursor.RECORDS);
		counts.lines += workspace.cursor(Cursor.LINES);
		counts.rejects += workspace.cursor(Cursor.REJECTS);
		counts.ruleCounts = sumOfCounts(counts.ruleCounts, ruleCountsIn(workspace));
		if (!resumes(workspace, stop, keepsRecords)) return undefined;
		workspace.recordFrom(keepsRecords ? counts.records : 0, counts.rejects);
		return counts.outputEnd;
	});
	workspace.recordFrom(0, 0);
	return status === Status.OK && workspace.cursor(Cursor.CONSUMED) === end ? counts : undefined;
}

/** Whether to call the kernel again after this status. */
function resumes(workspace: LineWorkspace, status: number, keepsRecords: boolean): boolean {
	if (status === Status.NEEDS_ALABEL) return true;
	return status === Status.NEEDS_ROOM && !keepsRecords && workspace.cursor(Cursor.RECORDS) === MAX_RECORDS;
}

/** Adds `lines` to the line numbers of the last call's rejects, which follow `before` others: a call counts from its own first line. */
function renumberRejects(workspace: LineWorkspace, before: number, lines: number): void {
	const { words } = workspace.kernel;
	const end = before + workspace.cursor(Cursor.REJECTS);
	for (let index = before; index < end; ++index) {
		const at = (workspace.rejects + index * RejectRecord.SIZE + RejectRecord.LINE) >> 2;
		words[at] = (words[at] as number) + lines;
	}
}

/** The states of a chunk. CONTROL's first word holds the state and is a futex. */
export enum State {
	/** The reader may fill it. */
	FREE = 0,
	/** The first thread to claim it normalizes it. */
	FILLED = 1,
	CLAIMED = 2,
	/** The results are complete. */
	DONE = 3,
	/** It or its output does not fit one batch, or it contains a line that ends the run. The reader feeds it to a LineFeed. */
	REFUSED = 4,
}

/** The words of CONTROL, one i32 each. */
enum Control {
	STATE = 0,
	LENGTH = 1,
	BEGINS_STREAM = 2,
	RECORDS = 3,
	LINES = 4,
	REJECTS = 5,
	FIRST = 6,
	WRITTEN = 7,
	/** RULE_COUNTS words. */
	OF_RULES = 8,
}

const WORDS = Control.OF_RULES + RULE_COUNTS;

const OUTPUT_SIZE = Limit.GROWTH * LINES_CAPACITY + Limit.SLACK;
const RECORDS_SIZE = MAX_RECORDS * LineRecord.SIZE;
const REJECTS_SIZE = MAX_REJECTS * RejectRecord.SIZE;
const FINGERPRINTS_SIZE = MAX_RECORDS * FINGERPRINT_SIZE;
const SIZE = 4 * WORDS + LINES_CAPACITY + OUTPUT_SIZE + RECORDS_SIZE + REJECTS_SIZE + FINGERPRINTS_SIZE;

/** The work on lines. With a key, each normal form gets a fingerprint. */
export interface Work {
	readonly settings: LineSettings;
	readonly key: Uint8Array | undefined;
}

export class Chunk {
	readonly memory: SharedArrayBuffer;
	readonly input: Uint8Array;
	readonly #control: Int32Array;
	readonly #output: Uint8Array;
	readonly #records: Uint8Array;
	readonly #rejects: Uint8Array;
	readonly #fingerprints: Uint8Array;

	/** Creates a chunk, or a view of one that another thread created. */
	constructor(memory = new SharedArrayBuffer(SIZE)) {
		this.memory = memory;
		this.#control = new Int32Array(memory, 0, WORDS);
		let at = 4 * WORDS;
		const area = (size: number) => {
			at += size;
			return new Uint8Array(memory, at - size, size);
		};
		this.input = area(LINES_CAPACITY);
		this.#output = area(OUTPUT_SIZE);
		this.#records = area(RECORDS_SIZE);
		this.#rejects = area(REJECTS_SIZE);
		this.#fingerprints = area(FINGERPRINTS_SIZE);
	}

	get state(): State {
		return Atomics.load(this.#control, Control.STATE);
	}

	/** Publishes everything written before, and wakes the threads that wait for the chunk. */
	set state(state: State) {
		Atomics.store(this.#control, Control.STATE, state);
		Atomics.notify(this.#control, Control.STATE);
	}

	/** Claims a filled chunk. Returns whether it succeeded: another thread may have been first. */
	claim(): boolean {
		return Atomics.compareExchange(this.#control, Control.STATE, State.FILLED, State.CLAIMED) === State.FILLED;
	}

	/** Waits until the thread that claimed the chunk is done with it. */
	wait(): void {
		while (this.state === State.CLAIMED) Atomics.wait(this.#control, Control.STATE, State.CLAIMED);
	}

	/** Offers the first `length` octets of the input, which are whole lines, to all threads. */
	offer(length: number, beginsStream: boolean): void {
		this.#control[Control.LENGTH] = length;
		this.#control[Control.BEGINS_STREAM] = beginsStream ? 1 : 0;
		this.state = State.FILLED;
	}

	/** The lines offered. */
	get lines(): Uint8Array {
		return this.input.subarray(0, this.#control[Control.LENGTH]);
	}

	/** Normalizes the lines, and computes their fingerprints, in the workspace. Returns undefined when `normalizeBatch` does. */
	normalize(workspace: LineWorkspace, { settings, key }: Work): BatchCounts | undefined {
		workspace.inputOctets.set(this.lines);
		const isFirst = this.#control[Control.BEGINS_STREAM] !== 0;
		const counts = normalizeBatch(workspace, settings, { length: this.lines.length, isFirst, isLast: false }, true);
		if (counts === undefined || key === undefined) return counts;
		const { kernel, records, output, fingerprints } = workspace;
		workspace.setKey(key);
		kernel.call.fingerprintLines(workspace.key, records, counts.records, output, fingerprints);
		return { ...counts, hasFingerprints: true };
	}

	/** Like `normalize`, but stores the results in the chunk, for another thread. */
	work(workspace: LineWorkspace, work: Work): void {
		const counts = this.normalize(workspace, work);
		const fits = counts !== undefined && counts.outputEnd - workspace.output <= OUTPUT_SIZE;
		if (fits) this.#store(workspace, counts);
		this.state = fits ? State.DONE : State.REFUSED;
	}

	#store(
		workspace: LineWorkspace,
		{ records, lines, rejects, ruleCounts, first, outputEnd, hasFingerprints }: BatchCounts,
	): void {
		const { octets } = workspace.kernel;
		const save = (to: Uint8Array, from: number, length: number) => to.set(octets.subarray(from, from + length));
		save(this.#output, workspace.output, outputEnd - workspace.output);
		save(this.#records, workspace.records, records * LineRecord.SIZE);
		save(this.#rejects, workspace.rejects, rejects * RejectRecord.SIZE);
		if (hasFingerprints) save(this.#fingerprints, workspace.fingerprints, records * FINGERPRINT_SIZE);
		const words = [records, lines, rejects, first, outputEnd, ...ruleCounts];
		words.forEach((word, index) => {
			this.#control[Control.RECORDS + index] = word;
		});
	}

	/** Copies the results into a workspace, and the input if `needsInput` or if there are rejects, which refer to it. */
	load(workspace: LineWorkspace, hasFingerprints: boolean, needsInput: boolean): BatchCounts {
		const [records, lines, rejects, first, outputEnd, ...ruleCounts] = this.#control.subarray(
			Control.RECORDS,
		) as unknown as Counts;
		const { octets } = workspace.kernel;
		const restore = (from: Uint8Array, to: number, length: number) => octets.set(from.subarray(0, length), to);
		if (needsInput || rejects > 0) workspace.inputOctets.set(this.lines);
		restore(this.#output, workspace.output, outputEnd - workspace.output);
		restore(this.#records, workspace.records, records * LineRecord.SIZE);
		restore(this.#rejects, workspace.rejects, rejects * RejectRecord.SIZE);
		if (hasFingerprints) restore(this.#fingerprints, workspace.fingerprints, records * FINGERPRINT_SIZE);
		return { records, lines, rejects, ruleCounts, first, outputEnd, hasFingerprints };
	}
}

type Counts = [records: number, lines: number, rejects: number, first: number, outputEnd: number, ...ruleCounts: number[]];
