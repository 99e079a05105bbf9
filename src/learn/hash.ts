/**
 * 64-bit hashes in two lanes of 32 bits, which add and subtract each on its own.
 *
 * The hash of a key is the sum of those of its parts, so that a part is erased by a subtraction. Lanes are added modulo 2^32, which
 * JavaScript and Wasm do alike.
 */

/** The hash of one span of octets at a time, in `lo` and `hi`: numbers from 0 to 2^32 - 1. */
export class Hash {
	lo = 0;
	hi = 0;

	/** Hashes `octets` from `start` to `end`. Different seeds give unrelated hashes. Returns itself. */
	of(octets: Uint8Array, start: number, end: number, seed: number): this {
		this.begin(seed);
		for (let at = start; at < end; ++at) this.add(octets[at] as number);
		return this.finish(end - start);
	}

	begin(seed: number): void {
		this.lo = Math.imul(seed + 1, 0x9e3779b1);
		this.hi = Math.imul(seed + 1, 0x85ebca77);
	}

	add(octet: number): void {
		this.lo = Math.imul(this.lo ^ octet, 0x01000193);
		this.lo ^= this.lo >>> 15;
		const hi = Math.imul(this.hi + octet + 1, 0xc2b2ae3d);
		this.hi = (hi << 13) | (hi >>> 19);
	}

	finish(length: number): this {
		this.lo = mixed(this.lo ^ length);
		this.hi = mixed((this.hi + Math.imul(length, 0x27d4eb2f)) ^ this.lo);
		return this;
	}
}

/** The finalizer of MurmurHash3: each bit of the input changes each bit of the result with probability one half. */
function mixed(word: number): number {
	let bits = word;
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** Two lanes as one number below 2^53, for sets. */
export function joined(lo: number, hi: number): number {
	return (hi & 0x1fffff) * 0x100000000 + lo;
}

/** Compares two hashes as numbers of 64 bits. */
export function compareLanes(aLo: number, aHi: number, bLo: number, bHi: number): number {
	return aHi - bHi || aLo - bLo;
}
