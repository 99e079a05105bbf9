/** The first pass: scatters the fingerprints of lines to the temporary file. */

import { Cursor, LineRecord } from "../../../assembly/layout/addresses";
import { Block, PartitionAddress, Print, Scatter } from "../../../assembly/partition/layout";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import { LINES_CAPACITY, type LineWorkspace, Workspace } from "../../engine/workspace";
import { EXIT, Failure } from "../../failure";
import type { Batch } from "../../lines/batch";
import { joinKeys } from "../../lines/fingerprints";
import type { LineSettings } from "../../lines/lines";
import type { Plan } from "../plan";
import { putFingerprint, rejectRecords } from "../selection";
import { type BlockFile, firstNumber } from "./block-file";
import type { PassRules } from "./pass-rules";

/** Records store line numbers, which start at 1, in 31 bits. */
const MAX_LINES = 2 ** 31 - 1;

/** Lines that are normalized, then hashed, then scattered: they and their fingerprints fit the L2 cache, however long a chunk is. */
const MAX_BATCH = 2048;

/** Lines that are left out. */
export interface Excluding {
	/** Returns the records that are excluded, by the fingerprints of all keys. */
	recordsOf(fingerprints: Uint8Array): readonly number[];
	/** The fingerprint that they have from then on; undefined if they count as rejected. */
	readonly known?: Uint8Array | undefined;
}

/** Options of a first pass. */
interface FirstPassOptions {
	/** Number of the thread, from 0. */
	readonly thread?: number;
	/** Capacity of the workspace. */
	readonly capacity?: number;
}

export class FirstPass {
	readonly workspace: Workspace<ListFunctions>;
	/** The workspace and the settings with which lines become keys. */
	readonly at: { readonly workspace: LineWorkspace; readonly settings: LineSettings };
	/** The key of the fingerprints. */
	readonly #key: Uint8Array;
	readonly #file: BlockFile;
	readonly #partitions: number;

	constructor(
		rules: PassRules,
		file: BlockFile,
		{ bits, isOriginal }: Plan,
		key: Uint8Array,
		{ thread = 0, capacity = LINES_CAPACITY }: FirstPassOptions = {},
	) {
		const kernel = createListKernel(rules.keys.engine);
		const heapBase = kernel.call.heapBase();
		const base = alignToBlocks(heapBase);
		this.#partitions = 2 ** bits;
		kernel.reserve(base + alignToBlocks(8 * this.#partitions) + (this.#partitions + Block.MAX_FULL) * Block.SIZE);
		const streamsEnd = kernel.call.scatterCreate(base, bits);
		this.workspace = new Workspace(() => kernel, capacity, undefined, streamsEnd - heapBase);
		this.workspace.setCursor(Cursor.MAX_RECORDS, MAX_BATCH);
		const numbers = this.#field(Scatter.NUMBERS) >> 2;
		kernel.words.fill(firstNumber(thread), numbers, numbers + this.#partitions);
		const print = isOriginal ? Print.ORIGINAL : Print.NORMALIZED;
		this.#setField(Scatter.PRINT, rules.workspace === undefined ? print : Print.RAW);
		this.#file = file;
		this.#key = key;
		this.at = { workspace: rules.workspace ?? this.workspace, settings: rules.keys };
	}

	/** Number of lines so far, whose fingerprints may be scattered. */
	get lines(): number {
		return this.#field(Scatter.LINE) - 1;
	}

	/** Continues after `lines` lines that other threads process. */
	goOn(lines: number): void {
		this.#setField(Scatter.LINE, lines + 1);
	}

	/** Adds the fingerprints of the old set, at most MAX_RECORDS. Throws Failure. */
	addSet(octets: Uint8Array): void {
		const { kernel, fingerprints } = this.workspace;
		const count = octets.length / FINGERPRINT_SIZE;
		kernel.octets.set(octets, fingerprints);
		for (let next = 0; next < count; ) {
			next = kernel.call.scatterSet(fingerprints, count, next);
			if (next < count) this.#writeFull();
		}
	}

	/** Writes the rest of the streams. Throws Failure. */
	end(): void {
		for (let next = 0; next < this.#partitions; this.#writeFull()) next = this.workspace.kernel.call.scatterEnd(next);
	}

	/** Adds the fingerprints of a batch that was made as `at` says. Throws Failure. */
	takeBatch(batch: Batch, excluding?: Excluding): void {
		const { workspace: lineWorkspace, records: count, first, lines, joined } = batch;
		if (this.lines + lines > MAX_LINES) throw new Failure(EXIT.IO, "cannot deduplicate more than 2,147,483,647 lines at a time");
		lineWorkspace.setKey(this.#key);
		this.workspace.setKey(this.#key);
		const { kernel, key, records, output, fingerprints } = this.workspace;
		if (lineWorkspace === this.workspace) kernel.call.fingerprintSorted(key, records, count, first, output, fingerprints);
		else this.#takeRecords(lineWorkspace, count);
		if (excluding !== undefined) {
			this.#exclude(count, excluding);
			// To find them takes a key.
			this.workspace.setKey(this.#key);
		}
		if (joined !== undefined) joinKeys(this.workspace, batch, joined);
		for (let next = 0; next < count; ) {
			next = kernel.call.scatterLines(records, count, fingerprints, first, output, next);
			if (next < count) this.#writeFull();
		}
	}

	#exclude(count: number, { recordsOf, known }: Excluding): void {
		const { kernel, fingerprints } = this.workspace;
		const all = () => kernel.octets.subarray(fingerprints, fingerprints + count * FINGERPRINT_SIZE);
		const records = recordsOf(all());
		if (known === undefined) rejectRecords(this.workspace, records);
		else putFingerprint(all(), records, known);
	}

	/** Copies the records of lines, and the fingerprints of their output, from another workspace. */
	#takeRecords({ kernel, key, records, output, fingerprints }: LineWorkspace, count: number): void {
		kernel.call.fingerprintLines(key, records, count, output, fingerprints);
		const { kernel: own, records: ownRecords, fingerprints: ownFingerprints } = this.workspace;
		own.octets.set(kernel.octets.subarray(records, records + count * LineRecord.SIZE), ownRecords);
		own.octets.set(kernel.octets.subarray(fingerprints, fingerprints + count * FINGERPRINT_SIZE), ownFingerprints);
	}

	#writeFull(): void {
		const full = this.#field(Scatter.FULL);
		const count = this.#field(Scatter.FULL_COUNT);
		this.#file.append(this.workspace.kernel.octets.subarray(full, full + count * Block.SIZE));
		this.#setField(Scatter.FULL_COUNT, 0);
	}

	#field(field: Scatter): number {
		return this.workspace.kernel.words[(PartitionAddress.SCATTER + field) >> 2] as number;
	}

	#setField(field: Scatter, value: number): void {
		this.workspace.kernel.words[(PartitionAddress.SCATTER + field) >> 2] = value;
	}
}

function alignToBlocks(octets: number): number {
	return Math.ceil(octets / Block.SIZE) * Block.SIZE;
}
