/** Numbers in a row, eight octets each: a list that takes memory piece by piece, and never moves what it has. */

const PIECE_BITS = 16;
const PIECE_SIZE = 1 << PIECE_BITS;

export class NumberList {
	readonly #pieces: Float64Array[] = [];
	/** How many numbers there are. */
	length = 0;

	push(value: number): void {
		const place = this.length++ & (PIECE_SIZE - 1);
		if (place === 0) this.#pieces.push(new Float64Array(PIECE_SIZE));
		(this.#pieces.at(-1) as Float64Array)[place] = value;
	}

	/** Requires: 0 ≤ index < length. */
	at(index: number): number {
		return (this.#pieces[Math.floor(index / PIECE_SIZE)] as Float64Array)[index & (PIECE_SIZE - 1)] as number;
	}
}
