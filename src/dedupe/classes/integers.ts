/** A growable list of i32, four octets each. It allocates in pieces, so growing never copies. */
import { PIECE_BITS, PIECE_SIZE } from "../../engine/number-list";

const MAX = 2 ** 31 - 1;

export class Integers {
	readonly #pieces: Int32Array[] = [];
	/** Number of elements: at most 2^31. */
	length = 0;

	push(value: number): void {
		const place = this.length++ & (PIECE_SIZE - 1);
		if (place === 0) this.#pieces.push(new Int32Array(PIECE_SIZE));
		(this.#pieces[(this.length - 1) >>> PIECE_BITS] as Int32Array)[place] = value;
	}

	/** Requires: 0 ≤ index < length. */
	at(index: number): number {
		return (this.#pieces[index >>> PIECE_BITS] as Int32Array)[index & (PIECE_SIZE - 1)] as number;
	}

	/** Adds one to an element. Requires: 0 ≤ index < length. Throws RangeError beyond the greatest i32. */
	increment(index: number): void {
		const piece = this.#pieces[index >>> PIECE_BITS] as Int32Array;
		const value = piece[index & (PIECE_SIZE - 1)] as number;
		if (value === MAX) throw new RangeError(`More than ${MAX} of one kind cannot be counted.`);
		piece[index & (PIECE_SIZE - 1)] = value + 1;
	}
}
