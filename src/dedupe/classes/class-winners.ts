/**
 * `--keep`, `--count` and `--count-into` for a run in passes: which line of each class stays, and how many there are. The second pass
 * finds pairs of a line and the first one of its class, partition by partition. They are scattered by class, and what comes of a class
 * by line again, for the third pass:
 *
 * ```
 *   first, last   (first, line) ──▶ a range of classes ──▶ (line, size) ──▶ sizeOf(line)
 *   compared      (line, first) ──▶ a range of lines, with their values ──▶ (first, line, value) ──▶ a range of classes ──▶ as above
 * ```
 */
import { setImmediate } from "node:timers/promises";
import { PairRanges, RecordRanges } from "../../files/output/record-ranges";
import type { ClassValues } from "./class-values";
import { LineNumbers } from "./line-numbers";

/** Takes a class of at least two lines: the first, the one that stays, and how many there are. */
type TakeClass = (first: number, winner: number, size: number) => void;

/** Members of classes on disk. Lines are numbered from 1. */
interface Members {
	/** Octets written. */
	readonly length: number;
	/** Adds a line that is not the first of its class. Throws Failure. */
	judgeLine(line: number, first: number): void;
	/** Passes on all classes. Yields from time to time. Throws Failure. */
	classes(take: TakeClass): Generator<void>;
	close(): void;
}

/** The options of a run that chooses or counts by class. */
export interface ByClass {
	/** Whether the last line stays, and not the first. */
	readonly keepsLast: boolean;
	/** Whether sizes of classes are written. */
	readonly counts: boolean;
	/** Compares lines, if more than their order decides. */
	readonly values: ClassValues | undefined;
}

export class ClassWinners {
	readonly counts: boolean;
	readonly #members: Members;
	/** 1 for a first line that does not stay; for one that stays, the size of its class, and 1. */
	readonly #sizes: LineNumbers;

	/** Plans for `lines` lines in `memory` octets. Throws Failure. */
	constructor(folder: string, lines: number, memory: number, { keepsLast, counts, values }: ByClass) {
		this.counts = counts;
		this.#sizes = new LineNumbers(folder, lines, memory / 3);
		this.#members =
			values === undefined
				? new CountedMembers(folder, lines, memory / 3, keepsLast)
				: new ComparedMembers(folder, lines, memory / 3, values);
	}

	/** Octets written. */
	get length(): number {
		return this.#members.length + this.#sizes.length;
	}

	/** Adds pairs of a line and the first of its class, each once. Throws Failure. */
	takePairs(pairs: Int32Array): void {
		for (let at = 0; at < pairs.length; at += 2) this.#members.judgeLine(pairs[at] as number, pairs[at + 1] as number);
	}

	/** Finds what `sizeOf` returns. No pairs may follow. Throws Failure. */
	async find(): Promise<void> {
		const take: TakeClass = (first, winner, size) => {
			if (winner !== first) this.#sizes.set(first, 1);
			this.#sizes.set(winner, size + 1);
		};
		for (const _ of this.#members.classes(take)) await setImmediate();
	}

	/** The size of the class of a line that stays, 0 for any other. `isFirst`: of its class. Fast only in line order. Throws Failure. */
	sizeOf(line: number, isFirst: boolean): number {
		const found = this.#sizes.of(line);
		return found === 0 ? Number(isFirst) : found - 1;
	}

	close(): void {
		this.#members.close();
		this.#sizes.close();
	}
}

/** Words that `CountedMembers` keeps for each class of a range. */
const COUNTED_WORDS = 2;

/** The first or the last line of each class stays. */
class CountedMembers implements Members {
	readonly #pairs: PairRanges;
	readonly #keepsLast: boolean;
	/** Max lines of a range. */
	readonly #inRange: number;

	constructor(folder: string, lines: number, memory: number, keepsLast: boolean) {
		this.#pairs = new PairRanges(folder, lines, memory, COUNTED_WORDS);
		this.#keepsLast = keepsLast;
		this.#inRange = Math.min(this.#pairs.size, lines + 1);
	}

	get length(): number {
		return this.#pairs.length;
	}

	judgeLine(line: number, first: number): void {
		this.#pairs.add(first, line);
	}

	*classes(take: TakeClass): Generator<void> {
		const { size, count } = this.#pairs;
		const [others, lasts] = [new Uint32Array(this.#inRange), new Uint32Array(this.#inRange)];
		for (let range = 0; range < count; ++range) {
			for (const list of [others, lasts]) list.fill(0);
			for (const pairs of this.#pairs.pairsOf(range)) countPairs(pairs, range * size, others, lasts);
			for (let index = 0; index < others.length; ++index) {
				const other = others[index] as number;
				const first = range * size + index;
				if (other > 0) take(first, this.#keepsLast ? (lasts[index] as number) : first, other + 1);
			}
			yield;
		}
	}

	close(): void {
		this.#pairs.close();
	}
}

function countPairs(pairs: Uint32Array, start: number, others: Uint32Array, lasts: Uint32Array): void {
	for (let at = 0; at < pairs.length; at += 2) {
		const index = (pairs[at] as number) - start;
		++(others[index] as number);
		lasts[index] = Math.max(lasts[index] as number, pairs[at + 1] as number);
	}
}

/** The line of each class stays that wins against all others. */
class ComparedMembers implements Members {
	readonly #values: ClassValues;
	/** Words of a record of `ClassValues`. The number of a class makes it a member. */
	readonly #words: number;
	/** By line of a class that has more, the first one. */
	readonly #firsts: LineNumbers;
	readonly #members: RecordRanges;
	/** Max lines of a range. */
	readonly #inRange: number;

	constructor(folder: string, lines: number, memory: number, values: ClassValues) {
		this.#values = values;
		this.#words = values.words;
		this.#firsts = new LineNumbers(folder, lines, memory / 3);
		// For each class of a range, it keeps how many lines it has, and the record of the best.
		const shape = { words: 1 + this.#words, wordsPerNumber: 1 + this.#words };
		this.#members = new RecordRanges(folder, lines, (memory * 2) / 3, shape);
		this.#inRange = Math.min(this.#members.size, lines + 1);
	}

	get length(): number {
		return this.#values.length + this.#firsts.length + this.#members.length;
	}

	judgeLine(line: number, first: number): void {
		this.#firsts.set(line, first);
		this.#firsts.set(first, first);
	}

	*classes(take: TakeClass): Generator<void> {
		yield* this.#scatterValues();
		const { size, count } = this.#members;
		const [counts, best] = [new Uint32Array(this.#inRange), new Uint32Array(this.#inRange * this.#words)];
		for (let range = 0; range < count; ++range) {
			counts.fill(0);
			for (const members of this.#members.recordsOf(range)) {
				this.#compare(members, range * size, counts, best);
				yield;
			}
			for (let index = 0; index < counts.length; ++index)
				if (counts[index] !== 0) take(range * size + index, best[index * this.#words] as number, counts[index] as number);
		}
	}

	/** Scatters the values by class. */
	*#scatterValues(): Generator<void> {
		const words = this.#words;
		const member = new Uint32Array(1 + words);
		for (const records of this.#values.records()) {
			for (let at = 0; at < records.length; at += words) {
				const first = this.#firsts.of(records[at] as number);
				if (first === 0) continue;
				member[0] = first;
				member.set(records.subarray(at, at + words), 1);
				this.#members.addRecord(member);
			}
			yield;
		}
	}

	/** Compares members, which come in line order, with the best of their class so far. */
	#compare(members: Uint32Array, start: number, counts: Uint32Array, best: Uint32Array): void {
		const words = this.#words;
		for (let at = 0; at < members.length; at += 1 + words) {
			const index = (members[at] as number) - start;
			const record = members.subarray(at + 1, at + 1 + words);
			const before = best.subarray(index * words, (index + 1) * words);
			if (counts[index] === 0 || this.#values.isBetter(record, before)) before.set(record);
			++(counts[index] as number);
		}
	}

	close(): void {
		this.#firsts.close();
		this.#members.close();
	}
}
