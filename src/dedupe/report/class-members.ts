/**
 * Sizes of classes, and the members of the largest ones. The line that is kept stands for its class. Each duplicate is a record on
 * disk (`Member`), and a pair among those from which classes are counted, one range of kept lines at a time.
 */
import { Member } from "../../../assembly/partition/layout";
import { PairRanges } from "../../files/output/record-ranges";
import { TemporaryFile } from "../../files/output/temporary-file";
import { beginningOf, type Excerpt, excerptOf } from "./excerpt";

const PENDING_SIZE = 262144;
/** More octets than any record has. */
const MAX_RECORD = 4096;
/** The greatest number of a line. */
const MAX_LINE = 2 ** 31 - 1;

/** Classes that are shown with their members. */
const MAX_CLASSES = 20;
/** Duplicates of such a class that are read, and different spellings that are shown. */
const MAX_READ = 1000;
const MAX_SPELLINGS = 20;

/** Sizes below this one are counted in an array. */
const SMALL_SIZES = 1024;

/** Sizes that are counted together: the least of each group. The last group has no end. */
const GROUPS = [2, 3, 4, 5, 10, 100, 1000, 10_000];

/** The number of classes with sizes in a range. */
export interface SizeGroup {
	readonly from: number;
	/** `null`: without an end. */
	readonly to: number | null;
	readonly classes: number;
}

/** Equal duplicates of a class. */
export interface Spelling extends Excerpt {
	readonly count: number;
}

/** A class with the line that is kept and the spellings of its duplicates. */
export interface LargeClass {
	/** Number of its lines, the kept one included. */
	readonly size: number;
	readonly kept: Excerpt & { readonly line: number };
	readonly duplicates: readonly Spelling[];
	/** Number of duplicates that are not listed. */
	readonly others: number;
}

export class ClassMembers {
	readonly #file: TemporaryFile;
	readonly #buffer = new Uint8Array(PENDING_SIZE);
	#buffered = 0;
	/** For each duplicate: the kept line, and 1. */
	readonly #pairs: PairRanges;
	/** The last of these lines. */
	#last = 0;

	/** Needs `memory` octets, and puts its files in `folder`. Throws Failure. */
	constructor(folder: string, memory: number) {
		this.#file = new TemporaryFile(folder, 0);
		this.#pairs = new PairRanges(folder, MAX_LINE, memory);
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length + this.#pairs.length;
	}

	/** Adds a duplicate. Throws Failure. */
	addMember(kept: Uint8Array, keptLine: number, dropped: Uint8Array): void {
		const [first, second] = [beginningOf(kept), beginningOf(dropped)];
		this.#count(keptLine);
		const size = Member.TEXTS + first.length + second.length;
		if (this.#buffered + size > PENDING_SIZE) this.#flush();
		const view = new DataView(this.#buffer.buffer, this.#buffered, size);
		view.setUint32(Member.LINE, keptLine, true);
		view.setUint32(Member.LENGTHS, first.length | (second.length << Member.DROPPED_SHIFT), true);
		this.#buffer.set(first, this.#buffered + Member.TEXTS);
		this.#buffer.set(second, this.#buffered + Member.TEXTS + first.length);
		this.#buffered += size;
	}

	/** Adds the records of duplicates. Throws Failure. */
	addRecords(records: Uint8Array): void {
		const view = new DataView(records.buffer, records.byteOffset, records.length);
		for (let at = 0; at < records.length; at += sizeOf(view, at)) this.#count(view.getUint32(at + Member.LINE, true));
		this.#flush();
		this.#file.append(records);
	}

	#count(keptLine: number): void {
		this.#pairs.add(keptLine, 1);
		this.#last = Math.max(this.#last, keptLine);
	}

	/** Throws Failure. */
	summarize(): { sizes: SizeGroup[]; largest: LargeClass[] } {
		const sizes = new Map<number, number>();
		const largest: { line: number; size: number }[] = [];
		const few = new Uint32Array(SMALL_SIZES);
		this.#eachClass((line, size) => {
			if (size < SMALL_SIZES) ++(few[size] as number);
			else sizes.set(size, (sizes.get(size) ?? 0) + 1);
			if (largest.length === MAX_CLASSES && size <= (largest[MAX_CLASSES - 1]?.size ?? 0)) return;
			largest.push({ line, size });
			largest.sort((a, b) => b.size - a.size || a.line - b.line);
			largest.length = Math.min(largest.length, MAX_CLASSES);
		});
		for (const [size, classes] of few.entries()) if (classes > 0) sizes.set(size, classes);
		return { sizes: groupsOf(sizes), largest: this.#withMembers(largest) };
	}

	/** Passes on the classes in the order of their kept lines. */
	#eachClass(take: (line: number, size: number) => void): void {
		const counts = new Uint32Array(Math.min(this.#pairs.size, this.#last + 1));
		for (let range = 0; range < this.#pairs.count; ++range) {
			const start = range * this.#pairs.size;
			counts.fill(0);
			for (const pairs of this.#pairs.pairsOf(range)) {
				for (let at = 0; at < pairs.length; at += 2) ++(counts[(pairs[at] as number) - start] as number);
			}
			for (let index = 0; index < counts.length; ++index) {
				const count = counts[index] as number;
				if (count > 0) take(start + index, count + 1);
			}
		}
	}

	#withMembers(classes: readonly { line: number; size: number }[]): LargeClass[] {
		const records = new Map(classes.map(({ line }) => [line, [] as number[]]));
		this.#eachRecord((line, position) => {
			const found = records.get(line);
			if (found !== undefined && found.length < MAX_READ) found.push(position);
		});
		return classes.map(({ line, size }) => this.#largeClass(line, size, records.get(line) ?? []));
	}

	/** Passes on the kept line of each record, and where the record is. Leaves the buffer empty. */
	#eachRecord(take: (line: number, position: number) => void): void {
		this.#flush();
		for (let at = 0, length = 0; at < this.#file.length; at += length) {
			const count = this.#file.read(this.#buffer, at);
			const view = new DataView(this.#buffer.buffer, 0, count);
			for (length = 0; length + Member.TEXTS <= count; ) {
				const size = sizeOf(view, length);
				if (length + size > count) break;
				take(view.getUint32(length + Member.LINE, true), at + length);
				length += size;
			}
			if (length === 0) throw this.#file.damaged();
		}
	}

	#largeClass(line: number, size: number, records: readonly number[]): LargeClass {
		let kept: Uint8Array = new Uint8Array(0);
		const spellings = new Map<string, Spelling>();
		for (const position of records) {
			const view = new DataView(this.#buffer.buffer, 0, this.#file.read(this.#buffer.subarray(0, MAX_RECORD), position));
			const lengths = view.getUint32(Member.LENGTHS, true);
			const end = Member.TEXTS + (lengths & Member.LENGTH_MASK);
			kept = this.#buffer.slice(Member.TEXTS, end);
			const dropped = isSame(lengths) ? kept : this.#buffer.slice(end, sizeOf(view, 0));
			const key = Buffer.from(dropped).toString("latin1");
			spellings.set(key, { ...excerptOf(dropped), count: (spellings.get(key)?.count ?? 0) + 1 });
		}
		const duplicates = [...spellings.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SPELLINGS);
		const listed = duplicates.reduce((sum, { count }) => sum + count, 0);
		return { size, kept: { line, ...excerptOf(kept) }, duplicates, others: size - 1 - listed };
	}

	#flush(): void {
		this.#file.append(this.#buffer.subarray(0, this.#buffered));
		this.#buffered = 0;
	}
}

/** Octets of the record at `at`. */
function sizeOf(view: DataView, at: number): number {
	const lengths = view.getUint32(at + Member.LENGTHS, true);
	return Member.TEXTS + (lengths & Member.LENGTH_MASK) + (isSame(lengths) ? 0 : lengths >>> Member.DROPPED_SHIFT);
}

/** Whether a record has one text for both. */
function isSame(lengths: number): boolean {
	return lengths >>> Member.DROPPED_SHIFT === Member.SAME;
}

/** Sizes by group. Groups without a class are left out. */
function groupsOf(sizes: ReadonlyMap<number, number>): SizeGroup[] {
	const groups = GROUPS.map((from, index) => {
		const to = (GROUPS[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
		const inside = [...sizes].filter(([size]) => size >= from && size <= to);
		return { from, to: Number.isFinite(to) ? to : null, classes: inside.reduce((sum, [, n]) => sum + n, 0) };
	});
	return groups.filter(({ classes }) => classes > 0);
}
