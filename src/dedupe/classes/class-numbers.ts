/** Numbers of lines and of classes. They allocate in pieces, so growing never copies. */
import { PIECE_BITS, PIECE_SIZE } from "../../engine/number-list";

const MAX = 2 ** 31 - 1;
/** Bits of a piece of a set, as a power of two, and numbers in an octet. */
const SET_BITS = 20;
const OCTET_BITS = 3;
const SET_SIZE = 2 ** SET_BITS;

/** A growable list of i32, four octets each. */
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

/** A growable set of numbers from 0 on: one bit for each up to the greatest. */
export class NumberSet {
	readonly #pieces: (Uint8Array | undefined)[] = [];

	countMember(number: number): void {
		const piece = Math.floor(number / SET_SIZE);
		const place = number % SET_SIZE;
		this.#pieces[piece] ??= new Uint8Array(SET_SIZE >> OCTET_BITS);
		(this.#pieces[piece][place >> OCTET_BITS] as number) |= 1 << (place & 7);
	}

	has(number: number): boolean {
		const place = number % SET_SIZE;
		const octet = this.#pieces[Math.floor(number / SET_SIZE)]?.[place >> OCTET_BITS] ?? 0;
		return ((octet >> (place & 7)) & 1) === 1;
	}
}
