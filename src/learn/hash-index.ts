/** Numbers for hashes, in the order in which they come: open addressing in typed arrays. */
import { Words } from "./words";

const FIRST_SIZE = 64;

/** Gives each different pair of lanes the next number. */
export class HashIndex {
	readonly lo = new Words();
	readonly hi = new Words();
	/** One more than the number that is in a slot; 0 for a free one. */
	#slots = new Uint32Array(FIRST_SIZE);
	/** The slots in use are the first, a power of two: many small uses cost little after a large one. */
	#mask = FIRST_SIZE - 1;

	get size(): number {
		return this.lo.length;
	}

	/** The number of a hash. It is new if it is what `size` was before. */
	add(lo: number, hi: number): number {
		if (2 * this.size > this.#mask) this.#grow();
		const slot = this.#slotOf(lo, hi);
		const found = this.#slots[slot] as number;
		if (found > 0) return found - 1;
		this.lo.push(lo);
		this.hi.push(hi);
		this.#slots[slot] = this.size;
		return this.size - 1;
	}

	/** The number of a hash, or -1. */
	find(lo: number, hi: number): number {
		return (this.#slots[this.#slotOf(lo, hi)] as number) - 1;
	}

	/** Forgets all hashes. */
	clear(): void {
		this.#slots.fill(0, 0, this.#mask + 1);
		this.#mask = FIRST_SIZE - 1;
		this.lo.length = 0;
		this.hi.length = 0;
	}

	#slotOf(lo: number, hi: number): number {
		const slots = this.#slots;
		const los = this.lo.array;
		const his = this.hi.array;
		let slot = lo & this.#mask;
		for (; ; slot = (slot + 1) & this.#mask) {
			const number = slots[slot] as number;
			if (number === 0 || (los[number - 1] === lo && his[number - 1] === hi)) return slot;
		}
	}

	#grow(): void {
		const size = 2 * (this.#mask + 1);
		if (this.#slots.length < size) this.#slots = new Uint32Array(size);
		else this.#slots.fill(0, 0, size);
		this.#mask = size - 1;
		const los = this.lo.array;
		for (let number = 0; number < this.size; ++number) {
			let slot = (los[number] as number) & this.#mask;
			while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
			this.#slots[slot] = number + 1;
		}
	}
}
