/** Texts with their counts. */
import { OctetSink } from "../lines/octet-sink";
import { sortTexts, startOf, type Texts } from "./text-order";

/** Takes a text, which is between `start` and `end`, and how often it occurs. */
export type TakeCount = (count: number, octets: Uint8Array, start: number, end: number) => void;

/** Texts for which there is room at first. */
const FIRST_SIZE = 1024;

export class Tally {
	readonly #octets = new OctetSink(FIRST_SIZE);
	/** By number of a text: its end, and how often it occurs. */
	#ends = new Float64Array(FIRST_SIZE);
	#counts = new Float64Array(FIRST_SIZE);
	/** Number of texts. */
	length = 0;

	/** The sum of all counts. */
	get total(): number {
		let sum = 0;
		for (let number = 0; number < this.length; ++number) sum += this.#counts[number] as number;
		return sum;
	}

	/** Adds a text that is new, as the next number. */
	add(text: Uint8Array, count: number): void {
		if (this.length === this.#counts.length) {
			this.#counts = grown(this.#counts);
			this.#ends = grown(this.#ends);
		}
		this.#octets.append(text);
		this.#ends[this.length] = this.#octets.length;
		this.#counts[this.length++] = count;
	}

	/** Counts a text once more, by its number. */
	increment(number: number): void {
		++(this.#counts[number] as number);
	}

	/** Passes all texts in the order in which they were added. */
	each(take: TakeCount): void {
		const texts = this.#texts;
		for (let number = 0; number < this.length; ++number) this.#pass(texts, number, take);
	}

	/** Passes the `most` most frequent texts, and those that are as frequent in the order of their octets. */
	eachRanked(most: number, take: TakeCount): void {
		const texts = this.#texts;
		let rest = most;
		for (const numbers of this.#byCount(most)) {
			sortTexts(numbers, texts);
			const end = Math.min(rest, numbers.length);
			for (let index = 0; index < end; ++index) this.#pass(texts, numbers[index] as number, take);
			rest -= end;
		}
	}

	/** The numbers of the texts of each count, the greatest first, until there are `most`. */
	#byCount(most: number): Uint32Array[] {
		const counts = this.#counts;
		const sizes = new Map<number, number>();
		// Most texts occur once.
		let once = 0;
		for (let number = 0; number < this.length; ++number) {
			const count = counts[number] as number;
			if (count === 1) ++once;
			else sizes.set(count, (sizes.get(count) ?? 0) + 1);
		}
		if (once > 0) sizes.set(1, once);
		const groups = new Map<number, Group>();
		let sum = 0;
		for (const [count, size] of [...sizes].sort(([a], [b]) => b - a)) {
			if (sum >= most) break;
			groups.set(count, { numbers: new Uint32Array(size), filled: 0 });
			sum += size;
		}
		const ofOnce = groups.get(1);
		for (let number = 0; number < this.length; ++number) {
			const count = counts[number] as number;
			const group = count === 1 ? ofOnce : groups.get(count);
			if (group !== undefined) group.numbers[group.filled++] = number;
		}
		return Array.from(groups.values(), ({ numbers }) => numbers);
	}

	get #texts(): Texts {
		return { octets: this.#octets.octets(), ends: this.#ends };
	}

	#pass(texts: Texts, number: number, take: TakeCount): void {
		take(this.#counts[number] as number, texts.octets, startOf(texts, number), texts.ends[number] as number);
	}
}

/** Numbers of texts that are as frequent. */
interface Group {
	readonly numbers: Uint32Array;
	filled: number;
}

function grown(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
	const larger = new Float64Array(2 * numbers.length);
	larger.set(numbers);
	return larger;
}
