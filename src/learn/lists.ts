/** Lists of numbers that grow at the end, many at a time, in typed arrays. */
import { Words } from "./words";

/** Lists of numbers by the numbers 0, 1, 2, … */
export class Lists {
	readonly #first = new Words();
	readonly #last = new Words();
	readonly #values = new Words();
	/** One more than the place of the next value of a list; 0 behind the last. */
	readonly #next = new Words();

	/** Number of lists. */
	get length(): number {
		return this.#first.length;
	}

	/** Begins the next list, with one value. */
	begin(value: number): void {
		this.#first.push(this.#values.length);
		this.#last.push(this.#values.length);
		this.#put(value);
	}

	add(list: number, value: number): void {
		this.#next.array[this.#last.array[list] as number] = this.#values.length + 1;
		this.#last.array[list] = this.#values.length;
		this.#put(value);
	}

	#put(value: number): void {
		this.#values.push(value);
		this.#next.push(0);
	}

	/** The place of the first value of a list. */
	first(list: number): number {
		return this.#first.array[list] as number;
	}

	/** The place behind another, or -1. */
	after(place: number): number {
		return (this.#next.array[place] as number) - 1;
	}

	valueAt(place: number): number {
		return this.#values.array[place] as number;
	}

	/** Whether a list has several values. */
	isSeveral(list: number): boolean {
		return this.#first.array[list] !== this.#last.array[list];
	}

	clear(): void {
		for (const words of [this.#first, this.#last, this.#values, this.#next]) words.length = 0;
	}
}
