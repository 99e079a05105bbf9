/** The duplicates of a run with the set in memory, which wait until their kept lines are read: see assembly/partition/merges.ts. */
import { ABSENT, LineRecord } from "../../../assembly/layout/addresses";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import { Duplicate, Merging } from "../../../assembly/partition/layout";
import type { Engine } from "../../engine/kernel";
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import { TemporaryFile } from "../../files/output/temporary-file";
import type { Batch } from "../../lines/batch";
import { MAX_DUPLICATES, MergeMemory } from "./merge-memory";

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
	takeBatch({ workspace, records, first, rowOf }: Batch, marks: Int32Array): void {
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

/** The kept lines of a run, in blocks of records (`KeptLine`) in a temporary file. */
class KeptBlocks {
	readonly #file: TemporaryFile;
	/** By block: the ordinal of its first line, and where it begins. */
	readonly #firsts = new NumberList();
	readonly #positions = new NumberList();
	/** Number of lines in all blocks. */
	#lines = 0;

	/** Puts the file in `folder`. Throws Failure. */
	constructor(folder: string) {
		this.#file = new TemporaryFile(folder, 0);
	}

	/** Number of lines in all blocks. */
	get lines(): number {
		return this.#lines;
	}

	/** Number of blocks. */
	get count(): number {
		return this.#firsts.length;
	}

	/** Appends a block of `lines` lines. Throws Failure. */
	append(block: Uint8Array, lines: number): void {
		this.#firsts.push(this.#lines);
		this.#positions.push(this.#file.length);
		this.#file.append(block);
		this.#lines += lines;
	}

	/** The ordinal of the first line of a block, and that after the last one of the block before. */
	firstOf(block: number): number {
		return block < this.count ? this.#firsts.at(block) : this.#lines;
	}

	/** Reads a block to the start of `into`. Returns its octets. Throws Failure. */
	read(block: number, into: Uint8Array): Uint8Array {
		const position = this.#positions.at(block);
		const end = block + 1 < this.count ? this.#positions.at(block + 1) : this.#file.length;
		const octets = into.subarray(0, end - position);
		this.#file.readAll(octets, position);
		return octets;
	}

	close(): void {
		this.#file.close();
	}
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Ordinals, and the duplicates that have them. */
interface Pairs {
	readonly ordinals: Int32Array;
	readonly duplicates: Int32Array;
}

/** Sorts duplicates by the ordinals of their kept lines: a radix sort, least significant digits first. */
class OrdinalSort {
	#pairs: Pairs | undefined;
	#others: Pairs | undefined;
	readonly #size: number;
	readonly #places = new Int32Array(DIGITS);

	/** For at most `size` duplicates. */
	constructor(size: number) {
		this.#size = size;
	}

	/** Writes those of the duplicates [from, count) whose kept line is one of this run to the order, with their ordinals. Returns their number. */
	sort(memory: MergeMemory, from: number, count: number): number {
		this.#pairs ??= this.#create();
		this.#others ??= this.#create();
		let [pairs, others] = [this.#pairs, this.#others];
		let ordered = 0;
		let most = 0;
		for (let duplicate = from; duplicate < count; ++duplicate) {
			const ordinal = memory.of(duplicate, Duplicate.ORDINAL);
			if (ordinal === ABSENT) continue;
			most = Math.max(most, ordinal);
			pairs.ordinals[ordered] = ordinal;
			pairs.duplicates[ordered++] = duplicate;
		}
		for (let shift = 0; most >> shift > 0 && shift < 31; shift += DIGIT_BITS) {
			this.#sortDigit(pairs, others, ordered, shift);
			[pairs, others] = [others, pairs];
		}
		memory.kernel.words.set(pairs.duplicates.subarray(0, ordered), memory.order >> 2);
		memory.kernel.words.set(pairs.ordinals.subarray(0, ordered), memory.ordinals >> 2);
		return ordered;
	}

	#create(): Pairs {
		return { ordinals: new Int32Array(this.#size), duplicates: new Int32Array(this.#size) };
	}

	#sortDigit(from: Pairs, to: Pairs, count: number, shift: number): void {
		const places = this.#places.fill(0);
		const { ordinals, duplicates } = from;
		for (let index = 0; index < count; ++index) ++(places[((ordinals[index] as number) >> shift) & (DIGITS - 1)] as number);
		for (let digit = 0, place = 0; digit < DIGITS; ++digit) {
			const size = places[digit] as number;
			places[digit] = place;
			place += size;
		}
		for (let index = 0; index < count; ++index) {
			const ordinal = ordinals[index] as number;
			const digit = (ordinal >> shift) & (DIGITS - 1);
			const place = places[digit] as number;
			places[digit] = place + 1;
			to.ordinals[place] = ordinal;
			to.duplicates[place] = duplicates[index] as number;
		}
	}
}
