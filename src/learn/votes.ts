/** Different hashes: counted exactly up to 256, estimated from the smallest 256 beyond. The order in which they come does not matter. */

/** Hashes that are kept, and those after which the smallest are. */
const KEPT = 256;
const MOST = 2 * KEPT;
/** Hashes are below this. */
const RANGE = 2 ** 53;

export class Votes {
	#hashes = new Set<number>();
	/** Hashes from here on are not kept. */
	#limit = RANGE;

	add(hash: number): void {
		if (hash >= this.#limit) return;
		this.#hashes.add(hash);
		if (this.#hashes.size > MOST) this.#thin();
	}

	/** Number of different hashes: if there are more than 256, so many that the 256th would be where it is. */
	get size(): number {
		if (this.#hashes.size > KEPT) this.#thin();
		return this.#limit === RANGE ? this.#hashes.size : Math.round(((KEPT - 1) / this.#largest()) * RANGE);
	}

	#thin(): void {
		const smallest = Float64Array.from(this.#hashes).sort().subarray(0, KEPT);
		this.#hashes = new Set(smallest);
		this.#limit = (smallest[KEPT - 1] as number) + 1;
	}

	#largest(): number {
		return this.#limit - 1;
	}
}
