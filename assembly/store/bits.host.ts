/** Leaf, typed-array side: bits of a word. The contracts are in bits.ts, the Wasm side. */

export function countOnes(bits: i32): i32 {
	const pairs = bits - ((bits >>> 1) & 0x55555555);
	const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
	return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function trailingZeros(bits: i32): i32 {
	return bits === 0 ? 32 : 31 - Math.clz32(bits & -bits);
}

export function bitAfter(bits: i32, count: i32): i32 {
	let rest = bits;
	for (let left = count; left > 1; --left) rest &= rest - 1;
	return count === 0 || rest === 0 ? 0 : trailingZeros(rest) + 1;
}

export function product(word: i32, other: i32): i32 {
	return Math.imul(word, other);
}
