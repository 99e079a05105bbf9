/**
 * Lines that are left out although they are no duplicates: those that --exclude covers, before lines are compared, and those beyond a
 * limit or in a trap, once duplicates are gone.
 *
 * ```
 *   batch ──▶ fingerprints ──excluded: zeros──▶ index ──▶ marks ──limit: no longer FRESH──▶ writer
 * ```
 *
 * An excluded line of a list becomes a reject without output, which nothing else takes for a line. A row of a table is marked as rejected only until
 * its marks are settled: rejected rows stay.
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked, mark, unmark } from "../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { LineWorkspace } from "../engine/workspace";
import type { Batch } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import type { PlaceSet } from "../places/place-set";
import type { LeftOutLog } from "./left-out-log";

/** The mark of a line that does not stay. */
const LEFT_OUT = 0;

interface Selectors {
	readonly places: PlaceSet | undefined;
	/** In the order in which they are asked. */
	readonly limits: readonly LineLimit[];
	readonly log: LeftOutLog | undefined;
}

/** Leaves out lines that are no duplicates. */
export interface LineLimit {
	/** Takes a batch before its lines have one form. Requires: `beyond` is called for the batches in the same order. */
	prepare(batch: Batch): void;
	/** The records of a batch that stay so far, by their marks, and are left out. Requires: the output has one form of each line. */
	beyond(batch: Batch, marks: Int32Array): number[];
	/** Why a record that `beyond` returned last is left out. */
	reasonFor(record: number): string;
	/** Lines by trap, if it counts them. */
	readonly traps?: { readonly [trap: string]: number };
}

export class Selection {
	readonly #places: PlaceSet | undefined;
	readonly #limits: readonly LineLimit[];
	readonly log: LeftOutLog | undefined;
	/** The rows of this batch that are excluded. */
	#rows: readonly number[] = [];
	/** Numbers of lines that are left out so far. */
	excluded = 0;
	withheld = 0;

	constructor({ places, limits, log }: Selectors) {
		this.#places = places;
		this.#limits = limits;
		this.log = log;
	}

	/** Lines in traps, by kind. Undefined if nobody asks. */
	get traps(): { readonly [trap: string]: number } | undefined {
		return this.#limits.find(({ traps }) => traps !== undefined)?.traps;
	}

	/** Number of lines that are left out so far. */
	get count(): number {
		return this.excluded + this.withheld;
	}

	/** Like `fingerprintBatch`, with zeros for excluded lines. Throws Failure. */
	fingerprintsOf(batch: Batch, key: Uint8Array): Uint8Array {
		for (const limit of this.#limits) limit.prepare(batch);
		let records: readonly number[] = [];
		const fingerprints = fingerprintBatch(batch, key, (each) => {
			records = this.find(batch, each);
		});
		putFingerprint(fingerprints, records, NO_FINGERPRINT);
		if (records.length === 0) return fingerprints;
		this.excluded += records.length;
		this.log?.addAll(batch, records, () => "excluded");
		if (batch.rowOf !== undefined) this.#rows = records;
		if (batch.rowOf === undefined) dropOutputs(batch, records);
		else rejectRecords(batch.workspace, records);
		return fingerprints;
	}

	/** The records of a batch that are excluded. `fingerprints`: those of the keys, which may move. */
	find(batch: Batch, fingerprints: Uint8Array): number[] {
		const records: number[] = [];
		const marks = this.#places?.find(batch, fingerprints) ?? [];
		for (let record = 0; record < marks.length; ++record) if (marks[record] === 1) records.push(record);
		return records;
	}

	/** Makes the marks of a batch final, which `fingerprintsOf` had before. Throws Failure. */
	settle(batch: Batch, marks: Int32Array): void {
		for (const record of this.#rows) {
			const at = outputEndAt(batch.workspace, record);
			batch.workspace.kernel.words[at] = unmark(batch.workspace.kernel.words[at] as number);
			marks[record] = LEFT_OUT;
		}
		this.#rows = [];
		for (const limit of this.#limits) this.#withhold(batch, marks, limit);
	}

	#withhold(batch: Batch, marks: Int32Array, limit: LineLimit): void {
		const beyond = limit.beyond(batch, marks);
		if (beyond.length === 0) return;
		this.withheld += beyond.length;
		this.log?.addAll(batch, beyond, (record) => limit.reasonFor(record));
		for (const record of beyond) marks[record] = LEFT_OUT;
	}
}

const WORDS = FINGERPRINT_SIZE / 4;

/** The fingerprint of no line. */
const NO_FINGERPRINT = new Uint8Array(FINGERPRINT_SIZE);

/** Gives records a fingerprint. */
export function putFingerprint(fingerprints: Uint8Array, records: readonly number[], fingerprint: Uint8Array): void {
	const [first, second, third, fourth] = new Int32Array(fingerprint.slice().buffer);
	const words = new Int32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length / 4);
	for (const record of records) {
		const at = record * WORDS;
		words[at] = first as number;
		words[at + 1] = second as number;
		words[at + 2] = third as number;
		words[at + 3] = fourth as number;
	}
}

/** Marks lines as rejected. */
export function rejectRecords(workspace: LineWorkspace, records: readonly number[]): void {
	const { words } = workspace.kernel;
	for (const record of records) {
		const at = outputEndAt(workspace, record);
		const end = words[at] as number;
		if (!isMarked(end)) words[at] = mark(end);
	}
}

/** Makes lines rejects without output. */
function dropOutputs({ workspace, records: count }: Batch, records: readonly number[]): void {
	const { octets, words } = workspace.kernel;
	let [start, to, next] = [workspace.output, workspace.output, 0];
	for (let record = 0; record < count; ++record) {
		const at = outputEndAt(workspace, record);
		const recorded = words[at] as number;
		const end = unmark(recorded);
		if (record === records[next]) {
			++next;
			words[at] = mark(to);
		} else {
			if (to !== start) octets.copyWithin(to, start, end);
			to += end - start;
			words[at] = isMarked(recorded) ? mark(to) : to;
		}
		start = end;
	}
}

function outputEndAt({ records }: LineWorkspace, record: number): number {
	return (records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2;
}
