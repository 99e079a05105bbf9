/**
 * `--count` and `--keep` of lists with the set in memory. Lines wait in a file until the last one has been read, those that are no
 * duplicates or, with `--keep last`, all of them:
 *
 * ```
 *   batch ──▶ lines ──▶ file ───────────────────────▶ lines ──┐
 *        └──▶ class of each ──▶ file ──▶ size, or skip it ────┴──▶ writeCounted ──▶ output
 *        └──▶ sizes of classes ─────────▶ ┘
 * ```
 */
import { tmpdir } from "node:os";
import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { Counted, PartitionAddress } from "../../../assembly/partition/layout";
import type { Engine, Kernel } from "../../engine/kernel";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import { FRESH } from "../../engine/seen-table";
import { align } from "../../engine/workspace";
import type { OctetWriter } from "../../files/output/octet-writer";
import { TemporaryFile } from "../../files/output/temporary-file";
import { type Batch, isPiece, isRejected } from "../../lines/batch";
import { hasOutput, type Print, writtenLines } from "../../lines/line-sieve";
import { BLOCK_SIZE, WORD } from "../audit/merge-memory";
import type { ClassChoice } from "./class-choice";
import { Integers, NumberSet } from "./class-numbers";

/** In place of its class: that of a rejected line, which has none, and a line that a later one of its class replaces. */
const NO_CLASS = -1;
const REPLACED = -2;
/** The size of a line that is not written, and of one that is written without it. */
const SKIPPED = -1;
const UNCOUNTED = 0;

/** Lines whose classes are written, or sizes computed, at a time. */
const MAX_BATCH = 16384;
/** Most digits of a size, and the TAB after it. */
const SIZE_LENGTH = 11;

export class LineClasses {
	readonly #isLast: boolean;
	readonly #counts: boolean;
	readonly #print: Print;
	readonly #output: OctetWriter;
	readonly #engine: Engine;
	readonly #lines: TemporaryFile;
	readonly #numbers: TemporaryFile;
	/** The classes of the last lines. */
	readonly #last = new Int32Array(MAX_BATCH);
	#lastCount = 0;
	/** Number of lines in the file. */
	#count = 0;
	/** Number of classes and, if they are counted, the number of lines of each. */
	#classes = 0;
	readonly #sizes = new Integers();

	/** Puts temporary files in `folder`. Requires: nothing is compared. Throws Failure. */
	constructor({ keepsLast, counts }: ClassChoice, print: Print, output: OctetWriter, engine: Engine, folder = tmpdir()) {
		this.#isLast = keepsLast;
		this.#counts = counts;
		this.#print = print;
		this.#output = output;
		this.#engine = engine;
		this.#lines = new TemporaryFile(folder, 0);
		this.#numbers = new TemporaryFile(folder, 0);
	}

	/** Adds the lines of a batch. Throws Failure. */
	takeBatch(batch: Batch, marks: Int32Array): void {
		this.#lines.append(writtenLines(batch, this.#isLast ? undefined : marks, this.#print));
		for (let index = 0; index < batch.records; ++index) {
			// A piece of a long line ends with the line.
			if (isPiece(batch, index)) continue;
			if (!isRejected(batch, index)) this.#addMember(marks[index] as number);
			else if (hasOutput(batch.workspace, index)) this.#addLine(NO_CLASS);
		}
	}

	#addMember(mark: number): void {
		const counts = this.#counts;
		const isFresh = mark === FRESH;
		const number = isFresh ? this.#classes++ : mark;
		if (counts && isFresh) this.#sizes.push(1);
		else if (counts) this.#sizes.increment(mark);
		if (isFresh || this.#isLast) this.#addLine(number);
	}

	#addLine(number: number): void {
		if (this.#lastCount === MAX_BATCH) this.#flush();
		this.#last[this.#lastCount++] = number;
		++this.#count;
	}

	#flush(): void {
		this.#numbers.append(new Uint8Array(this.#last.buffer, 0, WORD * this.#lastCount));
		this.#lastCount = 0;
	}

	/** Writes the lines that stay. No lines may follow. Throws Failure. */
	end(): void {
		this.#flush();
		if (this.#isLast) this.#replaceEarlier();
		new CountedLines(this.#engine, this.#output, this.#lines, (from, sizes) => this.#readSizes(from, sizes)).write();
		this.#lines.close();
		this.#numbers.close();
	}

	/** Replaces all but the last line of each class: from the end backwards, it is the first one. */
	#replaceEarlier(): void {
		const kept = new NumberSet();
		for (let end = this.#count; end > 0; ) {
			const from = (Math.ceil(end / MAX_BATCH) - 1) * MAX_BATCH;
			const classes = this.#last.subarray(0, end - from);
			const octets = new Uint8Array(classes.buffer, 0, WORD * classes.length);
			this.#numbers.readAll(octets, WORD * from);
			replaceKnown(classes, kept);
			this.#numbers.write(octets, WORD * from);
			end = from;
		}
	}

	/** Writes the sizes of lines from this one on to `sizes`. Returns how many there are. */
	#readSizes(from: number, sizes: Int32Array): number {
		const count = Math.min(sizes.length, this.#count - from);
		this.#numbers.readAll(new Uint8Array(sizes.buffer, sizes.byteOffset, WORD * count), WORD * from);
		for (let index = 0; index < count; ++index) sizes[index] = this.#sizeOf(sizes[index] as number);
		return count;
	}

	#sizeOf(number: number): number {
		const counts = this.#counts;
		if (number === REPLACED) return SKIPPED;
		if (number === NO_CLASS) return counts ? 1 : UNCOUNTED;
		return counts ? this.#sizes.at(number) : UNCOUNTED;
	}
}

/** Replaces lines whose class is in `kept`, last line first, and adds the other classes to it. */
function replaceKnown(classes: Int32Array, kept: NumberSet): void {
	for (let index = classes.length - 1; index >= 0; --index) {
		const number = classes[index] as number;
		if (number === NO_CLASS) continue;
		if (kept.has(number)) classes[index] = REPLACED;
		else kept.countMember(number);
	}
}

/** Writes lines of a file after their sizes. */
class CountedLines {
	readonly #kernel: Kernel<ListFunctions>;
	readonly #output: OctetWriter;
	readonly #file: TemporaryFile;
	readonly #readSizes: (from: number, sizes: Int32Array) => number;
	readonly #sizes: number;
	readonly #block: number;
	readonly #to: number;
	/** The first line whose size has not been read; the next line among those whose size has been, and their number. */
	#from = 0;
	#next = 0;
	#count = 0;

	constructor(engine: Engine, output: OctetWriter, file: TemporaryFile, readSizes: (from: number, sizes: Int32Array) => number) {
		this.#kernel = createListKernel(engine);
		this.#output = output;
		this.#file = file;
		this.#readSizes = readSizes;
		this.#sizes = align(this.#kernel.call.heapBase());
		this.#block = this.#sizes + WORD * MAX_BATCH;
		this.#to = align(this.#block + BLOCK_SIZE + Limit.MARGIN);
		this.#kernel.reserve(this.#to + BLOCK_SIZE + SIZE_LENGTH * MAX_BATCH + Limit.MARGIN);
	}

	/** Throws Failure. */
	write(): void {
		const { octets } = this.#kernel;
		for (let position = 0; position < this.#file.length; ) {
			const length = this.#file.read(octets.subarray(this.#block, this.#block + BLOCK_SIZE), position);
			if (length === 0) throw this.#file.damaged();
			const end = this.#writeLines(this.#block + length);
			position += end > this.#block ? end - this.#block : this.#writeLong(position, length);
		}
	}

	/** Writes the whole lines of the block. Returns their end. */
	#writeLines(end: number): number {
		const { call, octets } = this.#kernel;
		for (let start = this.#block; ; ) {
			if (this.#next === this.#count && !this.#fill()) return start;
			const sizes = this.#sizes + WORD * this.#next;
			const written = call.writeCounted(start, end, sizes, this.#count - this.#next, this.#to);
			this.#output.write(octets.subarray(this.#to, written));
			this.#next += this.#counted(Counted.LINES);
			start = this.#counted(Counted.REST);
			if (this.#next < this.#count) return start;
		}
	}

	/** Writes a line that is longer than the block, of which `length` octets are in it. Returns its length. */
	#writeLong(position: number, length: number): number {
		const size = this.#kernel.words[(this.#sizes >> 2) + this.#next++] as number;
		if (size > 0) this.#output.writeLater(new TextEncoder().encode(`${size}\t`));
		let at = position;
		for (let count = length; ; ) {
			const part = this.#kernel.octets.subarray(this.#block, this.#block + count);
			const end = part.indexOf(Octet.LF) + 1;
			if (size >= 0) this.#output.write(end > 0 ? part.subarray(0, end) : part);
			at += end > 0 ? end : count;
			if (end > 0 || at === this.#file.length) return at - position;
			count = this.#file.read(this.#kernel.octets.subarray(this.#block, this.#block + BLOCK_SIZE), at);
			if (count === 0) throw this.#file.damaged();
		}
	}

	/** Reads the sizes of the next lines. Returns whether there are any. */
	#fill(): boolean {
		const start = this.#sizes >> 2;
		this.#from += this.#count;
		this.#next = 0;
		this.#count = this.#readSizes(this.#from, this.#kernel.words.subarray(start, start + MAX_BATCH));
		return this.#count > 0;
	}

	#counted(word: Counted): number {
		return this.#kernel.words[(PartitionAddress.COUNTED + word) >> 2] as number;
	}
}
