/** The first pass: normalizes lines, lists rejects, and scatters the fingerprints of the others to the temporary file. */
import { FINGERPRINT_SIZE } from "../../../assembly/fingerprint";
import { Block, PartitionAddress, Scatter } from "../../../assembly/partition/layout";
import { LINES_CAPACITY, Workspace } from "../../engine/workspace";
import { type Batch, LineFeed } from "../../lines/lines";
import type { Settings } from "../../options";
import { createPartitionKernel, type PartitionFunctions } from "../../partition/partition-kernel";
import { EXIT, Failure } from "../failure";
import { type BlockFile, firstNumber } from "./block-file";
import type { Plan } from "./plan";

/** Records store line numbers, which start at 1, in 31 bits. */
const MAX_LINES = 2 ** 31 - 1;

export class FirstPass {
	readonly workspace: Workspace<PartitionFunctions>;
	readonly feed: LineFeed;
	/** The key of the fingerprints: random, or that of the old set. Set it before the first line. */
	key: Uint8Array = crypto.getRandomValues(new Uint8Array(16));
	readonly #file: BlockFile;
	readonly #partitions: number;

	/** Passes each batch to `take` first. `thread` is the number of the thread, from 0, and `capacity` that of the workspace. */
	constructor(
		settings: Settings,
		file: BlockFile,
		{ bits, recordSize, isOriginal }: Plan,
		take: (batch: Batch) => void,
		{ thread = 0, capacity = LINES_CAPACITY } = {},
	) {
		const kernel = createPartitionKernel(settings.engine);
		const heapBase = kernel.call.heapBase();
		const base = alignToBlocks(heapBase);
		this.#partitions = 2 ** bits;
		kernel.reserve(base + alignToBlocks(8 * this.#partitions) + (this.#partitions + Block.MAX_FULL) * Block.SIZE);
		const streamsEnd = kernel.call.scatterCreate(base, bits, recordSize);
		this.workspace = new Workspace(() => kernel, capacity, undefined, streamsEnd - heapBase);
		const numbers = this.#field(Scatter.NUMBERS) >> 2;
		kernel.words.fill(firstNumber(thread), numbers, numbers + this.#partitions);
		this.#setField(Scatter.ORIGINAL, isOriginal ? 1 : 0);
		this.#file = file;
		this.feed = new LineFeed(this.workspace, settings, (batch) => {
			take(batch);
			this.#scatter(batch);
		});
	}

	/** Continues after `lines` lines that other threads process, or with `isFirst` starts another input there. */
	goOn(lines: number, isFirst: boolean): void {
		this.feed.goOn(lines, isFirst);
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

	#scatter({ records: count, first, linesBefore, lines }: Batch): void {
		if (linesBefore + lines > MAX_LINES) throw new Failure(EXIT.IO, "cannot deduplicate more than 2,147,483,647 lines at a time");
		const { workspace } = this;
		const { kernel, key, records, output, fingerprints } = workspace;
		workspace.setKey(this.key);
		kernel.call.fingerprintLines(key, records, count, output, fingerprints);
		for (let next = 0; next < count; ) {
			next = kernel.call.scatterLines(records, count, fingerprints, first, output, next);
			if (next < count) this.#writeFull();
		}
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
