/** A growable set of numbers from 0 on: one bit for each up to the greatest. It allocates in pieces, so growing never copies. */

/** Bits of a piece, as a power of two, and numbers in an octet. */
const PIECE_BITS = 20;
const OCTET_BITS = 3;
const PIECE_SIZE = 2 ** PIECE_BITS;

export class NumberSet {
	readonly #pieces: (Uint8Array | undefined)[] = [];

	add(number: number): void {
		const piece = Math.floor(number / PIECE_SIZE);
		const place = number % PIECE_SIZE;
		this.#pieces[piece] ??= new Uint8Array(PIECE_SIZE >> OCTET_BITS);
		(this.#pieces[piece][place >> OCTET_BITS] as number) |= 1 << (place & 7);
	}

	has(number: number): boolean {
		const place = number % PIECE_SIZE;
		const octet = this.#pieces[Math.floor(number / PIECE_SIZE)]?.[place >> OCTET_BITS] ?? 0;
		return ((octet >> (place & 7)) & 1) === 1;
	}
}
