/** The smallest different numbers of many, in whatever order they come. */
import { keepDifferent } from "./sort-numbers";

/** Room for numbers, for each that is kept. */
const ROOM = 4;

export class Smallest {
	readonly #most: number;
	readonly #numbers: Float64Array;
	#length = 0;
	/** Numbers from here on are not among the smallest. */
	#limit = Number.POSITIVE_INFINITY;

	/** `most`: the number of them that are kept. */
	constructor(most: number) {
		this.#most = most;
		this.#numbers = new Float64Array(ROOM * most);
	}

	add(number: number): void {
		if (number >= this.#limit) return;
		if (this.#length === this.#numbers.length) this.#compact();
		if (number < this.#limit) this.#numbers[this.#length++] = number;
	}

	/** The smallest, in order. */
	values(): Float64Array {
		this.#compact();
		return this.#numbers.slice(0, this.#length);
	}

	#compact(): void {
		this.#numbers.subarray(0, this.#length).sort();
		this.#length = Math.min(this.#most, keepDifferent(this.#numbers, 0, this.#length));
		if (this.#length === this.#most) this.#limit = this.#numbers[this.#most - 1] as number;
	}
}
