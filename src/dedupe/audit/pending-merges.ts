/** The duplicates of a run with the set in memory, which wait until their kept lines are read: see assembly/partition/merges.ts. */
import { ABSENT, LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Merging } from "../../../assembly/partition/layout";
import type { Engine } from "../../engine/kernel";
import { FRESH } from "../../engine/seen-table";
import type { Batch } from "../../lines/batch";
import { KeptBlocks } from "./kept-blocks";
import { MAX_DUPLICATES, MergeMemory } from "./merge-memory";
import { OrdinalSort } from "./ordinal-sort";

/** Takes the duplicates [from, count), whose kept lines have been found. */
export type TakeMerges = (memory: MergeMemory, from: number, count: number) => void;

export class PendingMerges {
	readonly #memory: MergeMemory;
	readonly #blocks: KeptBlocks;
	readonly #sort = new OrdinalSort(MAX_DUPLICATES);
	readonly #take: TakeMerges;

	/** `earlier`: number of fingerprints in the set before this run. Throws Failure. */
	constructor(engine: Engine, folder: string, earlier: number, take: TakeMerges) {
		this.#memory = new MergeMemory(engine);
		this.#memory.set(Merging.EARLIER, earlier);
		this.#blocks = new KeptBlocks(folder);
		this.#take = take;
	}

	/** Adds the lines of a batch with the marks of a set that is numbered. Throws Failure. */
	add({ workspace, records, first, rowOf }: Batch, marks: Int32Array): void {
		if (records === 0) return;
		const { octets, words } = workspace.kernel;
		const [from, to] = [workspace.records >> 2, (workspace.records + records * LineRecord.SIZE) >> 2];
		const end = unmark(words[to + (LineRecord.INPUT_END - LineRecord.SIZE) / 4] as number);
		this.#reserve(end - first);
		const memory = this.#memory;
		memory.kernel.octets.set(octets.subarray(first, end), memory.input);
		memory.kernel.words.set(words.subarray(from, to), memory.records >> 2);
		memory.kernel.words.set(marks.subarray(0, records), memory.marks >> 2);
		memory.set(Merging.SHIFT, memory.input - first);
		if (rowOf !== undefined) this.#setNumbers(records, rowOf);
		this.#collect(records);
	}

	#setNumbers(records: number, numberOf: (record: number) => number): void {
		const { words } = this.#memory.kernel;
		const outputEnds = (this.#memory.records + LineRecord.OUTPUT_END) >> 2;
		for (let record = 0; record < records; ++record) {
			// A rejected record has no number.
			if (isMarked(words[outputEnds + record * (LineRecord.SIZE / 4)] as number)) continue;
			this.#memory.setNumber(record, numberOf(record));
		}
	}

	#reserve(octets: number): void {
		if (this.#memory.hasRoomFor(octets)) return;
		this.flush();
		this.#writeBlock();
		this.#memory.reserve(octets);
	}

	#collect(records: number): void {
		const { kernel, input, marks } = this.#memory;
		for (let next = 0, start = input; ; ) {
			next = kernel.call.collectMerges(start, next, records);
			if (next === records) return;
			start = this.#memory.field(Merging.REST);
			if (kernel.words[(marks >> 2) + next] === FRESH) this.#writeBlock();
			else this.flush();
		}
	}

	/** Passes on all duplicates so far. Throws Failure. */
	flush(): void {
		const memory = this.#memory;
		memory.openText();
		const text = memory.field(Merging.TEXT_AT);
		this.#resolve(text, 0, memory.field(Merging.COUNT));
		memory.beginDuplicates();
	}

	close(): void {
		this.#blocks.close();
	}

	/** Finds the kept lines of the duplicates [from, count), whose texts go to `text`, and passes them on: in halves, if they are too long. */
	#resolve(text: number, from: number, count: number): void {
		if (from === count) return;
		const memory = this.#memory;
		memory.set(Merging.TEXT_AT, text);
		memory.set(Merging.ORDERED, this.#sort.sort(memory, from, count));
		if (this.#findKept()) {
			this.#take(memory, from, count);
		} else {
			const middle = (from + count) >> 1;
			this.#resolve(text, from, middle);
			this.#resolve(text, middle, count);
		}
	}

	/** Returns whether there was room for all kept lines. */
	#findKept(): boolean {
		const memory = this.#memory;
		const ordered = memory.field(Merging.ORDERED);
		let next = 0;
		for (let block = 0; next < ordered && block < this.#blocks.count; ++block) {
			const wanted = memory.kernel.words[(memory.ordinals >> 2) + next] as number;
			if (wanted >= this.#blocks.firstOf(block + 1)) continue;
			const room = memory.kernel.octets.subarray(memory.reading, memory.reading + memory.blockSize);
			const octets = this.#blocks.read(block, room);
			next = this.#findIn(memory.reading, octets.length, this.#blocks.firstOf(block), next);
			if (next === ABSENT) return false;
		}
		// The rest is in the block that is being filled.
		return this.#findIn(memory.block, memory.field(Merging.KEPT_AT) - memory.block, this.#blocks.lines, next) !== ABSENT;
	}

	#findIn(block: number, length: number, first: number, next: number): number {
		return this.#memory.kernel.call.findKept(block, block + length, first, next);
	}

	#writeBlock(): void {
		const memory = this.#memory;
		const end = memory.field(Merging.KEPT_AT);
		if (end > memory.block)
			this.#blocks.append(memory.kernel.octets.subarray(memory.block, end), memory.field(Merging.KEPT_COUNT));
		memory.beginBlock();
	}
}
