/** Hashes of 64 bits, as two numbers from 0 to 2^32 - 1: see assembly/learn/hash.ts. */

/** Two lanes as one number below 2^53, for sets. */
export function joined(lo: number, hi: number): number {
	return (hi & 0x1fffff) * 0x100000000 + lo;
}
