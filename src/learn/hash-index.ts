/** Numbers for hashes, in the order in which they come: open addressing in typed arrays. */
import { Words } from "./words";

const FIRST_SIZE = 64;
/** Slots that are kept for the next use. */
const MAX_KEPT = 1 << 16;

/** Gives each different pair of lanes the next number. */
export class HashIndex {
	readonly lo = new Words();
	readonly hi = new Words();
	/** One more than the number that is in a slot; 0 for a free one. */
	#slots = new Uint32Array(FIRST_SIZE);

	get size(): number {
		return this.lo.length;
	}

	/** The number of a hash. It is new if it is what `size` was before. */
	add(lo: number, hi: number): number {
		if (2 * this.size >= this.#slots.length) this.#grow();
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
		if (this.#slots.length > MAX_KEPT || this.#slots.length > (this.size + FIRST_SIZE) << 4)
			this.#slots = new Uint32Array(FIRST_SIZE);
		else this.#slots.fill(0);
		this.lo.length = 0;
		this.hi.length = 0;
	}

	#slotOf(lo: number, hi: number): number {
		const mask = this.#slots.length - 1;
		let slot = lo & mask;
		for (; ; slot = (slot + 1) & mask) {
			const number = this.#slots[slot] as number;
			if (number === 0 || (this.lo.array[number - 1] === lo && this.hi.array[number - 1] === hi)) return slot;
		}
	}

	#grow(): void {
		this.#slots = new Uint32Array(2 * this.#slots.length);
		const mask = this.#slots.length - 1;
		for (let number = 0; number < this.size; ++number) {
			let slot = (this.lo.array[number] as number) & mask;
			while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
			this.#slots[slot] = number + 1;
		}
	}
}
