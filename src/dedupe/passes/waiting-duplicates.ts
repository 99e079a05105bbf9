/**
 * Duplicates that wait for their kept lines, so that many of these are read in one go, and logged in the order of duplicates:
 *
 * ```
 *   duplicates ──▶ in the order of their kept lines ──▶ LineFinder ──▶ both texts, in the order of duplicates
 * ```
 */
import { withoutLineEnd } from "../../lines/line-end";
import type { LineFinder } from "./line-finder";

/** Receives a duplicate: texts without line ends, line numbers from 1. `kept` is undefined if the line is in the old set. */
export type TakeMerge = (kept: Uint8Array | undefined, keptLine: number, dropped: Uint8Array, droppedLine: number) => void;

/** The most duplicates that wait, and octets of memory for one, half of them for the texts: fewer wait in little memory. */
const MAX_COUNT = 262144;
const DUPLICATE_SIZE = 256;
/** A key of the order is the number of the kept line times this, plus the place of the duplicate. */
const PLACES = MAX_COUNT;

/** Texts one after the other, in an area that grows if it has to. */
class Texts {
	#octets: Uint8Array;
	readonly #ends: Float64Array;
	#count = 0;

	constructor(count: number) {
		this.#octets = new Uint8Array((count * DUPLICATE_SIZE) / 4);
		this.#ends = new Float64Array(count);
	}

	get length(): number {
		return this.#startOf(this.#count);
	}

	/** Octets up to which the area does not grow. */
	get room(): number {
		return this.#octets.length;
	}

	addText(text: Uint8Array): void {
		const end = this.length + text.length;
		if (end > this.#octets.length) this.#grow(end);
		this.#octets.set(text, this.length);
		this.#ends[this.#count++] = end;
	}

	at(index: number): Uint8Array {
		return this.#octets.subarray(this.#startOf(index), this.#ends[index]);
	}

	clear(): void {
		this.#count = 0;
	}

	#startOf(index: number): number {
		return index === 0 ? 0 : (this.#ends[index - 1] as number);
	}

	#grow(length: number): void {
		const octets = new Uint8Array(length);
		octets.set(this.#octets.subarray(0, this.length));
		this.#octets = octets;
	}
}

export class WaitingDuplicates {
	readonly #finder: LineFinder;
	readonly #take: TakeMerge;
	readonly #max: number;
	#count = 0;
	readonly #dropped: Texts;
	readonly #kept: Texts;
	/** The numbers of dropped and of kept lines; 0 for the old set. */
	readonly #droppedLines: Float64Array;
	readonly #keptLines: Float64Array;
	/** The order of kept lines, and by duplicate, which of the kept texts is its own. */
	readonly #keys: Float64Array;
	readonly #places: Int32Array;

	/** Plans for `memory` octets. */
	constructor(memory: number, finder: LineFinder, take: TakeMerge) {
		this.#finder = finder;
		this.#take = take;
		this.#max = Math.max(1, Math.min(MAX_COUNT, Math.floor(memory / DUPLICATE_SIZE)));
		this.#dropped = new Texts(this.#max);
		this.#kept = new Texts(this.#max);
		this.#droppedLines = new Float64Array(this.#max);
		this.#keptLines = new Float64Array(this.#max);
		this.#keys = new Float64Array(this.#max);
		this.#places = new Int32Array(this.#max);
	}

	/** Adds a duplicate; 0 is the kept line of one in the old set. Throws Failure. */
	addDuplicate(keptLine: number, dropped: Uint8Array, droppedLine: number): void {
		if (this.#count === this.#max || this.#dropped.length + dropped.length > this.#dropped.room) this.flush();
		this.#dropped.addText(dropped);
		this.#droppedLines[this.#count] = droppedLine;
		this.#keptLines[this.#count++] = keptLine;
	}

	/** Passes on all duplicates so far. Throws Failure. */
	flush(): void {
		this.#passOn(0, this.#count);
		this.#count = 0;
		this.#dropped.clear();
	}

	/** Passes on the duplicates [from, count): in halves, if their kept lines are too long. */
	#passOn(from: number, count: number): void {
		if (from === count) return;
		if (!this.#find(from, count)) {
			const middle = (from + count) >> 1;
			this.#passOn(from, middle);
			this.#passOn(middle, count);
			return;
		}
		for (let index = from; index < count; ++index) {
			const line = this.#keptLines[index] as number;
			const kept = line === 0 ? undefined : this.#kept.at(this.#places[index] as number);
			this.#take(kept, line, this.#dropped.at(index), this.#droppedLines[index] as number);
		}
	}

	/** Reads the kept lines of the duplicates [from, count). Returns whether there was room for them, as there always is for one. */
	#find(from: number, count: number): boolean {
		const keys = this.#sort(from, count);
		this.#kept.clear();
		this.#finder.expect(keys.length);
		let [last, place] = [0, -1];
		for (const key of keys) {
			const line = Math.floor(key / PLACES);
			if (line !== last) {
				const text = withoutLineEnd(this.#finder.find(line - 1));
				if (this.#kept.length + text.length > this.#kept.room && count - from > 1) return false;
				this.#kept.addText(text);
				last = line;
				++place;
			}
			this.#places[key % PLACES] = place;
		}
		return true;
	}

	/** The keys of those whose kept line is not in the old set, in order. */
	#sort(from: number, count: number): Float64Array {
		let ordered = 0;
		for (let index = from; index < count; ++index) {
			const line = this.#keptLines[index] as number;
			if (line > 0) this.#keys[ordered++] = line * PLACES + index;
		}
		return this.#keys.subarray(0, ordered).sort();
	}
}
