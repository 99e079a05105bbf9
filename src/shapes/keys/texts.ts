/** Different texts, as octets, with numbers from 0 on: a hash table with open addressing. */
import { Octet } from "../../../assembly/octets/char";

const FIRST_SLOTS = 64;
const EMPTY = 0;
const STEP = 0x01000193;
const MIX = 0x9e3779b1 | 0;

/** Nobody can choose texts that collide. No result depends on it. */
const SEED = crypto.getRandomValues(new Int32Array(1))[0] as number;

/** A hash of 32 bits, under the seed of this process. */
function hashOf(octets: Uint8Array, start: number, end: number): number {
	let hash = SEED;
	for (let at = start; at < end; ++at) {
		hash = Math.imul(hash ^ (octets[at] as number), STEP);
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash ^ (end - start), MIX);
	return hash ^ (hash >>> 16);
}

export class Texts {
	#octets = new Uint8Array(0);
	/** The same octets. */
	#buffer = Buffer.from(this.#octets.buffer);
	#isAscii = true;
	/** By number: the end of its octets, and its hash. */
	#ends = new Int32Array(FIRST_SLOTS / 2);
	#hashes = new Int32Array(FIRST_SLOTS / 2);
	/** Numbers plus one, by their hashes. */
	#slots = new Int32Array(FIRST_SLOTS);
	/** How many there are. */
	length = 0;

	/** The number of the text [start, end), which is new if it was `length`. */
	add(octets: Uint8Array, start: number, end: number): number {
		const hash = hashOf(octets, start, end);
		const mask = this.#slots.length - 1;
		let slot = hash & mask;
		for (; this.#slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
			const number = (this.#slots[slot] as number) - 1;
			if (this.#hashes[number] === hash && this.#isAt(number, octets, start, end)) return number;
		}
		this.#slots[slot] = this.length + 1;
		return this.#append(octets, start, end, hash);
	}

	/** The octets of a text. Valid until the next `add`. */
	octetsOf(number: number): Uint8Array {
		return this.#octets.subarray(this.#startOf(number), this.#ends[number]);
	}

	textOf(number: number): string {
		return this.#buffer.toString(this.#isAscii ? "latin1" : "utf8", this.#startOf(number), this.#ends[number]);
	}

	clear(): void {
		this.#slots.fill(EMPTY);
		this.#isAscii = true;
		this.length = 0;
	}

	#startOf(number: number): number {
		return number === 0 ? 0 : (this.#ends[number - 1] as number);
	}

	#isAt(number: number, octets: Uint8Array, start: number, end: number): boolean {
		const from = this.#startOf(number);
		if ((this.#ends[number] as number) - from !== end - start) return false;
		const own = this.#octets;
		for (let at = start; at < end; ++at) if (own[from + at - start] !== octets[at]) return false;
		return true;
	}

	#append(octets: Uint8Array, start: number, end: number, hash: number): number {
		const number = this.length++;
		const from = this.#startOf(number);
		const to = from + end - start;
		if (to > this.#octets.length) this.#makeRoom(2 * to);
		const own = this.#octets;
		let bits = 0;
		for (let at = start; at < end; ++at) {
			own[from + at - start] = octets[at] as number;
			bits |= octets[at] as number;
		}
		if (bits >= Octet.BEYOND_ASCII) this.#isAscii = false;
		this.#ends[number] = to;
		this.#hashes[number] = hash;
		if (2 * this.length === this.#slots.length) this.#grow();
		return number;
	}

	#makeRoom(size: number): void {
		const larger = new Uint8Array(size);
		larger.set(this.#octets);
		this.#octets = larger;
		this.#buffer = Buffer.from(larger.buffer);
	}

	#grow(): void {
		const size = 2 * this.#slots.length;
		this.#ends = grown(this.#ends, size / 2);
		this.#hashes = grown(this.#hashes, size / 2);
		this.#slots = new Int32Array(size);
		for (let number = 0; number < this.length; ++number) {
			let slot = (this.#hashes[number] as number) & (size - 1);
			while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & (size - 1);
			this.#slots[slot] = number + 1;
		}
	}
}

/** A copy with room for `size` numbers. */
export function grown(numbers: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(size);
	larger.set(numbers);
	return larger;
}
