/** Leaf, Wasm side: products that wrap around, and comparisons without sign. The typed-array side is lanes.host.ts. */

/** The low 32 bits of a product. */
export function multiply(a: i32, b: i32): i32 {
	return a * b;
}

/** Whether a < b as unsigned numbers. */
export function isBelow(a: i32, b: i32): bool {
	return u32(a) < u32(b);
}
