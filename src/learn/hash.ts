/** Hashes of 64 bits, as two numbers from 0 to 2^32 - 1: see assembly/learn/hash.ts. */

/** Two lanes as one number below 2^53, for sets. */
export function joined(lo: number, hi: number): number {
	return (hi & 0x1fffff) * 0x100000000 + lo;
}

/** Compares two hashes as numbers of 64 bits. */
export function compareLanes(aLo: number, aHi: number, bLo: number, bHi: number): number {
	return aHi - bHi || aLo - bLo;
}
