/** Leaf, typed-array side: products that wrap around, and comparisons without sign. The contracts are in lanes.ts, the Wasm side. */

export function multiply(a: i32, b: i32): i32 {
	return Math.imul(a, b);
}

export function isBelow(a: i32, b: i32): bool {
	return a >>> 0 < b >>> 0;
}
