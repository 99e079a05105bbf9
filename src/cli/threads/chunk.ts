/**
 * A chunk of whole lines that goes from thread to thread, and what the kernel made of it.
 *
 * ```
 *   CONTROL │ INPUT │ OUTPUT │ RECORDS │ REJECTS │ FINGERPRINTS                  one shared memory a chunk
 * ```
 *
 * Workspaces of one capacity have their areas at the same addresses: what one wrote, another can take over as it stands.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/fingerprint";
import { Limit, LineRecord, RejectRecord } from "../../../assembly/layout";
import { LINES_CAPACITY, MAX_RECORDS, MAX_REJECTS, type Workspace } from "../../engine/workspace";
import type { BatchCounts } from "../../lines/lines";
import type { Settings } from "../../options";
import { normalizeBatch } from "./batch";

/** Where a chunk is on its way. */
export enum State {
	/** The reader may fill it. */
	FREE = 0,
	/** Whoever claims it first normalizes it. */
	FILLED = 1,
	CLAIMED = 2,
	/** Its results are there. */
	DONE = 3,
	/** It does not fit one batch, or a line of it ends the run: the reader has to feed it by itself. */
	REFUSED = 4,
}

/** What CONTROL has, one i32 each. */
enum Control {
	STATE = 0,
	LENGTH = 1,
	BEGINS_STREAM = 2,
	RECORDS = 3,
	LINES = 4,
	REJECTS = 5,
	FIRST = 6,
	WRITTEN = 7,
	COUNT = 8,
}

const OUTPUT_SIZE = Limit.GROWTH * LINES_CAPACITY + Limit.SLACK;
const RECORDS_SIZE = MAX_RECORDS * LineRecord.SIZE;
const REJECTS_SIZE = MAX_REJECTS * RejectRecord.SIZE;
const FINGERPRINTS_SIZE = MAX_RECORDS * FINGERPRINT_SIZE;
const SIZE = 4 * Control.COUNT + LINES_CAPACITY + OUTPUT_SIZE + RECORDS_SIZE + REJECTS_SIZE + FINGERPRINTS_SIZE;

/** What lines are normalized by, and under which key they get fingerprints; without a key they get none. */
export interface Work {
	readonly settings: Settings;
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

	/** A view of a chunk that another thread made, or a new one. */
	constructor(memory = new SharedArrayBuffer(SIZE)) {
		this.memory = memory;
		this.#control = new Int32Array(memory, 0, Control.COUNT);
		let at = 4 * Control.COUNT;
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

	/** Lets everybody see what was written, and wakes who waits for the chunk. */
	set state(state: State) {
		Atomics.store(this.#control, Control.STATE, state);
		Atomics.notify(this.#control, Control.STATE);
	}

	/** Takes a filled chunk. Answers whether it did: another thread may have been first. */
	claim(): boolean {
		return Atomics.compareExchange(this.#control, Control.STATE, State.FILLED, State.CLAIMED) === State.FILLED;
	}

	/** Waits until the thread that has the chunk is done with it. */
	wait(): void {
		while (this.state === State.CLAIMED) Atomics.wait(this.#control, Control.STATE, State.CLAIMED);
	}

	/** Offers the first `length` octets of the input, which are whole lines. */
	offer(length: number, beginsStream: boolean): void {
		this.#control[Control.LENGTH] = length;
		this.#control[Control.BEGINS_STREAM] = beginsStream ? 1 : 0;
		this.state = State.FILLED;
	}

	/** The lines that were offered. */
	get lines(): Uint8Array {
		return this.input.subarray(0, this.#control[Control.LENGTH]);
	}

	/** Normalizes the lines, and takes their fingerprints, in the workspace. Answers undefined when they have to be fed line by line. */
	normalize(workspace: Workspace, { settings, key }: Work): BatchCounts | undefined {
		workspace.inputOctets.set(this.lines);
		const isFirst = this.#control[Control.BEGINS_STREAM] !== 0;
		const counts = normalizeBatch(workspace, settings, { length: this.lines.length, isFirst, isLast: false }, true);
		if (counts === undefined || key === undefined) return counts;
		const { kernel, records, output, fingerprints } = workspace;
		workspace.setKey(key);
		kernel.call.fingerprintLines(workspace.key, records, counts.records, output, fingerprints);
		return { ...counts, hasFingerprints: true };
	}

	/** The same, with the results put here for another thread. */
	work(workspace: Workspace, work: Work): void {
		const counts = this.normalize(workspace, work);
		if (counts !== undefined) this.#store(workspace, counts);
		this.state = counts === undefined ? State.REFUSED : State.DONE;
	}

	#store(workspace: Workspace, { records, lines, rejects, first, written, hasFingerprints }: BatchCounts): void {
		const { octets } = workspace.kernel;
		const take = (to: Uint8Array, from: number, length: number) => to.set(octets.subarray(from, from + length));
		take(this.#output, workspace.output, written - workspace.output);
		take(this.#records, workspace.records, records * LineRecord.SIZE);
		take(this.#rejects, workspace.rejects, rejects * RejectRecord.SIZE);
		if (hasFingerprints) take(this.#fingerprints, workspace.fingerprints, records * FINGERPRINT_SIZE);
		const words = [records, lines, rejects, first, written];
		words.forEach((word, index) => {
			this.#control[Control.RECORDS + index] = word;
		});
	}

	/** Takes the results over into a workspace; the input only when somebody is to look at it. */
	load(workspace: Workspace, hasFingerprints: boolean, needsInput: boolean): BatchCounts {
		const [records, lines, rejects, first, written] = this.#control.subarray(Control.RECORDS) as unknown as Counts;
		const { octets } = workspace.kernel;
		const give = (from: Uint8Array, to: number, length: number) => octets.set(from.subarray(0, length), to);
		if (needsInput || rejects > 0) workspace.inputOctets.set(this.lines);
		give(this.#output, workspace.output, written - workspace.output);
		give(this.#records, workspace.records, records * LineRecord.SIZE);
		give(this.#rejects, workspace.rejects, rejects * RejectRecord.SIZE);
		if (hasFingerprints) give(this.#fingerprints, workspace.fingerprints, records * FINGERPRINT_SIZE);
		return { records, lines, rejects, first, written, hasFingerprints };
	}
}

type Counts = [records: number, lines: number, rejects: number, first: number, written: number];
