/** Leaf, Wasm side: bits of a word. The typed-array side is bits.host.ts. */

export function countOnes(bits: i32): i32 {
	return popcnt(bits);
}

/** The number of zeros below the lowest bit that is set, 32 for 0. */
export function trailingZeros(bits: i32): i32 {
	return ctz(bits);
}
