/** Different hashes: counted exactly up to 256, estimated from the smallest 256 beyond. The order in which they come does not matter. */

/** Hashes that are kept, and those after which the smallest are. */
const KEPT = 256;
const MOST = 380;
/** Hashes are below this. */
const RANGE = 2 ** 53;
const FIRST_SIZE = 8;
const NO_SLOTS = new Float64Array(0);

/** A set of numbers, by open addressing: cells are many, and most have few. */
export class Votes {
	/** One more than the hash that is in a slot; 0 for a free one. */
	#slots = NO_SLOTS;
	/** The only hash while there are no slots: an array for each cell of a crawl would take more memory than all else. */
	#only = 0;
	#count = 0;
	/** Hashes from here on are not kept. */
	#limit = RANGE;
	#closed: number | undefined;

	/** Requires: votes that are not closed. */
	add(hash: number): void {
		if (hash >= this.#limit || (this.#slots === NO_SLOTS && this.#isOnly(hash))) return;
		if (4 * this.#count >= 3 * this.#slots.length) this.#resize(Math.max(FIRST_SIZE, 2 * this.#slots.length));
		if (this.#put(hash + 1) && this.#count > MOST) this.#thin();
	}

	/** Whether a hash is the only one: it is if there is none yet. Otherwise, moves the only one to a slot. */
	#isOnly(hash: number): boolean {
		if (this.#count === 1 && hash !== this.#only) {
			this.#resize(FIRST_SIZE);
			this.#put(this.#only + 1);
			return false;
		}
		this.#only = hash;
		this.#count = 1;
		return true;
	}

	/** Number of different hashes: if there are more than 256, so many that the 256th would be where it is. */
	get size(): number {
		if (this.#closed !== undefined) return this.#closed;
		if (this.#count > KEPT) this.#thin();
		return this.#limit === RANGE ? this.#count : Math.round(((KEPT - 1) / (this.#limit - 1)) * RANGE);
	}

	/** Keeps their number alone: no more are added. */
	close(): void {
		this.#closed = this.size;
		this.#slots = NO_SLOTS;
	}

	/** Returns whether a value is new. Requires: a free slot. */
	#put(value: number): boolean {
		const slots = this.#slots;
		const mask = slots.length - 1;
		let slot = (value >>> 0) & mask;
		while (slots[slot] !== 0 && slots[slot] !== value) slot = (slot + 1) & mask;
		if (slots[slot] === value) return false;
		slots[slot] = value;
		++this.#count;
		return true;
	}

	#resize(size: number): void {
		const values = this.#slots;
		this.#slots = new Float64Array(size);
		this.#count = 0;
		for (const value of values) if (value !== 0) this.#put(value);
	}

	#thin(): void {
		const smallest = this.#slots.filter((value) => value !== 0).sort();
		this.#limit = smallest[KEPT - 1] as number;
		this.#slots.fill(0);
		this.#count = 0;
		for (let place = 0; place < KEPT; ++place) this.#put(smallest[place] as number);
	}
}
