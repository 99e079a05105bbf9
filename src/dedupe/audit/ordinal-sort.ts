/** Sorts duplicates by the ordinals of their kept lines: a radix sort, least significant digits first. */
import { ABSENT } from "../../../assembly/layout/addresses";
import { Duplicate } from "../../../assembly/partition/layout";
import type { MergeMemory } from "./merge-memory";

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Ordinals, and the duplicates that have them. */
interface Pairs {
	readonly ordinals: Int32Array;
	readonly duplicates: Int32Array;
}

export class OrdinalSort {
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
