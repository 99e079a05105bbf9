/** Leaf, Wasm side: bits of a word. The typed-array side is bits.host.ts. */

export function countOnes(bits: i32): i32 {
	return popcnt(bits);
}

/** The number of zeros below the lowest bit that is set, 32 for 0. */
export function trailingZeros(bits: i32): i32 {
	return ctz(bits);
}

/** The bit after the first `count` ones of a word, or one of its bits if it has fewer. Without branches: they would depend on random bits. */
export function bitAfter(bits: i32, count: i32): i32 {
	let rest = bits;
	let left = count;
	let ones = popcnt(rest & 0xffff);
	let skips = ones < left;
	left -= select(ones, 0, skips);
	let bit = select(16, 0, skips);
	rest = select(rest >>> 16, rest, skips);
	ones = popcnt(rest & 255);
	skips = ones < left;
	left -= select(ones, 0, skips);
	bit += select(8, 0, skips);
	rest = select(rest >>> 8, rest, skips);
	ones = popcnt(rest & 15);
	skips = ones < left;
	left -= select(ones, 0, skips);
	bit += select(4, 0, skips);
	rest = select(rest >>> 4, rest, skips);
	ones = popcnt(rest & 3);
	skips = ones < left;
	left -= select(ones, 0, skips);
	bit += select(2, 0, skips);
	rest = select(rest >>> 2, rest, skips);
	bit += i32((rest & 1) < left);
	return bit + i32(count != 0);
}

/** The low 32 bits of a product. */
export function product(word: i32, other: i32): i32 {
	return word * other;
}
