/** A growable list of numbers, eight octets each. It allocates in pieces, so growing never copies. */

/** Elements of a piece of a growable list, as a power of two and as a number. */
export const PIECE_BITS = 16;
export const PIECE_SIZE = 1 << PIECE_BITS;

export class NumberList {
	readonly #pieces: Float64Array[] = [];
	/** Number of elements. */
	length = 0;

	push(value: number): void {
		const place = this.length++ & (PIECE_SIZE - 1);
		if (place === 0) this.#pieces.push(new Float64Array(PIECE_SIZE));
		(this.#pieces[this.#pieces.length - 1] as Float64Array)[place] = value;
	}

	/** Replaces an element. Requires: 0 ≤ index < length. */
	set(index: number, value: number): void {
		(this.#pieces[Math.floor(index / PIECE_SIZE)] as Float64Array)[index & (PIECE_SIZE - 1)] = value;
	}

	/** Requires: 0 ≤ index < length. */
	at(index: number): number {
		return (this.#pieces[Math.floor(index / PIECE_SIZE)] as Float64Array)[index & (PIECE_SIZE - 1)] as number;
	}
}
