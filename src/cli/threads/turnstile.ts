/** A turnstile: threads pass in the order of their numbers, one at a time. */

/** In place of the number that may pass: nobody does any more. */
const CLOSED = -1;

export class Turnstile {
	readonly #word: Int32Array;

	/** A view of the turnstile that is one word of shared memory: 0 there lets number 0 pass first. */
	constructor(word: Int32Array) {
		this.#word = word;
	}

	get isClosed(): boolean {
		return Atomics.load(this.#word, 0) === CLOSED;
	}

	/** Waits until it is the turn of `number`, `most` milliseconds at most. Answers whether it is. */
	wait(number: number, most: number): boolean {
		const start = performance.now();
		while (true) {
			const turn = Atomics.load(this.#word, 0);
			if (turn === number || turn === CLOSED) return turn === number;
			const left = start + most - performance.now();
			if (left <= 0) return false;
			Atomics.wait(this.#word, 0, turn, left);
		}
	}

	/** Lets the next number pass. Requires: it is the turn of the caller. */
	pass(): void {
		Atomics.add(this.#word, 0, 1);
		Atomics.notify(this.#word, 0);
	}

	/** Lets nobody pass any more, and tells all who wait. */
	close(): void {
		Atomics.store(this.#word, 0, CLOSED);
		Atomics.notify(this.#word, 0);
	}
}
